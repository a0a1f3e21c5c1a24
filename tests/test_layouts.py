"""Two layouts of the same columns are told from another set of frequencies."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from posenc.layouts import compare_tables, half_minus_one, half_minus_one_base
from posenc.sinusoidal import sinusoidal, wavelengths

widths = st.integers(2, 40).map(lambda pairs: 2 * pairs)
lengths = st.integers(2, 100)


def whisper(length: int, channels: int, most: float = 10000.0) -> np.ndarray:
    """The formula of Whisper's `sinusoids` and tensor2tensor's `get_timing_signal_1d`, in float64."""
    half = channels // 2
    w = np.exp(-math.log(most) / (half - 1) * np.arange(half))
    angle = np.arange(length)[:, None] * w
    return np.concatenate([np.sin(angle), np.cos(angle)], axis=1)


@given(length=lengths, width=widths, base=st.floats(2, 1e6))
def test_the_variant_is_that_of_whisper_and_tensor2tensor(length: int, width: int, base: float) -> None:
    assert_allclose(half_minus_one(length, width, base), whisper(length, width, base), atol=1e-12)


@given(width=widths)
def test_the_variants_slowest_pair_turns_by_one_over_base(width: int) -> None:
    assert_allclose(wavelengths(width, half_minus_one_base(width))[-1], 2 * math.pi * 10000, rtol=1e-12)


def test_a_single_pair_has_no_variant() -> None:
    assert_allclose(half_minus_one(5, 2), sinusoidal(5, 2), rtol=0)


def test_fairseq_starts_later() -> None:
    assert_allclose(half_minus_one(3, 8, start=2), half_minus_one(5, 8)[2:], atol=1e-15)


@given(length=lengths, width=widths, base=st.floats(1, 1e6))
def test_the_concatenated_layout_is_the_same_columns_in_another_order(length: int, width: int, base: float) -> None:
    a, b = sinusoidal(length, width, base), sinusoidal(length, width, base, layout="concatenated")
    found = compare_tables(a, b)
    assert found.verdict == "the same columns in another order"
    assert_allclose(b[:, found.order], a, atol=1e-9)
    assert sorted(found.order) == list(range(width))


@given(seed=st.integers(0, 10**6), length=lengths, width=widths)
def test_any_shuffle_of_the_columns_is_recognized(seed: int, length: int, width: int) -> None:
    a = sinusoidal(length, width)
    b = a[:, np.random.default_rng(seed).permutation(width)]
    found = compare_tables(a, b)
    assert found.verdict in ("the same table", "the same columns in another order")
    assert_allclose(b[:, found.order], a, atol=1e-9)


@given(length=lengths, width=widths)
def test_the_variant_has_other_frequencies(length: int, width: int) -> None:
    found = compare_tables(sinusoidal(length, width, layout="concatenated"), half_minus_one(length, width))
    assert found.verdict == "other frequencies"
    assert found.order is None
    assert found.difference > 1e-9


def test_a_table_is_the_same_as_itself_and_as_its_float32_within_a_tolerance() -> None:
    table = sinusoidal(50, 64)
    assert compare_tables(table, table) == ("the same table", 0.0, pytest.approx(np.arange(64)))
    assert compare_tables(table, table.astype(np.float32), tolerance=1e-6).verdict == "the same table"


def test_one_wrong_cell_is_not_overlooked() -> None:
    a = sinusoidal(50, 64)
    b = sinusoidal(50, 64, layout="concatenated")
    b[7, 5] += 1e-6
    assert compare_tables(a, b).verdict == "other frequencies"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: compare_tables(sinusoidal(2, 4), sinusoidal(2, 6)),
            r"b must have the shape of a, \(2, 4\), got \(2, 6\)",
        ),
        (lambda: compare_tables([1.0], [1.0]), r"a must have shape \(n, d\), got \(1,\)"),
        (lambda: compare_tables([[1.0]], [[1.0]], tolerance=-1), "tolerance must be at least 0, got -1"),
        (lambda: half_minus_one(3, 5), "width must be even, got 5"),
        (lambda: half_minus_one(3, 4, 0.5), "base must be at least 1, got 0.5"),
        (lambda: half_minus_one(-3, 4), "length must be at least 0, got -3"),
    ],
)
def test_tables_that_cannot_be_compared_are_named(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
