"""The figures of the Lenses page hold the numbers they were given."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from posenc.figures import lenses as figures


def test_a_concatenated_table_has_its_sines_in_the_left_half() -> None:
    picture = figures.table(np.zeros((3, 8)), "a", "b", layout="concatenated", start=240)
    assert [list(series.columns) for series in picture.series] == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert picture.row_start == 240
    assert picture.description == "b"


def test_rows_without_numbers_stay_empty() -> None:
    picture = figures.table(np.full((2, 4), np.nan), "a", "b")
    assert picture.limits == (-1, 1)


def test_both_formulas_wavelengths_are_drawn_with_the_second_on_top() -> None:
    paper, other = figures.wavelengths(np.array([6.0, 60]), np.array([6.0, 600])).data
    assert_allclose(paper.y, [6, 60])
    assert_allclose(other.y, [6, 600])
    assert paper.line.width > other.line.width


def test_an_error_of_zero_is_left_out_of_a_logarithmic_picture_and_the_chosen_format_is_bold() -> None:
    a, b = figures.errors(np.array([1, 2]), {"a": np.array([0, 0.5]), "b": np.array([np.nan, 1])}, "b").data
    assert_array_equal(a.y, [np.nan, 0.5])
    assert_array_equal(b.y, [np.nan, 1])
    assert b.line.width > a.line.width


@pytest.mark.parametrize(("values", "reach"), [(np.zeros((0, 4)), 1), (np.full((2, 4), 0.5), 1), (-np.eye(4) * 7, 7)])
def test_the_sum_has_a_scale_that_is_even_on_both_sides(values: np.ndarray, reach: float) -> None:
    assert figures.summed(values, "").limits == (-reach, reach)


@pytest.mark.parametrize("scaled", [False, True])
def test_the_norms_that_meet_in_the_sum_are_bold(scaled: bool) -> None:
    told = np.array([[1.0, 2, 3], [4, 5, 6]])
    chart = figures.norms(np.array([2, 4]), told, 4, scaled)
    assert_allclose([trace.y for trace in chart.data], told.T)
    assert [trace.line.dash == "solid" for trace in chart.data] == [True, not scaled, scaled]
    assert chart.layout.shapes[0].x0 == 4


@pytest.mark.parametrize("n", [1, 2, 50, 512])
def test_the_row_searched_and_the_row_found_are_marked_at_their_distances(n: int) -> None:
    values = np.arange(n, dtype=float)[::-1]
    line, true, found = figures.distances(values, 0, n - 1).data
    assert_allclose(line.y, values)
    assert (true.x[0], true.y[0]) == (0, n - 1)
    assert (found.x[0], found.y[0]) == (n - 1, 0)
    assert true.name == "its own row, 0"
    assert found.name == f"nearest row, {n - 1}"


def test_each_width_has_its_line_and_the_chosen_noise_its_mark() -> None:
    noise = np.array([0.1, 1.0])
    shares = {4: np.array([1, 0.5]), 6: np.array([1, 0.75])}
    chart = figures.accuracy(noise, shares, 6, (0.5, 0.8), 0.1)
    four, six, mark = chart.data
    assert_allclose([four.y, six.y], list(shares.values()))
    assert six.line.width > four.line.width
    assert (mark.x[0], mark.y[0]) == (0.5, 0.8)
    assert chart.layout.shapes[0].y0 == 0.1


def test_no_noise_has_no_place_on_a_logarithmic_axis() -> None:
    assert len(figures.accuracy(np.array([0.1]), {4: np.ones(1)}, 4, (0.0, 1.0), 0.1).data) == 1


@pytest.mark.parametrize(("similar", "low"), [(np.array([[1, 0.5], [0.5, -0.25]]), -0.25), (np.ones((1, 1)), 0)])
def test_patches_are_colored_from_the_least_alike_to_1(similar: np.ndarray, low: float) -> None:
    assert figures.patches(similar, "").limits == (low, 1)
