"""What each live picture of the lesson shows: small arrays from the library, and the sentence that they bear out.

One function for each step, from the values of its controls to the numbers drawn and their `reading`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc import mistakes
from posenc.attention import self_attention
from posenc.content.text import number
from posenc.equivariance import Comparison, compare_permuted, reversal, rotation, swap
from posenc.learned import learned_table
from posenc.rotary import rope
from posenc.similarity import mean_by_offset, similarity
from posenc.sinusoidal import angle, angles, inv_freq, sinusoidal, wavelengths
from posenc.tokens import lesson_tokens

Array = NDArray[np.floating[Any]]

WORDS = ("cat", "chased", "dog")
ORDERS = tuple(" ".join(order) for order in permutations(WORDS))[::-1]
SMALL = 8
"""Width of the lesson's small tables: four pairs."""
WIDE = 64
"""Width of the table that a cell is taken from, as in the text."""
POSITIONS = 64
"""Positions that a curve runs over."""
KEPT = {"all pairs": slice(0, 8), "fast half": slice(0, 4), "slow half": slice(4, 8), "fastest alone": slice(0, 1)}
MISTAKES = {"none": "", "column in the power": "twice-the-column", "brackets first": "divided-before-power"}
LINES = {
    "pos": "pos = np.arange(n)[:, None]",
    "power": "np.arange(0, d, 2) / d",
    "angle": "angle = pos / 10000 ** (np.arange(0, d, 2) / d)",
    "zeros": "table = np.zeros((n, d))",
    "sines": "table[:, 0::2] = np.sin(angle)",
    "cosines": "table[:, 1::2] = np.cos(angle)",
}
MOVES = {"reverse": reversal(4), "exchange two": swap(4, 0, 1), "rotate": rotation(4, 1)}
QUERY, KEY = 3, 5


def embeddings() -> Array:
    """Six random numbers for each of WORDS, (3, 6), as the text takes them."""
    return np.random.default_rng(0).normal(size=(len(WORDS), 6))


class Added(NamedTuple):
    """Embedding, row of the table, and their sum: (3, 6)."""

    rows: Array
    reading: str


def added(word: str, position: int) -> Added:
    """A word's embedding plus the row of its position."""
    embedding = embeddings()[WORDS.index(word)]
    encoding = sinusoidal(1, 6, start=position)[0]
    total = embedding + encoding
    first = f"{_two(embedding[0])} + {_two(encoding[0])} = {_two(total[0])}"
    away = float(np.linalg.norm(encoding))
    return Added(
        np.array([embedding, encoding, total]),
        f"What the model reads for *{word}* at position {position}. In column 0: {first}, rounded. "
        f"The encoding moves the embedding by a distance of {number(away, 3)}, at every position alike.",
    )


class Shuffled(NamedTuple):
    """What attention makes of each word in the sentence as it was and as it is now, (3, 6) each, and of its words."""

    before: Array
    after: Array
    words: tuple[str, ...]
    differences: dict[str, float]
    reading: str


def shuffled(sentence: str) -> Shuffled:
    """Attention without positions on one of ORDERS beside the first of them."""
    words = tuple(sentence.split())
    x = embeddings()
    order = [WORDS.index(word) for word in words]
    before, after = self_attention(x)[0], self_attention(x[order])[0]
    differences = {word: _largest(after[place] - before[order[place]]) for place, word in enumerate(words)}
    if words == WORDS:
        reading = "Both sentences are the same so far. Choose another order."
    else:
        most = max(differences.values())
        found = "not in a single digit" if most == 0 else f"by at most {number(most, 2)}, which is nothing but rounding"
        reading = f"Every word kept its numbers and took them along to its new place: they differ {found}."
    return Shuffled(before, after, words, differences, reading)


class Longer(NamedTuple):
    """The table, (rows, 8)."""

    table: Array
    reading: str


