"""The bytes that go to the browser, and who wins when reader and page both choose a cell."""

from __future__ import annotations

import json
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from streamlit.testing.v1 import AppTest

from posenc.figures.heatmap import Heatmap, pair_series
from posenc.ui.heatmap import EMPTY, TOP, Choice, pack, quantize, settle


def unpack(data: bytes) -> tuple[dict, bytes]:
    (length,) = struct.unpack_from("<I", data)
    return json.loads(data[4 : 4 + length]), data[4 + length :]


def test_a_small_table_arrives_with_the_digits_of_float32() -> None:
    values = np.random.default_rng(1).uniform(-1, 1, (50, 128))
    header, cells = unpack(pack(Heatmap(values, title="Table", row_start=-5)))
    assert (header["kind"], header["rows"], header["columns"]) == ("exact", 50, 128)
    assert header["axes"][0]["start"] == -5
    assert_allclose(np.frombuffer(cells, "<f4").reshape(50, 128), values, rtol=2**-24, atol=0)


def test_a_large_table_arrives_within_half_a_level() -> None:
    values = np.random.default_rng(2).uniform(-1, 1, (1000, 300))
    header, cells = unpack(pack(Heatmap(values)))
    assert header["kind"] == "byte"
    levels = np.frombuffer(cells, np.uint8).reshape(values.shape)
    assert_allclose(-1 + levels * (2 / TOP), values, atol=1 / TOP + 1e-12)


def test_a_picture_by_offset_sends_one_row_for_all() -> None:
    curve = np.random.default_rng(3).uniform(-1, 1, 2048)
    header, cells = unpack(pack(Heatmap(by_offset=curve)))
    offsets = np.frombuffer(cells, "<f8")
    assert (header["kind"], header["rows"], header["columns"]) == ("offset", 2048, 2048)
    assert_allclose(offsets[2047:], curve, rtol=0)
    assert_allclose(offsets[:2048], curve[::-1], rtol=0)


def test_labels_series_and_options_are_in_the_header() -> None:
    picture = Heatmap(np.eye(4), series=pair_series(4), row_labels=["a", "b", "é", "d"])
    header, _ = unpack(pack(picture, profiles=True, order=((1, 2), 7)))
    assert header["axes"][0]["labels"] == ["a", "b", "é", "d"]
    assert header["axes"][1]["labels"] is None
    assert [(s["name"], s["first"], s["step"], s["count"]) for s in header["series"]] == [
        ("sin", 0, 2, 2),
        ("cos", 1, 2, 2),
    ]
    assert header["profiles"] is True
    assert header["order"] == [[1, 2], 7]


def test_no_positions_send_no_cells() -> None:
    header, cells = unpack(pack(Heatmap(np.zeros((0, 64)))))
    assert (header["rows"], header["columns"], cells) == (0, 64, b"")


def test_the_stamp_tells_pictures_apart() -> None:
    a, b = np.zeros((2, 2)), np.eye(2)
    stamp = [unpack(pack(Heatmap(values)))[0]["stamp"] for values in (a, b, a)]
    assert stamp[0] == stamp[2] != stamp[1]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_values_beyond_the_scale_take_its_ends_and_missing_ones_stay_empty(dtype: type) -> None:
    values = np.array([[-1, 0, 1, -9, 9, np.nan, np.inf, -np.inf]], dtype=dtype)
    assert quantize(values, -1, 1).tolist() == [[0, TOP // 2, TOP, 0, TOP, EMPTY, EMPTY, EMPTY]]


@given(st.integers(0, 40), st.integers(0, 40), st.floats(-5, 0), st.floats(0.1, 5))
def test_every_shape_and_scale_is_quantized_to_the_nearest_level(
    rows: int, columns: int, low: float, span: float
) -> None:
    values = np.random.default_rng(0).uniform(low, low + span, (rows, columns))
    levels = quantize(values, low, low + span)
    assert levels.shape == (rows, columns)
    assert_allclose(low + levels * (span / TOP), values, atol=0.5 * span / TOP * (1 + 1e-9))


# Who chose last: (cell, stamp) from the browser, `selected` from the page.


def play(*runs: tuple[tuple[int, int] | None, int, tuple[int, int] | None]) -> Choice:
    choice = Choice()
    for run in runs:
        choice = settle(choice, *run)
    return choice


def test_a_link_chooses_before_the_reader_does() -> None:
    choice = play((None, 0, (3, 3)))
    assert choice.cell == (3, 3)
    assert choice.order == ((3, 3), 0)


def test_the_reader_overrules_a_constant_default() -> None:
    assert play((None, 0, (3, 3)), ((7, 5), 10, (3, 3)), ((7, 5), 10, (3, 3))).cell == (7, 5)


def test_a_page_that_echoes_the_choice_orders_nothing_new() -> None:
    first = play((None, 0, (3, 3)), ((7, 5), 10, (3, 3)))
    echoed = settle(first, (7, 5), 10, (7, 5))
    assert echoed.cell == (7, 5)
    assert echoed.order == first.order


def test_an_echo_that_comes_late_does_not_undo_a_newer_choice() -> None:
    assert play(((7, 5), 10, None), ((8, 5), 20, (7, 5)), ((8, 5), 20, (8, 5))).cell == (8, 5)


def test_the_page_can_choose_after_the_reader() -> None:
    choice = play(((7, 5), 10, None), ((7, 5), 10, (0, 0)))
    assert choice.cell == (0, 0)
    assert choice.order == ((0, 0), 10)


def test_a_choice_whose_run_was_dropped_is_older_than_what_the_page_asks_for_next() -> None:
    def script() -> None:
        import numpy as np

        from posenc.figures.heatmap import Heatmap
        from posenc.ui.heatmap import heatmap

        heatmap(Heatmap(np.zeros((9, 9)), title="zeros"), key="map", selected=(4, 4))

    at = AppTest.from_function(script)
    at.session_state["map choice"] = Choice(cell=(1, 1), stamp=5, asked=(1, 1))
    at.session_state["map heard"] = {"row": 2, "column": 3, "stamp": 9}
    at.run()
    assert not at.exception
    assert at.session_state["map choice"].order == ((4, 4), 9)


def test_the_choice_outlives_a_visit_to_another_page() -> None:
    assert play(((7, 5), 10, None), (None, 0, None)).cell == (7, 5)
