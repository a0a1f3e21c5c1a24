"""What the Lenses page says of each of its pictures, true at every size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .text import number

Array = NDArray[Any]

NOTHING = "No positions: there is nothing to see."


def layout(verdict: str, order: Array | None, difference: float, length: int, width: int) -> str:
    """The verdict on the table on the right; verdict, order: as `layouts.compare_layouts` finds them.

    difference: the largest between the two tables, once both have all their sines first.
    """
    if length == 0:
        return "**The same table**: no positions, no numbers."
    if length == 1:
        return (
            "Position 0 holds sines of 0 and cosines of 0 at any frequency: it takes a second position to tell two "
            "tables apart."
        )
    if verdict == "other frequencies":
        return (
            "**Other frequencies**: no order of the columns turns one table into the other. Sine beside sine and "
            f"cosine beside cosine, they differ by up to {number(difference, 3)}."
        )
    if verdict == "the same table" or order is None:
        return "**The same table**, column by column" + (": one pair has nothing to arrange." if width == 2 else ".")
    j = int(np.flatnonzero(order != np.arange(len(order)))[0])
    return (
        f"**The same columns in another order**: column {j} on the left is column {order[j]} on the right. Every "
        "similarity of two positions stays what it was."
    )


def wavelengths(paper: Array, other: Array) -> str:
    """The slowest pair by both formulas; paper, other: (pairs,) wavelengths."""
    slowest = len(paper) - 1
    if np.allclose(paper, other, rtol=1e-12):
        return f"Both tables have the same {_count(slowest + 1, 'wavelength')}."
    return (
        f"The slowest pair, {slowest}, turns once in {number(paper[-1], 5)} positions by the paper's formula and once "
        f"in {number(other[-1], 5)} in the other table; pair 0 is the same in both."
    )


def precision(dtype: str, stage: str, merged: Array, errors: Array, start: int, exact_up_to: int) -> str:
    """Which positions merge, and how wrong the rows are.

    merged (n,): as `precision.merged_with` gives it; errors (n,): of each row, NaN where a row is lost.
    """
    n = len(merged)
    if n == 0:
        return NOTHING
    kept = np.flatnonzero(~np.isnan(errors))
    lost = n - len(kept)
    parts = []
    if lost:
        parts.append(
            f"{_count(lost, 'position')} of {n} {'lies' if lost == 1 else 'lie'} beyond the largest number of {dtype} and "
            f"{'has' if lost == 1 else 'have'} no row."
        )
    if len(kept) > 1:
        which = f"Of the {len(kept)} rows from position {start + kept[0]} to {start + kept[-1]}"
        again = [int(p) for p in kept if merged[p] != p]
        if again:
            p = again[0]
            different = len(kept) - len(again)
            parts.append(
                f"{which}, only {different} {'is' if different == 1 else 'are'} different: "
                f"position {start + p} has the row of {start + int(merged[p])}."
            )
        else:
            parts.append(f"{which}, no two are equal.")
    if len(kept):
        worst = float(errors[kept].max())
        parts.append(f"The largest error of a number is {number(worst, 2)}." if worst else "No number is off at all.")
    if stage == "positions" and dtype != "float64":
        parts.append(f"Whole numbers stay apart up to {exact_up_to} in {dtype}.")
    return " ".join(parts)


def errors(starts: Array, by_format: Mapping[str, Array], limit: float = 0.1) -> str:
    """Near which position each format's error first reaches the limit; starts, values: (k,)."""
    reached, never = [], []
    for name, values in by_format.items():
        wrong = np.flatnonzero(~(values < limit))  # NaN is as wrong as can be
        if len(wrong):
            reached.append(f"near position {starts[wrong[0]]} in {name}")
        else:
            never.append(name)
    if not reached:
        return f"In no format does an error reach {number(limit)} up to position {starts[-1]}."
    last = f"nowhere up to position {starts[-1]} in {' and '.join(never)}" if never else ""
    return f"An error of {number(limit)} is reached {', '.join(filter(None, (*reached, last)))}."


def embedding(encoding: float, embedding: float, scaled: bool, length: int) -> str:
    """How the two norms compare that meet in the sum; embedding: as it is added, scaled or not."""
    if length == 0:
        return NOTHING
    what = "the embedding times √width" if scaled else "the embedding"
    said = f"A row of the encoding has the norm {number(encoding, 3)}, {what} {number(embedding, 3)} on average"
    ratio = encoding / embedding
    if ratio > 1.5:
        return f"{said}: the encoding is {number(ratio, 3)} times as long, and before training its pattern drowns the words."
    if ratio < 1 / 1.5:
        return f"{said}: the embedding is {number(1 / ratio, 3)} times as long, so the encoding is a gentle mark on the words."
    return f"{said}: words and positions weigh about the same."


def search(position: int, found: int, distance_true: float, distance_found: float) -> str:
    """Where the search of one noisy row ended."""
    if found == position:
        return f"Found: the row nearest to the noisy one is its own, at a distance of {number(distance_found, 3)}."
    off = abs(found - position)
    return (
        f"Missed by {_count(off, 'position')}: row {found} is {number(distance_found)} away, its own row, {position}, "
        f"is {number(distance_true)} away."
    )


def accuracy(share: float, distance: float, noise: float, width: int, length: int, rows: int, capped: bool) -> str:
    """How many rows are found again, of `rows` noisy ones among `length` positions, at the chosen noise."""
    said = f"At noise {number(noise, 3)} and width {width}, {share:.1%} of {rows} noisy rows are found"
    if share < 1:
        said += f", and the guess is {number(distance, 3)} positions off on average"
    said += f". A blind guess finds {1 / length:.1%}, the dashed line."
    return said + (f" Longer tables are cut to their first {length} positions here." if capped else "")


def patches(similar: Array, row: int, column: int) -> str:
    """What the likeness to one patch looks like; similar: (side, side)."""
    side = len(similar)
    if side == 1:
        return "One patch, compared with itself: its cosine is 1."
    r = row + 1 if row + 1 < side else row - 1
    c = column + 1 if column + 1 < side else column - 1
    least = np.unravel_index(similar.argmin(), similar.shape)
    return (
        f"Patch ({row}, {column}) has a cosine of {number(similar[row, c], 3)} with a neighbor in its row, "
        f"{number(similar[r, column], 3)} with one in its column and {number(similar[r, c], 3)} diagonally; the least "
        f"alike is ({least[0]}, {least[1]}), at {number(similar[least], 3)}."
    )


def channel(number: int, channels: int) -> str:
    """Which half the channel belongs to, and what that looks like."""
    half = channels // 2
    place, along = ("row", "row") if number < half else ("column", "column")
    kind = "sine" if number % 2 == 0 else "cosine"
    return (
        f"Channel {number} of {channels}: the {kind} of pair {number % half // 2}, of the {place}'s half. It is the "
        f"same all along a {along}."
    )


def _count(n: int, what: str) -> str:
    return f"{number(int(n))} {what}{'' if n == 1 else 's'}"
