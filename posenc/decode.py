"""How well a row tells its position: add noise to it, and look for the nearest row."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc import _validate as check

Array = NDArray[np.float64]


class Decoding(NamedTuple):
    """How positions were found again, for each strength of noise (k,)."""

    accuracy: Array  # the share found exactly
    distance: Array  # mean |found - true|, in positions


def decode(table: ArrayLike, noise: ArrayLike, *, trials: int = 8, seed: int = 0) -> Decoding:
    """Add Gaussian noise to every row of table (n, d), `trials` times, and find the nearest row.

    noise: (k,) standard deviations for each number of a row. All strengths scale the same draws, and the same seed
    gives the same draws, so that curves differ by the noise and by nothing else.
    """
    table = _table(table)
    n, d = table.shape
    strengths = check.reals("noise", noise)
    if strengths.ndim != 1 or (strengths < 0).any():
        raise ValueError(f"noise must be standard deviations of shape (k,), none below 0, got {noise!r}")
    trials = check.whole("trials", trials, least=1)
    random = np.random.default_rng(check.whole("seed", seed, least=0))

    true = np.tile(np.arange(n), trials)
    clean = np.tile(table @ table.T, (trials, 1))
    noisy = random.standard_normal((trials * n, d)) @ table.T
    found = [_nearest(clean + s * noisy, table) for s in strengths]
    return Decoding(
        np.array([(f == true).mean() for f in found], dtype=np.float64),
        np.array([np.abs(f - true).mean() for f in found], dtype=np.float64),
    )


class Search(NamedTuple):
    """One noisy row, compared with every row of the table."""

    distances: Array  # (n,), Euclidean
    found: int  # the position of the least


def search(table: ArrayLike, position: int, noise: float, *, seed: int = 0) -> Search:
    """Add Gaussian noise of standard deviation `noise` to one row of table (n, d), and look for the nearest row."""
    table = _table(table)
    position = check.whole("position", position, least=0, most=len(table) - 1)
    noise = check.real("noise", noise, least=0)
    random = np.random.default_rng(check.whole("seed", seed, least=0))
    distances = np.linalg.norm(table - (table[position] + noise * random.standard_normal(table.shape[1])), axis=1)
    return Search(distances, int(distances.argmin()))


def _table(table: ArrayLike) -> Array:
    rows = check.matrix("table", table, shape="(n, d)").astype(np.float64, copy=False)
    if not len(rows):
        raise ValueError("table must have at least one row to decode, got 0")
    return rows


def _nearest(products: Array, table: Array) -> NDArray[np.intp]:
    """argmin ‖r - t‖² = argmax r·t - ‖t‖²/2 from the products r·t, (m, n) gives (m,)."""
    return (products - (table * table).sum(axis=1) / 2).argmax(axis=1)
