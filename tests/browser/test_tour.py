"""The tour as a teacher gives it: a link, a clicker, a reveal, and out again."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from posenc.content.tour import Stop, stops
from posenc.ui.parameters import PARAMETERS
from posenc.ui.presenting import address

from .conftest import settled

pytestmark = pytest.mark.browser
STOPS = stops()
NUMBERS = range(1, len(STOPS) + 1)
PROJECTOR = {"width": 1024, "height": 768}


def begin(page: Page, app: str, number: int, **size: int) -> Page:
    """A visit that begins at a stop, on a projector."""
    page.set_viewport_size({**PROJECTOR, **size})
    page.goto(app + address(number).url)
    stands_at(page, number)
    expect(words(page)).to_have_attribute("aria-live", "polite")  # keys are listened to
    return page


def words(page: Page) -> Locator:
    return page.locator(".st-key-tour-words")


def button(page: Page, name: str) -> Locator:
    return page.locator(".st-key-tour").get_by_role("button", name=name, exact=True)


def stands_at(page: Page, number: int) -> None:
    """The words are the stop's, the page is its page, and the URL says what differs from the defaults, no more."""
    stop: Stop = STOPS[number - 1]
    expect(words(page)).to_contain_text(stop.predict)
    settled(page)
    wanted = {"present": "true", "stop": str(number)} | {
        key: text for key, text in stop.link.query.items() if PARAMETERS[key].nearest(text) != PARAMETERS[key].default
    }
    page.wait_for_function(
        """([path, wanted]) => {
            const has = Object.fromEntries(new URLSearchParams(location.search));
            return location.pathname === path && Object.keys(has).length === Object.keys(wanted).length
                && Object.entries(wanted).every(([key, value]) => has[key] === value);
        }""",
        arg=[stop.link.page, wanted],
    )


def wander_off(page: Page, name: str) -> None:
    """To another page by the menu, in the middle of the tour."""
    page.get_by_role("button", name="Expand sidebar").click()
    page.get_by_role("link", name=name).click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    settled(page)


def type_size(page: Page) -> float:
    return page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")


def test_a_clicker_alone_gives_the_tour(app: str, page: Page) -> None:
    begin(page, app, 1)
    for number in (1, 2, 3):
        expect(words(page)).not_to_contain_text(STOPS[number - 1].reveal)
        page.keyboard.press("PageDown")
        expect(words(page)).to_contain_text(STOPS[number - 1].reveal)
        page.keyboard.press("PageDown")
        stands_at(page, number + 1)
    page.keyboard.press("PageUp")
    stands_at(page, 3)
    expect(words(page)).not_to_contain_text(STOPS[2].reveal)


def test_a_hasty_clicker_never_takes_an_answer_back(app: str, page: Page) -> None:
    begin(page, app, 2)
    page.evaluate(
        """(reveal) => new MutationObserver((_, watch) => {
            if (!document.querySelector(".st-key-tour-words").textContent.includes(reveal)) return;
            watch.disconnect();
            document.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown" }));
        }).observe(document.body, { childList: true, subtree: true, characterData: true })""",
        STOPS[1].reveal[:20],
    )
    page.keyboard.press("PageDown")
    stands_at(page, 3)


def test_arrow_keys_lead_through_every_stop_each_in_its_state(app: str, page: Page) -> None:
    begin(page, app, 1)
    for number in NUMBERS[1:]:
        page.keyboard.press("ArrowRight")
        stands_at(page, number)
    expect(button(page, "Next")).to_be_disabled()
    page.keyboard.press("ArrowLeft")
    stands_at(page, len(STOPS) - 1)


def test_a_stop_opens_in_its_state_from_any_other_and_after_a_change(app: str, page: Page) -> None:
    begin(page, app, 13)
    for number in (4, 11, 9, 3, 15, 7, 1):
        page.get_by_role("combobox", name="Stop of the tour").click()
        page.get_by_role("option", name=str(number), exact=True).click()
        stands_at(page, number)
    page.get_by_role("spinbutton", name="Column").fill("8")
    page.get_by_role("spinbutton", name="Column").press("Enter")
    expect(page).to_have_url(re.compile("column=8"))
    button(page, "Next").click()
    stands_at(page, 2)
    button(page, "Back").click()
    stands_at(page, 1)
    page.reload()
    stands_at(page, 1)


def test_the_first_request_that_a_fresh_server_gets_may_be_a_stop(serve, page: Page) -> None:
    begin(page, serve("app.py"), 10)
    button(page, "Reveal").click()
    expect(page.get_by_role("textbox", name="Sentence")).to_have_value("cat chased dog")


def test_keys_that_something_else_listens_to_are_left_to_it(app: str, page: Page) -> None:
    begin(page, app, 2)
    page.get_by_role("application").first.press("ArrowRight")
    expect(page).to_have_url(re.compile("column=1"))
    expect(words(page)).to_contain_text(STOPS[1].predict)
    page.keyboard.press("PageDown")  # a clicker's key goes on from anywhere
    expect(words(page)).to_contain_text(STOPS[1].reveal)


