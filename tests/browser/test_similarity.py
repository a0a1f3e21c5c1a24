"""The Similarity page in a browser: a cell of the picture chooses the offset."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import settled

pytestmark = pytest.mark.browser


def test_the_first_request_may_name_the_metric_and_the_offset(app: str, page: Page) -> None:
    page.goto(app + "/similarity?length=12&width=8&metric=euclidean&offset=4")
    settled(page)
    expect(page.get_by_role("radio", name="euclidean")).to_be_checked()
    expect(page.get_by_role("spinbutton", name="Offset")).to_have_value("4")
    expect(page.locator("[data-shape='12x12']")).to_be_attached()
    expect(page.get_by_text("At offset 4 the distance is")).to_be_visible()


def test_a_cell_chosen_by_keyboard_chooses_its_offset(app: str, page: Page) -> None:
    page.goto(app + "/similarity?length=12&width=8&offset=4")
    settled(page)
    page.get_by_role("application", name="Position against position").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("offset=6"))
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("spinbutton", name="Offset")).to_have_value("5")
    expect(page.get_by_text("At offset 5 the cosine similarity is")).to_be_visible()


def test_another_metric_stands_in_the_url_and_changes_the_picture(app: str, page: Page) -> None:
    page.goto(app + "/similarity?length=12&width=8")
    settled(page)
    drawn = page.locator("[data-shape='12x12']")
    before = drawn.get_attribute("data-drawn")
    page.get_by_role("radio", name="dot").click()
    expect(page).to_have_url(re.compile("metric=dot"))
    expect(drawn).not_to_have_attribute("data-drawn", str(before))
    expect(page.get_by_text(re.compile("Neighbors have a dot product of"))).to_be_visible()


def test_a_cell_of_the_rotation_shows_the_block_of_its_pair(app: str, page: Page) -> None:
    page.goto(app + "/similarity?length=12&width=8&offset=3")
    settled(page)
    expect(page.get_by_text("The block of pair 0")).to_be_visible()
    page.get_by_role("application", name="The rotation as a matrix").focus()
    page.keyboard.press("End")
    expect(page.get_by_text("The block of pair 3")).to_be_visible()


def test_the_block_of_a_pair_is_chosen_in_the_picture_and_stands_in_the_link(app: str, page: Page) -> None:
    page.goto(app + "/similarity?length=12&width=8&offset=3&block=2")
    settled(page)
    expect(page.get_by_text("The block of pair 2")).to_be_visible()
    matrix = page.get_by_role("application", name="Rotation")
    matrix.press("ArrowRight")
    matrix.press("ArrowRight")
    expect(page).to_have_url(re.compile("block=3"))
    expect(page.get_by_text("The block of pair 3")).to_be_visible()
