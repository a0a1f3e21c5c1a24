"""The heatmap component in Chromium, on a page of its own (heatmap_demo.py)."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import settled

pytestmark = pytest.mark.browser
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="session")
def demo(serve: Callable[[str], str]) -> str:
    """The address of a server that shows heatmap_demo.py."""
    return serve("tests/browser/heatmap_demo.py")


Show = Callable[..., "Map"]


@pytest.fixture
def show(page: Page, demo: str) -> Show:
    def open_page(query: str = "", on: Page = page) -> Map:
        on.goto(f"{demo}/?{query}")
        settled(on)
        shown = Map(on)
        expect(shown.root).to_have_attribute("data-drawn", re.compile(".+"))
        return shown

    return open_page


class Map:
    """The parts of a shown heatmap, and where its cells are on the stage."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator(".map")
        self.stage = page.get_by_role("application")
        self.tip = page.locator(".tip")
        self.live = page.locator(".live")

    def spot(self, row: float, column: float) -> dict[str, float]:
        """The middle of a cell, relative to the stage."""
        return self.page.evaluate(
            """([row, column]) => {
                const view = [...document.querySelectorAll("*")].find((e) => e.shadowRoot?.posenc).shadowRoot.posenc;
                const { left, top, w, h } = view.at, [r0, r1, c0, c1] = view.window;
                return { x: left + ((column + 0.5 - c0) / (c1 - c0)) * w, y: top + ((row + 0.5 - r0) / (r1 - r0)) * h };
            }""",
            [row, column],
        )

    def pixel(self, row: float, column: float) -> list[int]:
        """Red, green, blue and alpha that the canvas shows in the middle of a cell."""
        return self.page.evaluate(
            """({ x, y }) => {
                const view = [...document.querySelectorAll("*")].find((e) => e.shadowRoot?.posenc).shadowRoot.posenc;
                return [...view.base.getContext("2d").getImageData(x * view.ratio, y * view.ratio, 1, 1).data];
            }""",
            self.spot(row, column),
        )

    def hover(self, row: int, column: int) -> None:
        self.stage.hover(position=self.spot(row, column))

    def click(self, row: int, column: int) -> None:
        self.stage.click(position=self.spot(row, column))

    def window(self) -> list[int]:
        return [int(edge) for edge in (self.root.get_attribute("data-window") or "").split()]


def test_each_cell_has_its_color(show: Show) -> None:
    shown = show()
    expect(shown.root).to_have_attribute("data-shape", "50x128")
    assert shown.pixel(0, 127) == [0xA1, 0x1D, 0x05, 255]  # cos 0 = 1: the high end
    assert shown.pixel(0, 0) == [0xF1, 0xF4, 0xF6, 255]  # sin 0 = 0: the middle


def test_pointing_at_a_cell_tells_what_it_is(show: Show) -> None:
    shown = show()
    shown.hover(7, 5)
    value = math.cos(7 / 10000 ** (4 / 128))
    expect(shown.tip).to_have_text(f"position 7column 5pair 2, cosvalue {value:.6g}")


def test_a_large_table_says_that_its_values_are_rounded(show: Show) -> None:
    shown = show("show=512x512")
    shown.hover(256, 511)
    expect(shown.tip).to_contain_text("value ≈ 1.00")


def test_clicking_a_cell_tells_the_page_and_the_link_brings_it_back(show: Show, page: Page) -> None:
    shown = show()
    shown.click(7, 5)
    expect(page.get_by_text("chosen: (7, 5)")).to_be_visible()
    expect(page).to_have_url(re.compile("row=7&column=5"))
    page.reload()
    expect(page.get_by_text("chosen: (7, 5)")).to_be_visible()


def test_a_choice_is_not_undone_by_an_older_answer_of_the_server(show: Show, page: Page) -> None:
    shown = show()
    for column in range(5, 11):
        shown.click(7, column)
    expect(page.get_by_text("chosen: (7, 10)")).to_be_visible()
    shown.stage.press("ArrowDown")
    expect(shown.live).to_contain_text("position 8, column 10")
    expect(page.get_by_text("chosen: (8, 10)")).to_be_visible()


def test_the_page_can_choose_a_cell_after_the_reader_did(show: Show, page: Page) -> None:
    shown = show()
    shown.click(7, 5)
    expect(page.get_by_text("chosen: (7, 5)")).to_be_visible()
    page.get_by_role("button", name="First cell").click()
    expect(page.get_by_text("chosen: (0, 0)")).to_be_visible()
    page.wait_for_function("e => e.getRootNode().posenc.memory.cell.join() === '0,0'", arg=shown.root.element_handle())
    shown.stage.press("ArrowRight")
    expect(shown.live).to_contain_text("position 0, column 1")