def test_type_grows_with_the_projector_and_the_menu_is_out_of_the_way(app: str, page: Page) -> None:
    page.set_viewport_size(PROJECTOR)
    page.goto(app)
    settled(page)
    plain = type_size(page)
    begin(page, app, 1)
    assert type_size(page) >= 1.2 * plain
    for hidden in ("Table", "Main menu"):
        expect(
            page.get_by_role("link", name=hidden).or_(page.get_by_role("button", name=hidden))
        ).not_to_be_in_viewport()
    expect(page.get_by_role("slider", name="Length")).not_to_be_in_viewport()
    stage = page.get_by_role("application").first
    page.wait_for_function(
        "([stage, type]) => Math.abs(stage.getRootNode().posenc.ratio / devicePixelRatio - type) < 1e-6",
        arg=[stage.element_handle(), type_size(page) / 16],
    )
    begin(page, app, 1, width=1920, height=1080)
    assert type_size(page) >= 1.7 * plain


def test_a_click_finds_its_cell_under_large_type(app: str, page: Page) -> None:
    begin(page, app, 5)
    button(page, "Reveal").click()
    stage = page.get_by_role("application").first
    place = stage.evaluate(
        """(e) => {
            const { at, window, type } = e.getRootNode().posenc, [r0, r1, c0, c1] = window;
            return { x: type * (at.left + (20.5 / (c1 - c0)) * at.w), y: type * (at.top + (30.5 / (r1 - r0)) * at.h) };
        }"""
    )
    stage.click(position=place)
    expect(page).to_have_url(re.compile("row=30&column=20"))


def test_where_the_page_would_tell_it_waits_for_the_answer(app: str, page: Page) -> None:
    begin(page, app, 12)
    expect(page.get_by_text("equivariant", exact=True)).not_to_be_visible()
    expect(page.get_by_role("heading", level=1)).not_to_be_visible()
    button(page, "Reveal").click()
    expect(page.get_by_text("equivariant", exact=True)).to_be_visible()
    expect(words(page)).to_contain_text(STOPS[11].reveal)
    begin(page, app, 2)
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_leaving_is_one_click_and_keeps_the_picture(app: str, page: Page) -> None:
    begin(page, app, 4)
    button(page, "Leave").click()
    expect(words(page)).not_to_be_attached()
    settled(page)
    expect(page).to_have_url(app + "/?length=3&width=4")
    expect(page.locator("[data-shape='3x4']")).to_be_attached()
    expect(page.get_by_role("spinbutton", name="Length")).to_be_in_viewport()
    expect(page.locator("html")).to_have_css("font-size", "16px")


def test_the_menu_is_one_click_away_and_the_tour_goes_on_after_it(app: str, page: Page) -> None:
    begin(page, app, 8)
    wander_off(page, "Pairs")
    page.keyboard.press("PageDown")  # as a click on the highlighted button, "Go there"
    stands_at(page, 8)


def test_page_keys_in_the_editor_are_the_editors_own_while_presenting(app: str, page: Page) -> None:
    page.goto(app + "/practice?task=table&present=true")
    settled(page)
    page.get_by_role("textbox", name="Your code").press("PageDown")
    page.wait_for_function("before => performance.now() > before + 300", arg=page.evaluate("performance.now()"))
    expect(page.get_by_role("textbox", name="Your code")).to_be_focused()


def test_the_words_are_still_read_out_after_a_look_at_another_page(app: str, page: Page) -> None:
    begin(page, app, 5)
    wander_off(page, "Quiz")
    button(page, "Go there").click()
    stands_at(page, 5)
    expect(words(page)).to_have_attribute("aria-live", "polite")


def test_the_overview_begins_the_tour_at_any_stop_by_keyboard(app: str, page: Page) -> None:
    page.goto(app + "/tour?length=9")
    settled(page)
    page.get_by_role("button", name=f"6. {STOPS[5].title}").press("Enter")
    stands_at(page, 6)


def test_an_address_from_the_overview_opens_its_stop(app: str, page: Page) -> None:
    page.goto(app + "/tour?notes=addresses")
    settled(page)
    shown = page.get_by_text(re.compile(r"stop=9$")).inner_text()
    assert shown.startswith(app)
    page.goto(shown)
    stands_at(page, 9)


def test_a_learner_walks_it_on_a_phone(app: str, page: Page) -> None:
    begin(page, app, 1, width=390, height=844)
    assert page.locator("[data-testid=stMain]").evaluate("e => e.scrollWidth - e.clientWidth") <= 1
    button(page, "Reveal").click()
    expect(words(page)).to_contain_text(STOPS[0].reveal)
    for name in ("Hide", "Next", "Leave"):
        expect(button(page, name)).to_be_in_viewport(ratio=1)
    box = page.locator(".st-key-tour").bounding_box()
    assert box
    assert box["y"] > 844 / 3  # the picture has room above
    button(page, "Next").click()
    stands_at(page, 2)


def test_the_overview_prints_in_full(app: str, page: Page) -> None:
    page.goto(app + "/tour?notes=answers")
    settled(page)
    page.emulate_media(media="print")
    expect(page.get_by_test_id("stSidebar")).not_to_be_visible()
    expect(page.get_by_text(STOPS[-1].reveal)).to_be_visible()
    page.wait_for_function("document.documentElement.scrollHeight > 1000")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("number", [1, 12])
def test_a_stop_hides_nothing_from_a_screen_reader_and_asks_nobody_else(
    app: str, page: Page, outside: list[str], number: int, scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme)
    begin(page, app, number)
    for told in (False, True):
        if told:
            button(page, "Reveal").click()
            expect(words(page)).to_contain_text(STOPS[number - 1].reveal)
            settled(page)
        found = Axe().run(page, context="[data-testid=stMain]").response["violations"]
        grave = [v for v in found if v["impact"] in ("serious", "critical")]
        assert [f"{v['id']}: {node['html'][:120]}" for v in grave for node in v["nodes"]] == []
    assert outside == []
