"""The pictures of the Methods page hold the numbers they were given."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc.bias import alibi_bias, alibi_slopes
from posenc.figures import methods as figures
from posenc.learned import learned_table
from posenc.sinusoidal import sinusoidal


def test_a_table_is_drawn_as_it_is_on_the_scale_it_is_given() -> None:
    table = sinusoidal(5, 8)
    drawn = figures.table(table, "Table", "said", sinusoidal=True)
    assert_allclose(drawn.cells, table)
    assert drawn.limits == (-1, 1)
    assert [series.name for series in drawn.series] == ["sin", "cos"]
    assert figures.table(learned_table()[:5], "", "", most=0.07).limits == (-0.07, 0.07)


def test_alibis_picture_is_the_symmetric_bias_of_its_first_head() -> None:
    n = 6
    by_offset = -alibi_slopes(8)[0] * np.abs(np.arange(1 - n, n))
    drawn = figures.bias(by_offset, "", "bias", "")
    assert_allclose(drawn.matrix(), alibi_bias(n, 8, symmetric=True)[0])
    assert drawn.limits == (-2.5, 2.5)  # 5 places at a slope of 1/2
    assert (drawn.row_title, drawn.column_title) == ("query position", "key position")


def test_keys_after_the_query_stand_right_of_the_diagonal() -> None:
    drawn = figures.bias(np.array([-2, -1, 0, 1, 2]), "", "bucket", "")
    assert_allclose(drawn.matrix(), [[0, 1, 2], [-1, 0, 1], [-2, -1, 0]])


@pytest.mark.parametrize("n", [0, 1, 2])
def test_tiny_biases_can_be_drawn(n: int) -> None:
    assert figures.bias(np.zeros(max(0, 2 * n - 1)), "", "bias", "").shape == (n, n)
    assert figures.nothing(n, "").shape == (n, n)


def test_a_similarity_is_drawn_from_its_offsets_or_from_all_its_cells() -> None:
    assert_allclose(figures.similarity(np.array([1.0, 0.5]), "", "").matrix(), [[1, 0.5], [0.5, 1]])
    whole = np.array([[1.0, 0.2], [0.2, 1.0]])
    assert_allclose(figures.similarity(whole, "", "").matrix(), whole)


def test_methods_of_one_unit_share_a_panel_and_keep_their_colors() -> None:
    curves = {"similarity": {"B": np.array([1.0, 0.5])}, "added to the score": {"A": np.array([[0.0, -1], [0, -0.5]])}}
    chart = figures.by_distance(curves, ["A", "B"])
    similar, steep, flat = chart.data
    assert_allclose(similar.y, [1, 0.5])
    assert_allclose([*steep.y, *flat.y], [0, -1, 0, -0.5])
    assert steep.line.color == flat.line.color != similar.line.color
    assert (similar.yaxis, steep.yaxis, flat.yaxis) == ("y", "y2", "y2")
    assert [trace.showlegend for trace in chart.data] == [True, True, False]
    assert chart.layout.yaxis.title.text == "similarity"
    assert chart.layout.yaxis2.title.text == "added to the score"
    assert chart.layout.yaxis2.domain[1] < chart.layout.yaxis.domain[0]
    assert chart.layout.xaxis.title.text == "distance between two positions"


@pytest.mark.parametrize("n", [0, 1, 2, 512])
def test_every_length_has_a_curve(n: int) -> None:
    assert len(figures.by_distance({"similarity": {"A": np.ones(n)}}, ["A"]).data[0].y) == n


def test_the_seam_is_marked_between_the_last_row_seen_and_the_next() -> None:
    chart = figures.norms(np.array([2.0, 0.4, 0.5]), 2)
    assert_allclose(chart.data[0].y, [2.0, 0.4, 0.5])
    assert chart.layout.shapes[0].x0 == 1.5


def test_the_hands_of_query_and_key_show_the_angle_between_them() -> None:
    drawn = figures.hands([0, 3], [1.0, 0.25], 5, 2)
    assert drawn.count("<svg") == 2
    assert "<b>pair 3</b><br>angle between: 3 × 0.25 = 0.75 rad" in drawn
    assert "query at position 5, key at position 2" in drawn


def test_wavelengths_are_drawn_before_and_after_with_both_lengths() -> None:
    chart = figures.stretched(np.array([6.0, 60.0]), np.array([6.0, 240.0]), 100, 400)
    trained, now, before, after = chart.data
    assert_allclose([trained.y[0], now.y[0]], [100, 400])
    assert_allclose([before.y, after.y], [[6, 60], [6, 240]])
    assert chart.layout.yaxis.type == "log"
    assert len(figures.stretched(np.ones(1), np.ones(1), 16, 16).data) == 3  # one line where both are one length
