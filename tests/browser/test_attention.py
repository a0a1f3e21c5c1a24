"""The Attention page in a browser: one toggle, and every choice in the link."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import settled

pytestmark = pytest.mark.browser

CAT = "tokens=sentence&sentence=cat+chased+dog"


def test_at_first_sight_there_is_one_toggle_and_the_method_comes_with_it(app: str, page: Page) -> None:
    page.goto(app + "/attention")
    settled(page)
    toggle = page.get_by_role("switch", name="Positional encoding")
    method = page.get_by_role("combobox", name="Method")
    expect(toggle).not_to_be_checked()
    expect(method).to_be_hidden()
    expect(page.get_by_role("heading", name="are the same bag")).to_be_visible()
    expect(page.get_by_text("equivariant", exact=True)).to_be_visible()

    page.get_by_text("Positional encoding", exact=True).click()
    expect(page.get_by_role("heading", name="are two things")).to_be_visible()
    expect(page.get_by_test_id("stMetric").filter(has_text="Largest difference")).to_contain_text("1.64")
    expect(method).to_be_visible()
    expect(page).to_have_url(re.compile(r"encoding=sinusoidal"))

    page.get_by_text("Positional encoding", exact=True).click()
    expect(page.get_by_role("heading", name="are the same bag")).to_be_visible()
    expect(method).to_be_hidden()
    expect(page).not_to_have_url(re.compile(r"encoding="))


def test_the_toggle_and_the_method_work_by_keyboard_alone(app: str, page: Page) -> None:
    page.goto(app + f"/attention?{CAT}")
    settled(page)
    page.get_by_role("switch", name="Positional encoding").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("heading", name="are two things")).to_be_visible()
    expect(page).to_have_url(re.compile(r"encoding=sinusoidal"))
    page.get_by_role("combobox", name="Method").focus()
    page.keyboard.type("alibi")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"encoding=alibi"))
    expect(page.get_by_text("still equivariant", exact=True)).to_be_visible()


def test_the_first_request_may_name_everything(app: str, page: Page) -> None:
    page.goto(
        app + f"/attention?{CAT}&encoding=rope&permutation=swap&i=1&j=2&heads=2&head=1&causal=true&projections=true"
    )
    settled(page)
    expect(page.get_by_role("switch", name="Positional encoding")).to_be_checked()
    expect(page.get_by_role("heading", name="“cat chased dog” and “cat dog chased” are two things")).to_be_visible()
    expect(page.get_by_text("With 2 heads, a causal mask and random projections.")).to_be_visible()
    expect(page.get_by_role("spinbutton", name="Head")).to_have_value("1")
    expect(page.locator("[data-shape='3x3']")).to_have_count(2)
    expect(page).to_have_url(re.compile(r"encoding=rope.*heads=2|heads=2.*encoding=rope"))


def test_a_place_that_a_link_asks_for_in_vain_stays_in_the_link(app: str, page: Page) -> None:
    page.goto(app + "/attention?permutation=swap&i=0&j=50")
    settled(page)
    expect(page.get_by_text("There is no other place 50: showing 3.")).to_be_visible()
    expect(page).to_have_url(re.compile(r"j=50"))
    page.reload()
    settled(page)
    expect(page.get_by_text("There is no other place 50: showing 3.")).to_be_visible()


def test_a_sentence_typed_becomes_the_tokens_and_the_link(app: str, page: Page) -> None:
    page.goto(app + "/attention?tokens=sentence")
    settled(page)
    sentence = page.get_by_role("textbox", name="Sentence")
    sentence.fill("Dog bites man")
    sentence.press("Enter")
    expect(page.get_by_role("heading", name="“Dog bites man” and “man bites Dog” are the same bag")).to_be_visible()
    expect(page).to_have_url(re.compile(r"sentence=Dog(\+|%20)bites(\+|%20)man"))


def test_a_phone_shows_it_all_without_scrolling_sideways(app: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(app + f"/attention?{CAT}&encoding=sinusoidal")
    settled(page)
    expect(page.locator("[data-shape]")).to_have_count(4)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    edges = page.locator("[data-shape]").evaluate_all(
        "es => es.map(e => e.getBoundingClientRect()).flatMap(box => [box.left, box.right])"
    )
    assert len(edges) == 8
    assert 0 <= min(edges) < max(edges) <= 390
