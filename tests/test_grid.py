"""An image grid's encoding tells row and column apart, half of the channels each."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from posenc.grid import patch_similarity, sinusoidal_2d
from posenc.sinusoidal import sinusoidal

SIZE = st.integers(0, 9)
CHANNELS = st.integers(1, 8).map(lambda n: 4 * n)


@settings(deadline=None)
@given(SIZE, SIZE, CHANNELS, st.floats(1, 1e6))
def test_half_of_the_channels_hold_the_rows_encoding_and_half_the_columns(h: int, w: int, c: int, base: float) -> None:
    grid = sinusoidal_2d(h, w, c, base)
    assert grid.shape == (h, w, c)
    for row in range(h):
        for column in range(w):
            assert_allclose(grid[row, column, : c // 2], sinusoidal(h, c // 2, base)[row], atol=1e-15)
            assert_allclose(grid[row, column, c // 2 :], sinusoidal(w, c // 2, base)[column], atol=1e-15)


def test_a_cell_by_hand() -> None:
    grid = sinusoidal_2d(3, 4, 8)
    assert_allclose(
        grid[1, 3],
        [np.sin(1), np.cos(1), np.sin(0.01), np.cos(0.01), np.sin(3), np.cos(3), np.sin(0.03), np.cos(0.03)],
        atol=1e-15,
    )


def test_mae_holds_the_same_channels_in_another_order() -> None:
    side, channels = 5, 16
    omega = 1 / 10000 ** (np.arange(channels // 4) / (channels / 4))  # get_2d_sincos_pos_embed, facebookresearch/mae
    column, row = np.meshgrid(np.arange(side), np.arange(side))
    halves = []
    for place in (column, row):  # "here w goes first"
        angle = place.reshape(-1, 1) * omega
        halves += [np.sin(angle), np.cos(angle)]
    mae = np.concatenate(halves, axis=1).reshape(side, side, channels)
    ours = sinusoidal_2d(side, side, channels)
    column_half, row_half = ours[..., channels // 2 :], ours[..., : channels // 2]
    order = [column_half[..., 0::2], column_half[..., 1::2], row_half[..., 0::2], row_half[..., 1::2]]
    assert_allclose(np.concatenate(order, axis=-1), mae, atol=1e-14)


@settings(deadline=None)
@given(st.integers(1, 9), st.integers(1, 9), CHANNELS, st.data())
def test_a_patch_is_like_another_by_the_mean_of_row_and_column(h: int, w: int, c: int, data: st.DataObject) -> None:
    row, column = data.draw(st.integers(0, h - 1)), data.draw(st.integers(0, w - 1))
    similar = patch_similarity(sinusoidal_2d(h, w, c), row, column)
    rows, columns = sinusoidal(h, c // 2), sinusoidal(w, c // 2)
    mean = (rows @ rows[row])[:, None] / (c / 2) + (columns @ columns[column]) / (c / 2)
    assert_allclose(similar, mean, atol=1e-14)
    assert similar[row, column] == similar.max() == pytest.approx(1)
    assert np.abs(similar).max() <= 1


def test_turning_the_square_grid_over_its_diagonal_turns_the_picture_over() -> None:
    grid = sinusoidal_2d(7, 7, 32)
    assert_allclose(patch_similarity(grid, 2, 5), patch_similarity(grid, 5, 2).T, atol=1e-15)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: sinusoidal_2d(3, 3, 6), ValueError, "channels must be a multiple of 4, got 6"),
        (lambda: sinusoidal_2d(3, 3, 0), ValueError, "channels must be at least 4, got 0"),
        (lambda: sinusoidal_2d(-1, 3, 8), ValueError, "height must be at least 0, got -1"),
        (lambda: sinusoidal_2d(3, 2.5, 8), ValueError, "width must be a whole number, got 2.5"),
        (lambda: sinusoidal_2d(3, True, 8), TypeError, "width must be a whole number, got True"),
        (lambda: sinusoidal_2d(3, 3, 8, 0.5), ValueError, "base must be at least 1, got 0.5"),
        (lambda: patch_similarity(np.zeros((2, 2)), 0, 0), ValueError, "grid must have shape"),
        (lambda: patch_similarity(np.ones((0, 2, 4)), 0, 0), ValueError, "none of them 0"),
        (lambda: patch_similarity(np.ones((2, 3, 4)), 2, 0), ValueError, "row must be at most 1, got 2"),
        (lambda: patch_similarity(np.ones((2, 3, 4)), 0, 3), ValueError, "column must be at most 2, got 3"),
        (lambda: patch_similarity(np.zeros((2, 3, 4)), 0, 0), ValueError, "no patch of zeros"),
    ],
)
def test_bad_input_is_named(call, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()
