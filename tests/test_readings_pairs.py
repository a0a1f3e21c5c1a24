"""The sentences of the Pairs page are true at every size."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc import findings
from posenc.content import readings_pairs as say
from posenc.figures.pairs import FIRST
from posenc.sinusoidal import wavelengths
from posenc.ui.parameters import PARAMETERS


def waves(pairs: list[int], length: int, width: int, base: float = 10000.0) -> str:
    return say.waves(pairs, wavelengths(width, base), findings.turns(length, width, base), length, min(length, FIRST))


def run(length: int, width: int, base: float = 10000.0) -> str:
    return say.wavelengths(wavelengths(width, base), findings.turns(length, width, base), length)


@pytest.mark.parametrize("text", ["0 1 2 4 8", "0,1,2,4,8", " 0, 1 2,,4   8 ", "0 1 0 2 4 8 8"])
def test_pairs_are_named_with_spaces_or_commas_each_once(text: str) -> None:
    assert say.choose(text, 64) == ((0, 1, 2, 4, 8), "", "")


@pytest.mark.parametrize(
    ("text", "width", "pairs", "error", "note"),
    [
        ("0 x 3", 64, (0, 3), "Pairs must be whole numbers from 0 to 31, got `x`.", ""),
        ("0 -1 1.5", 8, (0,), "Pairs must be whole numbers from 0 to 3, got `-1` and `1.5`.", ""),
        ("a b c d e 1", 8, (1,), "Pairs must be whole numbers from 0 to 3, got `a`, `b`, `c` and others.", ""),
        ("x", 2, (0,), "Pairs must be 0, got `x`.", "Drawn instead: pair 0."),
        ("x", 6, (0, 1, 2), "Pairs must be whole numbers from 0 to 2, got `x`.", "Drawn instead: pairs 0, 1 and 2."),
        ("0 1 2 4 8", 6, (0, 1, 2), "", "Left out: pairs 4 and 8. Width 6 has pairs 0 to 2."),
        ("0 40", 64, (0,), "", "Left out: pair 40. Width 64 has pairs 0 to 31."),
        ("40", 64, (31,), "", "Left out: pair 40. Width 64 has pairs 0 to 31. Drawn instead: pair 31."),
        ("0 5", 2, (0,), "", "Left out: pair 5. Width 2 has pair 0 alone."),
        ("9 8 7 6 5 0", 6, (0,), "", "Left out: pairs 9, 8, 7 and 6 and more. Width 6 has pairs 0 to 2."),
        ("", 4, (0, 1), "", "Drawn instead: pairs 0 and 1."),
        ("0 1 2 3 4 5 6 7 8", 64, tuple(range(8)), "", "The first 8 of 9 pairs are drawn."),
        ("²", 4, (0, 1), "Pairs must be whole numbers from 0 to 1, got `²`.", "Drawn instead: pairs 0 and 1."),
    ],
)  # fmt: skip
def test_what_is_no_pair_is_left_out_with_a_sentence(
    text: str, width: int, pairs: tuple[int, ...], error: str, note: str
) -> None:
    assert say.choose(text, width) == (pairs, error, note)


@given(st.text(max_size=200), st.integers(1, 512).map(lambda i: 2 * i))
def test_any_text_names_pairs_that_exist(text: str, width: int) -> None:
    chosen = say.choose(text, width)
    assert 1 <= len(chosen.pairs) <= say.MOST
    assert all(0 <= pair < width // 2 for pair in chosen.pairs)
    assert len(set(chosen.pairs)) == len(chosen.pairs)


@given(st.integers(1, 512).map(lambda i: 2 * i))
def test_every_offered_choice_is_a_good_one(width: int) -> None:
    for text in say.presets(width).values():
        assert say.choose(text, width)[1:] == ("", "")


def test_the_default_of_the_url_and_of_the_sentences_agree() -> None:
    assert say.choose(str(PARAMETERS["pairs"].default), 1024).pairs == say.DEFAULT
    assert PARAMETERS["reach"].default == f"first {FIRST}"


def test_turns_are_counted_from_the_first_position_to_the_last() -> None:
    # 49 / (2π) = 7.80 and 49 / (2π · 10000^(16/64)) = 0.780
    assert waves([0, 8], 50, 64).startswith("From position 0 to position 49 pair 0 makes 7.8 turns, pair 8 0.78.")


@pytest.mark.parametrize(
    ("length", "said"),
    [
        (0, "No positions"),
        (1, "One position, position 0: every hand still stands at its start"),
        (2, "From position 0 to position 1 pair 0 makes 0.159 turns"),
        (2048, "Positions 0 to 63 are drawn."),
    ],
)
def test_few_and_many_positions_have_their_own_words(length: int, said: str) -> None:
    assert said in waves([0, 1], length, 64)


def test_with_base_1_all_pairs_are_said_to_be_the_same() -> None:
    assert "with base 1 all pairs are the same" in waves([0, 1], 50, 6, 1.0)
    assert run(50, 6, 1.0).startswith("With base 1 all 3 pairs have the same wavelength, 6.283 positions.")


@given(st.integers(1, 512).map(lambda i: 2 * i), st.floats(1, 1e6))
def test_no_pair_is_ever_sampled_at_2_or_fewer_points_a_turn(width: int, base: float) -> None:
    assert wavelengths(width, base).min() > 2


@pytest.mark.parametrize(
    ("length", "width", "said"),
    [
        (50, 64, "8 of 32 pairs make at least one full turn; 8 make less than a hundredth of one."),
        (50, 4, "1 of 2 pairs makes at least one full turn."),
        (3, 4, "none of the 2 pairs makes a full turn; 1 makes less than a hundredth of one."),
        (2, 6, "In the one step from position 0 to 1, none of the 3 pairs makes a full turn; 2 make less"),
        (50, 2, "its wavelength is 6.283 positions. In the 49 steps from position 0 to 49 it makes 7.8 turns."),
        (1, 64, "Wavelengths grow from 6.283 to 47117 positions, each 1.33 times the one before. A hand needs"),
        (0, 2, "A hand needs a second position to move to."),
    ],
)  # fmt: skip
def test_the_pairs_that_complete_a_turn_are_counted(length: int, width: int, said: str) -> None:
    assert said in run(length, width)


def test_flips_are_told_in_words() -> None:
    assert say.counter(findings.flips(findings.bits(50)), 49) == "In 49 steps bit 0 flips 49 times and bit 5 once."
    assert say.counter(np.array([1]), 1) == "In 1 step bit 0 flips once."
    assert say.counter(np.array([0]), 0) == "Counting needs at least two positions: nothing flips yet."
    assert say.signs(np.array([15, 0]), 49) == (
        "In 49 steps the sine of pair 0 changes sign 15 times and that of pair 1 never."
    )
    assert say.signs(np.array([2]), 8) == "In 8 steps the sine of pair 0 changes sign twice."
    assert say.signs(np.array([0]), 1) == "In 1 step the sine of pair 0 never changes sign."
    assert say.signs(np.array([0]), 0).startswith("At position 0 every sine is 0")
    assert say.signs(np.array([0]), -1) == "No positions, no signs."
