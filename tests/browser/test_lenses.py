"""The Lenses page in a browser: a link opens a lens, a switch changes the sum, a patch is chosen by keyboard."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from .conftest import settled

pytestmark = pytest.mark.browser


def test_the_first_request_may_name_the_lens_and_its_choices(app: str, page: Page) -> None:
    page.goto(app + "/lenses?lens=precision&format=float16&start=2040&length=20&width=8")
    settled(page)
    expect(page.get_by_role("radio", name="precision")).to_be_checked()
    expect(page.get_by_role("radio", name="float16", exact=True)).to_be_checked()
    expect(page.get_by_text("position 2049 has the row of 2048")).to_be_visible()


def test_another_lens_stands_in_the_url_and_changes_the_question(app: str, page: Page) -> None:
    page.goto(app + "/lenses?length=20&width=8")
    settled(page)
    expect(page.get_by_text("The same columns in another order")).to_be_visible()
    page.get_by_role("radio", name="decode").click()
    expect(page).to_have_url(re.compile("lens=decode"))
    expect(page.get_by_text("Can a position still be read from its row")).to_be_visible()
    expect(page.get_by_text(re.compile("noisy rows are found"))).to_be_visible()


def test_the_factor_of_the_paper_redraws_the_sum(app: str, page: Page) -> None:
    page.goto(app + "/lenses?lens=embedding&length=20&width=64")
    settled(page)
    expect(page.get_by_text("its pattern drowns the words")).to_be_visible()
    drawn = page.locator("[data-shape='20x64']")
    before = drawn.get_attribute("data-drawn")
    page.get_by_text("Times √width first").click()
    expect(page.get_by_text("words and positions weigh about the same")).to_be_visible()
    expect(drawn).not_to_have_attribute("data-drawn", str(before))
    expect(page).to_have_url(re.compile("scaled=true"))


def test_a_patch_chosen_by_keyboard_stands_in_the_boxes(app: str, page: Page) -> None:
    page.goto(app + "/lenses?lens=image&side=6&patch_row=2&patch_column=2")
    settled(page)
    page.get_by_role("application", name="One patch against all").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("spinbutton", name="Column")).to_have_value("3")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("spinbutton", name="Row")).to_have_value("3")
    expect(page.get_by_text("Patch (3, 3) has a cosine of")).to_be_visible()


@pytest.mark.parametrize("lens", ["layout", "precision", "embedding", "decode", "image"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_lens_hides_anything_from_a_screen_reader_or_scrolls_sideways_on_a_phone(
    app: str, page: Page, outside: list[str], lens: str, scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(app + f"/lenses?lens={lens}")
    settled(page)
    expect(page.get_by_role("button", name="Data and code")).to_be_visible()
    found = Axe().run(page, context="[data-testid=stMain]").response["violations"]
    assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == []
    assert page.locator("[data-testid=stMain]").evaluate("e => e.scrollWidth - e.clientWidth") <= 1
    assert outside == []
