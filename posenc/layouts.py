"""Three ways to lay out a sinusoidal table, and whether two tables are one.

The interleaved and the concatenated layout hold the same columns. The variant of tensor2tensor, fairseq and Whisper
also puts all sines first, but divides the exponent by half - 1 instead of half = width / 2:

    w_i = base^(-i / (half - 1)) = (base^(half / (half - 1)))^(-2i / width)

so it is the paper's formula with a larger base. Its slowest pair turns by exactly 1 / base a position.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc import _validate as check
from posenc.sinusoidal import sinusoidal

Array = NDArray[np.float64]
Verdict = Literal["the same table", "the same columns in another order", "other frequencies"]


def half_minus_one_base(width: int, base: float = 10000.0) -> float:
    """The base with which the paper's formula gives the frequencies of the (half - 1) variant; base itself for width 2.

    Follows `get_timing_signal_1d` of tensor2tensor and `sinusoids` of Whisper (Radford et al. 2022, arXiv:2212.04356).
    For width 2 tensor2tensor divides by 1 in place of 0; its one pair has frequency 1 either way.
    """
    half = check.even("width", width, why="columns come in pairs, a sine and a cosine of one angle") // 2
    base = check.real("base", base, least=1, most=1e150)  # its square must stay finite
    return base ** (half / (half - 1)) if half > 1 else base


def half_minus_one(length: int, width: int, base: float = 10000.0, *, start: int = 0) -> Array:
    """The table (length, width) of tensor2tensor, fairseq and Whisper: sines first, exponent i / (half - 1).

    fairseq starts at position padding_idx + 1, usually 2, and keeps a row of zeros for padding: pass `start`.
    """
    return sinusoidal(length, width, half_minus_one_base(width, base), start=start, layout="concatenated")


class Comparison(NamedTuple):
    """How two tables (n, d) of sines and cosines relate."""

    verdict: Verdict
    difference: float  # the largest, cell by cell as the tables stand
    order: NDArray[np.intp] | None  # (d,), with b[:, order] equal to a; None for other frequencies


def compare_layouts(a: ArrayLike, b: ArrayLike, *, tolerance: float = 1e-9) -> Comparison:
    """Whether two tables (n, d) are the same, hold the same columns in another order, or turn at other frequencies.

    Cells within tolerance count as equal. Made for tables of sines and cosines: columns of any other kind that are not
    found in both are called other frequencies as well.
    """
    a = check.matrix("a", a).astype(np.float64, copy=False)
    b = check.matrix("b", b).astype(np.float64, copy=False)
    if a.shape != b.shape:
        raise ValueError(f"b must have the shape of a, {a.shape}, got {b.shape}")
    tolerance = check.real("tolerance", tolerance, least=0)
    difference = float(np.abs(a - b).max(initial=0))
    if difference <= tolerance:
        return Comparison("the same table", difference, np.arange(a.shape[1]))
    # Equal columns have equal products with any vector, so sorting by one random product lines them up.
    probe = np.random.default_rng(0).standard_normal(len(a))
    order = np.empty(a.shape[1], dtype=np.intp)
    order[np.argsort(probe @ a, kind="stable")] = np.argsort(probe @ b, kind="stable")
    if np.abs(a - b[:, order]).max() <= tolerance:
        return Comparison("the same columns in another order", difference, order)
    return Comparison("other frequencies", difference, None)
