"""The sinusoidal table: angles, frequencies, wavelengths, and the rotation from one position to another.

Vaswani et al. 2017, "Attention Is All You Need", section 3.5, with i the pair, counted from 0:

    angle(pos, i)  = pos / base^(2i / width) = pos · w_i
    PE(pos, 2i)    = sin(angle(pos, i))
    PE(pos, 2i+1)  = cos(angle(pos, i))

How the table is built. A pair is the complex number sin a + i·cos a = i·exp(-i·a), so moving k positions on is a
multiplication by exp(-i·k·w). A few rows are evaluated; then the rows so far, turned, are as many rows more, until the
table is full: log2(length) multiplications, at about the speed of copying the table. The complex array, viewed as
float64, already is the interleaved table.

How it stays exact. Plain double precision knows w to 16 digits, so the angle pos·w is off by about pos · 1e-16. Here w
is computed to 50 digits and kept to 32, and a cell is off by about 1e-15 at most, at any position and on any platform.
"""

from __future__ import annotations

from decimal import Context, Decimal, localcontext
from functools import lru_cache
from itertools import accumulate, repeat
from operator import mul
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc._validate import choice, even, real, reals, whole

Array = NDArray[np.float64]
Pairs = NDArray[np.complex128]

LAYOUTS = ("interleaved", "concatenated")
WHY_EVEN = "columns come in pairs, a sine and a cosine of one angle"

_FEW_CELLS = 4096  # up to here every cell is evaluated
_FIRST_ROWS = 8  # beyond, these are, and the rest are turned
_EXACT = 2**24  # up to here a position times half the bits of a frequency is exact in a float64


