"""Walk the lesson in a browser: by address, by keyboard, on a phone."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from posenc.content.lesson import steps

from .conftest import settled

pytestmark = pytest.mark.browser

STEPS = steps()


def lesson(page: Page, app: str, query: str = "") -> None:
    page.goto(f"{app}/lesson{query}")
    settled(page)
    expect(page.get_by_test_id("stMainBlockContainer")).not_to_have_css("padding-top", "96px")  # styled


def test_next_turns_the_page_begins_at_its_top_and_writes_the_step_into_the_address(app: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    lesson(page, app, "?step=pairs")
    page.get_by_role("button", name="Next: Sine in the even column").press("Enter")
    heading = page.get_by_role("heading", level=1, name="Sine in the even column")
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()
    expect(page).to_have_url(re.compile(r"step=sine-cosine"))
    expect(page.get_by_role("radio", name="sine-cosine")).to_be_in_viewport()
    page.reload()
    settled(page)
    expect(heading).to_be_visible()


def test_a_step_is_chosen_from_the_list_by_keyboard(app: str, page: Page) -> None:
    lesson(page, app)
    page.get_by_role("radio", name="words", exact=True).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page.get_by_role("heading", level=1)).to_have_text("Give every position its own numbers")
    expect(page).to_have_url(re.compile("step=table"))


def test_a_picture_follows_its_control(app: str, page: Page) -> None:
    lesson(page, app, "?step=table")
    table = page.locator("table")
    expect(table.locator("tbody tr")).to_have_count(4)
    page.get_by_test_id("stMain").get_by_role("button", name="Increment").click()
    expect(table.locator("tbody tr")).to_have_count(5)
    expect(page).to_have_url(re.compile("rows=5"))
    expect(table.locator("tbody tr").last.locator("td").first).to_have_text("−0.76")  # sin 4


def test_the_example_is_uncovered_by_keyboard(app: str, page: Page) -> None:
    lesson(page, app, "?step=example&cells=10")
    uncover = page.get_by_role("button", name="Next cell")
    uncover.focus()
    page.keyboard.press("Enter")
    expect(page.locator("table tbody td").nth(10)).to_have_text("0.0199987")
    expect(uncover).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("The table is complete.")).to_be_visible()
    expect(page.get_by_text("[0.909297, -0.416147, 0.0199987, 0.9998]")).to_be_visible()


def test_no_step_scrolls_sideways_on_a_phone_and_no_number_is_cut_off(app: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    lesson(page, app)
    for step, after in zip(STEPS, [*STEPS[1:], None], strict=True):
        expect(page.get_by_role("heading", level=1)).to_have_text(step.title)
        settled(page)
        main = page.get_by_test_id("stMain")
        assert main.evaluate("e => e.scrollWidth - e.clientWidth") <= 1, step.id
        cut_off = page.locator(".grid").evaluate_all("es => es.map(e => e.scrollWidth - e.clientWidth)")
        assert max(cut_off, default=0) <= 1, step.id
        if after:
            page.get_by_role("button", name=f"Next: {after.title}").click()


@pytest.mark.parametrize("query", ["?step=example&cells=12", "?step=equivariance", "?glossary=all+words", "?step=rope"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_screen_reader_misses_nothing_and_every_color_has_contrast(
    app: str, page: Page, scheme: str, query: str
) -> None:
    page.emulate_media(color_scheme=scheme)
    lesson(page, app, query)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    found = Axe().run(page, context="[data-testid=stMain]").response["violations"]
    nodes = [n["html"] for v in found if v["impact"] in ("serious", "critical") for n in v["nodes"]]
    assert nodes == []
