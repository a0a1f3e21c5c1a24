"""Attention before and after a permutation, as pictures. No Streamlit below this line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from posenc.figures.heatmap import Heatmap

Array = NDArray[np.floating]

TOPS = (0.05, 0.1, 0.2, 0.5, 1.0)  # ends of the scale of weights: few, so that it seldom changes


def weights(before: Array, after: Array, labels: Sequence[str]) -> tuple[Heatmap, Heatmap]:
    """Attention weights (n, n) of one head in both orders, query down and key right, on one scale from 0."""
    largest = max((float(values.max()) for values in (before, after) if values.size), default=1.0)
    top = next((top for top in TOPS if top >= largest), 1.0)
    words = {
        "Before": "Attention weights: how much each token takes from each.",
        "After": "The same in the other order, then put back into the first.",
    }
    one, other = (
        Heatmap(
            values,
            scale="sequential",
            low=0,
            high=top,
            title=title,
            row_title="query",
            column_title="key",
            value_title="weight",
            row_labels=labels,
            column_labels=labels,
            square=True,
            description=description,
        )
        for values, (title, description) in zip((before, after), words.items(), strict=True)
    )
    return one, other


def difference(original: Array, restored: Array, labels: Sequence[str], description: str) -> Heatmap:
    """Restored minus original output (n, d), on a scale as wide as the outputs, so that rounding stays blank."""
    apart = restored - original
    most = _largest(original, restored, apart)
    return Heatmap(
        apart,
        low=-most,
        high=most,
        title="Difference",
        row_title="token",
        column_title="column",
        value_title="difference",
        row_labels=labels,
        description=description,
    )


def strips(
    labels: Sequence[str],
    chosen: Sequence[int],
    permutation: Sequence[int],
    original: Array,
    restored: Array,
    pooled: Sequence[Array],
    description: str,
) -> Heatmap:
    """The output of each chosen token in both orders, one below the other, named by its places; then the mean.

    original, restored: (n, d), both in the original order; pooled: two of (d,). An empty row parts the twos.
    """
    went = np.argsort(permutation)
    blank = np.full(original.shape[1], np.nan)
    rows: list[Array] = []
    names: list[str] = []
    for k in chosen:
        rows += [original[k], restored[k], blank]
        names += [f"{k} · {labels[k]}", f"{went[k]} · {labels[k]}", ""]
    rows += list(pooled)
    names += ["mean before", "mean after"]
    values = np.array(rows)
    most = _largest(original, restored)
    return Heatmap(
        values,
        low=-most,
        high=most,
        title="Each token's output, in one order and in the other",
        row_title="place · token",
        column_title="column",
        value_title="output",
        row_labels=names,
        description=description,
    )


def _largest(*arrays: Array) -> float:
    """The largest magnitude, and 1 where there is none, for the ends of a scale."""
    return max((float(np.abs(array).max()) for array in arrays if array.size), default=0.0) or 1.0
