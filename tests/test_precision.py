"""Numbers are rounded as the formats round them, and positions merge where arithmetic says they do."""

from __future__ import annotations

import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from posenc.precision import (
    FORMATS,
    STAGES,
    error_ahead,
    error_by_position,
    merged_with,
    round_to,
    rounded_table,
    whole_numbers_up_to,
)
from posenc.sinusoidal import sinusoidal

CAST = {"float64": np.float64, "float32": np.float32, "float16": np.float16}
EDGES = (
    *(0.0, -0.0, 1.0, np.inf, -np.inf, np.nan, 5e-324, np.finfo(float).max, -np.finfo(float).max),
    *(65504.0, 65519.99, 65520.0, -65520.0, 2.0**-24, 2.0**-25, 2.0**-25 * (1 + 2.0**-52), 2.0**-14, 2049.0, 2051.0),
    *(2.0**-149, 2.0**-150, 3 * 2.0**-150, 2.0**-126, 3.4028235677973366e38, 3.4028235677973362e38, 2.0**24 + 1),
)


def same(a: float, b: float) -> bool:
    """Equal, with NaN equal to itself and -0 apart from 0."""
    return bool(np.isnan(a) and np.isnan(b)) or (a == b and np.signbit(a) == np.signbit(b))


def exactly(x: float, dtype: str) -> float:
    """The nearest number of a format, ties to even, in fractions: slow, and with no float operation but the last."""
    bits, least, most = FORMATS[dtype]
    if not np.isfinite(x) or x == 0:
        return x
    size, exponent = Fraction(abs(x)), 0
    while size >= Fraction(2) ** (exponent + 1):
        exponent += 1
    while size < Fraction(2) ** exponent and exponent > least:
        exponent -= 1
    step = Fraction(2) ** (exponent - bits)
    rounded = round(size / step) * step  # Python rounds a tie to even
    result = np.inf if rounded >= Fraction(2) ** (most + 1) else float(rounded)
    return float(np.copysign(result, x))


def every_float(function):
    for edge in EDGES:
        function = example(edge)(function)
    return settings(deadline=None, max_examples=400)(given(st.floats())(function))


@pytest.mark.parametrize("dtype", CAST)
@every_float
def test_any_number_is_rounded_as_numpy_casts_it(dtype: str, x: float) -> None:
    with np.errstate(over="ignore"):
        expected = float(np.float64(x).astype(CAST[dtype]))
    assert same(float(round_to(x, dtype)), expected)


@every_float
def test_any_number_is_rounded_to_bfloat16_as_fractions_say(x: float) -> None:
    assert same(float(round_to(x, "bfloat16")), exactly(x, "bfloat16"))


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@every_float
def test_the_fractions_agree_with_numpy_where_numpy_has_the_format(dtype: str, x: float) -> None:
    with np.errstate(over="ignore"):
        assert same(exactly(x, dtype), float(np.float64(x).astype(CAST[dtype])))


def test_ties_go_to_the_even_neighbor() -> None:
    assert_array_equal(round_to([257, 258, 259, 261], "bfloat16"), [256, 258, 260, 260])
    assert_array_equal(round_to([2049, 2051, -2049], "float16"), [2048, 2052, -2048])
    assert_array_equal(round_to([2**24 + 1, 2**24 + 3], "float32"), [2**24, 2**24 + 4])


def test_a_number_just_above_a_tie_is_rounded_once_and_not_by_way_of_float32() -> None:
    x = 257 + 2.0**-40  # float32 has 257, a tie that would fall to 256
    assert float(round_to(x, "bfloat16")) == 258


def test_beyond_the_largest_is_infinite_and_below_the_least_is_zero_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        largest = np.finfo(float).max
        for dtype in ("float32", "float16", "bfloat16"):
            assert_array_equal(round_to([largest, -largest], dtype), [np.inf, -np.inf])
            assert_array_equal(np.signbit(round_to([5e-324, -5e-324], dtype)), [False, True])
        assert_array_equal(round_to([65519.99, 65520], "float16"), [65504, np.inf])


@pytest.mark.parametrize("dtype", FORMATS)
@settings(deadline=None)
@given(st.lists(st.floats(allow_nan=False), max_size=20))
def test_rounding_keeps_order_and_sign_and_twice_is_once(dtype: str, values: list[float]) -> None:
    x = np.sort(np.array(values))
    rounded = round_to(x, dtype)
    assert rounded.shape == x.shape
    assert rounded.dtype == np.float64
    assert (rounded[1:] >= rounded[:-1]).all()
    assert_array_equal(round_to(rounded, dtype), rounded)
    assert_array_equal(round_to(-x, dtype), -rounded)


