"""The bug gallery in a browser: what one guessed is still there after a look elsewhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import settled

pytestmark = pytest.mark.browser


def test_a_guess_and_a_shown_answer_outlive_a_look_at_another_mistake_and_another_page(app: str, page: Page) -> None:
    page.goto(app + "/bugs?spot=true")
    settled(page)
    guess = page.get_by_test_id("stMain").get_by_role("radio").first
    guess.focus()
    page.keyboard.press("Space")
    expect(guess).to_be_checked()
    page.get_by_test_id("stMain").get_by_text("Show the answer").click()
    expect(page.get_by_role("heading", name="How one would notice")).to_be_visible()
    settled(page)
    number = page.get_by_role("spinbutton", name="Mistake, 1 to")
    number.fill("2")
    number.press("Enter")
    expect(page.get_by_role("heading", name="How one would notice")).to_have_count(0)
    settled(page)
    page.get_by_role("link", name="Table").click()
    expect(page.get_by_role("heading", level=1, name="The table")).to_be_visible()
    settled(page)
    page.get_by_role("link", name="Bugs").click()
    expect(page.get_by_role("heading", level=1, name="Bug gallery")).to_be_visible()
    settled(page)
    number.fill("1")
    number.press("Enter")
    expect(page.get_by_role("heading", name="How one would notice")).to_be_visible()
    expect(guess).to_be_checked()
