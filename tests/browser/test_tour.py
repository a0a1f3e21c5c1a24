"""The tour as a teacher gives it: a link, a clicker, a reveal, and out again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from posenc.content.tour import stops

from .conftest import settled

pytestmark = pytest.mark.browser
STOPS = stops()


def test_a_clicker_leads_from_stop_to_stop_and_each_opens_in_its_state(app: str, page: Page) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(app + "/tour")
    settled(page)
    plain = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    page.get_by_role("button", name="Present from the first stop").click()
    expect(page.get_by_text(STOPS[0].predict)).to_be_visible()
    expect(page.get_by_test_id("stSidebar")).not_to_be_visible()
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > plain
    for stop in STOPS[1:4]:
        page.keyboard.press("PageDown")
        expect(page.get_by_text(stop.predict)).to_be_visible()
        expect(page.locator(f"[data-shape='{stop.link.query['length']}x{stop.link.query['width']}']")).to_be_attached()
    expect(page.get_by_text(STOPS[3].reveal[:40])).not_to_be_visible()
    page.get_by_role("button", name="Reveal").click()
    expect(page.get_by_text(STOPS[3].reveal[:40])).to_be_visible()
    page.keyboard.press("PageUp")
    expect(page.get_by_text(STOPS[2].predict)).to_be_visible()


def test_a_link_opens_a_stop_on_its_page_and_leaving_keeps_the_picture(app: str, page: Page) -> None:
    page.goto(app + "/?length=3&width=4&present=true&stop=4")
    settled(page)
    expect(page.get_by_text(STOPS[3].predict)).to_be_visible()
    page.get_by_text("Presenting", exact=True).click()
    expect(page.get_by_text(STOPS[3].predict)).not_to_be_visible()
    expect(page.locator("[data-shape='3x4']")).to_be_attached()
    expect(page.get_by_role("slider", name="Length")).to_be_visible()
    expect(page).to_have_url(re.compile("length=3"))
