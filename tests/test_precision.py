"""Rounding is the hardware's, to the last bit; and positions merge where it says."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from posenc.precision import FORMATS, error_by_position, merged_with, round_to, rounded_table, whole_numbers_up_to
from posenc.sinusoidal import sinusoidal

formats = st.sampled_from(sorted(FORMATS))
numbers = st.floats(allow_nan=False)
finite = st.floats(allow_nan=False, allow_infinity=False)
near_bfloat16 = st.floats(-(2.0**-120), 2.0**-120)  # where its subnormal numbers are


def same(a: np.ndarray, b: np.ndarray) -> bool:
    """Bit for bit, NaN aside."""
    a, b = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    return bool(((a.view(np.int64) == b.view(np.int64)) | (np.isnan(a) & np.isnan(b))).all())


def exactly_rounded(x: float, dtype: str) -> float:
    """By fractions: Python rounds them to the nearest whole number, ties to even."""
    bits, least, most = FORMATS[dtype]
    if x == 0 or not math.isfinite(x):
        return x
    step = Fraction(2) ** (max(math.frexp(x)[1] - 1, least) - bits)
    value = round(Fraction(x) / step) * step
    if abs(value) >= Fraction(2) ** (most + 1):
        return math.copysign(math.inf, x)
    return math.copysign(float(value), x)


@given(x=numbers, dtype=formats)
@example(x=1 + 2.0**-8 + 2.0**-50, dtype="bfloat16")  # rounding to float32 first would make this a tie
@example(x=1 + 2.0**-8, dtype="bfloat16")
@example(x=3.3895313892515355e38 * (1 + 2.0**-9), dtype="bfloat16")
@example(x=2.0**-134, dtype="bfloat16")
@example(x=2.0**-134 * (1 + 2.0**-52), dtype="bfloat16")
@example(x=65520.0, dtype="float16")
@example(x=65519.99, dtype="float16")
@example(x=-0.0, dtype="float16")
def test_rounding_is_to_the_nearest_ties_to_even(x: float, dtype: str) -> None:
    assert same(round_to(x, dtype), np.float64(exactly_rounded(x, dtype)))


@given(x=near_bfloat16)
def test_the_smallest_numbers_of_bfloat16_are_rounded_as_exactly(x: float) -> None:
    assert same(round_to(x, "bfloat16"), np.float64(exactly_rounded(x, "bfloat16")))


@given(x=st.lists(st.floats(), max_size=20))
def test_float16_and_float32_are_numpys_own(x: list[float]) -> None:
    array = np.array(x, dtype=np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        assert same(round_to(array, "float32"), array.astype(np.float32).astype(np.float64))
        assert same(round_to(array, "float16"), array.astype(np.float16).astype(np.float64))
    assert same(round_to(array, "float64"), array)


@given(x=numbers, dtype=formats)
def test_rounding_twice_is_rounding_once(x: float, dtype: str) -> None:
    once = round_to(x, dtype)
    assert same(round_to(once, dtype), once)


@given(x=finite, y=finite, dtype=formats)
def test_rounding_never_changes_the_order(x: float, y: float, dtype: str) -> None:
    low, high = round_to(sorted((x, y)), dtype)
    assert low <= high


@given(x=finite, dtype=formats)
def test_a_number_and_its_negative_are_rounded_alike(x: float, dtype: str) -> None:
    assert same(round_to(-x, dtype), -round_to(x, dtype))


def test_nan_infinity_and_minus_zero_stay() -> None:
    for dtype in FORMATS:
        assert same(round_to([np.nan, np.inf, -np.inf, -0.0], dtype), np.array([np.nan, np.inf, -np.inf, -0.0]))


def test_the_largest_numbers_are_the_formats_own() -> None:
    # IEEE 754 half: 65504; bfloat16: 0x7F7F = 3.3895313892515355e38; the next tie is infinite
    assert_allclose(round_to([65504, 65519, 65520], "float16"), [65504, 65504, np.inf])
    assert_allclose(
        round_to([3.3895313892515355e38, 3.39e38, 3.4e38], "bfloat16"), [3.3895313892515355e38] * 2 + [np.inf]
    )


@pytest.mark.parametrize(("dtype", "limit"), [("bfloat16", 256), ("float16", 2048), ("float32", 2**24)])
def test_whole_numbers_stay_apart_up_to_the_limit_and_then_merge(dtype: str, limit: int) -> None:
    assert whole_numbers_up_to(dtype) == limit
    last = np.arange(limit - 200, limit + 1.0)
    assert_allclose(round_to(last, dtype), last, rtol=0)
    assert round_to(limit + 1, dtype) == limit


@pytest.mark.parametrize(("dtype", "start"), [("bfloat16", 250), ("float16", 2042)])
def test_positions_that_round_alike_share_a_row(dtype: str, start: int) -> None:
    table = rounded_table(12, 16, dtype=dtype, stage="positions", start=start)
    # up to the limit, 6 rows further on, each row is its own; then 257 reads as 256, 259 as 260
    assert merged_with(table).tolist() == [0, 1, 2, 3, 4, 5, 6, 6, 8, 9, 9, 9]
    assert_allclose(table[6], sinusoidal(1, 16, start=start + 6)[0], atol=1e-12)


def test_rounding_positions_leaves_the_first_256_rows_of_bfloat16_as_they_are() -> None:
    table = rounded_table(300, 64, dtype="bfloat16", stage="positions")
    error = error_by_position(table, sinusoidal(300, 64))
    assert error[:257].max() < 1e-12
    assert error[257] > 0.5


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
def test_rounding_the_table_moves_a_cell_by_half_a_step_at_most(dtype: str) -> None:
    error = error_by_position(rounded_table(600, 32, dtype=dtype, stage="table"), sinusoidal(600, 32))
    assert error.max() <= 2.0 ** -(FORMATS[dtype].fraction_bits + 2)  # cells below 1 have steps of 2^-(b + 1) and less


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
def test_rounding_angles_costs_more_the_further_a_position_is(dtype: str) -> None:
    error = error_by_position(rounded_table(600, 32, dtype=dtype, stage="angles"), sinusoidal(600, 32))
    bound = np.arange(600) * 2.0 ** -(FORMATS[dtype].fraction_bits + 1)
    assert (error <= bound + 1e-12).all()
    assert error[300:].max() > 10 * error[1:20].max()


@pytest.mark.parametrize("stage", ["positions", "angles", "table"])
def test_float64_changes_nothing_to_speak_of(stage: str) -> None:
    assert_allclose(rounded_table(50, 8, 100.0, dtype="float64", stage=stage), sinusoidal(50, 8, 100.0), atol=1e-13)


def test_a_position_beyond_the_format_has_no_sine() -> None:
    assert np.isnan(rounded_table(1, 4, dtype="float16", stage="positions", start=65520)).all()


def test_rows_merge_only_when_all_numbers_agree() -> None:
    assert merged_with([[0.0, 1.0], [-0.0, 1.0], [0.0, 1.5], [0.0, 1.0]]).tolist() == [0, 0, 2, 0]
    assert merged_with(np.empty((0, 4))).tolist() == []
    assert error_by_position(np.empty((0, 4)), np.empty((0, 4))).shape == (0,)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: round_to(1, "float8"),
            "dtype must be one of 'float64', 'float32', 'float16', 'bfloat16', got 'float8'",
        ),
        (lambda: whole_numbers_up_to("int8"), "dtype must be one of"),
        (
            lambda: rounded_table(3, 4, dtype="float16", stage="all"),
            "stage must be one of 'positions', 'angles', 'table'",
        ),
        (lambda: rounded_table(-1, 4, dtype="float16", stage="angles"), "length must be at least 0, got -1"),
        (lambda: rounded_table(3, 5, dtype="float16", stage="angles"), "width must be even, got 5"),
        (lambda: merged_with([1.0]), r"table must have shape \(n, d\), got \(1,\)"),
        (lambda: error_by_position([[1.0]], [[1.0, 2.0]]), "table and exact must have one shape"),
    ],
)
def test_precision_says_what_it_cannot_round(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_words_are_not_rounded() -> None:
    with pytest.raises(TypeError, match="x must hold real numbers"):
        round_to("one", "float16")
