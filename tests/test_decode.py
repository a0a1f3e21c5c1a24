"""A noisy row still tells its position, until the noise outgrows the distance to the neighbors."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from posenc.decode import decode, search
from posenc.sinusoidal import sinusoidal


@pytest.mark.parametrize("width", [2, 64, 1024])
def test_without_noise_every_position_is_found(width: int) -> None:
    table = sinusoidal(200, width)
    found = decode(table, [0.0], trials=1)
    assert_allclose(found.accuracy, [1])
    assert_allclose(found.distance, [0])


def test_the_share_found_is_that_of_a_plain_loop_over_the_same_draws() -> None:
    table, noise, trials, seed = sinusoidal(12, 8), [0.1, 0.5, 2.0], 5, 3
    draws = np.random.default_rng(seed).standard_normal((trials * 12, 8))
    found = decode(table, noise, trials=trials, seed=seed)
    for k, strength in enumerate(noise):
        guesses = []
        for i, draw in enumerate(draws):
            row = table[i % 12] + strength * draw
            guesses.append((i % 12, min(range(12), key=lambda p: np.linalg.norm(row - table[p]))))
        assert found.accuracy[k] == pytest.approx(np.mean([true == guess for true, guess in guesses]))
        assert found.distance[k] == pytest.approx(np.mean([abs(true - guess) for true, guess in guesses]))


def test_two_positions_are_confused_as_often_as_the_normal_distribution_says() -> None:
    table = sinusoidal(2, 32)
    half = np.linalg.norm(table[1] - table[0]) / 2
    noise = half * np.array([0.5, 1.0, 2.0])
    expected = [0.5 * (1 + math.erf(half / s / math.sqrt(2))) for s in noise]
    trials = 20_000
    found = decode(table, noise, trials=trials)
    assert_allclose(found.accuracy, expected, atol=4 * 0.5 / math.sqrt(2 * trials))  # four standard errors


def test_drowned_in_noise_a_row_tells_no_more_than_a_guess() -> None:
    found = decode(sinusoidal(50, 64), [1e6], trials=100)
    assert found.accuracy[0] == pytest.approx(1 / 50, abs=4 * math.sqrt(0.02 * 0.98 / 5000))


def test_more_columns_stand_more_noise_and_more_noise_finds_less() -> None:
    noise = np.array([0.25, 0.5, 1.0, 2.0])
    accuracy = [decode(sinusoidal(64, width), noise, trials=20).accuracy for width in (4, 16, 64, 256)]
    assert (np.diff(accuracy, axis=0) > 0).all()
    assert (np.diff(accuracy, axis=1) < 0).all()


def test_the_same_seed_gives_the_same_answer_and_another_seed_another() -> None:
    table = sinusoidal(30, 16)
    one, two, other = (decode(table, [0.7], seed=s).accuracy for s in (1, 1, 2))
    assert_array_equal(one, two)
    assert (one != other).any()


def test_no_strengths_give_no_answers() -> None:
    found = decode(sinusoidal(3, 4), np.zeros(0))
    assert found.accuracy.shape == found.distance.shape == (0,)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: decode(np.zeros((0, 4)), [1.0]), ValueError, "table must have at least one row to decode, got 0"),
        (lambda: decode(np.zeros(4), [1.0]), ValueError, r"table must have shape \(n, d\)"),
        (lambda: decode(np.zeros((2, 4)), [-1.0]), ValueError, "none below 0"),
        (lambda: decode(np.zeros((2, 4)), 1.0), ValueError, r"noise must be standard deviations of shape \(k,\)"),
        (lambda: decode(np.zeros((2, 4)), [np.nan]), ValueError, "noise must be finite"),
        (lambda: decode(np.zeros((2, 4)), [1.0], trials=0), ValueError, "trials must be at least 1, got 0"),
        (lambda: decode(np.zeros((2, 4)), [1.0], seed=-1), ValueError, "seed must be at least 0, got -1"),
    ],
)
def test_bad_input_is_named(call, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 29), st.floats(0, 5), st.integers(0, 1000))
def test_one_search_ends_at_the_nearest_row(position: int, noise: float, seed: int) -> None:
    table = sinusoidal(30, 8)
    distances, found = search(table, position, noise, seed=seed)
    noisy = table[position] + noise * np.random.default_rng(seed).standard_normal(8)
    assert_allclose(distances, [np.linalg.norm(noisy - row) for row in table])
    assert distances[found] == distances.min()


def test_without_noise_a_search_ends_where_it_began() -> None:
    distances, found = search(sinusoidal(30, 8), 12, 0.0)
    assert (found, distances[12]) == (12, 0)


def test_a_search_from_beyond_the_table_is_refused() -> None:
    with pytest.raises(ValueError, match="position must be at most 29, got 30"):
        search(sinusoidal(30, 8), 30, 1.0)
