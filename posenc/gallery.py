"""Mistakes of public code as pictures: for each, what it makes and what was meant, two arrays of one shape.

The stories (which project, which line, how to notice) are in `posenc.content.bugs`, under the same ids.
Letters as everywhere: pos a position, i a pair, j a column; `speed` is a pair's inverse frequency.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from posenc._validate import choice, even, whole
from posenc.bias import alibi_bias, alibi_slopes
from posenc.precision import rounded_table
from posenc.rotary import rope
from posenc.similarity import offset_deviation
from posenc.sinusoidal import inv_freq, sinusoidal

__all__ = ["EXHIBITS", "Effects", "Exhibit", "Picture", "effects", "exhibit", "picture"]

Array = NDArray[np.float64]
Draw = Callable[[int, int], Array]

TRAINED_LENGTH = 32  # the last row of a table that ends too early
CHUNK = 25  # how many positions are computed in one call in the exhibit of the cache
HEADS = 12  # a number of heads that is no power of two
LLAMA_3_BASE = 500_000.0


# Tables from angles


def _interleave(sin: Array, cos: Array) -> Array:
    """Columns sin, cos, sin, cos, ...: two (length, width/2) arrays make one (length, width)."""
    return np.stack([sin, cos], axis=-1).reshape(len(sin), -1)


def _from_speed(length: int, speed: Array) -> Array:
    """The table whose pair i turns by speed[i] radians from one position to the next."""
    angle = np.arange(length)[:, None] * speed
    return _interleave(np.sin(angle), np.cos(angle))


def _from_column_angle(angle: Array) -> Array:
    """Sine of the even columns, cosine of the odd ones; every column has an angle of its own."""
    table = np.empty_like(angle)
    table[:, 0::2] = np.sin(angle[:, 0::2])
    table[:, 1::2] = np.cos(angle[:, 1::2])
    return table


def _column_angle(length: int, exponent: Array) -> Array:
    return np.arange(length)[:, None] / 10000.0**exponent


def _concatenated(length: int, width: int) -> Array:
    return sinusoidal(length, width, layout="concatenated")


# The speeds are wrong


def _exponent_2j(length: int, width: int) -> Array:
    return _from_column_angle(_column_angle(length, 2 * np.arange(width) / width))


def _cosine_own_exponent(length: int, width: int) -> Array:
    return _from_column_angle(_column_angle(length, np.arange(width) / width))


def _multiply(length: int, width: int) -> Array:
    return _from_speed(length, 1 / inv_freq(width))


def _base_1000(length: int, width: int) -> Array:
    return sinusoidal(length, width, 1000.0)


def _half_minus_one(length: int, width: int) -> Array:
    i = np.arange(width // 2)
    return _from_speed(length, 10000.0 ** (-i / max(width // 2 - 1, 1)))


def _integer_speeds(length: int, width: int) -> Array:
    return _from_speed(length, np.exp(np.arange(0, width, 2) * int(-np.log(10000) / width)))


def _floor_division(length: int, width: int) -> Array:
    d = 2 * width  # the image code gives each of its two axes half of the columns
    return _from_speed(length, np.exp(np.arange(0, d // 2, 2) * (-np.log(10000) / d // 2)))


def _power_chain(length: int, width: int) -> Array:
    return _from_speed(length, 1 / 10.0**4 ** (np.arange(0, width, 2) / width))


def _power_reversed(length: int, width: int) -> Array:
    return _from_speed(length, (np.arange(0, width, 2) / width) ** 1e-4)


def _rope_base_right(length: int, width: int) -> Array:
    return sinusoidal(length, width, LLAMA_3_BASE)


# The columns are wrong


def _odd_width(length: int, width: int) -> Array:
    """The table of width - 1 columns with its last cosine cut off, and an empty column where it would stand."""
    odd = width - 1
    angle = np.arange(length)[:, None] / 10000.0 ** (np.arange(0, odd, 2) / odd)
    table = np.zeros((length, width))
    table[:, 0:odd:2] = np.sin(angle)
    table[:, 1:odd:2] = np.cos(angle)[:, : odd // 2]
    return table


def _halves_swapped(length: int, width: int) -> Array:
    return np.roll(_concatenated(length, width), width // 2, axis=1)


def _overwritten(length: int, width: int) -> Array:
    """The sines are written into the array of angles before the cosines have read theirs."""
    table = np.repeat(np.arange(length)[:, None] * inv_freq(width), 2, axis=1)
    table[:, : width // 2] = np.sin(table[:, 0::2])
    table[:, width // 2 :] = np.cos(table[:, 1::2])
    return table


def _rows_not_columns(length: int, width: int) -> Array:
    """Sine for even positions; odd positions get the cosine of those sines, last position first."""
    n = length + length % 2
    table = np.repeat(np.arange(n)[:, None] * inv_freq(width), 2, axis=1)
    even_rows = np.arange(0, n, 2)
    table[even_rows] = np.sin(table[even_rows])
    table[1 - even_rows] = np.cos(table[even_rows])
    return table[:length]


# The positions are wrong


def _one_row_for_all(length: int, width: int) -> Array:
    return np.repeat(sinusoidal(1, width, start=length), length, axis=0)


def _batch_axis(length: int, width: int) -> Array:
    """The second sentence of a batch: all its tokens get row 1."""
    return np.repeat(sinusoidal(1, width, start=1), length, axis=0)


def _table_too_short(length: int, width: int) -> Array:
    return sinusoidal(length, width)[np.minimum(np.arange(length), TRAINED_LENGTH - 1)]


def _cache_forgets_offset(length: int, width: int) -> Array:
    return sinusoidal(length, width)[np.arange(length) % CHUNK]


def _bfloat16_positions(length: int, width: int) -> Array:
    return rounded_table(length, width, dtype="bfloat16", stage="positions")


def _zero_first_row(length: int, width: int) -> Array:
    table = sinusoidal(length, width)
    table[:1] = 0
    return table


def _off_by_two(length: int, width: int) -> Array:
    return sinusoidal(length, width, start=2)


def _rolled_positions(length: int, width: int) -> Array:
    return np.roll(sinusoidal(length, width), -1, axis=0)


# Scores of RoPE: one query and one key, the same at every position, so that only the positions show


def _query_and_key(width: int) -> tuple[Array, Array]:
    q, k = np.random.default_rng(0).normal(size=(2, width))
    return q, k


def _scores(q: Array, k: Array) -> Array:
    return q @ k.T / np.sqrt(q.shape[1])


def _rope_scores(length: int, width: int, pairing: str) -> Array:
    q, k = (rope(np.tile(x, (length, 1)), pairing=pairing) for x in _query_and_key(width))
    return _scores(q, k)


def _rope_right(length: int, width: int) -> Array:
    return _rope_scores(length, width, "interleaved")


def _rope_other_pairing(length: int, width: int) -> Array:
    return _rope_scores(length, width, "half")


def _rope_mixed_pairing(length: int, width: int) -> Array:
    """Angles in the order of half pairs, vectors taken in neighboring pairs: no rotation any more."""
    angle = np.tile(np.arange(length)[:, None] * inv_freq(width), 2)

    def turned(x: Array) -> Array:
        partner = _interleave(-x[None, 1::2], x[None, 0::2])
        return x * np.cos(angle) + partner * np.sin(angle)

    q, k = _query_and_key(width)
    return _scores(turned(q), turned(k))


# Biases of ALiBi


def _alibi_right(length: int, width: int) -> Array:
    return alibi_bias(length, width)[0]


def _alibi_sign(length: int, width: int) -> Array:
    return -_alibi_right(length, width)


def _bias_by_distance(slopes: Array, length: int) -> Array:
    return -slopes[:, None] * np.arange(length)


def _alibi_slopes_right(length: int, width: int) -> Array:
    return _bias_by_distance(alibi_slopes(width), length)


def _alibi_slopes_wrong(length: int, width: int) -> Array:
    return _bias_by_distance(2.0 ** (-8 * np.arange(1, width + 1) / width), length)


# The exhibits


@dataclass(frozen=True)
class Exhibit:
    """One mistake: functions of (length, width) that draw what it makes and what was meant, in one shape.

    `kind` says what the array is: a table of positions by columns, scores of query by key positions, or a bias.
    `width` is the table's width, the query's width, or, for a bias, the number of heads.
    `length` and `width` are the size at which the mistake is easy to see.
    """

    id: str
    wrong: Draw
    right: Draw = sinusoidal
    kind: Literal["table", "scores", "bias"] = "table"
    axes: tuple[str, str] = ("position", "column")
    length: int = 50
    width: int = 64


_QUERY_KEY = ("query position", "key position")
_HEAD_DISTANCE = ("head", "distance")

EXHIBITS: tuple[Exhibit, ...] = (
    Exhibit("exponent-2j", _exponent_2j),
    Exhibit("cosine-own-exponent", _cosine_own_exponent),
    Exhibit("multiply", _multiply),
    Exhibit("base-1000", _base_1000),
    Exhibit("half-minus-one", _half_minus_one),
    Exhibit("integer-speeds", _integer_speeds),
    Exhibit("floor-division", _floor_division),
    Exhibit("power-chain", _power_chain),
    Exhibit("power-reversed", _power_reversed),
    Exhibit("odd-width", _odd_width, width=16),
    Exhibit("other-layout", _concatenated),
    Exhibit("halves-swapped", _halves_swapped, _concatenated),
    Exhibit("overwritten", _overwritten, _concatenated),
    Exhibit("rows-not-columns", _rows_not_columns),
    Exhibit("one-row-for-all", _one_row_for_all),
    Exhibit("batch-axis", _batch_axis),
    Exhibit("table-too-short", _table_too_short),
    Exhibit("cache-forgets-offset", _cache_forgets_offset),
    Exhibit("bfloat16-positions", _bfloat16_positions, length=512),
    Exhibit("zero-first-row", _zero_first_row),
    Exhibit("off-by-two", _off_by_two),
    Exhibit("rolled-positions", _rolled_positions),
    Exhibit("rope-base", sinusoidal, _rope_base_right, length=512),
    Exhibit("rope-other-pairing", _rope_other_pairing, _rope_right, "scores", _QUERY_KEY),
    Exhibit("rope-mixed-pairing", _rope_mixed_pairing, _rope_right, "scores", _QUERY_KEY),
    Exhibit("alibi-sign", _alibi_sign, _alibi_right, "bias", _QUERY_KEY, width=8),
    Exhibit("alibi-slopes", _alibi_slopes_wrong, _alibi_slopes_right, "bias", _HEAD_DISTANCE, width=HEADS),
)


def exhibit(id: str) -> Exhibit:
    """The exhibit of that id; ValueError for any other word."""
    ids = {item.id: item for item in EXHIBITS}
    return ids[choice("id", id, ids)]


@dataclass(frozen=True)
class Picture:
    """What was meant, what the mistake makes, and wrong minus right: three arrays of one shape."""

    right: Array
    wrong: Array

    @property
    def difference(self) -> Array:
        return self.wrong - self.right


def picture(id: str, length: int | None = None, width: int | None = None) -> Picture:
    """The exhibit's two arrays at this size (its own size where none is given).

    Raises ValueError or TypeError for an unknown id, a length below 1, or a width that is not positive and even.
    """
    item = exhibit(id)
    length = whole("length", item.length if length is None else length, least=1)
    width = even("width", item.width if width is None else width)
    return Picture(right=item.right(length, width), wrong=item.wrong(length, width))


@dataclass(frozen=True)
class Effects:
    """What a mistake does, in numbers. Two rows count as equal, and a cell as unchanged, within `TOLERANCE`.

    The last four describe the wrong array; a right table has spread 0, no twins, and every norm sqrt(width / 2).
    """

    largest: float  # the largest difference of a cell
    changed: int  # how many cells differ
    cells: int
    rows: int  # how many rows differ somewhere
    columns: int  # how many columns differ somewhere
    offset_spread: float | None  # of P Pᵀ, or of the scores or bias itself; None for a bias by distance
    twins: int  # how many pairs of positions have equal rows
    norm_least: float
    norm_most: float


TOLERANCE = 1e-9


def effects(id: str, length: int | None = None, width: int | None = None) -> Effects:
    """Measure the exhibit at this size (its own size where none is given)."""
    shown = picture(id, length, width)
    differs = np.abs(shown.difference) > TOLERANCE
    norms = np.linalg.norm(shown.wrong, axis=1)
    item = exhibit(id)
    square = shown.wrong @ shown.wrong.T if item.kind == "table" else shown.wrong
    return Effects(
        largest=float(np.abs(shown.difference).max()),
        changed=int(differs.sum()),
        cells=differs.size,
        rows=int(differs.any(axis=1).sum()),
        columns=int(differs.any(axis=0).sum()),
        offset_spread=offset_deviation(square) if item.axes != _HEAD_DISTANCE else None,
        twins=_twins(shown.wrong),
        norm_least=float(norms.min()),
        norm_most=float(norms.max()),
    )


def _twins(table: Array) -> int:
    n = len(table)
    return sum(int((np.abs(table[p + 1 :] - table[p]).max(axis=1) <= TOLERANCE).sum()) for p in range(n - 1))
