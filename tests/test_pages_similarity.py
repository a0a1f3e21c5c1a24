"""The Similarity page, run as the app runs it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc.content import code
from posenc.similarity import METRICS, similarity, sinusoidal_similarity_by_offset
from posenc.sinusoidal import shift_rotation, sinusoidal
from tests.visiting import charts, heatmaps, visit


def said(at) -> str:
    return "\n".join(m.value for m in at.markdown)


@pytest.mark.parametrize("metric", METRICS)
def test_one_row_is_sent_and_it_is_the_similarity_of_the_table(metric: str) -> None:
    at = visit("similarity", metric=metric)
    header, cells = heatmaps(at)[0]
    assert (header["kind"], header["rows"], header["columns"]) == ("offset", 50, 50)
    assert_allclose(np.frombuffer(cells, "<f8")[49:], similarity(sinusoidal(50, 64), metric)[0], atol=1e-12)
    assert_allclose(charts(at)[0]["data"][0]["y"], sinusoidal_similarity_by_offset(50, 64, metric=metric))


def test_the_findings_are_those_of_the_table() -> None:
    text = said(visit("similarity"))
    assert "No: at offset 6 positions are more alike than at offset 5, the first rise." in text
    assert "Yes: the closest are neighbors, at a distance of 1.47." in text
    assert "which is rounding" in text


@pytest.mark.parametrize("length", [0, 1, 2, 2048])
@pytest.mark.parametrize("width", [2, 1024])
@pytest.mark.parametrize("base", [1.0, 1e6])
@pytest.mark.parametrize("metric", METRICS)
def test_the_page_stands_at_the_ends_of_the_sliders(length: int, width: int, base: float, metric: str) -> None:
    at = visit("similarity", length=length, width=width, base=base, metric=metric, offset=2047)
    header, _ = heatmaps(at)[0]
    assert header["rows"] == header["columns"] == length
    assert len(charts(at)[0]["data"][0]["y"]) == length


def test_the_rotation_by_the_chosen_offset_is_drawn_with_its_error() -> None:
    at = visit("similarity", offset=3, length=20, width=8)
    _, (header, cells) = heatmaps(at)
    assert (header["rows"], header["columns"]) == (8, 8)
    assert_allclose(np.frombuffer(cells, "<f4").reshape(8, 8), shift_rotation(3, 8), atol=1e-7)
    assert "For offset 3, over positions 0 to 19, the largest error is" in said(at)
    assert r"\varphi &= 3 \cdot \omega_{0} = 3" in at.latex[0].value


def test_a_wide_matrix_waits_until_it_is_asked_for() -> None:
    assert len(heatmaps(visit("similarity", width=512))) == 1
    _, (header, cells) = heatmaps(visit("similarity", width=512, rotation="true"))
    assert (header["rows"], header["columns"], len(cells)) == (512, 512, 512 * 512)


def test_an_offset_beyond_the_table_is_kept_and_said() -> None:
    at = visit("similarity", length=10, offset=60)
    assert "Offset 60 lies beyond the last one, 9" in said(at)
    assert at.number_input("offset").value == 60


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("length", [1, 12])
def test_the_code_shown_makes_the_picture_shown(metric: str, length: int) -> None:
    source = visit("similarity", metric=metric, length=length, width=8).code[0].value
    assert source.strip() == code.similarity(length, 8, 10000.0, metric).strip()
    names: dict = {}
    exec(source, names)
    assert_allclose(names["similar"], similarity(sinusoidal(length, 8), metric), atol=1e-12)