def test_choosing_a_cell_sends_no_cells_again(show: Show, page: Page) -> None:
    frames: list[int] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda data: frames.append(len(data))))
    shown = show("show=2048x512")
    assert max(frames) > 2048 * 512
    frames.clear()
    shown.click(1000, 100)
    expect(page.get_by_text(re.compile(r"chosen: \(1"))).to_be_visible()
    assert sum(frames) < 20_000


def test_arrow_keys_move_the_choice_and_read_it_out(show: Show, page: Page) -> None:
    shown = show("row=7&column=5")
    expect(page.get_by_text("chosen: (7, 5)")).to_be_visible()
    for key, said in {
        "ArrowRight": "position 7, column 6, pair 3, sin",
        "ArrowDown": "position 8, column 6",
        "PageDown": "position 18, column 6",
        "End": "position 18, column 127, pair 63, cos",
        "Control+Home": "position 0, column 0, pair 0, sin, value 0",
        "ArrowUp": "position 0, column 0",
    }.items():
        shown.stage.press(key)
        expect(shown.live).to_contain_text(said)
    expect(page.get_by_text("chosen: (0, 0)")).to_be_visible()


def test_a_held_key_arrives_where_it_was_let_go(show: Show, page: Page) -> None:
    shown = show("row=0&column=0")
    expect(page.get_by_text("chosen: (0, 0)")).to_be_visible()
    for _ in range(40):
        shown.stage.press("ArrowRight")
    expect(page.get_by_text("chosen: (0, 40)")).to_be_visible()


def test_a_cell_that_the_page_chooses_comes_into_a_zoomed_window(show: Show, page: Page) -> None:
    shown = show("row=40&column=100")
    for _ in range(3):
        shown.stage.press("+")
    expect(page.get_by_role("button", name="Reset zoom")).to_be_visible()
    page.get_by_role("button", name="First cell").click()
    expect(shown.root).to_have_attribute("data-window", re.compile(r"^0 \d+ 0 \d+$"))


def test_a_box_dragged_while_the_table_changes_is_given_up(show: Show, page: Page) -> None:
    shown = show("row=0&column=0")
    box = shown.stage.bounding_box()
    assert box
    a, b = shown.spot(10, 20), shown.spot(30, 60)
    page.mouse.move(box["x"] + a["x"], box["y"] + a["y"])
    page.mouse.down()
    page.mouse.move(box["x"] + b["x"], box["y"] + b["y"], steps=4)
    page.get_by_role("slider", name="length").press("PageDown")
    expect(shown.root).not_to_have_attribute("data-shape", "50x128")
    page.mouse.up()
    rows, columns = (shown.root.get_attribute("data-shape") or "").split("x")
    expect(shown.root).to_have_attribute("data-window", f"0 {rows} 0 {columns}")


def test_pictures_that_have_left_the_page_listen_to_nothing_any_more(show: Show, page: Page) -> None:
    shown = show("leave=1")
    shown.stage.evaluate("e => { window.gone = e.getRootNode().posenc.gone.signal; }")
    page.get_by_role("slider", name="length").press("ArrowRight")
    expect(shown.root).to_have_attribute("data-shape", "51x128")
    assert page.evaluate("window.gone.aborted") is False
    page.get_by_test_id("stCheckbox").click()
    expect(shown.stage).to_have_count(0)
    page.wait_for_function("window.gone.aborted")


def test_tab_leaves_the_picture(show: Show) -> None:
    shown = show()
    shown.stage.focus()
    shown.stage.press("Tab")
    expect(shown.stage).not_to_be_focused()


def test_zoom_by_button_and_key_and_back(show: Show, page: Page) -> None:
    shown = show("row=7&column=5")
    reset = page.get_by_role("button", name="Reset zoom")
    expect(reset).to_be_hidden()
    page.get_by_role("button", name="Zoom in").click()
    expect(reset).to_be_visible()
    first_row, end_row, first_column, end_column = shown.window()
    assert first_row <= 7 < end_row < 50
    assert first_column <= 5 < end_column < 128
    reset.click()
    expect(shown.root).to_have_attribute("data-window", "0 50 0 128")
    shown.stage.press("+")
    expect(reset).to_be_visible()
    shown.stage.press("Escape")
    expect(shown.root).to_have_attribute("data-window", "0 50 0 128")


