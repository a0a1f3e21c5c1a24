"""The pictures of the Similarity page hold the numbers they were given."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from posenc.figures import similarity as figures
from posenc.similarity import METRICS, similarity, sinusoidal_similarity_by_offset
from posenc.sinusoidal import shift_rotation, sinusoidal


@pytest.mark.parametrize("metric", METRICS)
def test_the_picture_is_the_similarity_of_the_table(metric: str) -> None:
    drawn = figures.picture(sinusoidal_similarity_by_offset(30, 16, metric=metric), metric, 16, "said")
    assert_allclose(drawn.matrix(), similarity(sinusoidal(30, 16), metric), atol=1e-12)
    assert drawn.by_offset is not None
    assert (drawn.row_title, drawn.column_title) == ("position", "position")


@given(st.integers(0, 60), st.integers(1, 32).map(lambda i: 2 * i), st.floats(1, 1e6), st.sampled_from(METRICS))
def test_the_color_scale_holds_every_value_there_can_be(length: int, width: int, base: float, metric: str) -> None:
    by_offset = sinusoidal_similarity_by_offset(length, width, base, metric)
    low, high = figures.limits(metric, width)
    assert np.all(by_offset >= low - 1e-12 * width)
    assert np.all(by_offset <= high + 1e-12 * width)


def test_likeness_is_drawn_on_the_diverging_scale_and_distance_on_the_sequential_one() -> None:
    scales = {m: figures.picture(np.ones(3), m, 8, "").scale for m in METRICS}
    assert scales == {"dot": "diverging", "cosine": "diverging", "euclidean": "sequential"}
    assert figures.picture(np.ones(3), "cosine", 8, "").limits == (-1, 1)


def test_the_curve_marks_the_first_rise_and_the_chosen_offset() -> None:
    by_offset = sinusoidal_similarity_by_offset(50, 64)
    line, rise, chosen = figures.curve(by_offset, "cosine", 7, 5).data
    assert_allclose(line.y, by_offset)
    assert (line.x0, line.dx) == (0, 1)
    assert (list(rise.x), list(chosen.x)) == ([5], [7])
    assert_allclose([*rise.y, *chosen.y], by_offset[[5, 7]])


@pytest.mark.parametrize("n", [0, 1, 2, 2048])
def test_the_curve_stands_at_every_length_and_beyond_the_last_offset(n: int) -> None:
    chart = figures.curve(sinusoidal_similarity_by_offset(n, 6), "cosine", 5000, None)
    assert [len(trace.y) for trace in chart.data] == [n]
    assert chart.layout.xaxis.title.text
    assert chart.layout.yaxis.title.text == "cosine"


def test_the_rotation_is_drawn_cell_for_cell_and_worked_out_for_one_pair() -> None:
    matrix = shift_rotation(3, 8)
    assert_allclose(figures.rotation(matrix, "said").cells, matrix)
    formula = figures.block(matrix, 1, 3, 0.3)
    assert r"\varphi &= 3 \cdot \omega_{1} = 0.3" in formula
    assert f"{np.cos(0.3):.4f} & {np.sin(0.3):.4f}" in formula  # width 8: w_1 = 10000^(-2/8) = 0.1
