"""What the Similarity page says: how alike positions are, and how exactly offset and rotation decide it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .text import number

Array = NDArray[Any]

NAMES = {"cosine": "cosine similarity", "dot": "dot product", "euclidean": "distance"}
"""What a metric is called in a sentence."""

EPS = float(np.finfo(np.float64).eps)


class Finding(NamedTuple):
    """A question and its answer."""

    question: str
    answer: str


def picture(by_offset: Array, metric: str) -> str:
    """How alike neighbors and the two ends are; by_offset: (n,)."""
    n, name = len(by_offset), NAMES[metric]
    if n == 0:
        return "No positions: there is nothing to compare."
    if n == 1:
        return f"One position, compared with itself: its {name} is {number(by_offset[0], 3)}."
    near = f"Neighbors have a {name} of {number(by_offset[1], 3)}"
    if n == 2:
        return f"{near}."
    return f"{near}, positions 0 and {n - 1} of {number(by_offset[-1], 3)}."


def curve(by_offset: Array, metric: str, offset: int) -> str:
    """What the curve says at the chosen offset; by_offset: (n,)."""
    n = len(by_offset)
    if n == 0:
        return "No positions, no offsets."
    if offset >= n:
        return f"Offset {offset} lies beyond the last one, {n - 1}: choose a smaller offset or a longer table."
    return (
        f"At offset {offset} the {NAMES[metric]} is {number(by_offset[offset], 4)}, wherever the two positions stand."
    )


def offset_alone(error: float, every: int, length: int, width: int, metric: str) -> Finding:
    """Does the offset alone decide? error, every: as `findings.offset_error` measures them."""
    question = "Does the offset alone decide?"
    if length < 2:
        return Finding(question, "With fewer than two positions there is nothing to compare.")
    largest = {"cosine": 1.0, "dot": width / 2, "euclidean": np.sqrt(2 * width)}[metric]
    if error == 0:
        said = "Yes: entries of equal offset are equal to the last bit."
    elif error <= 64 * EPS * width * largest:
        said = f"Yes: entries of equal offset differ by at most {number(error, 2)}, which is rounding."
    else:
        said = f"No: entries of equal offset differ by up to {number(error, 2)}."
    return Finding(question, said + _sample(every))


def monotone(rise: int | None, length: int) -> Finding:
    """Does likeness only fall? rise: as `similarity.first_rise` finds it."""
    question = "Does likeness only fall with distance?"
    if length < 3:
        return Finding(question, "That takes at least three positions to see.")
    if rise is None:
        return Finding(question, f"Yes, as far as this table goes: up to offset {length - 1} it never rises.")
    return Finding(
        question, f"No: at offset {rise + 1} positions are more alike than at offset {rise}, the first rise."
    )


def distinct(closest: tuple[int, float] | None, neighbors: float) -> Finding:
    """Do all rows differ? closest: as `similarity.closest_offset` finds it; neighbors: the distance at offset 1."""
    question = "Are all rows different?"
    if closest is None:
        return Finding(question, "There are no two rows to compare.")
    offset, distance = closest
    if distance == 0:
        return Finding(question, f"No: positions {offset} apart have the same row.")
    if offset == 1:
        return Finding(question, f"Yes: the closest are neighbors, at a distance of {number(distance, 3)}.")
    return Finding(
        question,
        f"Yes, but positions {offset} apart are closest, at a distance of {number(distance, 2)}; "
        f"neighbors are {number(neighbors, 3)} apart.",
    )


def matrix(offset: int, width: int) -> str:
    """What the matrix of the rotation looks like."""
    if offset == 0:
        return "Offset 0 moves nothing: each row of the matrix holds a single 1, on the diagonal."
    if width == 2:
        return "One pair, one block of 2 × 2: the whole matrix turns that pair."
    return f"{width // 2} blocks of 2 × 2 on the diagonal, a block for each pair; everything else is 0."


def rotation(measured: tuple[float, int] | None, offset: int, length: int) -> str:
    """How exactly the rotation moves every row; measured: as `findings.rotation_error` gives it."""
    if measured is None:
        return "No positions: there is no row to move."
    error, every = measured
    which = "position 0" if length == 1 else f"positions 0 to {length - 1}"
    difference = "the two sides are equal to the last bit" if error == 0 else f"the largest error is {number(error, 2)}"
    return f"For offset {offset}, over {which}, {difference}.{_sample(every)}"


def _sample(every: int) -> str:
    return "" if every == 1 else f" Measured at every {_ordinal(every)} position."


def _ordinal(n: int) -> str:
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"
