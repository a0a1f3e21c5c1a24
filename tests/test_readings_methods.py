"""What the Methods page says is true at every size, and in good English at one and two."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc.bias import alibi_slopes, t5_bucket
from posenc.content import readings_methods as say
from posenc.content.methods import METHODS
from posenc.learned import SEAM, learned_table, row_norms
from posenc.rotary import rope_scores


def test_only_a_cut_is_spoken_of() -> None:
    assert say.limit(512, 512) == ""
    assert say.limit(512, 600) == " The first 512 of 600 positions are shown."


@pytest.mark.parametrize(
    ("values", "rise", "words"),
    [
        ([], None, "there are no two positions to compare."),
        ([1.0], None, "there are no two positions to compare."),
        ([1.0, 0.54], None, "0.54 at distance 1; it falls all the way."),
        ([1.0, 0.5, 0.75], 1, "0.5 at distance 1, 0.75 at 2; it first rises again after distance 1."),
        ([1.0, 1.0, 1.0], None, "1 at every distance, so no distance is told from another."),
    ],
)
def test_a_curve_is_told_by_its_ends_and_its_first_rise(values: list, rise: int | None, words: str) -> None:
    assert say.curve(np.array(values), rise) == words


def test_alibis_heads_are_told_by_their_slopes() -> None:
    # Press et al. 2022, section 3: eight heads go from 1/2 to 1/256
    assert "a key loses 0.5 for each place it lies back, in the flattest 0.00391" in say.bias(alibi_slopes(8))
    assert say.bias(alibi_slopes(1)) == "a key loses 0.00391 for each place it lies back."


@pytest.mark.parametrize(
    ("n", "words"),
    [
        (0, "there are no two positions"),
        (1, "there are no two positions"),
        (2, "each of 2 distances back has a bucket of its own"),
        (50, "50 distances back share 14 buckets; distances 0 to 7 have one each"),
        (2048, "2048 distances back share 16 buckets; distances 0 to 7 have one each"),
    ],
)
def test_t5s_distances_are_counted_by_bucket(n: int, words: str) -> None:
    assert words in say.buckets(t5_bucket(-np.arange(n)))


def test_the_learned_table_is_told_in_one_breath() -> None:
    facts = {"share": 0.49, "sinusoid": 1.0, "short": 5.7, "long": 17.0, "seam": 0.55, "typical": 0.85}
    words = say.table(facts, 128)
    assert "ripples 5.7 and 17 positions apart" in words
    assert "seam at row 128" in words
    assert "explains 49% of the variance; of the sinusoid's, 100%" in words
    # numerics: norm 2.36 against .47
    assert "Row 0 is 2.36 long, the others 0.47 on average" in say.norms(row_norms(learned_table()), SEAM, 13.9)


@settings(deadline=None)
@given(m=st.integers(0, 2047), n=st.integers(0, 2047))
def test_the_hands_say_who_stands_after_whom(m: int, n: int) -> None:
    words = say.hands(m, n, 0.5)
    assert ("same position" in words) == (m == n)
    assert (f" {abs(m - n)} place" in words) == (m != n)
    assert ("1 place " in words) if abs(m - n) == 1 else True
    assert (" after the key" in words) == (m > n)


@settings(deadline=None)
@given(st.integers(0, 2), st.integers(1, 64).map(lambda i: 2 * i), st.sampled_from([1.0, 1e4, 1e6]), st.data())
def test_what_is_called_rounding_is_rounding(seed: int, d: int, base: float, data: st.DataObject) -> None:
    m, n = data.draw(st.integers(0, 2047)), data.draw(st.integers(0, 2047))
    query, key = np.random.default_rng(seed).standard_normal((2, d))
    on = np.arange(64)
    scores = rope_scores(query, key, on + m, on + n, base=base)
    # an angle up to 2^11 carries a rounding of 2^-42
    assert np.ptp(scores) <= 2.0**-41 * np.linalg.norm(query) * np.linalg.norm(key)
    assert "which is rounding" in say.moved(scores, scores) or np.ptp(scores) == 0


def test_moving_tells_of_mixed_pairings_only_where_they_differ() -> None:
    assert "would change by 2." in say.moved(np.array([1.0, 1.0]), np.array([0.0, 2.0]))
    assert "would" not in say.moved(np.array([1.0, 1.0]), np.array([1.0, 1.0]))
    assert "nowhere to move" in say.moved(np.ones(1), np.ones(1))
    assert "nowhere to move" in say.moved(np.ones(0), np.ones(0))


def test_pairings_name_the_columns_that_turn_together() -> None:
    assert "columns 0 and 1 turn together: the scores are equal" in say.pairing(0.0, 2)
    assert "Halves: columns 0 and 2 turn together, then 1 and 3." in say.pairing(1e-15, 4)


@pytest.mark.parametrize(
    ("ratio", "words"),
    [
        ([1], "The only pair is left alone."),
        ([1, 1, 1], "All 3 pairs are left alone."),
        ([4], "No pair is left alone: every wavelength is 4 times as long."),
        ([1, 2, 4], "Of 3 pairs: pair 0 is left alone; pair 2 is stretched by the whole factor 4; pair 1 is stretched 2 times."),
        ([1, 1, 3, 13], "Of 4 pairs: pairs 0 to 1 are left alone; pairs 2 to 3 are stretched 3 to 13 times."),
    ],
)  # fmt: skip
def test_the_pairs_left_alone_are_named(ratio: list[float], words: str) -> None:
    before = np.array([6.0, 60.0, 600.0, 6000.0])[: len(ratio)]
    assert say.stretched(before, before * ratio, 4.0) == words


def test_the_facts_are_a_table_with_a_column_each_and_computed_counts() -> None:
    lines = say.facts(METHODS, 50, 64, 8, 32).splitlines()
    assert len({line.count("|") for line in lines}) == 1
    assert lines[0].count("|") == len(METHODS) + 2
    (counts,) = (line for line in lines if "Learned numbers" in line)
    assert "3200 = 50 × 64 (length × width); the real one has 196608 = 512 × 384" in counts
    assert "256 = 32 buckets × 8 heads" in counts
    assert counts.count("none") == 4
