"""A row tells its position through noise: better in a wide table, the same each time, exactly without any."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from posenc.decode import decode, nearest_position
from posenc.learned import learned_table
from posenc.sinusoidal import sinusoidal


@given(length=st.integers(1, 60), pairs=st.integers(1, 16))
def test_without_noise_every_position_is_found(length: int, pairs: int) -> None:
    table = sinusoidal(length, 2 * pairs)
    assert nearest_position(table, table).tolist() == list(range(length))
    found = decode(table, [0.0], trials=2)
    assert_allclose(found.accuracy, 1)
    assert_allclose(found.distance, 0)


@given(seed=st.integers(0, 10**6))
def test_the_nearest_row_is_the_one_at_the_smallest_distance(seed: int) -> None:
    table = np.random.default_rng(seed).standard_normal((12, 5))
    rows = np.random.default_rng(seed + 1).standard_normal((7, 5))
    distances = np.linalg.norm(rows[:, None] - table, axis=-1)
    assert nearest_position(rows, table).tolist() == distances.argmin(axis=1).tolist()


def test_decoding_is_adding_noise_and_looking_for_the_nearest_row() -> None:
    table = learned_table()[:40]
    noise = np.random.default_rng(3).standard_normal((2 * 40, 384))
    true = np.tile(np.arange(40), 2)
    found = nearest_position(np.tile(table, (2, 1)) + 0.05 * noise, table)
    decoded = decode(table, [0.05], trials=2, seed=3)
    assert_allclose(decoded.accuracy, [(found == true).mean()])
    assert_allclose(decoded.distance, [np.abs(found - true).mean()])


def test_more_noise_hides_more_positions() -> None:
    accuracy, distance = decode(sinusoidal(100, 64), [0, 0.3, 0.6, 1.2, 2.4])
    assert (np.diff(accuracy) < 0).all()
    assert (np.diff(distance) > 0).all()


def test_a_wider_table_hides_less() -> None:
    accuracy = [decode(sinusoidal(100, width), [0.5]).accuracy.item() for width in (8, 32, 128)]
    assert (np.diff(accuracy) > 0.1).all()


def test_endless_noise_leaves_a_guess() -> None:
    accuracy = decode(sinusoidal(50, 16), [1e6], trials=40).accuracy
    assert_allclose(accuracy, 1 / 50, atol=0.01)  # 2000 draws: a standard deviation of 0.003


def test_the_same_seed_gives_the_same_curve_and_another_seed_another() -> None:
    table = sinusoidal(60, 16)
    again = [decode(table, [0.5, 1.0], seed=seed).accuracy for seed in (1, 1, 2)]
    assert_allclose(again[0], again[1], rtol=0)
    assert np.abs(again[0] - again[2]).max() > 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: decode(np.empty((0, 4)), [1.0]), "table must have at least one row to decode, got 0"),
        (lambda: decode([[1.0]], [-1.0]), r"noise must be standard deviations of shape \(k,\), none below 0"),
        (lambda: decode([[1.0]], 1.0), r"noise must be standard deviations of shape \(k,\), none below 0, got 1.0"),
        (lambda: decode([[1.0]], [1.0], trials=0), "trials must be at least 1, got 0"),
        (lambda: decode([[1.0]], [1.0], seed=-1), "seed must be at least 0, got -1"),
        (lambda: nearest_position([[1.0]], [[1.0, 2.0]]), "rows must have the width of table, 2, got 1"),
    ],
)
def test_decoding_says_what_it_cannot_read(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
