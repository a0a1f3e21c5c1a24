"""The Pairs page in a browser: hands that turn, pause and obey the keyboard without asking the server."""

from __future__ import annotations

import math
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import settled

pytestmark = pytest.mark.browser


@pytest.fixture
def clocks(app: str, page: Page) -> Locator:
    page.goto(app + "/pairs?pairs=0+3&length=40&width=8")
    settled(page)
    found = page.locator(".clocks")
    expect(found).to_be_visible()
    return found


def position(clocks: Locator) -> float:
    return float(clocks.get_attribute("data-position") or "nan")


def test_hands_play_and_pause_without_a_word_to_the_server(page: Page, app: str) -> None:
    sent: list[object] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    page.goto(app + "/pairs?pairs=0+3&length=40&width=8")
    settled(page)
    clocks = page.locator(".clocks")
    play = clocks.get_by_role("button", name="Play")
    expect(play).to_be_visible()
    clocks.get_by_label("Position of the hands").fill("0")
    before = len(sent)
    play.click()
    expect(clocks.get_by_text(re.compile("position [3-9]"))).to_be_visible()
    clocks.get_by_role("button", name="Pause").click()
    expect(play).to_be_visible()
    stopped = position(clocks)
    assert stopped == int(stopped) >= 3
    page.wait_for_function("before => performance.now() > before + 400", arg=page.evaluate("performance.now()"))
    assert position(clocks) == stopped
    assert len(sent) == before


def test_a_hand_points_where_sine_and_cosine_say(clocks: Locator) -> None:
    clocks.get_by_label("Position of the hands").fill("5")
    hand = clocks.locator(".hand").first
    assert math.isclose(float(hand.get_attribute("x2") or "nan"), math.cos(5), abs_tol=1e-12)
    assert math.isclose(
        float(hand.get_attribute("y2") or "nan"), -math.sin(5), abs_tol=1e-12
    )  # up is less in a picture
    expect(clocks.get_by_role("img", name="pair 0 at position 5: sine −0.96, cosine 0.28")).to_be_visible()
    # width 8: pair 3 turns 10000^(-6/8) = 0.001 radians a position
    expect(clocks.get_by_role("img", name="pair 3 at position 5: sine 0.00, cosine 1.00")).to_be_visible()


def test_the_keyboard_alone_plays_pauses_and_steps(clocks: Locator, page: Page) -> None:
    slider = clocks.get_by_label("Position of the hands")
    slider.focus()
    page.keyboard.press("Home")
    expect(clocks.get_by_text("position 0", exact=True)).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(clocks.get_by_text("position 1", exact=True)).to_be_visible()
    page.keyboard.press("Shift+Tab")
    expect(clocks.get_by_role("button", name="Play")).to_be_focused()
    page.keyboard.press("Space")
    expect(clocks.get_by_role("button", name="Pause")).to_be_focused()
    page.keyboard.press("Space")
    expect(clocks.get_by_role("button", name="Play")).to_be_focused()


def test_the_hands_stop_at_the_last_position_and_start_over(clocks: Locator) -> None:
    clocks.get_by_label("Speed").select_option("64 positions a second")
    clocks.get_by_role("button", name="Play").click()
    expect(clocks).to_have_attribute("data-position", "39.000")
    expect(clocks.get_by_role("button", name="Play")).to_be_visible()
    clocks.get_by_label("Speed").select_option("1 position a second")
    clocks.get_by_role("button", name="Play").click()
    expect(clocks.get_by_text(re.compile("^position [0-9]$"))).to_be_visible()


def test_hands_keep_their_place_when_the_width_changes_and_give_way_to_a_shorter_table(
    clocks: Locator, page: Page
) -> None:
    clocks.get_by_label("Position of the hands").fill("30")
    width = page.get_by_role("spinbutton", name="Width")
    width.fill("16")
    width.press("Enter")
    expect(clocks.get_by_role("img", name=re.compile("pair 3 at position 30: sine 0.81"))).to_be_visible()
    length = page.get_by_role("spinbutton", name="Length")
    length.fill("12")
    length.press("Enter")
    expect(clocks.get_by_text("position 11", exact=True)).to_be_visible()
    length.fill("0")
    length.press("Enter")
    expect(clocks.get_by_text("no positions")).to_be_visible()
    expect(clocks.get_by_role("button", name="Play")).to_be_disabled()


def test_pairs_typed_on_the_page_stand_in_the_url_and_come_back_on_reload(app: str, page: Page) -> None:
    page.goto(app + "/pairs")
    settled(page)
    box = page.get_by_role("textbox", name="Pairs to draw")
    box.fill("5, 7")
    box.press("Enter")
    expect(page).to_have_url(re.compile(r"pairs=5%2C(\+|%20)7"))
    expect(page.get_by_role("img", name=re.compile("pair 7 at"))).to_be_visible()
    page.reload()
    settled(page)
    expect(box).to_have_value("5, 7")
    expect(page.get_by_role("img", name=re.compile("pair 7 at"))).to_be_visible()
