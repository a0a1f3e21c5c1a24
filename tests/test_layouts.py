"""Tables laid out otherwise are recognized, and tables of other frequencies are told from them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from posenc.layouts import compare_layouts, half_minus_one, half_minus_one_base
from posenc.sinusoidal import inv_freq, sinusoidal

WIDTH = st.integers(1, 40).map(lambda i: 2 * i)
BASE = st.floats(1, 1e6)


def whisper(length: int, channels: int, max_timescale: float = 10000.0) -> np.ndarray:
    """`sinusoids` of openai/whisper, whisper/model.py, in numpy; tensor2tensor's guard against half = 1."""
    increment = np.log(max_timescale) / max(channels // 2 - 1, 1)
    scaled_time = np.arange(length)[:, None] * np.exp(-increment * np.arange(channels // 2))
    return np.concatenate([np.sin(scaled_time), np.cos(scaled_time)], axis=1)


@settings(deadline=None)
@given(st.integers(0, 60), WIDTH, BASE)
def test_half_minus_one_is_whispers_table(length: int, width: int, base: float) -> None:
    assert_allclose(half_minus_one(length, width, base), whisper(length, width, base), atol=1e-12)


def test_its_slowest_pair_turns_by_one_over_the_base_exactly_where_the_papers_is_faster() -> None:
    w = inv_freq(64, half_minus_one_base(64))
    assert w[0] == 1
    assert_allclose(w[-1], 1 / 10000, rtol=1e-14)
    assert_allclose(inv_freq(64)[-1], 10000 ** (-62 / 64), rtol=1e-14)


def test_a_start_is_where_fairseq_begins_to_count() -> None:
    assert_allclose(half_minus_one(5, 8, start=2), half_minus_one(7, 8)[2:], atol=1e-15)


@settings(deadline=None)
@given(st.integers(2, 60), WIDTH, BASE)
def test_concatenated_is_the_same_columns_in_another_order_and_the_order_leads_back(
    length: int, width: int, base: float
) -> None:
    a = sinusoidal(length, width, base)
    b = sinusoidal(length, width, base, layout="concatenated")
    compared = compare_layouts(a, b)
    assert compared.verdict == ("the same table" if width == 2 else "the same columns in another order")
    assert compared.order is not None
    assert_array_equal(np.sort(compared.order), np.arange(width))
    assert_allclose(b[:, compared.order], a, atol=1e-9)


def test_the_order_says_where_each_column_went() -> None:
    compared = compare_layouts(sinusoidal(20, 8), sinusoidal(20, 8, layout="concatenated"))
    assert compared.order is not None
    assert compared.order.tolist() == [0, 4, 1, 5, 2, 6, 3, 7]


@settings(deadline=None)
@given(st.integers(0, 30), st.integers(1, 30), st.integers(0, 2**32 - 1))
def test_any_shuffle_of_the_columns_is_undone(length: int, width: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    a = random.standard_normal((length, width))
    b = a[:, random.permutation(width)]
    compared = compare_layouts(a, b)
    assert compared.verdict != "other frequencies"
    assert compared.order is not None
    assert_allclose(b[:, compared.order], a, atol=1e-9)


@pytest.mark.parametrize("length", [2, 50, 2048])
@pytest.mark.parametrize("width", [4, 64, 1024])
def test_half_minus_one_has_other_frequencies(length: int, width: int) -> None:
    compared = compare_layouts(sinusoidal(length, width), half_minus_one(length, width))
    assert compared.verdict == "other frequencies"
    assert compared.order is None
    assert compared.difference > 1e-3


@pytest.mark.parametrize(("width", "base"), [(2, 10000.0), (64, 1.0)])
def test_with_one_pair_or_base_1_half_minus_one_changes_nothing_but_the_order(width: int, base: float) -> None:
    compared = compare_layouts(sinusoidal(30, width, base), half_minus_one(30, width, base))
    assert compared.verdict != "other frequencies"


def test_columns_that_occur_twice_are_matched_twice() -> None:
    a = np.array([[1.0, 1, 2], [3, 3, 4]])
    assert compare_layouts(a, a[:, [2, 0, 1]]).verdict == "the same columns in another order"
    assert compare_layouts(a, a[:, [2, 2, 0]]).verdict == "other frequencies"


def test_a_single_changed_cell_is_no_other_order() -> None:
    a = sinusoidal(20, 8)
    b = a.copy()
    b[7, 3] += 1e-3
    compared = compare_layouts(a, b)
    assert compared.verdict == "other frequencies"
    assert compared.difference == pytest.approx(1e-3)


@pytest.mark.parametrize("shape", [(0, 6), (3, 0), (0, 0)])
def test_empty_tables_are_the_same(shape: tuple[int, int]) -> None:
    assert compare_layouts(np.zeros(shape), np.zeros(shape)).verdict == "the same table"


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: half_minus_one(3, 7), ValueError, "width must be even, got 7"),
        (lambda: half_minus_one(3, 4, 0.5), ValueError, "base must be at least 1, got 0.5"),
        (lambda: half_minus_one(-1, 4), ValueError, "length must be at least 0, got -1"),
        (
            lambda: compare_layouts(np.zeros((2, 3)), np.zeros((3, 2))),
            ValueError,
            r"b must have the shape of a, \(2, 3",
        ),
        (lambda: compare_layouts(np.zeros(3), np.zeros(3)), ValueError, r"a must have shape \(n, d\)"),
        (lambda: compare_layouts([[np.nan]], [[1.0]]), ValueError, "a must be finite"),
        (lambda: compare_layouts([[1.0]], [[1.0]], tolerance=-1), ValueError, "tolerance must be at least 0, got -1"),
    ],
)
def test_bad_input_is_named(call, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()
