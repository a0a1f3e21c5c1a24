"""What the table turns out to do is measured honestly, and quickly at any size."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from posenc import findings
from posenc.sinusoidal import shift_rotation, sinusoidal, wavelengths

WIDTHS = st.integers(1, 40).map(lambda i: 2 * i)
BASES = st.floats(1, 1e6)


def test_a_table_of_50_positions_takes_49_steps() -> None:
    assert_allclose(findings.turns(50, 64)[0], 49 / (2 * np.pi))
    assert_allclose(findings.turns(50, 64), 49 / wavelengths(64))


@pytest.mark.parametrize("length", [0, 1])
def test_nothing_turns_below_two_positions(length: int) -> None:
    assert not findings.turns(length, 6).any()


@given(st.integers(0, 2048))
def test_the_bits_of_a_position_add_up_to_it(length: int) -> None:
    bits = findings.bits(length)
    assert_allclose(bits @ 2 ** np.arange(bits.shape[1]), np.arange(length))
    assert bits.shape[1] == max(1, int(length - 1).bit_length() if length else 1)


@given(st.integers(1, 2048))
def test_bit_b_flips_at_every_multiple_of_two_to_the_b(length: int) -> None:
    bits = findings.bits(length)
    assert findings.flips(bits).tolist() == [(length - 1) >> b for b in range(bits.shape[1])]


def test_flips_are_counted_column_by_column() -> None:
    assert findings.flips([[0, 1], [1, 1], [0, 1], [0, 0]]).tolist() == [2, 1]
    assert findings.flips(np.zeros((1, 3))).tolist() == [0, 0, 0]
    with pytest.raises(ValueError, match=r"values must have shape \(n, columns\), got \(3,\)"):
        findings.flips([0, 1, 0])


@settings(deadline=None)
@given(st.integers(0, 120), WIDTHS, BASES, st.sampled_from(["dot", "cosine", "euclidean"]))
def test_the_offset_alone_decides_up_to_rounding(length: int, width: int, base: float, metric: str) -> None:
    error, every = findings.offset_error(sinusoidal(length, width, base), metric)
    assert every == 1
    assert error <= 1e-11


def test_a_table_that_does_not_depend_on_the_offset_alone_is_found_out() -> None:
    table = sinusoidal(20, 8)
    table[7] = table[3]
    assert findings.offset_error(table).error > 0.1


def test_long_tables_are_measured_at_evenly_spread_positions() -> None:
    error, every = findings.offset_error(sinusoidal(2048, 8), "dot", most=100)
    assert every == 21
    assert error <= 1e-12


@settings(deadline=None)
@given(st.integers(-500, 2047), st.integers(1, 100), WIDTHS, BASES)
def test_one_rotation_moves_every_row_up_to_rounding(offset: int, length: int, width: int, base: float) -> None:
    measured = findings.rotation_error(offset, length, width, base)
    assert measured is not None
    assert measured.every == 1
    assert measured.error <= 4e-15


def test_a_wide_rotation_is_measured_at_evenly_spread_positions_with_the_same_answer() -> None:
    all_of_it = np.abs(sinusoidal(100, 16) @ shift_rotation(5, 16).T - sinusoidal(100, 16, start=5))
    measured = findings.rotation_error(5, 100, 16, most=16 * 16 * 25)
    assert measured is not None
    assert measured.every == 4
    assert_allclose(measured.error, all_of_it[::4].max())


def test_no_positions_leave_nothing_to_rotate() -> None:
    assert findings.rotation_error(1, 0, 6) is None