def test_dragging_a_box_zooms_to_it(show: Show, page: Page) -> None:
    shown = show()
    box = shown.stage.bounding_box()
    assert box
    (a, b) = (shown.spot(10, 20), shown.spot(19, 59))
    page.mouse.move(box["x"] + a["x"], box["y"] + a["y"])
    page.mouse.down()
    page.mouse.move(box["x"] + b["x"], box["y"] + b["y"], steps=4)
    page.mouse.up()
    expect(shown.root).to_have_attribute("data-window", "10 20 20 60")
    expect(page.get_by_text("chosen: None")).to_be_visible()


def test_zoom_stays_while_the_values_change(show: Show, page: Page) -> None:
    shown = show("show=waves")
    page.get_by_role("button", name="Zoom in").click()
    window, drawn = shown.window(), shown.root.get_attribute("data-drawn")
    page.get_by_role("slider").press("ArrowRight")
    expect(shown.root).not_to_have_attribute("data-drawn", drawn or "")
    assert shown.window() == window


def test_the_picture_can_be_saved(show: Show, page: Page) -> None:
    show()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save picture").click()
    assert download.value.suggested_filename == "50-positions-128-columns.png"
    assert Path(download.value.path()).read_bytes().startswith(PNG)


def test_no_positions_is_a_picture_too(show: Show, page: Page) -> None:
    shown = show("show=0x64&row=3&column=3&profiles=1")
    expect(shown.root).to_have_attribute("data-shape", "0x64")
    expect(page.get_by_text("chosen: None")).to_be_visible()
    shown.stage.press("ArrowDown")
    expect(shown.live).to_be_empty()


def test_an_empty_cell_says_so(show: Show) -> None:
    shown = show("show=gaps")
    shown.hover(2, 3)
    expect(shown.tip).to_contain_text("position −1")
    expect(shown.tip).to_contain_text("value none")
    shown.hover(2, 4)
    expect(shown.tip).to_contain_text("value −∞")
    beside_the_number = 0.4
    assert shown.pixel(2, 5 - beside_the_number)[3] == 255
    assert shown.pixel(2, 3 - beside_the_number)[3] < 255
    assert shown.pixel(2, 4 - beside_the_number)[3] < 255


def test_a_picture_by_offset_has_the_cells_of_its_matrix(show: Show) -> None:
    shown = show("show=offset")
    expect(shown.root).to_have_attribute("data-shape", "200x200")
    assert shown.pixel(30, 30) == shown.pixel(170, 170) == [0xA1, 0x1D, 0x05, 255]
    shown.hover(40, 30)
    expect(shown.tip).to_contain_text("offset −10")


def test_tokens_stand_beside_their_numbers(show: Show) -> None:
    shown = show("show=attention")
    shown.hover(1, 4)
    expect(shown.tip).to_contain_text("query 1 (cat)key 4 (the)")


def test_the_picture_has_a_name_and_a_sentence_for_those_who_cannot_see_it(show: Show) -> None:
    shown = show()
    expect(shown.stage).to_have_accessible_name(
        "50 positions, 128 columns. Fast pairs on the left, slow pairs on the right. Arrow keys choose a cell."
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "density"), [(1200, 1), (390, 3)])
def test_the_picture_fits_its_screen(browser: Browser, show: Show, width: int, density: int, scheme: str) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        device_scale_factor=density,
        color_scheme="dark" if scheme == "dark" else "light",
        has_touch=width < 500,
    )
    page = context.new_page()
    shown = show("profiles=1&row=7&column=5", on=page)
    box = shown.root.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    canvas = shown.root.locator("canvas").first
    assert canvas.evaluate("(c) => c.width / c.clientWidth") == pytest.approx(density, rel=0.01)
    ink, ground = page.evaluate(
        """() => {
            const view = [...document.querySelectorAll("*")].find((e) => e.shadowRoot?.posenc).shadowRoot.posenc;
            const probe = document.createElement("canvas").getContext("2d");
            return [view.at.look.ink, view.at.look.ground].map((color) => {
                probe.fillStyle = color;
                probe.fillRect(0, 0, 1, 1);
                return probe.getImageData(0, 0, 1, 1).data[1];
            });
        }"""
    )
    assert (ink > ground) == (scheme == "dark")
    if width < 500:
        assert (page.get_by_role("button", name="Zoom in").bounding_box() or {})["height"] >= 24
        shown.stage.tap(position=shown.spot(9, 20))
        expect(shown.tip).to_contain_text("position 9")
        expect(page.get_by_text(re.compile(r"chosen: \(9, ")).first).to_be_visible()
    context.close()