def longer(rows: int) -> Longer:
    """A table of so many rows, compared with the one that is a row shorter."""
    table = sinusoidal(rows, SMALL)
    shorter = sinusoidal(rows - 1, SMALL)
    if rows == 1:
        return Longer(table, "One row, for position 0. Make the table longer.")
    changed = _largest(table[:-1] - shorter)
    kept = "The row before it" if rows == 2 else f"The {rows - 1} rows above"
    was = "is" if rows == 2 else "are"
    nearest = similarity(table, "euclidean")[np.triu_indices(rows, 1)].min()
    return Longer(
        table,
        f"Row {rows - 1} came last. {kept} {was} what {'it was' if rows == 2 else 'they were'} without it: "
        f"the largest change is {number(changed, 2)}. The two rows most alike still differ by {number(nearest, 3)}.",
    )


class Pair(NamedTuple):
    """One pair at whole positions, (n, 2), sine first; its curve between them, (points, 2); radians a position."""

    positions: Array
    sampled: Array
    between: Array
    curve: Array
    speed: float
    caption: str
    reading: str


def pair(chosen: int) -> Pair:
    """A pair of width 8 over POSITIONS positions."""
    last = POSITIONS - 1
    between = np.linspace(0, last, 8 * last + 1)
    turning = angles(between, SMALL)[:, chosen]
    wavelength = float(wavelengths(SMALL)[chosen])
    turns = last / wavelength
    return Pair(
        between[::8],
        sinusoidal(POSITIONS, SMALL)[:, 2 * chosen : 2 * chosen + 2],
        between,
        np.stack([np.sin(turning), np.cos(turning)], axis=1),
        float(inv_freq(SMALL)[chosen]),
        f"{number(wavelength)} positions a turn",
        f"Pair {chosen} needs {number(wavelength)} positions for one turn: from position 0 to position {last} it makes "
        f"{number(turns, 3)} turn{'s' * (number(turns, 3) != '1')}.",
    )


class Two(NamedTuple):
    """Pair 0 at two positions: the angles, and a row of sine and cosine for each, (2, 2)."""

    angles: tuple[float, float]
    values: Array
    reading: str


def two_positions(first: int, second: int) -> Two:
    """Pair 0 of two positions: do height and reach tell them apart?"""
    values = np.concatenate([sinusoidal(1, 2, start=p) for p in (first, second)])
    sine, cosine = np.abs(values[0] - values[1]).tolist()
    if first == second:
        reading = "The same position twice. Choose another one."
    else:
        reading = f"The sines differ by {number(sine, 3)}, the cosines by {number(cosine, 3)}: "
        if sine >= 0.1:
            reading += "the height alone tells them apart."
        elif values[0, 1] * values[1, 1] < 0:
            reading += "nearly the same height, but on opposite sides. The cosine tells them apart."
        else:
            turns = number(abs(first - second) / (2 * np.pi), 3)
            reading += f"{abs(first - second)} positions are {turns} turns, so the hand is nearly back where it was."
    return Two((angle(first, 0, 2), angle(second, 0, 2)), values, reading)


class Worked(NamedTuple):
    """One cell of a table: its row (width,), pair, angle and value."""

    row: Array
    pair: int
    angle: float
    value: float
    place: str
    reading: str


def cell(position: int, column: int, width: int = WIDE, digits: int = 4) -> Worked:
    """A cell worked out from its position and column, its value told to so many digits."""
    row = sinusoidal(1, width, start=position)[0]
    turn, value = angle(position, column, width), float(row[column])
    kind = ("cosine", "odd") if column % 2 else ("sine", "even")
    return Worked(
        row,
        column // 2,
        turn,
        value,
        f"Row {position} of a table of width {width}, column {column} framed, with a bracket over its pair.",
        f"Column {column} is {kind[1]} and belongs to pair {column // 2}: at position {position} its angle is "
        f"{number(turn)}, and the {kind[0]} of that is {number(value, digits)}.",
    )


class Uncovered(NamedTuple):
    """The 3 x 4 table, the cells still covered, and the last one uncovered."""

    table: Array
    covered: tuple[tuple[int, int], ...]
    last: tuple[int, int] | None
    reading: str


def uncovered(cells: int) -> Uncovered:
    """The worked example with so many of its twelve cells uncovered, row by row."""
    every = [(p, j) for p in range(3) for j in range(4)]
    covered = tuple(every[cells:])
    ask = (
        f"Next: position {covered[0][0]}, column {covered[0][1]}. What stands there?"
        if covered
        else "The table is complete."
    )
    if not cells:
        return Uncovered(sinusoidal(3, 4), covered, None, ask)
    p, j = every[cells - 1]
    return Uncovered(sinusoidal(3, 4), covered, (p, j), f"{cell(p, j, 4, 6).reading} {ask}")


