"""What the lesson's pictures claim, recomputed."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from posenc.content import experiments as find
from posenc.content.lesson import values
from posenc.content.text import number
from posenc.ui.parameters import PARAMETERS, Choice


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("word", find.WORDS),
        ("said", find.ORDERS),
        ("kept", find.KEPT),
        ("wrong", find.MISTAKES),
        ("line", find.LINES),
        ("moved", find.MOVES),
    ],
)
def test_what_a_link_may_ask_for_is_what_there_is(key: str, options: object) -> None:
    parameter = PARAMETERS[key]
    assert isinstance(parameter, Choice)
    assert list(parameter.options) == list(options)  # type: ignore[call-overload]


@given(st.sampled_from(find.WORDS), st.integers(0, 15))
def test_a_word_at_a_position_is_its_embedding_plus_the_positions_row(word: str, position: int) -> None:
    rows = find.added(word, position).rows
    assert_allclose(rows[0] + rows[1], rows[2], atol=1e-15)
    assert_allclose(rows[1, 0::2] ** 2 + rows[1, 1::2] ** 2, 1)
    assert "distance of 1.73," in find.added(word, position).reading  # the square root of 3 pairs


@pytest.mark.parametrize("sentence", find.ORDERS)
def test_no_order_of_the_words_changes_what_attention_makes_of_them(sentence: str) -> None:
    shown = find.shuffled(sentence)
    assert max(shown.differences.values()) < 1e-14
    for place, word in enumerate(sentence.split()):
        assert_allclose(shown.after[place], shown.before[find.WORDS.index(word)], atol=1e-14)


def test_cat_among_the_shuffled_is_the_texts_cat() -> None:
    assert number(find.shuffled("dog chased cat").differences["cat"], 2) == values()["cat_without"]


@pytest.mark.parametrize("rows", range(1, 17))
def test_a_longer_table_changes_no_row_and_repeats_none(rows: int) -> None:
    shown = find.longer(rows)
    assert shown.table.shape == (rows, find.SMALL)
    if rows > 1:
        assert "largest change is 0." in shown.reading
        assert len(np.unique(shown.table.round(9), axis=0)) == rows


@pytest.mark.parametrize("pair", range(4))
def test_a_pairs_dots_lie_on_its_curve(pair: int) -> None:
    shown = find.pair(pair)
    assert_allclose(shown.sampled, shown.curve[::8], atol=1e-13)
    assert_allclose(shown.positions, range(find.POSITIONS))
    assert_allclose(shown.speed, 10.0**-pair)
    assert shown.caption.startswith(str(values()[f"wave_{pair}"])[:4])


@given(st.integers(0, 31), st.integers(0, 31))
def test_the_sentence_about_two_positions_is_true(first: int, second: int) -> None:
    shown = find.two_positions(first, second)
    (sine_1, cosine_1), (sine_2, cosine_2) = [(math.sin(p), math.cos(p)) for p in (first, second)]
    assert_allclose(shown.values, [[sine_1, cosine_1], [sine_2, cosine_2]], atol=1e-14)
    assert ("opposite sides" in shown.reading) == (
        first != second and abs(sine_1 - sine_2) < 0.1 and cosine_1 * cosine_2 < 0
    )
    if "nearly back" in shown.reading:
        assert math.hypot(sine_1 - sine_2, cosine_1 - cosine_2) < 0.5


@given(st.integers(0, 63), st.integers(0, 63))
def test_a_cell_is_worked_out_as_the_formula_has_it(position: int, column: int) -> None:
    shown = find.cell(position, column)
    angle = position / 10000 ** (2 * (column // 2) / 64)
    assert shown.pair == column // 2
    assert_allclose(shown.angle, angle)
    assert_allclose(shown.value, math.cos(angle) if column % 2 else math.sin(angle), atol=1e-14)
    assert shown.row[column] == shown.value


@pytest.mark.parametrize("cells", range(13))
def test_the_cells_uncovered_are_the_first_ones(cells: int) -> None:
    shown = find.uncovered(cells)
    every = list(itertools.product(range(3), range(4)))
    assert list(shown.covered) == every[cells:]
    assert shown.last == (every[cells - 1] if cells else None)
    assert ("complete" in shown.reading) == (cells == 12)


@pytest.mark.parametrize("kept", find.KEPT)
def test_likeness_is_the_average_cosine_of_the_pairs_kept(kept: str) -> None:
    shown = find.likeness(kept)
    speeds = 10000.0 ** (-np.arange(8) / 8)[find.KEPT[kept]]
    assert_allclose(shown.by_offset, np.cos(np.outer(np.arange(64), speeds)).mean(axis=1), atol=1e-13)
    assert shown.by_offset[shown.closest] == max(shown.by_offset[4:])
    assert ("look the same" in shown.reading) == (kept == "fastest alone")


def test_the_fastest_pair_alone_takes_44_positions_for_none() -> None:
    assert find.likeness("fastest alone").closest == 44  # 44 radians are almost exactly 7 turns


@pytest.mark.parametrize("name", ["column in the power", "brackets first"])
def test_a_mistake_changes_the_columns_that_the_sentence_names(name: str) -> None:
    shown = find.mistaken(name)
    wrong = np.empty((5, 8))
    for pos, j in itertools.product(range(5), range(8)):
        angle = pos / 10000 ** (2 * j / 8) if name == "column in the power" else (pos / 10000) ** (2 * (j // 2) / 8)
        wrong[pos, j] = math.cos(angle) if j % 2 else math.sin(angle)
    assert_allclose(shown.made, wrong, atol=1e-12)
    apart = abs(wrong - shown.right).max(axis=0)
    assert shown.changed == tuple(j for j in range(8) if apart[j] > 1e-9)
    assert f"{sum((apart > 1e-9) & (apart < 0.005))} of them by less than the two decimals shown" in shown.reading
    assert shown.reading.startswith(f"{len(shown.changed)} of 8 columns change")
    assert ("column 0 stays right" in shown.reading) == (0 not in shown.changed)


def test_no_mistake_is_the_right_table() -> None:
    shown = find.mistaken("none")
    assert shown.changed == ()
    frame = {"pos": 3, "j": 5, "width": 8}
    exec(shown.code, frame)
    assert_allclose(math.cos(frame["angle"]), shown.right[3, 5])


def test_each_line_of_the_function_makes_what_is_shown() -> None:
    frame: dict = {"np": np, "n": 4, "d": 6}
    for line, code in find.LINES.items():
        if line == "power":
            made = eval(code, frame)
        else:
            exec(code, frame)
            made = frame["table" if "table" in code else code.split(" ")[0]]
        shown = find.made(line)
        assert shown.code == code
        assert_allclose(shown.values, np.atleast_2d(made), atol=1e-14)
        assert f"shape {np.shape(made)}" in shown.reading


@pytest.mark.parametrize("move", find.MOVES)
@pytest.mark.parametrize("encoded", [False, True])
def test_attention_notices_a_move_only_with_the_encoding(move: str, encoded: bool) -> None:
    shown = find.equivariance(move, encoded)
    assert shown.same == (not encoded)
    assert shown.same == np.allclose(shown.moved_first, shown.moved_after)
    assert ("invariant" in shown.reading) == (not encoded)


def test_reversed_the_difference_is_the_texts() -> None:
    assert str(values()["difference_with"]) in find.equivariance("reverse", True).reading
    assert str(values()["difference_without"]) in find.equivariance("reverse", False).reading


def test_an_encoding_that_travels_with_its_token_marks_no_place() -> None:
    assert find.travels(False).comparison.result.verdict == "broken"
    assert find.travels(True).comparison.result.verdict == "not separated"
    assert find.travels(False).after == ("dog + row 0", "chased + row 1", "cat + row 2")
    assert find.travels(True).after == ("dog + row 2", "chased + row 1", "cat + row 0")


@pytest.mark.parametrize("shift", [0, 1, 2, 10, 100])
def test_the_score_knows_the_offset_alone(shift: int) -> None:
    start, both, alone = find.turned(0, False), find.turned(shift, False), find.turned(shift, True)
    assert_allclose(both.score, start.score, atol=1e-12)
    assert abs(alone.score - start.score) > 0.1 or shift == 0
    between = [hands[1] - hands[0] for hands in (start.hands, both.hands)]
    assert_allclose(math.remainder(between[0] - between[1], 2 * math.pi), 0, atol=1e-12)


def test_a_hundred_on_the_score_differs_as_the_text_says() -> None:
    assert number(abs(find.turned(100, False).score - find.turned(0, False).score), 2) == values()["rope_shift"]


def test_what_is_said_of_learned_rows_is_of_the_real_table() -> None:
    shown = find.rows("learned")
    near, far = (np.diagonal(shown.similarity, k).mean() for k in (1, 32))
    assert (
        f"cosine similarity of {number(float(near), 3)} on average, 32 apart {number(float(far), 3)}" in shown.reading
    )
    assert "512 rows of 384 numbers, the last for position 511" in shown.reading
