"""Likeness of positions: exact where it can be, by the offset alone where the table is sinusoidal."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.testing import assert_allclose

from posenc.similarity import (
    METRICS,
    closest_offset,
    first_rise,
    mean_by_offset,
    offset_deviation,
    offset_share,
    similarity,
    sinusoidal_similarity,
    sinusoidal_similarity_by_offset,
    toeplitz,
)
from posenc.sinusoidal import sinusoidal

metrics = st.sampled_from(METRICS)
widths = st.integers(1, 40).map(lambda pairs: 2 * pairs)
tables = arrays(np.float64, array_shapes(min_dims=2, max_dims=2, max_side=12), elements=st.floats(-1e3, 1e3))


# Any table


@given(tables)
def test_distances_are_those_of_the_rows(table: np.ndarray) -> None:
    distances = similarity(table, "euclidean")
    assert_allclose(distances, [[math.dist(a, b) for b in table] for a in table], rtol=1e-9)
    assert (np.diag(distances) == 0).all()
    assert_allclose(distances, distances.T, rtol=0)


@given(tables)
def test_cosines_stay_within_one_and_are_one_with_themselves(table: np.ndarray) -> None:
    table = table[np.abs(table).max(axis=1) > 1e-100]  # what numpy can square
    cosine = similarity(table)
    assert (np.abs(cosine) <= 1).all()
    assert (np.diag(cosine) == 1).all()
    norms = np.linalg.norm(table, axis=1)
    assert_allclose(cosine, table @ table.T / np.outer(norms, norms), atol=1e-14)


def test_a_distance_far_smaller_than_the_rows_is_not_lost_in_rounding() -> None:
    table = np.array([[1e8, 3.0], [1e8, 3.0 + 1e-6], [1e8, 3.0], [1.0, 2.0]])
    distances = similarity(table, "euclidean")
    assert_allclose(distances[0, :3], [0, 1e-6, 0], rtol=1e-8)
    assert_allclose(distances[0, 3], np.hypot(1e8 - 1, 1))


@pytest.mark.parametrize("size", [1e-200, 1e200])
def test_rows_too_large_or_small_to_be_squared_still_have_an_angle_and_a_distance(size: float) -> None:
    table = size * np.array([[3.0, 0.0], [0.0, 4.0], [3.0, 4.0]])
    assert_allclose(similarity(table, "euclidean") / size, [[0, 5, 4], [5, 0, 3], [4, 3, 0]])
    assert_allclose(similarity(table, "cosine"), [[1, 0, 0.6], [0, 1, 0.8], [0.6, 0.8, 1]])


def test_the_dot_product_of_a_row_with_itself_is_its_squared_norm() -> None:
    table = np.random.default_rng(0).normal(size=(5, 3))
    assert_allclose(np.diag(similarity(table, "dot")), np.linalg.norm(table, axis=1) ** 2)
    assert similarity(table.astype(np.float32), "dot").dtype == np.float64


@pytest.mark.parametrize("metric", METRICS)
def test_no_rows_and_one_row_have_a_similarity_too(metric: str) -> None:
    itself = {"dot": 2, "cosine": 1, "euclidean": 0}[metric]
    assert similarity(np.empty((0, 4)), metric).shape == sinusoidal_similarity(0, 4, metric=metric).shape == (0, 0)
    assert_allclose(similarity(sinusoidal(1, 4), metric), [[itself]])
    assert_allclose(sinusoidal_similarity(1, 4, metric=metric), [[itself]])


# The sinusoidal table


def test_dot_products_by_offset_are_the_known_ones() -> None:
    # mpmath, 60 digits: the sum of cos(w_i k)
    for width, known in (
        (6, [3, 2.539222961115251, 1.5795381044132932, 1.0003073154581905]),
        (128, [64, 62.093683805767625, 57.38186055282376, 52.18622840719287]),
    ):
        assert_allclose(sinusoidal_similarity_by_offset(4, width, metric="dot"), known, rtol=1e-15)


@settings(deadline=None)
@given(st.integers(0, 60), widths, st.floats(1, 1e6), metrics)
def test_the_offset_alone_gives_what_the_whole_table_gives(length: int, width: int, base: float, metric: str) -> None:
    short = sinusoidal_similarity(length, width, base, metric)
    assert_allclose(short, similarity(sinusoidal(length, width, base), metric), rtol=1e-9, atol=1e-13)
    assert_allclose(short, toeplitz(sinusoidal_similarity_by_offset(length, width, base, metric)), rtol=0)


@given(st.integers(1, 3000), widths)
def test_a_position_is_exactly_itself_and_no_other_is_more_like_it(length: int, width: int) -> None:
    dot, cosine, distance = (sinusoidal_similarity_by_offset(length, width, metric=metric) for metric in METRICS)
    assert (dot[0], cosine[0], distance[0]) == (width / 2, 1, 0)
    assert np.abs(cosine).max() <= 1
    assert (distance[1:] > 0).all()
    assert_allclose(distance**2, width - 2 * dot, atol=1e-12)


def test_the_matrix_is_a_read_only_view_of_its_one_row() -> None:
    matrix = sinusoidal_similarity(500, 8)
    assert not matrix.flags.writeable
    owner = matrix
    while owner.base is not None:
        owner = owner.base
    assert owner.nbytes == 8 * (2 * 500 - 1)
    with pytest.raises(ValueError, match="read-only"):
        matrix[0, 0] = 1


def test_a_toeplitz_matrix_repeats_its_row_along_the_diagonals() -> None:
    assert toeplitz([5, 6, 7]).tolist() == [[5, 6, 7], [6, 5, 6], [7, 6, 5]]
    assert toeplitz([5]).tolist() == [[5]]
    assert toeplitz([]).shape == (0, 0)


# What the numbers say


@pytest.mark.parametrize(("width", "offset"), [(6, 3), (64, 5), (128, 11), (512, 43)])
def test_likeness_first_rises_again_at_a_known_offset(width: int, offset: int) -> None:
    for metric in METRICS:
        by_offset = sinusoidal_similarity_by_offset(100, width, metric=metric)
        assert first_rise(by_offset, metric) == offset
        nearer = np.diff(by_offset)[offset]
        assert nearer < 0 if metric == "euclidean" else nearer > 0


def test_likeness_that_only_falls_never_rises() -> None:
    assert first_rise([3, 2, 2, 1]) is None
    assert first_rise([0, 1, 1, 2], "euclidean") is None
    assert first_rise([0.3, 0.3 + 1e-16, 0.2]) is None
    assert first_rise([1, 0.5, 0.6]) == 1
    assert first_rise([1]) is first_rise([]) is None


def test_one_position_has_no_closest_other() -> None:
    assert closest_offset([0.0]) is closest_offset([]) is None


def test_the_closest_positions_of_the_sinusoid_are_those_of_its_closest_offset() -> None:
    by_offset = sinusoidal_similarity_by_offset(50, 64, metric="euclidean")
    offset, distance = closest_offset(by_offset)
    assert offset == 1
    apart = similarity(sinusoidal(50, 64), "euclidean") + np.diag(np.full(50, np.inf))
    p, q = np.unravel_index(apart.argmin(), apart.shape)
    assert abs(q - p) == offset
    assert_allclose(apart[p, q], distance)


def test_a_width_of_two_brings_far_positions_close_together() -> None:
    offset, distance = closest_offset(sinusoidal_similarity_by_offset(400, 2, metric="euclidean"))
    assert offset == 333  # 333 radians are nearly 53 whole turns
    assert 0 < distance < 0.01


def test_a_matrix_of_offsets_deviates_by_exactly_nothing() -> None:
    assert offset_deviation(sinusoidal_similarity(300, 16)) == 0
    assert offset_share(sinusoidal_similarity(300, 16)) == 1
    assert offset_deviation(similarity(sinusoidal(300, 16))) < 1e-14
    assert offset_deviation(np.empty((0, 0))) == 0
    assert offset_share(np.empty((0, 0))) == offset_share([[3.0]]) == 1


def test_the_deviation_is_the_widest_spread_along_a_diagonal() -> None:
    assert offset_deviation([[1, 2, 0], [9, 1.5, 2.25], [0, 9, 1]]) == 0.5


def test_the_offset_explains_little_of_noise() -> None:
    noise = np.random.default_rng(0).normal(size=(200, 200))
    assert 0 < offset_share(noise) < 0.05
    assert offset_share(noise + 10 * sinusoidal_similarity(200, 16)) > 0.5


@given(st.integers(1, 12).flatmap(lambda n: arrays(np.float64, (n, n), elements=st.floats(-10, 10))))
def test_the_share_lies_between_nothing_and_everything(values: np.ndarray) -> None:
    assert -1e-12 <= offset_share(values) <= 1


def test_means_by_offset_give_back_the_row_of_a_toeplitz_matrix() -> None:
    assert_allclose(mean_by_offset(toeplitz([4.0, 3.0, 1.0])), [4, 3, 1])
    assert_allclose(mean_by_offset([[1, 5], [7, 3]]), [2, 6])
    assert mean_by_offset(np.empty((0, 0))).shape == (0,)


# Errors


@pytest.mark.parametrize(
    ("call", "error_type", "message"),
    [
        (lambda: similarity([[1.0]], "manhattan"), ValueError, "metric must be one of 'dot', 'cosine', 'euclidean'"),
        (lambda: similarity([[1.0]], None), TypeError, "metric must be one of"),
        (lambda: similarity([1.0, 2.0]), ValueError, "table must have shape (n, width), got (2,)"),
        (lambda: similarity([[np.nan]]), ValueError, "table must be finite"),
        (lambda: similarity([["a"]]), TypeError, "table must hold real numbers"),
        (lambda: similarity([[1, 2], [0, 0]]), ValueError, "no row of zeros for a cosine, got one at row 1"),
        (lambda: sinusoidal_similarity(3, 5), ValueError, "width must be even, got 5"),
        (lambda: sinusoidal_similarity(-1, 4), ValueError, "length must be at least 0, got -1"),
        (lambda: sinusoidal_similarity(3, 4, metric="l1"), ValueError, "metric must be one of"),
        (
            lambda: similarity([[9e307, 0]], "dot"),
            ValueError,
            "table must keep its dot similarity finite, got entries up",
        ),
        (lambda: toeplitz([[1.0]]), ValueError, "by_offset must have shape (n,), got (1, 1)"),
        (lambda: first_rise([[1.0]]), ValueError, "by_offset must have shape (n,), got (1, 1)"),
        (lambda: first_rise([1.0, np.nan]), ValueError, "by_offset must be finite"),
        (lambda: closest_offset([[1.0]]), ValueError, "distances must have shape (n,), got (1, 1)"),
        (lambda: offset_share([[1.0, 2.0]]), ValueError, "values must have shape (n, n), got (1, 2)"),
    ],
)
def test_bad_input_is_named_with_its_rule_and_value(
    call: Callable[[], object], error_type: type[Exception], message: str
) -> None:
    with pytest.raises(error_type) as caught:
        call()
    assert message in str(caught.value)
