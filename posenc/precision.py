"""What a small number format does to positions.

A float with b stored bits of fraction and smallest exponent e rounds x to the nearest multiple of

    step(x) = 2^(max(floor(log2 |x|), e) - b)          ties go to the even multiple

so whole numbers stay apart up to 2^(b + 1): 256 in bfloat16, 2048 in float16. Above that, positions merge.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc import _validate as check
from posenc.sinusoidal import inv_freq, sinusoidal

Array = NDArray[np.float64]


class Format(NamedTuple):
    """A binary floating-point format: stored bits of fraction, smallest and largest exponent."""

    fraction_bits: int
    least_exponent: int
    most_exponent: int


FORMATS = MappingProxyType(
    {
        "float64": Format(52, -1022, 1023),
        "float32": Format(23, -126, 127),
        "float16": Format(10, -14, 15),
        "bfloat16": Format(7, -126, 127),  # the exponents of float32 with the top 7 bits of its fraction
    }
)
STAGES = ("positions", "angles", "table")


def round_to(x: ArrayLike, dtype: str) -> Array:
    """x rounded to the nearest number of a format, ties to even; float64, the shape of x.

    dtype is one of "float64", "float32", "float16", "bfloat16". Rounds once, straight from float64. Numbers beyond the
    largest become infinite, tiny ones subnormal or zero; NaN, infinities and the sign of zero are kept.
    """
    bits, least, most = FORMATS[check.choice("dtype", dtype, FORMATS)]
    x = check.numbers("x", x).astype(np.float64)
    exponent = np.frexp(x)[1] - 1  # frexp puts the fraction in [1/2, 1), IEEE 754 in [1, 2)
    step = np.ldexp(1.0, np.maximum(exponent, least) - bits)
    with np.errstate(over="ignore"):
        rounded = np.rint(x / step) * step  # exact, but for rint: step is a power of two
    largest = (2 - 2.0**-bits) * 2.0**most
    return np.where(np.abs(rounded) > largest, np.copysign(np.inf, rounded), rounded)


def whole_numbers_up_to(dtype: str) -> int:
    """The n for which 0, 1, ... n are all kept apart: 2^(b + 1). The number n + 1 merges with n."""
    return int(2 ** (FORMATS[check.choice("dtype", dtype, FORMATS)].fraction_bits + 1))


def rounded_table(length: int, width: int, base: float = 10000.0, *, dtype: str, stage: str, start: int = 0) -> Array:
    """The sinusoidal table (length, width) with one stage of its making rounded to dtype, the others in float64.

    stage "positions" rounds each position, "angles" each position / base^(2i/width), "table" each sine and cosine. A
    position too large for the format becomes infinite and its row NaN: it has no sine.
    """
    check.choice("stage", stage, STAGES)
    if stage == "table":
        return round_to(sinusoidal(length, width, base, start=start), dtype)
    length = check.whole("length", length, least=0)
    start = check.whole("start", start, least=-(2**53), most=2**53)
    positions = np.arange(start, start + length, dtype=np.float64)
    if stage == "positions":
        positions = round_to(positions, dtype)
    angles = positions[:, None] * inv_freq(width, base)
    if stage == "angles":
        angles = round_to(angles, dtype)
    table = np.empty((length, width))
    with np.errstate(invalid="ignore"):
        table[:, 0::2] = np.sin(angles)
        table[:, 1::2] = np.cos(angles)
    return table


def merged_with(table: ArrayLike) -> NDArray[np.int64]:
    """For each row of table (n, d), the first row with exactly the same numbers: (n,); itself where it stands alone."""
    table = np.asarray(table, dtype=np.float64)
    if table.ndim != 2:
        raise ValueError(f"table must have shape (n, d), got {table.shape}")
    first: dict[bytes, int] = {}
    rows = table + 0.0  # turns -0 into 0, which is equal but has other bytes
    return np.array([first.setdefault(row.tobytes(), p) for p, row in enumerate(rows)], dtype=np.int64)


def error_by_position(table: ArrayLike, exact: ArrayLike) -> Array:
    """The largest absolute difference in each row of two (n, d) tables: (n,)."""
    table, exact = np.asarray(table, dtype=np.float64), np.asarray(exact, dtype=np.float64)
    if table.shape != exact.shape or table.ndim != 2:
        raise ValueError(f"table and exact must have one shape (n, d), got {table.shape} and {exact.shape}")
    return np.abs(table - exact).max(axis=1, initial=0.0)


def error_ahead(
    starts: ArrayLike, width: int, base: float = 10000.0, *, dtype: str, stage: str, count: int = 16
) -> Array:
    """The largest error of `rounded_table` among the `count` positions from each start on: (k,) starts give (k,).

    NaN where a position is too large for the format.
    """
    return np.array(
        [
            np.abs(
                rounded_table(count, width, base, dtype=dtype, stage=stage, start=start)
                - sinusoidal(count, width, base, start=start)
            ).max()
            for start in np.asarray(starts).tolist()
        ],
        dtype=np.float64,
    )
