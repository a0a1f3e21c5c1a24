"""How alike two positions are: dot product, cosine, Euclidean distance, and what a similarity matrix says.

For the sinusoidal table every measure depends on the offset k = |p - q| alone, with w_i the frequencies:

    row(p) · row(q)    = Σ_i cos(w_i · k)
    ‖row(p)‖²          = width / 2
    ‖row(p) - row(q)‖  = ‖row(k) - row(0)‖

so n values are the whole n × n matrix. A learned table has no such shortcut.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import ArrayLike, NDArray

from posenc._validate import choice, matrix, reals
from posenc.sinusoidal import sinusoidal

Array = NDArray[np.float64]

METRICS = ("dot", "cosine", "euclidean")

_CANCELLED = 1e-4  # a squared distance at most this part of the squared norms has lost too many digits
_UNDERFLOWN = 1e-290  # and one below this, too


def similarity(table: ArrayLike, metric: str = "cosine") -> Array:
    """Every row against every row: (n, width) gives (n, n), symmetric.

    "dot" and "cosine" grow with likeness, "euclidean" is a distance. Cosines lie in [-1, 1] and are exactly 1 on the
    diagonal, distances are at least 0 and exactly 0 there. A row of zeros points nowhere, so it has no cosine:
    ValueError, as for products and distances beyond the range of a float.
    """
    choice("metric", metric, METRICS)
    rows = matrix("table", table, shape="(n, width)").astype(np.float64, copy=False)
    if metric == "cosine":
        return _cosine(rows)
    with np.errstate(over="ignore", invalid="ignore"):
        compared = rows @ rows.T if metric == "dot" else _euclidean(rows)
    if not np.isfinite(compared).all():
        raise ValueError(f"table must keep its {metric} similarity finite, got entries up to {np.abs(rows).max():.3g}")
    return compared


def sinusoidal_similarity(length: int, width: int, base: float = 10000.0, metric: str = "cosine") -> Array:
    """`similarity` of the sinusoidal table, (length, length): a read-only view of 2·length - 1 numbers."""
    return toeplitz(sinusoidal_similarity_by_offset(length, width, base, metric))


def sinusoidal_similarity_by_offset(length: int, width: int, base: float = 10000.0, metric: str = "cosine") -> Array:
    """Similarity of two positions of the sinusoidal table by their offset 0 .. length - 1, shape (length,)."""
    choice("metric", metric, METRICS)
    table = sinusoidal(length, width, base)
    if metric == "euclidean":
        return np.linalg.norm(table - table[:1], axis=1)
    dot = table[:, 1::2].sum(axis=1)
    return dot if metric == "dot" else dot / (width // 2)


def toeplitz(by_offset: ArrayLike) -> NDArray[Any]:
    """The symmetric matrix with entry [p, q] = by_offset[|p - q|]: (n,) gives (n, n), a read-only view."""
    values = np.asarray(by_offset)
    if values.ndim != 1:
        raise ValueError(f"by_offset must have shape (n,), got {values.shape}")
    if not len(values):
        return np.broadcast_to(values, (0, 0))
    return sliding_window_view(np.concatenate([values[:0:-1], values]), len(values))[::-1]


def first_rise(by_offset: ArrayLike, metric: str = "cosine") -> int | None:
    """The first offset from which one step further apart is more alike, or None where likeness only falls.

    by_offset: (n,), as `sinusoidal_similarity_by_offset` or `mean_by_offset` gives it; more alike is a larger dot
    product or cosine, or a smaller distance. A rise within rounding is none.
    """
    values = _row("by_offset", by_offset)
    if choice("metric", metric, METRICS) == "euclidean":
        values = -values
    rounding = 16 * np.finfo(np.float64).eps * np.abs(values).max(initial=0)
    rises = np.flatnonzero(np.diff(values) > rounding)
    return int(rises[0]) if len(rises) else None


def closest_offset(distances: ArrayLike) -> tuple[int, float] | None:
    """The offset, 0 aside, at the smallest distance, and that distance; None below two positions.

    distances: (n,) Euclidean distances by offset. A distance above 0 means that all rows differ.
    """
    values = _row("distances", distances)
    if len(values) < 2:
        return None
    offset = int(values[1:].argmin()) + 1
    return offset, float(values[offset])


def offset_deviation(values: ArrayLike) -> float:
    """How far a matrix is from depending on the offset alone: the widest spread among entries of equal offset.

    values: (n, n). Exactly 0 when all entries [p, q] with the same q - p are equal.
    """
    values = _square("values", values)
    n = len(values)
    low, high = np.full(2 * n, np.inf), np.full(2 * n, -np.inf)
    for p, row in enumerate(values):
        diagonals = slice(n - p, 2 * n - p)
        np.minimum(low[diagonals], row, out=low[diagonals])
        np.maximum(high[diagonals], row, out=high[diagonals])
    return float((high - low)[1:].max(initial=0)) if n else 0.0


def offset_share(values: ArrayLike) -> float:
    """The share of a matrix's variance that the offset q - p alone explains, from 0 to 1.

    values: (n, n), the diagonal left out, where a position meets itself.
    1 - Σ (value - mean of its offset)² / Σ (value - mean)²; 1 where the offset explains every difference there is.
    """
    square = _square("values", values)
    n = len(square)
    offset = np.subtract.outer(np.arange(n), np.arange(n)) + n
    apart = offset != n
    value, offset = square[apart], offset[apart]
    value = value - value[:1]  # a constant then has a variance of exactly 0
    mean = np.bincount(offset, value) / np.maximum(np.bincount(offset), 1)
    within = ((value - mean[offset]) ** 2).sum()
    return float(1 - within / ((value - value.mean()) ** 2).sum()) if within > 0 else 1.0


def mean_by_offset(values: ArrayLike) -> Array:
    """The mean over all entries with |q - p| = k, by offset k: (n, n) gives (n,)."""
    square = _square("values", values)
    return np.array([(square.diagonal(k).mean() + square.diagonal(-k).mean()) / 2 for k in range(len(square))])


def _cosine(rows: Array) -> Array:
    norms = _norms(rows)
    if not norms.all():
        raise ValueError(f"table must have no row of zeros for a cosine, got one at row {norms.argmin()}")
    unit = rows / norms[:, None]
    cosine = np.clip(unit @ unit.T, -1, 1)
    np.fill_diagonal(cosine, 1)
    return cosine


def _euclidean(rows: Array) -> Array:
    """‖a‖² + ‖b‖² - 2 a·b by one multiplication, and again from a - b wherever that cancels."""
    scale = np.ldexp(
        1.0, np.frexp(np.abs(rows).max(initial=0))[1] - 1
    )  # a power of two: exact, and no square overflows
    small = rows / scale
    norms = (small * small).sum(axis=1)
    sums = norms[:, None] + norms
    squares = sums - 2 * (small @ small.T)
    distances = scale * np.sqrt(np.maximum(squares, 0))
    cancelled = squares <= np.maximum(_CANCELLED * sums, _UNDERFLOWN)
    np.fill_diagonal(cancelled, False)
    for p in np.flatnonzero(cancelled.any(axis=1)):
        near = cancelled[p]
        distances[p, near] = _norms(rows[near] - rows[p])
    np.fill_diagonal(distances, 0)
    return distances


def _norms(rows: Array) -> Array:
    """The length of each row, (n, d) to (n,), however large or small its numbers."""
    largest = np.abs(rows).max(axis=1, initial=0, keepdims=True)
    largest[largest == 0] = 1
    return np.linalg.norm(rows / largest, axis=1) * largest[:, 0]


def _row(name: str, values: ArrayLike) -> Array:
    values = reals(name, values)
    if values.ndim != 1:
        raise ValueError(f"{name} must have shape (n,), got {values.shape}")
    return values


def _square(name: str, values: ArrayLike) -> Array:
    values = matrix(name, values, shape="(n, n)")
    if values.shape[0] != values.shape[1]:
        raise ValueError(f"{name} must have shape (n, n), got {values.shape}")
    return values
