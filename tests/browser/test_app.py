"""What every page owes its visitor, in a real browser."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from .conftest import settled

pytestmark = pytest.mark.browser

PAGES = [
    *("/", "/pairs", "/similarity", "/methods", "/lenses", "/attention", "/training"),
    *("/lesson", "/practice", "/quiz", "/bugs", "/tour"),
]


def at(page: Page, url: str) -> Page:
    page.goto(url)
    settled(page)
    expect(page.locator("[data-testid=stMainBlockContainer]")).not_to_have_css("padding-top", "96px")  # styled
    return page


def test_the_first_request_that_a_fresh_server_gets_may_be_a_deep_link(serve, page: Page) -> None:
    at(page, serve("app.py") + "/?length=12&width=8&row=3&column=2")
    expect(page.get_by_role("spinbutton", name="Length")).to_have_value("12")
    expect(page.locator("[data-shape='12x8']")).to_be_attached()
    expect(page).to_have_url(re.compile(r"length=12&width=8&row=3&column=2"))


def test_the_url_follows_a_slider_moved_by_keyboard_and_a_reload_keeps_it(app: str, page: Page) -> None:
    at(page, app)
    slider = page.get_by_role("slider", name="Length")
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("length=52"))
    expect(page.locator("[data-shape='52x64']")).to_be_attached()
    expect(page.get_by_role("spinbutton", name="Length")).to_have_value("52")
    page.reload()
    settled(page)
    expect(slider).to_have_attribute("aria-valuenow", "52")


def test_a_slider_draws_while_it_is_still_held(app: str, page: Page) -> None:
    at(page, app)
    page.get_by_role("slider", name="Length").scroll_into_view_if_needed()
    box = page.get_by_role("slider", name="Length").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y, steps=4)
    expect(page.locator("[data-drawn]")).not_to_have_attribute("data-shape", "50x64")
    page.mouse.up()


def test_a_slider_still_moves_after_its_value_was_changed_elsewhere(app: str, page: Page) -> None:
    at(page, app)
    slider, box = page.get_by_role("slider", name="Length"), page.get_by_role("spinbutton", name="Length")
    slider.press("ArrowRight")
    expect(box).to_have_value("51")
    box.fill("50")
    box.press("Enter")
    expect(slider).to_have_attribute("aria-valuenow", "50")
    for length in ("51", "52"):  # 51 once more: what the slider asked for last
        slider.press("ArrowRight")
        expect(box).to_have_value(length)
        expect(page.locator(f"[data-shape='{length}x64']")).to_be_attached()


def test_a_finger_that_scrolls_over_a_slider_moves_nothing_and_one_that_drags_or_taps_does(
    app: str, browser: Browser
) -> None:
    with browser.new_context(viewport={"width": 390, "height": 640}, has_touch=True, is_mobile=True) as phone:
        page = at(phone.new_page(), app)
        page.get_by_test_id("stExpandSidebarButton").tap()
        thumb = page.get_by_role("slider", name="Length")
        thumb.scroll_into_view_if_needed()
        box = thumb.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        finger = phone.new_cdp_session(page)

        def touch(*path: tuple[float, float]) -> None:
            finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x + 60, "y": y}]})
            for dx, dy in path:
                point = {"x": x + 60 + dx, "y": y + dy}
                finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
            finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

        touch(*((0, -10 * step) for step in range(1, 9)))
        page.wait_for_function("before => performance.now() > before + 300", arg=page.evaluate("performance.now()"))
        expect(thumb).to_have_attribute("aria-valuenow", "50")
        y = (thumb.bounding_box() or box)["y"] + box["height"] / 2
        touch(*((-5 * step, 0) for step in range(1, 7)))
        expect(thumb).not_to_have_attribute("aria-valuenow", "50")


def test_every_length_to_the_last_can_be_reached_by_keyboard(app: str, page: Page) -> None:
    at(page, app)
    slider = page.get_by_role("slider", name="Length")
    slider.press("End")
    expect(page).to_have_url(re.compile("length=2048"))
    slider.press("ArrowLeft")
    expect(page).to_have_url(re.compile("length=2047"))
    slider.press("Control+Home")  # the browser's own
    expect(slider).to_have_attribute("aria-valuenow", "2047")
    slider.press("Home")
    expect(page).to_have_url(re.compile("length=0"))
    expect(page.get_by_text("No positions: the table has 0 rows")).to_be_visible()


def test_a_bad_link_opens_the_nearest_picture_and_says_what_it_changed(app: str, page: Page) -> None:
    at(page, app + "/?length=9999&width=63&base=nonsense&show=lists")
    expect(page.get_by_text("length must be a whole number from 0 to 2048, got 9999; showing 2048.")).to_be_visible()
    expect(page.get_by_text("width must be an even number from 2 to 1024, got 63; showing 64.")).to_be_visible()
    expect(page.get_by_text("base must be a number from 1 to 1e+06, got nonsense; showing 10000.0.")).to_be_visible()
    expect(page.locator("[data-shape='2048x64']")).to_be_attached()
    expect(page).to_have_url(re.compile(r"length=2048"))
    expect(page).to_have_url(re.compile(r"show=list(&|$)"))


def test_a_cell_chosen_in_the_picture_is_worked_out_and_stands_in_the_url(app: str, page: Page) -> None:
    at(page, app + "/?length=6&width=8")
    page.locator("[data-drawn] [role=application], [data-drawn][role=application]").first.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("column=1"))
    expect(page.get_by_role("spinbutton", name="Column")).to_have_value("1")


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_asks_anyone_but_the_server_or_hides_anything_from_a_screen_reader(
    app: str, page: Page, outside: list[str], path: str, scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme)
    at(page, app + path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    found = Axe().run(page, context="[data-testid=stMain]").response["violations"]
    ours = [
        f"{v['id']}: {node['html'][:120]}"
        for v in found
        if v["impact"] in ("serious", "critical") or v["id"] == "heading-order"
        for node in v["nodes"]
    ]
    assert ours == []
    assert outside == []


@pytest.mark.parametrize("path", PAGES)
def test_no_page_scrolls_sideways_on_a_phone(app: str, page: Page, path: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    at(page, app + path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.locator("[data-testid=stMain]").evaluate("e => e.scrollWidth - e.clientWidth") <= 1


def test_back_undoes_one_step(app: str, page: Page) -> None:
    choices = "tokens=sentence&sentence=a+b+c&permutation=typed&order=2+0+1"
    at(page, f"{app}/attention?{choices}")
    page.get_by_role("link", name="Pairs").click()
    expect(page.get_by_role("heading", level=1, name="Pairs")).to_be_visible()
    settled(page)
    slider = page.get_by_role("slider", name="Length")
    slider.press("ArrowRight")
    expect(page).to_have_url(f"{app}/pairs?length=51")
    settled(page)
    page.go_back()
    expect(page).to_have_url(f"{app}/pairs")
    expect(slider).to_have_attribute("aria-valuenow", "50")
    settled(page)
    page.go_back()
    expect(page).to_have_url(re.compile(r"/attention\?.*order=2"))
    expect(page.get_by_role("textbox", name="Sentence")).to_have_value("a b c")
    page.go_forward()
    expect(page.get_by_role("heading", level=1, name="Pairs")).to_be_visible()


def test_a_cell_that_a_smaller_picture_brought_in_is_in_the_link_of_the_larger_one(app: str, page: Page) -> None:
    at(page, app)
    page.get_by_role("button", name="Lesson: 3 × 4").click()
    expect(page.locator("[data-shape='3x4']")).to_be_attached()
    settled(page)
    page.get_by_role("button", name="Typical: 50 × 128").click()
    expect(page.locator("[data-shape='50x128']")).to_be_attached()
    expect(page).to_have_url(re.compile("row=2&column=3|column=3&row=2"))
    page.reload()
    expect(page.get_by_role("spinbutton", name="Position")).to_have_value("2")
    expect(page.get_by_role("spinbutton", name="Column")).to_have_value("3")


def test_a_way_onward_leaves_nothing_on_that_would_belie_it(app: str, page: Page) -> None:
    at(page, app + "/attention?causal=true&base=2")
    page.get_by_role("link", name="Lesson").click()
    expect(page.get_by_text("Lesson, step 1 of 14")).to_be_visible()
    settled(page)
    page.get_by_role("radio", name="equivariance").click()
    page.get_by_role("button", name="See it on the Attention page").click()
    expect(page.get_by_role("heading", level=1, name="Attention and order")).to_be_visible()
    expect(page.get_by_role("heading", level=2).first).to_contain_text("are the same bag")


def test_what_a_link_had_wrong_is_said_on_its_own_page_only(app: str, page: Page) -> None:
    at(page, app + "/?row=99")
    expect(page.get_by_text("row must be at most 49 in this picture")).to_be_visible()
    page.get_by_role("link", name="Quiz").click()
    expect(page.get_by_role("heading", level=1, name="Quiz")).to_be_visible()
    settled(page)
    expect(page.get_by_text("row must be at most")).to_have_count(0)


def test_a_way_onward_opens_the_page_in_its_state_whatever_was_set_before(app: str, page: Page) -> None:
    at(page, app + "/pairs?pairs=3&length=33&width=16")
    page.get_by_role("link", name="Quiz").click()
    expect(page.get_by_role("heading", level=1, name="Quiz")).to_be_visible()
    settled(page)  # a form takes no Enter before its button is there
    answer = page.get_by_role("textbox", name="Your number")  # quiz 1 begins with the turns of pair 0
    answer.fill("7")
    answer.press("Enter")
    page.get_by_role("button", name="See it on the Pairs page").click()
    expect(page.get_by_role("heading", level=1, name="Pairs")).to_be_visible()
    expect(page.get_by_role("spinbutton", name="Length")).to_have_value("50")
    expect(page.get_by_role("spinbutton", name="Width")).to_have_value("64")
    expect(page.get_by_role("textbox", name="Pairs to draw")).to_have_value("0")
