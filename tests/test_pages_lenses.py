"""The Lenses page, run as the app runs it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc.decode import decode, search
from posenc.grid import patch_similarity, sinusoidal_2d
from posenc.layouts import half_minus_one
from posenc.precision import error_ahead, rounded_table
from posenc.sinusoidal import sinusoidal, wavelengths
from posenc.ui.parameters import PARAMETERS, Choice
from tests.visiting import charts, heatmaps, visit


def options(key: str) -> tuple[str, ...]:
    rule = PARAMETERS[key]
    assert isinstance(rule, Choice)
    return rule.options


LENSES = options("lens")


def said(at) -> str:
    return "\n".join(m.value for m in at.markdown)


def cells(heatmap: tuple[dict, bytes]) -> np.ndarray:
    header, data = heatmap
    assert header["kind"] == "exact"
    return np.frombuffer(data, "<f4").reshape(header["rows"], header["columns"])


@pytest.mark.parametrize("lens", LENSES)
@pytest.mark.parametrize("length", [0, 1, 2, 2048])
@pytest.mark.parametrize(("width", "base"), [(2, 1.0), (2, 1e6), (6, 10000.0), (1024, 1.0), (1024, 1e6)])
def test_the_page_stands_at_the_ends_of_the_sliders(lens: str, length: int, width: int, base: float) -> None:
    at = visit("lenses", lens=lens, length=length, width=width, base=base)
    assert "nan" not in said(at)


@pytest.mark.parametrize(
    "choices",
    [
        *({"lens": "layout", "layout": o} for o in options("layout")),
        *({"lens": "precision", "format": f, "stage": s} for f in options("format") for s in options("stage")),
        *({"lens": "embedding", "drawn": d, "scaled": s} for d in options("drawn") for s in ("true", "false")),
        {"lens": "precision", "format": "float16", "start": 1_000_000},
        {"lens": "decode", "noise": 0, "noisy": 2047, "draw": 9999},
        {"lens": "decode", "noise": 30, "length": 1},
        {"lens": "image", "side": 1, "patch_row": 47, "channel": 1023},
        {"lens": "image", "side": 48, "patch_row": 47, "patch_column": 47},
    ],
    ids=lambda choices: " ".join(map(str, choices.values())),
)
@pytest.mark.parametrize("length", [1, 50])
def test_every_choice_shows_a_picture(choices: dict, length: int) -> None:
    at = visit("lenses", **{"length": length, **choices})
    assert heatmaps(at) or charts(at)
    assert "nan" not in said(at)


@pytest.mark.parametrize("lens", LENSES)
def test_only_the_chosen_lens_is_computed(lens: str) -> None:
    at = visit("lenses", lens=lens)
    pictures = {"layout": (2, 1), "precision": (1, 1), "embedding": (1, 1), "decode": (0, 2), "image": (2, 0)}
    assert (len(heatmaps(at)), len(charts(at))) == pictures[lens]


def test_the_layouts_are_the_tables_and_the_verdict_stands_below() -> None:
    at = visit("lenses", layout="half minus one")
    left, right = heatmaps(at)
    assert_allclose(cells(left), sinusoidal(50, 64), atol=1e-7)
    assert_allclose(cells(right), half_minus_one(50, 64), atol=1e-7)
    assert "**Other frequencies**" in said(at)
    paper, other = charts(at)[0]["data"]
    assert_allclose(paper["y"], wavelengths(64))
    assert_allclose(other["y"][-1], 2 * np.pi * 10000)
    assert "**The same columns in another order**: column 1 on the left is column 32" in said(visit("lenses"))


def test_the_rounded_table_is_shown_from_the_first_position_on() -> None:
    at = visit("lenses", lens="precision", stage="angles", start=300)
    (picture,) = heatmaps(at)
    assert_allclose(cells(picture), rounded_table(50, 64, dtype="bfloat16", stage="angles", start=300), atol=1e-7)
    assert picture[0]["axes"][0]["start"] == 300
    lines = {line["name"]: line["y"] for line in charts(at)[0]["data"]}
    expected = error_ahead(2 ** np.arange(21), 64, dtype="float16", stage="angles")
    assert_allclose(lines["float16"], np.where(expected > 0, expected, np.nan))
    assert set(lines) == set(options("format"))


def test_positions_are_seen_to_merge_at_first_sight() -> None:
    assert "only 33 are different: position 257 has the row of 256" in said(visit("lenses", lens="precision"))


@pytest.mark.parametrize(("scaled", "factor"), [("false", 1), ("true", 8)])
def test_the_sum_is_that_of_embedding_and_encoding(scaled: str, factor: float) -> None:
    at = visit("lenses", lens="embedding", scaled=scaled)
    embedding = np.random.default_rng(0).standard_normal((50, 64)) / 8
    assert_allclose(cells(heatmaps(at)[0]), factor * embedding + sinusoidal(50, 64), atol=1e-6)


def test_a_search_and_the_accuracy_are_drawn_as_decoded() -> None:
    at = visit("lenses", lens="decode", noise=0.5, noisy=3, draw=7, width=6)
    found, curves = charts(at)
    assert_allclose(found["data"][0]["y"], search(sinusoidal(50, 6), 3, 0.5, seed=7).distances)
    lines = {line.get("name"): line for line in curves["data"]}
    assert {"width 4", "width 6", "width 16", "width 64", "width 256"} <= set(lines)
    drawn = lines["width 6"]
    assert_allclose(drawn["y"], decode(sinusoidal(50, 6), drawn["x"], trials=20, seed=7).accuracy)
    share = decode(sinusoidal(50, 6), [0.5], trials=20, seed=7).accuracy[0]
    assert f"At noise 0.5 and width 6, {share:.1%} of 1000 noisy rows are found" in said(at)


def test_a_long_table_is_cut_for_decoding_and_the_page_says_so() -> None:
    at = visit("lenses", lens="decode", length=2048)
    assert "Longer tables are cut to their first 512 positions here." in said(at)
    assert len(charts(at)[0]["data"][0]["y"]) == 512
    assert "cut to" not in said(visit("lenses", lens="decode", length=512))


def test_an_image_shows_one_patch_against_all_and_one_channel() -> None:
    at = visit("lenses", lens="image", side=9, patch_row=2, patch_column=5, channel=40)
    similar, channel = heatmaps(at)
    grid = sinusoidal_2d(9, 9, 64)
    assert_allclose(cells(similar), patch_similarity(grid, 2, 5), atol=1e-7)
    assert_allclose(cells(channel), grid[..., 40], atol=1e-7)


@pytest.mark.parametrize(("width", "channels"), [(2, 4), (6, 4), (64, 64), (1022, 1020)])
def test_a_width_that_four_does_not_divide_is_rounded_and_said(width: int, channels: int) -> None:
    text = said(visit("lenses", lens="image", width=width))
    assert f"The width sets the channels: {channels}" in text
    assert (f"as {width} is not a multiple of 4" in text) == (width != channels)


@pytest.mark.parametrize("lens", LENSES)
@pytest.mark.parametrize("length", [1, 30])
def test_the_code_shown_makes_the_picture_shown(lens: str, length: int) -> None:
    at = visit("lenses", lens=lens, length=length, width=8, layout="half minus one", scaled="true", side=5)
    names: dict = {}
    exec(at.code[0].value, names)
    if lens == "decode":
        chart = charts(at)[0]["data"]
        assert_allclose(names["distances"], chart[0]["y"])
        assert names["found"] == chart[2]["x"][0]
    else:
        assert_allclose(names["table"], cells(heatmaps(at)[lens == "layout"]), atol=1e-6)
