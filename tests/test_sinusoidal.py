"""The table is the paper's, to the last digits, wherever it starts and however long it is."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from benchmarks.exact import error, exact_pair
from posenc.sinusoidal import angle, angles, inv_freq, shift_rotation, sinusoidal, wavelengths

EPS = sys.float_info.epsilon
widths = st.integers(1, 40).map(lambda pairs: 2 * pairs)
bases = st.floats(1, 1e6)


def textbook(length: int, width: int, base: float = 10000.0, start: int = 0) -> np.ndarray:
    """The formula as it is usually typed."""
    angle = np.arange(start, start + length)[:, None] / base ** (np.arange(0, width, 2) / width)
    table = np.empty((length, width))
    table[:, 0::2], table[:, 1::2] = np.sin(angle), np.cos(angle)
    return table


# Golden values


def test_the_ruler_knows_sines_by_heart() -> None:
    # mpmath, 60 digits
    for position, column, width, value in (
        (49, 64, 128, 0.47062588817115804),
        (511, 2, 512, 0.28399570072497125),
        (511, 511, 512, 0.99859731469003167),
        (4095, 100, 512, -0.80543600572374322),
        (65535, 3, 512, -0.67465974379653616),
    ):
        assert error(value, position, column, width) < 1e-16
    assert str(exact_pair(1, 0, 2)[0])[:32] == "0.841470984807896506652502321630"  # sin 1, OEIS A049469


@pytest.mark.parametrize(
    ("length", "width", "rows"),
    [
        (3, 4, [[0, 1, 0, 1], [0.841471, 0.540302, 0.00999983, 0.99995], [0.909297, -0.416147, 0.0199987, 0.9998]]),
        (1, 4, [[0, 1, 0, 1]]),
        (0, 2, []),
        (2, 2, [[0, 1], [0.841471, 0.540302]]),
    ],
)
def test_the_lesson_encode_token_positions_gets_its_tables(length: int, width: int, rows: list[list[float]]) -> None:
    table = sinusoidal(length, width).tolist()
    assert [[float(f"{value:.6g}") for value in row] for row in table] == rows


def test_the_lesson_positional_encoding_gets_its_rows() -> None:
    table = sinusoidal(4, 6)
    assert table.shape == (4, 6)
    assert str(table[0]) == "[0. 1. 0. 1. 0. 1.]"
    assert str(np.round(table[1], 3)) == "[0.841 0.54  0.046 0.999 0.002 1.   ]"


def test_known_rows_are_met_to_the_last_digit() -> None:
    # mpmath, 60 digits
    table = sinusoidal(4, 6)
    row_1 = [0.84147098480789651, 0.54030230586813972, 0.046399223464731272]
    row_1 += [0.99892297604063044, 0.0021544330233656039, 0.99999767920648087]
    row_3 = [0.14112000805986722, -0.98999249660044546, 0.13879810108005053]
    row_3 += [0.99032069913567498, 0.0064632590701896432, 0.99997911292296081]
    assert_allclose(table[1], row_1, rtol=2 * EPS)
    assert_allclose(table[3], row_3, rtol=2 * EPS)
    assert_allclose(sinusoidal(50, 128).sum(), 2506.7478237890655, rtol=1e-15)
    table = sinusoidal(4096, 512)
    assert_allclose(
        table[[511, 511, 4095], [2, 511, 100]],
        [0.28399570072497125, 0.99859731469003167, -0.80543600572374322],
        rtol=4 * EPS,
    )
    assert_allclose(sinusoidal(1, 512, start=65535)[0, 3], -0.67465974379653616, rtol=4 * EPS)


# Accuracy


def test_no_cell_of_65536_positions_is_off_by_more_than_1e_14() -> None:
    table = sinusoidal(65536, 64)
    rng = np.random.default_rng(0)
    rows = [65535, 65534, 32767, *rng.integers(65536, size=100)]
    columns = [0, 1, 2, *rng.integers(64, size=100)]
    worst = max(error(table[p, j], int(p), int(j), 64) for p, j in zip(rows, columns, strict=True))
    assert worst < 1e-14
    assert worst < 3e-15  # what is promised beside the code, with room for another processor's sine


@pytest.mark.parametrize(
    ("length", "width", "base", "start"),
    [
        (3, 4, 1e4, 0),
        (12, 6, 1e4, 0),
        (12, 6, 1e4, -5),
        (50, 128, 1e4, 0),
        (17, 512, 1e4, 0),
        (4096, 4, 1e4, 0),
        (4096, 512, 1e4, 0),
        (20000, 2, 1e4, 0),  # every angle is a whole number
        (20000, 2, 1e4, 2**50),
        (5000, 16, 1.0, 0),
        (300, 64, 1.0001, 0),
        (300, 64, 1e300, 0),
        (9000, 4, 1e8, 0),
        (200, 128, 1e4, -100_000),
        (200, 64, 1e4, 10**9),
        (200, 64, 1e4, 10**15),
        (3, 64, 1e4, -(2**63)),
        (3, 64, 1e4, 2**63 - 4),
    ],
)
def test_no_table_is_less_exact_than_the_textbook_formula(length: int, width: int, base: float, start: int) -> None:
    ours = sinusoidal(length, width, base, start=start)
    with np.errstate(invalid="ignore"):
        theirs = textbook(length, width, base, start)
    rng = np.random.default_rng(1)
    cells = [(length - 1, j) for j in range(min(width, 6))]
    cells += [(int(rng.integers(length)), int(rng.integers(width))) for _ in range(60)]

    def worst(table: np.ndarray) -> float:
        return max(error(table[p, j], start + p, j, width, base) for p, j in cells)

    assert worst(ours) < 2e-15
    assert worst(ours) <= worst(theirs) + EPS / 2  # one rounding of a number near 1


@given(st.floats(-1e6, 1e6), widths, bases, st.data())
def test_an_angle_is_rounded_once(position: float, width: int, base: float, data: st.DataObject) -> None:
    column = data.draw(st.integers(0, width - 1))
    assert_allclose(angle(position, column, width, base), position / base ** (2 * (column // 2) / width), rtol=16 * EPS)
    sin, cos = exact_pair(position, column // 2, width, base)
    a = angle(position, column, width, base)
    assert_allclose([math.sin(a), math.cos(a)], [float(sin), float(cos)], rtol=0, atol=EPS * max(1, abs(a)))


# What the numbers mean


def test_the_angle_of_column_5_at_position_7_is_that_of_pair_2() -> None:
    assert_allclose(angle(7, 5, 64), 7 / 10000 ** (4 / 64), rtol=EPS)
    assert f"{angle(7, 5, 64):.2f}" == "3.94"
    assert f"{sinusoidal(8, 64)[7, 5]:.2f}" == f"{math.cos(angle(7, 5, 64)):.2f}" == "-0.70"


def test_low_columns_turn_fast_and_the_last_pair_never_takes_base_positions_for_a_radian() -> None:
    assert_allclose(inv_freq(4), [1, 0.01], rtol=EPS)
    assert_allclose(wavelengths(4), [2 * np.pi, 200 * np.pi], rtol=2 * EPS)
    assert (np.diff(inv_freq(512)) < 0).all()
    assert wavelengths(512)[-1] < 2 * np.pi * 10000
    assert_allclose(inv_freq(6, base=1), [1, 1, 1])


@given(st.lists(st.floats(-100, 100), max_size=5), widths, bases)
def test_the_curve_between_positions_passes_through_the_table(where: list[float], width: int, base: float) -> None:
    assert angles(where, width, base).shape == (len(where), width // 2)
    assert_allclose(np.sin(angles(np.arange(9), width, base)), sinusoidal(9, width, base)[:, 0::2], atol=1e-14)
    assert_allclose(angles(0.5, width, base), inv_freq(width, base) / 2)


@given(st.integers(0, 300), widths, bases, st.integers(-(10**12), 10**12))
def test_sine_and_cosine_of_a_pair_lie_on_the_unit_circle(length: int, width: int, base: float, start: int) -> None:
    table = sinusoidal(length, width, base, start=start)
    assert table.shape == (length, width)
    assert_allclose(table[:, 0::2] ** 2 + table[:, 1::2] ** 2, 1, atol=2e-15)


@given(st.integers(0, 200), st.integers(0, 1500), widths, bases)
def test_a_longer_table_leaves_its_first_rows_as_they_are(short: int, more: int, width: int, base: float) -> None:
    assert_allclose(sinusoidal(short + more, width, base)[:short], sinusoidal(short, width, base), atol=2e-15)


@given(st.integers(-1500, 1500), st.integers(0, 40), widths, bases)
def test_a_table_may_start_anywhere(start: int, length: int, width: int, base: float) -> None:
    shifted = sinusoidal(length, width, base, start=start)
    assert_allclose(shifted, textbook(length, width, base, start), atol=1e-12)
    mirrored = sinusoidal(length, width, base, start=-start - length + 1)[::-1]
    assert_allclose(shifted[:, 0::2], -mirrored[:, 0::2], atol=2e-15)
    assert_allclose(shifted[:, 1::2], mirrored[:, 1::2], atol=2e-15)


@given(st.integers(0, 99), widths)
def test_the_other_layout_holds_the_same_columns_in_another_order(length: int, width: int) -> None:
    table, halves = sinusoidal(length, width), sinusoidal(length, width, layout="concatenated")
    assert_allclose(halves[:, : width // 2], table[:, 0::2], rtol=0)
    assert_allclose(halves[:, width // 2 :], table[:, 1::2], rtol=0)
    assert halves.flags.c_contiguous
    assert table.flags.c_contiguous


@settings(deadline=None)
@given(st.integers(0, 400), st.floats(-300, 300), widths, bases)
def test_one_matrix_moves_every_row_by_the_same_offset(position: int, offset: float, width: int, base: float) -> None:
    there = angles(position + offset, width, base)
    row = sinusoidal(1, width, base, start=position)[0]
    moved = shift_rotation(offset, width, base) @ row
    assert_allclose(moved[0::2], np.sin(there), atol=1e-12)
    assert_allclose(moved[1::2], np.cos(there), atol=1e-12)


def test_the_rotation_is_as_exact_as_the_table() -> None:
    table = sinusoidal(4096, 64)
    for offset in (0, 1, 17, 1000):
        moved = table[: 4096 - offset] @ shift_rotation(offset, 64).T
        assert_allclose(moved, table[offset:], rtol=0, atol=2e-15)


@settings(deadline=None)
@given(st.floats(-1e300, 1e300), widths)
def test_a_rotation_keeps_lengths_and_turns_back(offset: float, width: int) -> None:
    there, back = shift_rotation(offset, width), shift_rotation(-offset, width)
    assert_allclose(there @ there.T, np.eye(width), atol=1e-14)
    assert_allclose(back, there.T, atol=1e-15)


def test_a_shift_by_nothing_is_the_identity_without_a_minus_before_its_zeros() -> None:
    assert_allclose(shift_rotation(0, 6), np.eye(6), rtol=0)
    assert not np.signbit(shift_rotation(0, 6)).any()


# Friendliness


def test_numpy_integers_are_welcome_and_the_result_is_yours_to_change() -> None:
    expected = sinusoidal(5, 8)
    table = sinusoidal(np.int64(5), np.int32(8), np.float32(10000), start=np.int16(0))
    assert_allclose(table, expected)
    table[:] = 7
    inv_freq(8)[:] = 7
    assert_allclose(sinusoidal(5, 8), expected)
    assert inv_freq(8)[0] == 1


def test_no_positions_make_an_empty_table_of_the_right_width() -> None:
    assert sinusoidal(0, 6).shape == sinusoidal(0, 6, layout="concatenated").shape == (0, 6)
    assert sinusoidal(0, 2).tolist() == []


@pytest.mark.parametrize(
    ("call", "error_type", "message"),
    [
        (lambda: sinusoidal(-1, 4), ValueError, "length must be at least 0, got -1"),
        (lambda: sinusoidal(2.5, 4), ValueError, "length must be a whole number, got 2.5"),
        (lambda: sinusoidal(True, 4), TypeError, "length must be a whole number, got True"),
        (lambda: sinusoidal("3", 4), TypeError, "length must be a whole number, got '3'"),
        (lambda: sinusoidal(3, 7), ValueError, "width must be even, got 7: columns come in pairs, a sine and a cosine"),
        (lambda: sinusoidal(3, 0), ValueError, "width must be at least 2, got 0"),
        (lambda: sinusoidal(3, -4), ValueError, "width must be at least 2, got -4"),
        (lambda: sinusoidal(3, False), TypeError, "width must be a whole number, got False"),
        (lambda: sinusoidal(3, 4, 0.5), ValueError, "base must be at least 1, got 0.5"),
        (lambda: sinusoidal(3, 4, math.nan), ValueError, "base must be finite, got nan"),
        (lambda: sinusoidal(3, 4, math.inf), ValueError, "base must be finite, got inf"),
        (lambda: sinusoidal(3, 4, True), TypeError, "base must be a number, got True"),
        (lambda: sinusoidal(3, 4, "big"), TypeError, "base must be a number, got 'big'"),
        (lambda: sinusoidal(3, 4, start=0.5), ValueError, "start must be a whole number, got 0.5"),
        (lambda: sinusoidal(3, 4, start=2**63), ValueError, "start must be at most 9223372036854775807"),
        (lambda: sinusoidal(3, 4, layout="halves"), ValueError, "layout must be one of 'interleaved', 'concatenated'"),
        (lambda: angle(math.nan, 0, 4), ValueError, "position must be finite, got nan"),
        (lambda: angle(1, 4, 4), ValueError, "column must be at most 3, got 4"),
        (lambda: angle(1, -1, 4), ValueError, "column must be at least 0, got -1"),
        (lambda: angle(1, 0, 5), ValueError, "width must be even, got 5"),
        (lambda: angles([1, math.inf], 4), ValueError, "positions must be finite"),
        (lambda: angles("abc", 4), TypeError, "positions must hold real numbers"),
        (lambda: inv_freq(3), ValueError, "width must be even, got 3"),
        (lambda: wavelengths(4, 0), ValueError, "base must be at least 1, got 0.0"),
        (lambda: shift_rotation(math.inf, 4), ValueError, "offset must be finite, got inf"),
        (lambda: shift_rotation(1, 9), ValueError, "width must be even, got 9"),
    ],
)
def test_bad_input_is_named_with_its_rule_and_value(
    call: Callable[[], object], error_type: type[Exception], message: str
) -> None:
    with pytest.raises(error_type) as caught:
        call()
    assert message in str(caught.value)
