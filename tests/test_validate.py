"""Every error names the parameter, the rule and the value, whoever raises it."""

from __future__ import annotations

import fractions
import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc._validate import choice, even, flag, matrix, real, reals, whole


@given(st.integers())
def test_a_whole_number_comes_back_as_a_python_integer(number: int) -> None:
    assert whole("n", number) == number
    assert type(whole("n", np.int16(number % 1000))) is int


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_real_number_comes_back_as_a_float(number: float) -> None:
    assert real("t", number) == number
    assert type(real("t", np.float64(number))) is float


def test_numbers_of_other_kinds_are_welcome() -> None:
    assert real("t", fractions.Fraction(1, 2)) == 0.5
    assert real("t", np.float16(0.5)) == real("t", np.array(0.5)) == 0.5
    assert real("t", 3) == 3.0
    assert whole("n", np.array(3)) == 3
    assert even("n", np.uint8(4)) == 4
    assert flag("f", np.True_) is True
    assert choice("c", "a", ["a", "b"]) == "a"


def test_an_array_becomes_double_precision_unless_it_is_single() -> None:
    assert reals("x", [1, 2]).dtype == np.float64
    assert reals("x", 3).shape == ()
    assert matrix("x", np.ones((2, 3), np.float16)).dtype == np.float64
    assert matrix("x", np.ones((2, 3), np.float32)).dtype == np.float32
    already = np.ones((2, 3))
    assert matrix("x", already) is already


@pytest.mark.parametrize(
    ("call", "error_type", "message"),
    [
        (lambda: whole("n", True), TypeError, "n must be a whole number, got True"),
        (lambda: whole("n", np.False_), TypeError, "n must be a whole number, got np.False_"),
        (lambda: whole("n", None), TypeError, "n must be a whole number, got None"),
        (lambda: whole("n", "3"), TypeError, "n must be a whole number, got '3'"),
        (lambda: whole("n", 3.0), ValueError, "n must be a whole number, got 3.0; pass an integer"),
        (lambda: whole("n", np.float32(2.5)), ValueError, "n must be a whole number, got 2.5; pass an integer"),
        (lambda: whole("n", math.nan), ValueError, "n must be a whole number, got nan; pass an integer"),
        (lambda: whole("n", 1, least=2), ValueError, "n must be at least 2, got 1"),
        (lambda: whole("n", 9, most=8), ValueError, "n must be at most 8, got 9"),
        (lambda: even("w", 7), ValueError, "w must be even, got 7"),
        (lambda: even("w", 7, why="two a pair"), ValueError, "w must be even, got 7: two a pair"),
        (lambda: even("w", 0), ValueError, "w must be at least 2, got 0"),
        (lambda: real("t", False), TypeError, "t must be a number, got False"),
        (lambda: real("t", "1"), TypeError, "t must be a number, got '1'"),
        (lambda: real("t", None), TypeError, "t must be a number, got None"),
        (lambda: real("t", 1j), TypeError, "t must be a number, got 1j"),
        (lambda: real("t", b"4"), TypeError, "t must be a number, got b'4'"),
        (lambda: real("t", np.array(True)), TypeError, "t must be a number, got array(True)"),
        (lambda: real("t", math.nan), ValueError, "t must be finite, got nan"),
        (lambda: real("t", -math.inf), ValueError, "t must be finite, got -inf"),
        (lambda: real("t", 10**400), ValueError, "t must be finite, got a number beyond the range of a float"),
        (lambda: real("t", 0.5, least=1), ValueError, "t must be at least 1, got 0.5"),
        (lambda: real("t", 2, most=1), ValueError, "t must be at most 1, got 2.0"),
        (lambda: choice("c", "d", ("a", "b")), ValueError, "c must be one of 'a', 'b', got 'd'"),
        (lambda: choice("c", 1, ("a", "b")), TypeError, "c must be one of 'a', 'b', got 1"),
        (lambda: flag("f", 1), TypeError, "f must be True or False, got 1"),
        (lambda: reals("x", ["a"]), TypeError, "x must hold real numbers, got dtype <U1"),
        (lambda: reals("x", [[1, 2], [3]]), ValueError, "x must have rows of one length, got [[1, 2], [3]]"),
        (lambda: reals("x", [True]), TypeError, "x must hold real numbers, got dtype bool"),
        (lambda: reals("x", [[1.0, math.nan]]), ValueError, "x must be finite, got NaN or infinity at (0, 1)"),
        (lambda: matrix("x", [1, 2]), ValueError, "x must have shape (n, d), got (2,)"),
        (lambda: matrix("x", [1, 2], shape="(n, n)"), ValueError, "x must have shape (n, n), got (2,)"),
    ],
)
def test_bad_input_is_named_with_its_rule_and_value(
    call: Callable[[], object], error_type: type[Exception], message: str
) -> None:
    with pytest.raises(error_type) as caught:
        call()
    assert message == str(caught.value)
