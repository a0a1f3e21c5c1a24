"""A student's table beside the right one: theirs, the right one, theirs minus the right."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from posenc.content.text import number
from posenc.figures.heatmap import Heatmap

Array = NDArray[np.float64]

_DRAWABLE = 1e38  # beyond it a cell does not fit into the picture's float32


def three(theirs: Array, right: Array, call: str, tolerance: float) -> tuple[Heatmap, Heatmap, Heatmap]:
    """Both tables on the scale [-1, 1] of all tables, and their difference on a scale of its own.

    theirs, right: one shape (length, width). call: what made it, "solve(3, 4)". tolerance: what still counts as equal.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        apart = theirs - right
    finite = np.isfinite(apart)
    wrong = ~(np.abs(apart) <= tolerance)
    reach = float(np.abs(apart[finite]).max(initial=0.0))
    return (
        _picture(theirs, "Yours", 1.0, _about(theirs, call)),
        _picture(right, "Right", 1.0, "The paper's table for the same sizes."),
        _picture(apart, "Difference", min(reach, _DRAWABLE) or 1.0, _difference(wrong, finite, reach)),
    )


def _about(theirs: Array, call: str) -> str:
    empty, beyond = int((~np.isfinite(theirs)).sum()), int((np.abs(theirs) > 1 + 1e-9).sum())
    words = f"What {call} returned."
    if empty:
        words += f" {_cells(empty)} not a finite number and stay{'s' if empty == 1 else ''} empty."
    if beyond - int(np.isinf(theirs).sum()) > 0:
        words += " Colors end at ±1, but some values lie beyond."
    return words


def _difference(wrong: NDArray[np.bool_], finite: NDArray[np.bool_], reach: float) -> str:
    count = int(wrong.sum())
    if not count:
        if not reach:
            return "No cell differs."
        return f"No cell differs by more than rounding; the largest difference is {number(reach, 2)}."
    words = f"Yours minus right: {number(count)} of {number(wrong.size)} cells {'differs' if count == 1 else 'differ'}"
    columns = np.flatnonzero(wrong.any(axis=0))
    if len(columns) == 1:
        words += f", {'all ' if count > 1 else ''}in column {columns[0]}"
    return f"{words}; the largest difference is {number(reach)}." if finite.any() else f"{words}."


def _cells(count: int) -> str:
    return "1 cell is" if count == 1 else f"{number(count)} cells are"


def _picture(values: Array, title: str, most: float, description: str) -> Heatmap:
    cells = np.where(np.abs(values) <= _DRAWABLE, values, np.nan)
    return Heatmap(cells, low=-most, high=most, title=title, description=description)
