"""The Training page in a browser: curves that grow in place, a Stop that works at once, and a class that trains."""

from __future__ import annotations

import re
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from .conftest import settled

pytestmark = pytest.mark.browser


def at(page: Page, url: str) -> Page:
    page.goto(url)
    settled(page)
    return page


def button(page: Page, name: str) -> Locator:
    return page.get_by_test_id("stMain").get_by_role("button", name=name, exact=True)


def done(page: Page) -> None:
    expect(page.get_by_role("button", name=re.compile("Train with seed"))).to_be_visible(timeout=60_000)
    settled(page)


def points(page: Page) -> int:
    """How many exams the first curve shows."""
    dots = page.locator("path.dots.none").first
    return (dots.get_attribute("d") or "").count("M") if dots.count() else 0


def test_the_curves_grow_in_place_from_the_first_exam_to_the_last(app: str, page: Page) -> None:
    at(page, app + "/training?training_seed=101&steps=1200")
    expect(page.get_by_text("most without positions: 50.0%")).to_be_visible()
    page.locator(".training").first.evaluate("e => { e.mine = true; }")
    button(page, "Train").click()
    expect(page.get_by_text(re.compile(r"Step \d+ of 1200"))).to_be_visible()
    expect(button(page, "Train")).to_be_disabled()
    seen, deadline = set(), time.monotonic() + 90
    while not page.get_by_role("button", name="Train with seed 102").count():
        assert time.monotonic() < deadline
        seen.add(points(page))
    done(page)
    assert points(page) == 41
    assert len(seen - {0, 41}) >= 3
    assert page.locator(".training").first.evaluate("e => e.mine === true")
    expect(page.get_by_text("Right answers after 1200 steps: none 50.0%")).to_be_visible()


def test_stop_stops_at_once_and_keeps_what_there_is_until_it_is_continued(app: str, page: Page) -> None:
    at(page, app + "/training?training_seed=111&steps=2400")
    button(page, "Train").click()
    expect(page.locator("path.dots.none").first).to_be_attached()
    button(page, "Stop").click()
    expect(button(page, "Continue")).to_be_enabled()
    settled(page)
    kept = points(page)
    assert 0 < kept < 41
    page.wait_for_function("before => performance.now() > before + 300", arg=page.evaluate("performance.now()"))
    assert points(page) == kept
    button(page, "Continue").click()
    expect(page.locator("[data-testid=stProgress]")).to_be_visible()
    done(page)
    assert points(page) == 41


def test_a_result_is_kept_while_one_visits_another_page(app: str, page: Page) -> None:
    at(page, app + "/training?question=name+the+previous&training_seed=121&look=loss")
    button(page, "Train").click()
    done(page)
    page.get_by_role("link", name="Pairs").click()
    expect(page.get_by_role("heading", level=1, name="Pairs")).to_be_visible()
    settled(page)
    page.get_by_role("link", name="Training").click()
    expect(page.get_by_text("Right answers after 400 steps")).to_be_visible()
    expect(page).to_have_url(re.compile("training_seed=121"))


def test_one_can_look_inside_and_back_by_keyboard(app: str, page: Page) -> None:
    at(page, app + "/training?training_seed=131")
    button(page, "Train").click()
    done(page)
    slider = page.get_by_role("slider", name="Look back at step")
    slider.focus()
    page.keyboard.press("Home")
    expect(page.get_by_text("Right answers after 0 steps")).to_be_visible()
    page.get_by_role("radio", name="learned table").click()
    expect(page.get_by_text("All rows are the same: the table knows no order.").first).to_be_visible()
    expect(page).to_have_url(re.compile(r"look=learned(\+|%20)table"))


def test_the_view_can_be_changed_while_it_trains(app: str, page: Page) -> None:
    at(page, app + "/training?training_seed=141&steps=2400")
    button(page, "Train").click()
    expect(page.get_by_role("radio", name="loss")).to_be_visible()
    page.get_by_role("radio", name="loss").click()
    expect(page.get_by_text("loss, in nats")).to_be_visible()
    expect(button(page, "Stop")).to_be_enabled()
    button(page, "Stop").click()
    expect(button(page, "Continue")).to_be_enabled()


def test_each_exam_tells_its_numbers_under_the_pointer(app: str, page: Page) -> None:
    at(page, app + "/training?training_seed=131")
    button(page, "Train").click()
    done(page)
    band = page.locator(".band").nth(5)
    expect(band.locator("span")).to_be_hidden()
    band.hover()
    expect(band.locator("span")).to_be_visible()
    expect(band.locator("span")).to_contain_text(re.compile(r"step 50none 50\.0%"))


def test_several_train_at_once_and_another_reads_on(app: str, browser: Browser) -> None:
    contexts = [browser.new_context() for _ in range(4)]
    try:
        *students, reader = [context.new_page() for context in contexts]
        for number, student in enumerate(students):
            at(student, f"{app}/training?training_seed={151 + number}&steps=2400&look=loss")
        at(reader, app)
        for student in students:
            button(student, "Train").click()
            expect(button(student, "Stop")).to_be_enabled()
        slider = reader.get_by_role("slider", name="Length")
        slider.focus()
        for length in (51, 52, 53):
            reader.keyboard.press("ArrowRight")
            expect(reader.locator(f"[data-shape='{length}x64']")).to_be_attached()
        button(students[0], "Stop").click()
        expect(button(students[0], "Continue")).to_be_enabled()
        for student in students[1:]:
            seen = points(student)
            student.wait_for_function(  # further along, or done
                """seen => {
                    const bar = document.querySelector("[data-testid=stProgress]");
                    return !bar || Number(bar.innerText.match(/\\d+/)?.[0] ?? 0) > seen;
                }""",
                arg=60 * seen,  # 2400 steps are 40 exams apart
                timeout=60_000,
            )
    finally:
        for context in contexts:
            context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_finished_training_hides_nothing_from_a_screen_reader(
    app: str, page: Page, outside: list[str], scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme)
    at(page, app + "/training?training_seed=131")
    button(page, "Train").click()
    done(page)
    page.mouse.move(0, 0)
    found = Axe().run(page, context="[data-testid=stMain]").response["violations"]
    ours = [
        f"{v['id']}: {n['html'][:120]}" for v in found if v["impact"] in ("serious", "critical") for n in v["nodes"]
    ]
    assert ours == []
    assert outside == []


def test_a_finished_training_fits_a_phone(app: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    at(page, app + "/training?training_seed=131&question=name+the+previous")
    button(page, "Train").click()
    done(page)
    assert page.locator("[data-testid=stMain]").evaluate("e => e.scrollWidth - e.clientWidth") <= 1
    right = page.locator(".training table").evaluate_all("es => es.map(e => e.getBoundingClientRect().right)")
    assert 0 < max(right) <= 390
