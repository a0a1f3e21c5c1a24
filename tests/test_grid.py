"""An image grid's encoding is two tables side by side: the row's and the column's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from posenc.grid import patch_similarity, sinusoidal_2d
from posenc.sinusoidal import sinusoidal

sides = st.integers(1, 9)
channels = st.integers(1, 16).map(lambda quarter: 4 * quarter)


@given(height=sides, width=sides, channels=channels)
def test_each_patch_holds_its_row_and_then_its_column(height: int, width: int, channels: int) -> None:
    grid = sinusoidal_2d(height, width, channels)
    assert grid.shape == (height, width, channels)
    rows, columns = sinusoidal(height, channels // 2), sinusoidal(width, channels // 2)
    for r in range(height):
        for c in range(width):
            assert_allclose(grid[r, c], np.concatenate([rows[r], columns[c]]), rtol=0)


def test_the_formula_holds_in_the_first_patches() -> None:
    grid = sinusoidal_2d(2, 3, 4)
    sin, cos = np.sin, np.cos
    assert_allclose(grid[1, 2], [sin(1), cos(1), sin(2), cos(2)], atol=1e-15)
    assert_allclose(grid[0, 0], [0, 1, 0, 1], atol=0)


@given(height=sides, width=sides, channels=channels, data=st.data())
def test_likeness_depends_on_the_two_offsets_only(height: int, width: int, channels: int, data: st.DataObject) -> None:
    row = data.draw(st.integers(0, height - 1))
    column = data.draw(st.integers(0, width - 1))
    alike = patch_similarity(sinusoidal_2d(height, width, channels), row, column)
    by_offset = patch_similarity(sinusoidal_2d(height, width, channels), 0, 0)
    r, c = np.indices((height, width))
    assert_allclose(alike, by_offset[np.abs(r - row), np.abs(c - column)], atol=1e-14)
    assert_allclose(alike[row, column], 1, rtol=1e-15)


def test_an_empty_image_has_an_empty_grid() -> None:
    assert sinusoidal_2d(0, 5, 8).shape == (0, 5, 8)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sinusoidal_2d(2, 2, 6), "channels must be a multiple of 4, got 6"),
        (lambda: sinusoidal_2d(2, 2, 0), "channels must be at least 4, got 0"),
        (lambda: sinusoidal_2d(-1, 2, 4), "height must be at least 0, got -1"),
        (lambda: sinusoidal_2d(1, -2, 4), "width must be at least 0, got -2"),
        (lambda: sinusoidal_2d(1, 2, 4, 0.5), "base must be at least 1, got 0.5"),
        (lambda: patch_similarity(sinusoidal_2d(2, 2, 4), 2, 0), "row must be at most 1, got 2"),
        (lambda: patch_similarity(np.ones((2, 2)), 0, 0), r"grid must have shape \(height, width, channels\)"),
        (lambda: patch_similarity(np.zeros((2, 2, 4)), 0, 0), r"no patch of zeros for a cosine, got one at \(0, 0\)"),
    ],
)
def test_a_grid_says_what_it_cannot_be(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
