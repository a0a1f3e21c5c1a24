"""The Methods page in a browser: two methods side by side, and RoPE's hands that turn together."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from .conftest import settled

pytestmark = pytest.mark.browser


def test_the_first_screen_shows_two_pictures_side_by_side(app: str, page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(app + "/methods")
    settled(page)
    sinusoidal = page.locator("[data-shape='50x64']").bounding_box()
    learned = page.locator("[data-shape='50x384']").bounding_box()
    assert sinusoidal
    assert learned
    assert abs(sinusoidal["y"] - learned["y"]) < 2
    assert sinusoidal["x"] + sinusoidal["width"] < learned["x"]
    assert learned["y"] + learned["height"] < 900


def test_another_method_stands_in_the_url_and_brings_its_picture_and_facts(app: str, page: Page) -> None:
    page.goto(app + "/methods?length=12&width=8")
    settled(page)
    page.get_by_role("radiogroup", name="Beside").get_by_role("radio", name="alibi").click()
    expect(page).to_have_url(re.compile("beside=alibi"))
    expect(page.get_by_role("heading", name="ALiBi")).to_be_visible()
    expect(page.locator("[data-shape='12x12']").first).to_be_attached()
    expect(page.get_by_role("cell", name="BLOOM, MPT")).to_be_visible()


def test_query_and_key_turn_together_and_keep_their_angle(app: str, page: Page) -> None:
    page.goto(app + "/methods?method=rope&beside=none&length=12&width=8&query_at=7&key_at=3")
    settled(page)
    clock = page.get_by_role("img", name="Pair 0: query at position 7, key at position 3")
    expect(clock).to_be_visible()
    page.get_by_role("button", name="Move both by 10", exact=True).click()
    expect(page.get_by_role("img", name="Pair 0: query at position 17, key at position 13")).to_be_visible()
    expect(page.get_by_text("angle between: 4 × 1 = 4 rad")).to_be_visible()
    expect(page).to_have_url(re.compile("query_at=17&key_at=13"))


def test_a_phone_shows_the_page_without_scrolling_sideways(app: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(app + "/methods?method=rope&beside=learned&rope_view=longer+texts")
    settled(page)
    expect(page.get_by_text("YaRN also scales")).to_be_visible()
    main = page.locator("[data-testid=stMain]")
    assert main.evaluate("node => node.scrollWidth <= node.clientWidth")


@pytest.mark.parametrize("view", ["clock hands", "pairing", "longer texts"])
def test_every_view_of_rope_can_be_read_by_a_screen_reader(app: str, page: Page, view: str) -> None:
    page.goto(f"{app}/methods?method=rope&beside=t5&rope_view={view}")
    settled(page)
    expect(page.get_by_role("radio", name=view)).to_be_checked()
    found = Axe().run(page, context="[data-testid=stMain]").response["violations"]
    serious = [v for v in found if v["impact"] in ("serious", "critical")]
    assert not [(v["id"], [node["target"] for node in v["nodes"]]) for v in serious]
    assert "empty-table-header" not in [v["id"] for v in found]
