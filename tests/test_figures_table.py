"""The table's picture says what it shows, and every number in it is the table's."""

from __future__ import annotations

import re

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc.figures import table
from posenc.sinusoidal import angle, sinusoidal, wavelengths


def read(length: int, width: int, base: float = 10000.0) -> str:
    return table.reading(length, wavelengths(width, base))


def test_the_reading_counts_the_turns_of_the_first_and_the_last_pair() -> None:
    # By hand: 49 / 2π = 7.80 and 49 / (2π · 10000^(62/64)) = 0.0010.
    assert read(50, 64) == (
        "From position 0 to 49, pair 0 (columns 0 and 1) turns 7.8 times; "
        "pair 31 (columns 62 and 63) makes 0.001 of a turn."
    )


@pytest.mark.parametrize(
    ("length", "width", "base", "says"),
    [
        (0, 64, 1e4, "No positions"),
        (1, 64, 1e4, "every sine is 0 and every cosine 1"),
        (50, 2, 1e4, "Width 2 is a single pair"),
        (50, 8, 1.0, "like every other pair: with base 1 all 4 are the same"),
        (2, 8, 1e4, "pair 0 (columns 0 and 1) makes 0.16 of a turn"),
    ],
)
def test_the_reading_is_true_where_there_is_little_to_see(length: int, width: int, base: float, says: str) -> None:
    assert says in read(length, width, base)


def test_the_picture_holds_the_table_itself_on_the_fixed_scale() -> None:
    encoding = sinusoidal(5, 6)
    drawing = table.picture(encoding, wavelengths(6))
    assert_allclose(drawing.cells, encoding)
    assert drawing.limits == (-1.0, 1.0)
    assert drawing.column_notes()[5] == "pair 2, cos"


def test_a_cell_is_worked_out_with_its_own_numbers() -> None:
    turn = angle(7, 5, 64)
    tex = table.derivation(7, 5, 64, 10000.0, turn, float(sinusoidal(8, 64)[7, 5]))
    assert r"i &= 5 \mathbin{//} 2 = 2" in tex
    assert r"7 \,/\, 10000^{\,4/64}" in tex
    assert r"7 \,/\, 1.77828 = 3.93639" in tex
    assert r"\text{odd} &\Rightarrow \cos" in tex
    assert r"\mathbf{-0.70043}" in tex


def test_small_numbers_are_written_as_powers_of_ten() -> None:
    tex = table.derivation(1, 126, 128, 1e6, angle(1, 126, 128, 1e6), 1.2e-6)
    assert r"\cdot 10^{-6}" in tex
    assert not re.search(r"\de-\d", tex)


def test_the_list_is_the_lessons_list() -> None:
    # the lesson's worked example, 3 x 4
    text, rows = table.nested_list(sinusoidal(3, 4))
    assert rows == 3
    assert " ".join(text.split()) == (
        "[[0, 1, 0, 1], [0.841471, 0.540302, 0.00999983, 0.99995], [0.909297, -0.416147, 0.0199987, 0.9998]]"
    )


def test_no_positions_are_an_empty_list() -> None:
    assert table.nested_list(sinusoidal(0, 4)) == ("[]", 0)


def test_a_long_list_is_cut_at_whole_rows_and_says_how_many() -> None:
    text, rows = table.nested_list(np.zeros((2048, 1024)))
    assert rows == 4
    assert text.endswith("...]")