def sinusoidal(length: int, width: int, base: float = 10000.0, *, start: int = 0, layout: str = "interleaved") -> Array:
    """The table of sines and cosines, shape (length, width); row p stands for position start + p.

    Columns 2i and 2i + 1 hold sine and cosine of pair i; layout "concatenated" puts all sines first.
    Vaswani et al. 2017, section 3.5. Raises ValueError or TypeError for a length below 0, a width that is odd or
    below 2, a base below 1, and anything that is not a finite number.
    """
    length = whole("length", length, least=0, most=2**53)
    width, base = _shape(width, base)
    start = whole("start", start, least=-(2**63), most=2**63 - 1)
    layout = choice("layout", layout, LAYOUTS)

    w = _frequencies(width, base)
    reach = abs(start) + length
    turning = w.high[(w.high != 1) | (w.low != 0)]
    plain = reach * turning.max(initial=0) < 8  # each angle is whole or small, where turning is no more exact
    near = reach <= (2**53 if plain else _EXACT)
    few = length * width // 2 <= _FEW_CELLS

    pairs = np.empty((length, width // 2), dtype=np.complex128)
    rows = length if few or (plain and near) else _FIRST_ROWS
    pairs[:rows] = _evaluate(np.arange(rows) + (start if near else 0), w)
    if not near:
        pairs[:rows] *= _turn(start, width, base)
    steps = [rows << k for k in range((length - 1).bit_length()) if rows << k < length]
    for step, turn in zip(steps, -1j * _evaluate(np.array(steps), w), strict=True):
        fresh = pairs[step : 2 * step]
        np.multiply(pairs[: len(fresh)], turn, out=fresh)

    if layout == "concatenated":
        return np.concatenate([pairs.real, pairs.imag], axis=1)
    return pairs.view(np.float64)


def angle(position: float, column: int, width: int, base: float = 10000.0) -> float:
    """position / base^(2i / width) with i = column // 2, in radians, rounded once.

    The position may be any finite number, between two tokens or below 0.
    """
    position = real("position", position)
    width, base = _shape(width, base)
    pair = whole("column", column, least=0, most=width - 1) // 2
    with localcontext(Context(prec=50)):
        return float(Decimal(position) * Decimal(base) ** (Decimal(-2 * pair) / width))


def angles(positions: ArrayLike, width: int, base: float = 10000.0) -> Array:
    """The angle of every pair at any real positions, shape positions.shape + (width/2,), in radians.

    For the continuous curve between the positions that a table samples.
    """
    return reals("positions", positions)[..., None] * inv_freq(width, base)


def inv_freq(width: int, base: float = 10000.0) -> Array:
    """Radians per position of every pair: w_i = base^(-2i / width), shape (width/2,), rounded once."""
    return _frequencies(*_shape(width, base)).high.copy()


def wavelengths(width: int, base: float = 10000.0) -> Array:
    """Positions per full turn of every pair: 2π · base^(2i / width), shape (width/2,)."""
    return 2 * np.pi / inv_freq(width, base)


def shift_rotation(offset: float, width: int, base: float = 10000.0) -> Array:
    """The matrix M with M @ row(pos) = row(pos + offset) for every pos, shape (width, width), interleaved layout.

    M turns each pair by its own angle offset · w_i and does not depend on pos: "for any fixed offset k, PE_pos+k can
    be represented as a linear function of PE_pos" (Vaswani et al. 2017, section 3.5). The offset may be negative or
    fractional.
    """
    offset = real("offset", offset)
    width, base = _shape(width, base)
    turn = _turn(offset, width, base)
    cos, sin = turn.real, -turn.imag
    s, c = np.arange(0, width, 2), np.arange(1, width, 2)  # the columns of sines and of cosines
    rotation = np.zeros((width, width))
    rotation[s, s], rotation[s, c] = cos, sin  # sin(a + φ) =  cos φ sin a + sin φ cos a
    rotation[c, s], rotation[c, c] = -sin, cos  # cos(a + φ) = -sin φ sin a + cos φ cos a
    return rotation + 0.0  # turns -0.0 into 0.0


def _shape(width: int, base: float) -> tuple[int, float]:
    return even("width", width, why=WHY_EVEN), real("base", base, least=1)


class _Frequencies(NamedTuple):
    """w = high + low to 32 digits, and high = top + bottom, halves short enough to multiply without rounding."""

    high: Array
    low: Array
    top: Array
    bottom: Array


@lru_cache(maxsize=64)
def _frequencies(width: int, base: float) -> _Frequencies:
    high, low = _as_floats(_exact_frequencies(width, base), parts=2)
    top = high.astype(np.float32).astype(np.float64)
    return _Frequencies(high, low, top, high - top)


def _exact_frequencies(width: int, base: float, digits: int = 50) -> list[Decimal]:
    with localcontext(Context(prec=digits)):
        ratio = Decimal(base) ** (Decimal(-2) / width)
        return list(accumulate(repeat(ratio, width // 2 - 1), mul, initial=Decimal(1)))


def _as_floats(values: list[Decimal], parts: int, digits: int = 50) -> list[Array]:
    """Each value as an unevaluated sum of floats, largest first: `parts` arrays of shape (len(values),)."""
    arrays = []
    with localcontext(Context(prec=digits)):
        for _ in range(parts):
            floats = [float(value) for value in values]
            values = [value - Decimal(part) for value, part in zip(values, floats, strict=True)]
            arrays.append(np.array(floats))
    return arrays


def _evaluate(positions: NDArray[np.int64], w: _Frequencies) -> Pairs:
    """sin a + i·cos a for a = position · w, shape (m, pairs), to the last bit while |position| <= 2^24."""
    p = positions.astype(np.float64)[:, None]
    a = p * w.high
    rest = (p * w.top - a) + p * w.bottom + p * w.low  # what the rounding of a lost (Dekker 1971)
    sin, cos = np.sin(a), np.cos(a)
    pairs = np.empty(a.shape, dtype=np.complex128)
    pairs.real = sin + cos * rest
    pairs.imag = cos - sin * rest
    return pairs


def _turn(offset: float, width: int, base: float) -> Pairs:
    """exp(-i·offset·w), shape (pairs,), for any offset, however large."""
    magnitude = max(0, Decimal(offset).adjusted())  # decimal digits before the point: as many more are needed
    digits = 50 + magnitude
    with localcontext(Context(prec=digits)):
        exact = [Decimal(offset) * w for w in _exact_frequencies(width, base, digits)]
    parts = _as_floats(exact, 2 + magnitude // 15, digits)
    return np.prod([np.exp(-1j * part) for part in parts], axis=0)
