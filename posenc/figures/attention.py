"""Attention before and after a permutation, as pictures and as sentences. No Streamlit below this line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from posenc.content.text import number
from posenc.figures.heatmap import Heatmap

Array = NDArray[np.floating]


def weights(values: Array, labels: Sequence[str], title: str, description: str) -> Heatmap:
    """Attention weights (n, n) of one head, query down and key right, on the fixed scale [0, 1]."""
    return Heatmap(
        values,
        scale="sequential",
        low=0,
        high=1,
        title=title,
        row_title="query",
        column_title="key",
        value_title="weight",
        row_labels=labels,
        column_labels=labels,
        square=True,
        description=description,
    )


def difference(original: Array, restored: Array, labels: Sequence[str]) -> Heatmap:
    """Restored minus original output (n, d), on a scale as wide as the outputs, so that rounding stays blank."""
    apart = restored - original
    most = max((float(np.abs(a).max()) for a in (original, restored, apart) if a.size), default=0.0) or 1.0
    largest = float(np.abs(apart).max()) if apart.size else 0.0
    return Heatmap(
        apart,
        low=-most,
        high=most,
        title="Difference of outputs",
        row_title="token",
        column_title="column",
        value_title="difference",
        row_labels=labels,
        description=f"The largest difference is {number(largest, 3)}, on a scale as wide as the outputs themselves.",
    )


def token_table(labels: Sequence[str], permutation: Sequence[int], original: Array, restored: Array, most: int) -> str:
    """For each token (the first `most`): where it went, and how far its output moved, as a Markdown table."""
    went = np.argsort(permutation)
    lines = ["| token | place before | place after | its output moved by |", "|---|---:|---:|---:|"]
    for k in range(min(len(labels), most)):
        moved = float(np.abs(restored[k] - original[k]).max())
        lines.append(f"| {_plain(labels[k])} | {k} | {went[k]} | {number(moved, 2)} |")
    return "\n".join(lines)


def headline(equivariant: bool, invariant: bool, words: Sequence[str], permuted: Sequence[str]) -> str:
    """What the toggle shows, for these two orders of the same tokens."""
    before, after = _plain(" ".join(words)), _plain(" ".join(permuted))
    if equivariant and invariant:
        return f"“{before}” and “{after}” are the same bag: every token gets the same output in both."
    if invariant:
        return f"“{before}” and “{after}” differ token by token, though their mean does not."
    return f"“{before}” and “{after}” are two different things now: the same token gets another output."


def _plain(text: str) -> str:
    """Typed text as Markdown shows it, letter by letter."""
    return "".join(f"\\{c}" if c in r"\`*_{}[]()<>#+-.!|$~:" else c for c in text)
