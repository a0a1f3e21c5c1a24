"""The sentences of the Lenses page are true at every size."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc.content import readings_lenses as say
from posenc.grid import patch_similarity, sinusoidal_2d
from posenc.layouts import compare_layouts, half_minus_one
from posenc.precision import FORMATS, STAGES, error_by_position, merged_with, rounded_table, whole_numbers_up_to
from posenc.scale import norms
from posenc.sinusoidal import sinusoidal


def layout(length: int, width: int, other: np.ndarray) -> str:
    verdict, _, order = compare_layouts(sinusoidal(length, width), other)
    difference = error_by_position(sinusoidal(length, width, layout="concatenated"), other).max(initial=0)
    return say.layout(verdict, order, difference, length, width)


def test_the_verdict_on_a_layout_names_a_column_that_moved() -> None:
    assert layout(9, 8, sinusoidal(9, 8, layout="concatenated")) == (
        "**The same columns in another order**: column 1 on the left is column 4 on the right. Every similarity of two "
        "positions stays what it was."
    )


def test_the_verdict_on_other_frequencies_compares_like_with_like() -> None:
    other = half_minus_one(2, 4)  # its second pair turns by 1 / 10000 where the paper's turns by 1 / 100
    assert layout(2, 4, other) == (
        "**Other frequencies**: no order of the columns turns one table into the other. Sine beside sine and cosine "
        "beside cosine, they differ by up to 0.0099."
    )


def test_tables_that_cannot_differ_are_called_the_same_or_too_short_to_tell() -> None:
    assert layout(0, 8, half_minus_one(0, 8)).startswith("**The same table**: no positions")
    assert layout(1, 8, half_minus_one(1, 8)).startswith("Position 0 holds sines of 0")
    assert (
        layout(9, 2, half_minus_one(9, 2)) == "**The same table**, column by column: one pair has nothing to arrange."
    )


def test_the_slowest_pairs_are_told_apart() -> None:
    assert say.wavelengths(np.array([6.0, 600]), np.array([6.0, 60000])) == (
        "The slowest pair, 1, turns once in 600 positions by the paper's formula and once in 60000 in the other table; "
        "pair 0 is the same in both."
    )
    assert say.wavelengths(np.array([6.0]), np.array([6.0])) == "Both tables have the same 1 wavelength."


def precision(length: int, start: int, dtype: str, stage: str, width: int = 16) -> str:
    table = rounded_table(length, width, dtype=dtype, stage=stage, start=start)
    errors = error_by_position(table, sinusoidal(length, width, start=start))
    return say.precision(dtype, stage, merged_with(table), errors, start, whole_numbers_up_to(dtype))


def test_merged_positions_are_counted_and_one_is_named() -> None:
    assert precision(4, 256, "bfloat16", "positions").startswith(
        "Of the 4 rows from position 256 to 259, only 3 are different: position 257 has the row of 256. The largest "
        "error of a number is "
    )
    assert precision(2, 256, "bfloat16", "positions").startswith("Of the 2 rows from position 256 to 257, only 1 is")


def test_positions_that_stay_apart_are_said_to() -> None:
    text = precision(50, 0, "bfloat16", "positions")
    assert text.startswith("Of the 50 rows from position 0 to 49, no two are equal.")
    assert text.endswith("Whole numbers stay apart up to 256 in bfloat16.")


def test_positions_beyond_the_format_are_counted_as_lost() -> None:
    assert precision(4, 65518, "float16", "positions").startswith(
        "2 positions of 4 lie beyond the largest number of float16 and have no row. Of the 2 rows from position 65518 "
        "to 65519, only 1 is different"
    )
    assert precision(1, 70000, "float16", "positions").startswith("1 position of 1 lie")


def test_a_table_without_positions_says_so() -> None:
    assert precision(0, 240, "bfloat16", "table") == say.NOTHING


@settings(deadline=None, max_examples=80)
@given(st.integers(0, 60), st.integers(0, 10**6), st.sampled_from(sorted(FORMATS)), st.sampled_from(STAGES))
def test_no_two_rows_equal_is_said_only_where_none_are(length: int, start: int, dtype: str, stage: str) -> None:
    text = precision(length, start, dtype, stage, width=4)
    table = rounded_table(length, 4, dtype=dtype, stage=stage, start=start)
    kept = table[np.isfinite(table).all(axis=1)]
    different = len(np.unique(kept, axis=0))
    assert ("no two are equal" in text) == (len(kept) > 1 and different == len(kept))
    assert (f"only {different} " in text) == (different < len(kept))
    assert "nan" not in text


def test_one_position_beyond_a_format_is_told_in_the_singular() -> None:
    told = say.precision("float16", "positions", np.array([0, np.nan]), np.array([0, np.nan]), 65519, 1)
    assert told.startswith("1 position of 2 lies beyond the largest number of float16 and has no row.")


def test_where_an_error_is_first_reached_is_said_for_each_format() -> None:
    starts = np.array([1, 10, 100])
    ahead = {"a": np.array([0, 0.5, 1]), "b": np.array([0, 0, np.nan]), "c": np.zeros(3)}
    assert say.errors(starts, ahead) == (
        "An error of 0.1 is reached near position 10 in a, near position 100 in b, nowhere up to position 100 in c."
    )
    assert say.errors(starts, {"c": np.zeros(3)}) == "In no format does an error reach 0.1 up to position 100."
    assert say.errors(starts, {"a": np.ones(3)}) == "An error of 0.1 is reached near position 1 in a."


def test_the_longer_of_embedding_and_encoding_is_named() -> None:
    told = norms(512)
    assert say.embedding(told.encoding, told.embedding, False, 50) == (
        "A row of the encoding has the norm 16, the embedding 1 on average: the encoding is 16 times as long, and "
        "before training its pattern drowns the words."
    )
    assert "the embedding times √width 22.6 on average: words and positions weigh about the same." in say.embedding(
        told.encoding, told.scaled_embedding, True, 50
    )
    wide = norms(512, 1.0)
    assert say.embedding(wide.encoding, wide.scaled_embedding, True, 50).endswith(
        "the embedding is 32 times as long, so the encoding is a gentle mark on the words."
    )
    assert say.embedding(1, 1, False, 0) == say.NOTHING


def test_a_search_is_found_or_missed_by_so_many_positions() -> None:
    assert say.search(7, 7, 1.5, 1.5) == "Found: the row nearest to the noisy one is its own, at a distance of 1.5."
    assert say.search(7, 8, 2.0, 1.5) == "Missed by 1 position: row 8 is 1.5 away, its own row, 7, is 2 away."
    assert say.search(7, 3, 2.0, 1.5).startswith("Missed by 4 positions")


def test_accuracy_stands_beside_that_of_a_guess() -> None:
    assert say.accuracy(0.535, 1.39, 1.0, 64, 50, 1000, False) == (
        "At noise 1 and width 64, 53.5% of 1000 noisy rows are found, and the guess is 1.39 positions off on average. "
        "A blind guess finds 2.0%, the dashed line."
    )
    assert say.accuracy(1, 0, 0.0, 64, 512, 1024, True) == (
        "At noise 0 and width 64, 100.0% of 1024 noisy rows are found. A blind guess finds 0.2%, the dashed line. "
        "Longer tables are cut to their first 512 positions here."
    )


@pytest.mark.parametrize(("row", "column"), [(0, 0), (1, 0), (1, 1)])
def test_a_patch_on_the_edge_has_neighbors_too(row: int, column: int) -> None:
    similar = patch_similarity(sinusoidal_2d(2, 2, 4), row, column)
    # one axis turned by 1 radian, the other not: (1 + cos 1) / 2
    assert say.patches(similar, row, column) == (
        f"Patch ({row}, {column}) has a cosine of 0.77 with a neighbor in its row, 0.77 with one in its column and "
        f"0.54 diagonally; the least alike is ({1 - row}, {1 - column}), at 0.54."
    )


def test_a_single_patch_is_compared_with_itself() -> None:
    assert say.patches(np.ones((1, 1)), 0, 0) == "One patch, compared with itself: its cosine is 1."


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "Channel 0 of 8: the sine of pair 0, of the row's half. It is the same all along a row."),
        (3, "Channel 3 of 8: the cosine of pair 1, of the row's half. It is the same all along a row."),
        (4, "Channel 4 of 8: the sine of pair 0, of the column's half. It is the same all along a column."),
        (7, "Channel 7 of 8: the cosine of pair 1, of the column's half. It is the same all along a column."),
    ],
)
def test_a_channel_is_named_by_its_half_and_its_pair_and_is_as_it_is_said(number: int, text: str) -> None:
    assert say.channel(number, 8) == text
    values = sinusoidal_2d(5, 5, 8)[..., number]
    assert np.ptp(values, axis=1 if "a row." in text else 0).max() == 0
