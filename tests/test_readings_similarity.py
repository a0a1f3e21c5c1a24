"""The sentences of the Similarity page are true at every size."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc import findings
from posenc.content import readings_similarity as say
from posenc.similarity import METRICS, closest_offset, first_rise, sinusoidal_similarity_by_offset
from posenc.sinusoidal import sinusoidal


def test_the_likeness_of_neighbors_and_of_the_ends_is_told() -> None:
    by_offset = np.array([3, 2.539222961115251, 1.5795381044132932])  # width 6, 60 digits
    assert say.picture(by_offset, "dot") == "Neighbors have a dot product of 2.54, positions 0 and 2 of 1.58."
    assert say.picture(by_offset[:2], "dot") == "Neighbors have a dot product of 2.54."
    assert say.picture(by_offset[:1], "dot") == "One position, compared with itself: its dot product is 3."
    assert say.picture(by_offset[:0], "dot") == "No positions: there is nothing to compare."


def test_the_curve_is_read_at_the_chosen_offset() -> None:
    by_offset = np.array([1, 0.5, -0.25])
    assert say.curve(by_offset, "cosine", 2) == (
        "At offset 2 the cosine similarity is −0.25, wherever the two positions stand."
    )
    assert say.curve(by_offset, "cosine", 3).startswith("Offset 3 lies beyond the last one, 2")
    assert say.curve(by_offset[:0], "cosine", 1) == "No positions, no offsets."


@settings(deadline=None, max_examples=60)
@given(
    st.integers(0, 400), st.integers(1, 128).map(lambda i: 2 * i), st.floats(1, 1e6), st.sampled_from(METRICS)
)  # fmt: skip
def test_the_offset_alone_always_decides_for_the_sinusoidal_table(
    length: int, width: int, base: float, metric: str
) -> None:
    error, every = findings.offset_error(sinusoidal(length, width, base), metric)
    answer = say.offset_alone(error, every, length, width, metric).answer
    assert answer.startswith("Yes" if length > 1 else "With fewer than two positions")


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("width", [2, 1024])
@pytest.mark.parametrize("base", [1.0, 1e6])
def test_what_is_left_at_the_largest_sizes_is_rounding_too(metric: str, width: int, base: float) -> None:
    error, every = findings.offset_error(sinusoidal(2048, width, base), metric)
    answer = say.offset_alone(error, every, 2048, width, metric).answer
    assert answer.startswith("Yes")
    assert answer.endswith("Measured at every 11th position.")


def test_a_deviation_beyond_rounding_is_called_one() -> None:
    assert say.offset_alone(0.1, 1, 50, 64, "cosine").answer == "No: entries of equal offset differ by up to 0.1."


@pytest.mark.parametrize(("width", "rise"), [(6, 3), (64, 5), (128, 11), (512, 43)])  # numerics: the first rise
def test_likeness_is_not_monotone_and_the_first_rise_is_named(width: int, rise: int) -> None:
    found = first_rise(sinusoidal_similarity_by_offset(50, width))
    assert say.monotone(found, 50).answer.startswith(
        f"No: at offset {rise + 1} positions are more alike than at offset {rise},"
    )


def test_likeness_that_only_falls_is_not_promised_beyond_the_table() -> None:
    assert say.monotone(None, 40).answer == "Yes, as far as this table goes: up to offset 39 it never rises."
    assert say.monotone(None, 2).answer == "That takes at least three positions to see."


def test_rows_that_nearly_coincide_are_told_with_their_offset() -> None:
    # 710 positions are 113 turns of pair 0 up to 6e-5 radians
    distances = sinusoidal_similarity_by_offset(711, 2, metric="euclidean")
    answer = say.distinct(closest_offset(distances), distances[1]).answer
    assert (
        answer
        == "Yes, but positions 710 apart are closest, at a distance of 6\u00a0×\u00a010⁻⁵; neighbors are 0.959 apart."
    )


def test_neighbors_equal_rows_and_single_rows_have_their_own_words() -> None:
    assert say.distinct((1, 0.5), 0.5).answer == "Yes: the closest are neighbors, at a distance of 0.5."
    assert say.distinct((4, 0.0), 0.5).answer == "No: positions 4 apart have the same row."
    assert say.distinct(None, 0.0).answer == "There are no two rows to compare."


def test_the_error_of_the_rotation_is_told_with_the_positions_it_covers() -> None:
    assert (
        say.rotation((2.2e-16, 1), 3, 50)
        == "For offset 3, over positions 0 to 49, the largest error is 2.2\u00a0×\u00a010⁻¹⁶."
    )
    assert say.rotation((0.0, 1), 0, 1) == "For offset 0, over position 0, the two sides are equal to the last bit."
    assert say.rotation((1e-16, 3), 1, 9).endswith("Measured at every 3rd position.")
    assert say.rotation(None, 1, 0) == "No positions: there is no row to move."


def test_the_matrix_is_described_as_it_is() -> None:
    assert say.matrix(0, 8).startswith("Offset 0 moves nothing")
    assert say.matrix(3, 2) == "One pair, one block of 2 × 2: the whole matrix turns that pair."
    assert say.matrix(3, 8).startswith("4 blocks of 2 × 2")


@pytest.mark.parametrize(("n", "said"), [(2, "2nd"), (11, "11th"), (21, "21st"), (64, "64th"), (103, "103rd")])
def test_ordinals_are_english(n: int, said: str) -> None:
    assert f"every {said} position" in say.offset_alone(0.0, n, 50, 8, "dot").answer
