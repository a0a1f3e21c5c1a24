"""What the sinusoidal table turns out to do, measured on the table itself rather than taken from its formulas.

Long tables are measured at evenly spread positions, so that an answer takes milliseconds at any size; every answer
says at how far apart (`every`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc._validate import matrix, whole
from posenc.similarity import offset_deviation, similarity
from posenc.sinusoidal import shift_rotation, sinusoidal, wavelengths

ROWS = 192
"""At most so many rows are compared with one another."""
PRODUCTS = 2**25
"""At most so many products are formed to turn rows."""


class Measured(NamedTuple):
    """The largest error found, at every `every`-th position: 1 means that none is left out."""

    error: float
    every: int


def turns(length: int, width: int, base: float = 10000.0) -> NDArray[np.float64]:
    """Full turns of every pair on the way from the first of `length` positions to the last, shape (width/2,).

    That way has length - 1 steps, so turns = (length - 1) / wavelength; 0 below two positions.
    """
    return max(0, whole("length", length, least=0) - 1) / wavelengths(width, base)


def bits(length: int) -> NDArray[np.uint8]:
    """The positions 0 .. length - 1 as binary numbers, shape (length, digits), lowest bit in column 0.

    As many digits as the last position needs, at least one. Bit b flips every 2^b positions, so its period is 2^(b+1).
    """
    length = whole("length", length, least=0)
    digits = max(1, (length - 1).bit_length()) if length else 1
    return (np.arange(length)[:, None] >> np.arange(digits) & 1).astype(np.uint8)


def flips(values: ArrayLike) -> NDArray[np.int64]:
    """How often each column changes from one row to the next: (n, columns) gives (columns,)."""
    return np.count_nonzero(np.diff(matrix("values", values, shape="(n, columns)"), axis=0), axis=0)


def offset_error(table: NDArray[Any], metric: str = "cosine", most: int = ROWS) -> Measured:
    """How far `similarity` of a table (n, width) is from depending on the offset alone; see `offset_deviation`."""
    every = max(1, -(-len(table) // whole("most", most, least=1)))
    return Measured(offset_deviation(similarity(table[::every], metric)), every)


def rotation_error(
    offset: int, length: int, width: int, base: float = 10000.0, most: int = PRODUCTS
) -> Measured | None:
    """The largest difference between M @ row(pos) and row(pos + offset), M = shift_rotation(offset, width, base).

    pos runs over 0 .. length - 1; None for no positions.
    """
    length = whole("length", length, least=0)
    offset = whole("offset", offset)
    rotation = shift_rotation(offset, width, base)
    if not length:
        return None
    every = max(1, -(-length // max(1, whole("most", most, least=1) // width**2)))
    old = sinusoidal(length, width, base)[::every]
    new = sinusoidal(length, width, base, start=offset)[::every]
    return Measured(float(np.abs(old @ rotation.T - new).max()), every)