class Likeness(NamedTuple):
    """How alike positions 0 and k are, (POSITIONS,), for the pairs that are kept."""

    offsets: Array
    by_offset: Array
    closest: int
    reading: str


def likeness(kept: str) -> Likeness:
    """The cosine similarity of rows of width 16 by offset, for one of KEPT; `closest` is the likest offset from 4 on.

    Offsets below 4 are neighbors: that they are alike is no confusion.
    """
    rows = sinusoidal(POSITIONS, 16).reshape(POSITIONS, 8, 2)[:, KEPT[kept]].reshape(POSITIONS, -1)
    by_offset = similarity(rows)[0]
    closest = 4 + int(by_offset[4:].argmax())
    reading = f"Neighbors, one position apart, reach {number(by_offset[1], 5)} of 1. "
    if kept == "slow half":
        reading += (
            f"The slow pairs can hardly tell them apart; at {POSITIONS - 1} positions apart it is "
            f"{number(by_offset[-1])}."
        )
    elif by_offset[closest] > by_offset[1]:
        reading += (
            f"But {closest} positions apart reach {number(by_offset[closest])}: the slow pairs are missing, and "
            f"positions 0 and {closest} look the same."
        )
    else:
        reading += f"From 4 positions apart on, none comes nearer than {number(by_offset[closest])} (at {closest})."
    return Likeness(np.arange(float(POSITIONS)), by_offset, closest, reading)


class Mistaken(NamedTuple):
    """The right table and the one that the mistake makes, (5, 8); the columns that it changes; its line of code."""

    right: Array
    made: Array
    changed: tuple[int, ...]
    code: str
    reading: str


def mistaken(name: str) -> Mistaken:
    """One of MISTAKES put into the table."""
    right = sinusoidal(5, SMALL)
    if not MISTAKES[name]:
        code = "angle = pos / 10000 ** (2 * (j // 2) / width)"
        return Mistaken(right, right, (), code, "The power holds the pair, and ** comes before /. Put a mistake in.")
    mistake = next(one for one in mistakes.MISTAKES if one.id == MISTAKES[name])
    made = mistakes.table(5, SMALL, mistake)
    apart = np.abs(made - right).max(axis=0)
    changed = tuple(np.flatnonzero(apart > 1e-9).tolist())
    unseen = int((apart[list(changed)] < 0.005).sum())
    seen = f", {unseen} of them by less than the two decimals shown" if unseen else ""
    kept = "; column 0 stays right" if 0 not in changed else ""
    return Mistaken(
        right,
        made,
        changed,
        mistake.code,
        f"{len(changed)} of {SMALL} columns change{seen}{kept}. {mistake.words}",
    )


class Made(NamedTuple):
    """What a line of the lesson's function has made for n = 4 and d = 6, and the line."""

    values: Array
    code: str
    reading: str


def made(line: str) -> Made:
    """The array after one of LINES."""
    n, d = 4, 6
    pos = np.arange(n)[:, None]
    power = np.arange(0, d, 2) / d
    angle = pos / 10000**power
    zeros = np.zeros((n, d))
    sines, cosines = zeros.copy(), sinusoidal(n, d)
    sines[:, 0::2] = np.sin(angle)
    arrays = {"pos": pos, "power": power, "angle": angle, "zeros": zeros, "sines": sines, "cosines": cosines}
    said = {
        "pos": "a column of positions, one row each",
        "power": "the power for each pair, 2i / d",
        "angle": "every position against every pair, divided at once",
        "zeros": "an empty table to fill",
        "sines": "columns 0, 2, 4 are filled",
        "cosines": "columns 1, 3, 5 are filled, and the table is done",
    }
    shape = str(arrays[line].shape)
    return Made(
        np.atleast_2d(arrays[line]).astype(float), LINES[line], f"For n = 4 and d = 6, shape {shape}: {said[line]}."
    )