def test_float64_changes_nothing_and_shapes_are_kept() -> None:
    x = np.random.default_rng(0).standard_normal((3, 4, 5))
    assert_array_equal(round_to(x, "float64"), x)
    assert round_to(x, "float16").shape == (3, 4, 5)
    assert round_to(1.5, "float16").shape == ()
    assert round_to(np.zeros((0, 3)), "bfloat16").shape == (0, 3)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: round_to(1.0, "float8"), ValueError, "dtype must be one of .* got 'float8'"),
        (lambda: round_to(1.0, np.float16), TypeError, "dtype must be one of"),
        (lambda: round_to("1.0", "float16"), TypeError, "x must hold real numbers"),
        (lambda: round_to([1j], "float16"), TypeError, "x must hold real numbers, got dtype complex128"),
        (lambda: rounded_table(3, 4, dtype="float16", stage="rows"), ValueError, "stage must be one of"),
        (lambda: rounded_table(-1, 4, dtype="float16", stage="positions"), ValueError, "length must be at least 0"),
        (lambda: rounded_table(3, 5, dtype="float16", stage="angles"), ValueError, "width must be even, got 5"),
        (lambda: merged_with(np.zeros(3)), ValueError, r"table must have shape \(n, d\), got \(3,\)"),
        (lambda: error_by_position(np.zeros((2, 2)), np.zeros((3, 2))), ValueError, "must have one shape"),
    ],
)
def test_bad_input_is_named(call, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()


@pytest.mark.parametrize(("dtype", "up_to"), [("bfloat16", 256), ("float16", 2048), ("float32", 2**24)])
def test_whole_numbers_stay_apart_up_to_the_number_told_and_no_further(dtype: str, up_to: int) -> None:
    assert whole_numbers_up_to(dtype) == up_to
    near = np.arange(max(0, up_to - 2000), up_to + 2)
    rounded = round_to(near, dtype)
    assert_array_equal(rounded[:-1], near[:-1])
    assert rounded[-1] == up_to


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("start", [0, 1000])
def test_float64_leaves_the_table_as_it_is(stage: str, start: int) -> None:
    table = rounded_table(40, 16, dtype="float64", stage=stage, start=start)
    assert_allclose(table, sinusoidal(40, 16, start=start), atol=1e-12)


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_each_stage_rounds_what_its_name_says(dtype: str) -> None:
    pos = np.arange(300, 340)
    w = 10000.0 ** (-np.arange(0, 8, 2) / 8)
    angle = {
        "positions": round_to(pos, dtype)[:, None] * w,
        "angles": round_to(pos[:, None] * w, dtype),
        "table": pos[:, None] * w,
    }
    for stage in STAGES:
        table = rounded_table(40, 8, dtype=dtype, stage=stage, start=300)
        expected = np.stack([np.sin(angle[stage]), np.cos(angle[stage])], axis=2).reshape(40, 8)
        if stage == "table":
            expected = round_to(expected, dtype)
        step = 2.0 ** -FORMATS[dtype].fraction_bits  # a cell on the edge of a tie may fall to either side
        assert_allclose(table, expected, atol=step if stage == "table" else 1e-12)


def test_a_position_beyond_float16_has_no_sine() -> None:
    table = rounded_table(2, 4, dtype="float16", stage="positions", start=65519)
    assert np.isfinite(table[0]).all()
    assert np.isnan(table[1]).all()


def test_positions_above_256_merge_in_bfloat16_and_above_512_more_of_them_do() -> None:
    rows = merged_with(rounded_table(1024, 16, dtype="bfloat16", stage="positions"))
    assert_array_equal(rows[:257], np.arange(257))
    # every odd number is a tie: 257 falls to 256, 259 and 261 meet in 260, 263 rises to 264
    assert rows[256:266].tolist() == [256, 256, 258, 259, 259, 259, 262, 263, 263, 263]
    assert len(set(rows[256:512])) == 129  # the even numbers 256 to 512
    assert len(set(rows[513:])) == 129  # the multiples of 4 from 512 to 1024


def test_rows_merge_only_where_all_their_numbers_are_equal() -> None:
    assert merged_with([[1, 2], [1, 3], [1, 2], [0, 0], [-0.0, 0]]).tolist() == [0, 1, 0, 3, 3]
    assert merged_with(np.zeros((0, 4))).tolist() == []
    assert_array_equal(merged_with(sinusoidal(300, 4)), np.arange(300))


def test_the_error_of_a_position_is_that_of_its_worst_number() -> None:
    assert_allclose(error_by_position([[0, 1], [2, 2]], [[0, 0.5], [2, 5]]), [0.5, 3])
    assert error_by_position(np.zeros((0, 4)), np.zeros((0, 4))).shape == (0,)


def test_a_rounded_table_is_off_by_half_a_step_at_most() -> None:
    exact = sinusoidal(200, 32)
    for dtype, bound in (("bfloat16", 2.0**-9), ("float16", 2.0**-12), ("float32", 2.0**-25)):
        table = rounded_table(200, 32, dtype=dtype, stage="table")
        assert error_by_position(table, exact).max() <= bound


def test_the_error_ahead_is_the_worst_of_the_next_positions() -> None:
    ahead = error_ahead([0, 250, 65510], 8, dtype="float16", stage="angles", count=20)
    for start, worst in zip((0, 250), ahead[:2], strict=True):
        table = rounded_table(20, 8, dtype="float16", stage="angles", start=start)
        assert worst == error_by_position(table, sinusoidal(20, 8, start=start)).max()
    assert np.isnan(ahead[2])


def test_positions_up_to_256_cost_bfloat16_nothing_and_the_next_ones_much() -> None:
    ahead = error_ahead([0, 241, 242], 64, dtype="bfloat16", stage="positions")
    assert_allclose(ahead[:2], 0, atol=1e-12)
    assert ahead[2] > 0.5  # 257 read as 256
