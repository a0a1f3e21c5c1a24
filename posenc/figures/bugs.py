"""A mistake beside what was meant: the two arrays, their difference, and how alike their rows are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from posenc.content.text import number
from posenc.figures.heatmap import Heatmap

Array = NDArray[np.floating]


def three(right: Array, wrong: Array, kind: str, axes: tuple[str, str]) -> tuple[Heatmap, Heatmap, Heatmap]:
    """What was meant, what the mistake makes, wrong minus right. Tables keep the scale [-1, 1] of all tables.

    Scores and biases share one scale, as large as their largest value; a difference has a scale of its own.
    """
    most = 1.0 if kind == "table" else _largest(right, wrong)
    apart = wrong - right
    reach = _largest(apart)
    changed = int(np.count_nonzero(np.abs(apart) > 1e-9))
    how_much = (
        f"{number(changed)} of {number(apart.size)} cells differ, the largest by {number(reach)}."
        if changed
        else "No cell differs."
    )
    names = {"table": "table", "scores": "scores", "bias": "bias"}[kind]
    return (
        _picture(right, f"Meant: the {names}", most, axes, "What was meant."),
        _picture(wrong, f"Made: the {names}", most, axes, "What the mistake makes, on the same scale."),
        _picture(apart, "Made minus meant", reach if changed else 1.0, axes, how_much),
    )


def alike(right: Array, wrong: Array) -> tuple[Heatmap, Heatmap]:
    """The dot products of all rows, P Pᵀ, of what was meant and of what was made, on one scale."""
    squares = [table @ table.T for table in (right, wrong)]
    most = _largest(*squares)
    axes = ("position", "other position")
    return (
        _picture(squares[0], "Meant: P Pᵀ", most, axes, "How alike two positions should be.", square=True),
        _picture(squares[1], "Made: P Pᵀ", most, axes, "How alike the mistake makes them.", square=True),
    )


def _picture(
    values: Array, title: str, most: float, axes: tuple[str, str], description: str, square: bool = False
) -> Heatmap:
    return Heatmap(
        values,
        low=-most,
        high=most,
        title=title,
        row_title=axes[0],
        column_title=axes[1],
        square=square,
        description=description,
    )


def _largest(*arrays: Array) -> float:
    return max((float(np.abs(a).max()) for a in arrays if a.size), default=0.0) or 1.0