class Verdict(NamedTuple):
    """Both sides of the comparison, (n, d) each, whether `np.allclose`; what stands in each row before and after."""

    comparison: Comparison
    moved_first: Array
    moved_after: Array
    same: bool
    reading: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def equivariance(move: str, encoded: bool) -> Verdict:
    """Attention on the lesson's tokens, moved by one of MOVES, with the encoding added to the places or without it."""
    x = lesson_tokens()
    encoding = sinusoidal(*x.shape) if encoded else None
    verdict = _compare(x, MOVES[move], encoding, "after")
    apart = verdict.comparison.pooled_difference
    pooled = "does not change either" if verdict.comparison.invariant else f"changes too, by {number(apart, 3)}"
    kind = " (invariant)" if verdict.comparison.invariant else ""
    return verdict._replace(reading=f"{verdict.reading} The average of the rows {pooled}{kind}.")


def travels(with_token: bool) -> Verdict:
    """*cat chased dog* reversed, the encoding staying at its place or moving along with its token."""
    x, order = embeddings(), reversal(len(WORDS))
    verdict = _compare(x, order, sinusoidal(*x.shape), "before" if with_token else "after")
    return verdict._replace(
        before=tuple(f"{word} + row {place}" for place, word in enumerate(WORDS)),
        after=tuple(f"{WORDS[token]} + row {token if with_token else place}" for place, token in enumerate(order)),
    )


def _compare(x: Array, order: Sequence[int], encoding: Array | None, add: str) -> Verdict:
    found = compare_permuted(x, order, encoding, add=add)
    moved_after = found.original_output[list(order)]
    digits = 2 if found.result.difference < 1e-9 else 3
    apart = number(found.result.difference, digits)
    return Verdict(
        found,
        found.permuted_output,
        moved_after,
        bool(np.allclose(found.permuted_output, moved_after)),
        f"Moved before attention or after it: the numbers differ by at most {apart}. {found.result.reason}",
    )


class Rows(NamedTuple):
    """Cosine similarity of the first POSITIONS rows of a table among themselves, (POSITIONS, POSITIONS)."""

    similarity: Array
    reading: str


def rows(rival: str) -> Rows:
    """How alike the rows of a learned table are, or those of the formula at the same size."""
    learned = learned_table()
    length, width = learned.shape
    alike = similarity(learned[:POSITIONS] if rival == "learned" else sinusoidal(POSITIONS, width))
    by_offset = mean_by_offset(alike)
    reading = (
        f"Learned by all-MiniLM-L6-v2, {length} rows of {width} numbers, the last for position {length - 1}"
        if rival == "learned"
        else f"The formula at width {width}, with a row for every position"
    )
    return Rows(
        alike,
        f"{reading}. Rows 1 position apart have a cosine similarity of {number(by_offset[1], 3)} on average, "
        f"32 apart {number(by_offset[32], 3)}.",
    )


class Turned(NamedTuple):
    """Query and key of 64 numbers at two positions: where their hands of pair 0 point, and their score."""

    positions: tuple[int, int]
    hands: tuple[float, float]
    score: float
    reading: str


def turned(shift: int, key_stays: bool) -> Turned:
    """The query moved on from position 3, and the key from 5, unless it stays; random vectors, as the text has them."""
    q, k = np.random.default_rng(0).normal(size=(2, 1, 64))

    def at(m: int, n: int) -> tuple[Array, Array, float]:
        one, other = rope(q, [m]), rope(k, [n])
        return one[0], other[0], float((one @ other.T).item())

    positions = QUERY + shift, KEY + (0 if key_stays else shift)
    one, other, score = at(*positions)
    before = at(QUERY, KEY)[2]
    apart = abs(score - before)
    reading = f"Query at {positions[0]}, key at {positions[1]}, offset {number(positions[1] - positions[0])}: "
    reading += f"the score is {number(score, 6)}. "
    if not shift:
        reading += "Move them on."
    elif key_stays:
        reading += f"The offset has changed, and the score by {number(apart, 3)}."
    else:
        reading += "Both hands have turned by as much, so the angle between them is the same, and the score has "
        reading += f"changed by {number(apart, 2)}, which is rounding." if apart else "not changed in a single digit."
    return Turned(positions, (_hand(one), _hand(other)), score, reading)


def _hand(vector: Array) -> float:
    return float(np.arctan2(vector[1], vector[0]))


def _two(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


def _largest(values: Array) -> float:
    return float(np.abs(values).max(initial=0))
