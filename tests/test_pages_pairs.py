"""The Pairs page, run as the app runs it."""

from __future__ import annotations

import json

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc.content import code
from posenc.findings import bits
from posenc.sinusoidal import inv_freq, sinusoidal, wavelengths
from tests.visiting import charts, heatmaps, visit


def clocks(at) -> dict:
    (data,) = [c.proto.json for c in at.get("bidi_component") if c.proto.component_name == "posenc.clocks"]
    return json.loads(data)


def dots(chart: dict) -> np.ndarray:
    return np.stack([trace["y"] for trace in chart["data"] if trace["mode"] == "markers"], axis=1)


def test_the_first_screen_shows_fast_and_slow_pairs_of_the_table() -> None:
    at = visit("pairs")
    waves, periods = charts(at)
    assert_allclose(dots(waves), sinusoidal(50, 64)[:, [0, 1, 2, 3, 4, 5, 8, 9, 16, 17]])
    drawn = np.concatenate([t["y"] for t in periods["data"] if t.get("name", "").endswith("one turn")])
    assert_allclose(np.sort(drawn), wavelengths(64))
    assert any("pair 0 makes 7.8 turns, pair 8 0.78" in m.value for m in at.markdown)


def test_the_clocks_turn_at_the_speed_of_their_pairs() -> None:
    data = clocks(visit("pairs", pairs="0,5,31"))
    assert [clock["pair"] for clock in data["clocks"]] == [0, 5, 31]
    assert_allclose([clock["speed"] for clock in data["clocks"]], inv_freq(64)[[0, 5, 31]])
    assert data["length"] == 50


def test_the_binary_counter_counts_and_the_signs_are_those_of_the_sines() -> None:
    (counter, counted), (header, below) = heatmaps(visit("pairs"))
    assert (counter["rows"], counter["columns"]) == (50, 6)
    assert_allclose(np.frombuffer(counted, "<f4").reshape(50, 6), bits(50))
    assert (header["rows"], header["columns"]) == (50, 32)
    assert_allclose(np.frombuffer(below, "<f4").reshape(50, 32), sinusoidal(50, 64)[:, ::2] < 0)


@pytest.mark.parametrize("length", [0, 1, 2, 2048])
@pytest.mark.parametrize("width", [2, 1024])
@pytest.mark.parametrize("base", [1.0, 1e6])
def test_the_page_stands_at_the_ends_of_the_sliders(length: int, width: int, base: float) -> None:
    at = visit("pairs", length=length, width=width, base=base)
    assert len(dots(charts(at)[0])) == min(length, 64)
    assert len(heatmaps(at)) == 2


def test_a_long_table_is_drawn_from_its_start_or_whole() -> None:
    at = visit("pairs", length=500)
    assert dots(charts(at)[0]).shape == (64, 10)
    assert any("Positions 0 to 63 are drawn." in m.value for m in at.markdown)
    at = visit("pairs", length=500, reach="all")
    assert [len(trace["y"]) for trace in charts(at)[0]["data"]] == [500] * 10


def test_junk_among_the_pairs_is_named_and_the_rest_is_drawn() -> None:
    at = visit("pairs", pairs="2 two 3")
    assert at.warning[0].value == "Pairs must be whole numbers from 0 to 31, got `two`."
    assert_allclose(dots(charts(at)[0]), sinusoidal(50, 64)[:, [4, 5, 6, 7]])


def test_pairs_beyond_a_smaller_width_are_left_out_with_a_sentence_and_come_back() -> None:
    at = visit("pairs")
    at.number_input("width").set_value(6).run()
    assert not at.exception
    assert any("Left out: pairs 4 and 8. Width 6 has pairs 0 to 2." in m.value for m in at.markdown)
    at.number_input("width").set_value(64).run()
    assert dots(charts(at)[0]).shape == (50, 10)


@pytest.mark.parametrize(("name", "pairs"), [("Fastest", range(5)), ("Slowest", range(27, 32))])
def test_a_button_chooses_pairs(name: str, pairs: range) -> None:
    at = visit("pairs")
    next(b for b in at.button if b.label == name).click().run()
    assert not at.exception
    assert [clock["pair"] for clock in clocks(at)["clocks"]] == list(pairs)


def test_the_code_shown_makes_the_columns_shown() -> None:
    source = visit("pairs", pairs="0 3", length=12, width=8, base=500.0).code[0].value
    assert source.strip() == code.pairs([0, 3], 12, 8, 500.0).strip()
    names: dict = {}
    exec(source, names)
    assert_allclose(names["columns"], sinusoidal(12, 8, 500.0)[:, [0, 1, 6, 7]], atol=1e-13)
    assert_allclose(names["wavelength"], wavelengths(8, 500.0)[[0, 3]])
