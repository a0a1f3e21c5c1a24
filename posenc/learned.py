"""A learned position table as it is, and what it learned: the one of all-MiniLM-L6-v2, 512 positions of 384 numbers.

Source and licence: posenc/data/ATTRIBUTION.md.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc import _validate as check

Array = NDArray[np.float64]

FILE = Path(__file__).parent / "data" / "all-MiniLM-L6-v2.position_embeddings.f16.npy"
SEAM = 128  # fine-tuned on texts of at most so many tokens: later rows kept what the model before had learned


@cache
def learned_table() -> NDArray[np.float32]:
    """The learned position embeddings, (512, 384) float32, read-only; row p is added to the token at position p.

    Stored as float16, which moves a cosine similarity by less than 1e-4.
    """
    table = np.load(FILE).astype(np.float32)
    return np.frombuffer(table.tobytes(), np.float32).reshape(table.shape)  # bytes can never be written to


def row_norms(table: ArrayLike) -> Array:
    """The length of each row: (n, width) gives (n,). Every row of a sinusoidal table has sqrt(width / 2)."""
    return np.linalg.norm(check.matrix("table", table, shape="(n, width)").astype(np.float64), axis=1)


def neighbor_cosines(table: ArrayLike) -> Array:
    """The cosine of each row with the next: (n, width) gives (n - 1,). A low one is a seam between two positions.

    A row of zeros has no cosine: ValueError.
    """
    rows = check.matrix("table", table, shape="(n, width)").astype(np.float64)
    norms = np.linalg.norm(rows, axis=1)
    if not norms.all():
        raise ValueError(f"table must have no row of zeros for a cosine, got one at row {norms.argmin()}")
    return (rows[:-1] * rows[1:]).sum(axis=1) / (norms[:-1] * norms[1:])


def ripple_periods(by_offset: ArrayLike, count: int = 2) -> Array:
    """The periods, in positions, of the strongest ripples in a similarity by offset (n,): (count,) or fewer.

    Strongest first. These are the peaks of the spectrum of the steps from one offset to the next, in which a slow fade
    weighs little. Offset 0, a row with itself, and the last quarter, means of few rows, are left out.
    """
    values = check.reals("by_offset", by_offset)
    if values.ndim != 1:
        raise ValueError(f"by_offset must have shape (n,), got {values.shape}")
    count = check.whole("count", count, least=1)
    steps = np.diff(values[1 : len(values) * 3 // 4])
    points = 16 * max(1, len(steps))  # finer than the steps alone would give, to find a peak between them
    spectrum = np.abs(np.fft.rfft(steps * np.hanning(len(steps)), points)) if len(steps) else np.zeros(1)
    inner = spectrum[1:-1]
    peaks = np.flatnonzero((inner > spectrum[:-2]) & (inner > spectrum[2:])) + 1
    strongest = peaks[np.argsort(-spectrum[peaks], kind="stable")][:count]
    return points / strongest
