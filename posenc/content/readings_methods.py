"""What the Methods page says: how each score falls with distance, what a learned table holds, what RoPE keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from posenc.learned import learned_table

from .methods import Method
from .text import number

__all__ = ["bias", "buckets", "curve", "facts", "hands", "limit", "moved", "norms", "pairing", "stretched", "table"]

Array = NDArray[Any]


def count(n: int, one: str, many: str) -> str:
    """ "1 pair", "2 pairs"."""
    return f"{n} {one if n == 1 else many}"


def limit(shown: int, length: int) -> str:
    """That not all positions are drawn, where that is so."""
    return f" The first {shown} of {length} positions are shown." if shown < length else ""


def curve(by_offset: Array, rise: int | None, *, average: bool = False) -> str:
    """How a similarity (n,), or its average, goes with distance, and where it first rises again."""
    n = len(by_offset)
    if n < 2:
        return "there are no two positions to compare."
    if np.ptp(by_offset) == 0:
        return f"{number(by_offset[0], 3)} at every distance, so no distance is told from another."
    said = f"{'on average ' if average else ''}{number(by_offset[1], 3)} at distance 1"
    if n > 2:
        said += f", {number(by_offset[-1], 2)} at {n - 1}"
    return f"{said}; it falls all the way." if rise is None else f"{said}; it first rises again after distance {rise}."


def bias(slopes: Array) -> str:
    """How steep ALiBi's heads are; slopes: (heads,)."""
    if len(slopes) == 1:
        return f"a key loses {number(slopes[0], 3)} for each place it lies back."
    return (
        f"in the steepest of {len(slopes)} heads a key loses {number(slopes[0], 3)} for each place it lies back, "
        f"in the flattest {number(slopes[-1], 3)}."
    )


def buckets(by_distance: Array) -> str:
    """How distances share T5's buckets; by_distance: (n,) whole numbers, the bucket of each distance back."""
    n = len(by_distance)
    if n < 2:
        return "there are no two positions to tell apart."
    own = int((np.bincount(by_distance)[by_distance] == 1).argmin()) or n
    used = len(np.unique(by_distance))
    said = f"{count(n, 'distance', 'distances')} back share {count(used, 'bucket', 'buckets')}"
    if own == n:
        return f"each of {n} distances back has a bucket of its own."
    return f"{said}; distances 0 to {own - 1} have one each."


def table(facts: Mapping[str, float], seam: int) -> str:
    """What the learned table's similarity shows; facts: share, sinusoid, short, long, seam, typical."""
    return (
        f"Learned: a bright diagonal with ripples {number(facts['short'], 2)} and {number(facts['long'], 2)} positions "
        f"apart, a first row unlike all others, and a seam at row {seam}, where the cosine of neighbors is "
        f"{number(facts['seam'], 2)} instead of about {number(facts['typical'], 2)}. The offset alone explains "
        f"{100 * facts['share']:.0f}% of the variance; of the sinusoid's, {100 * facts['sinusoid']:.0f}%."
    )


def norms(values: Array, seam: int, sinusoid: float) -> str:
    """The lengths of a learned table's rows (n,), before and from the seam on, and of every sinusoidal row."""
    return (
        f"Row 0 is {number(values[0], 3)} long, the others {number(values[1:].mean(), 2)} on average: "
        f"{number(np.median(values[1:seam]), 2)} is usual before row {seam} and {number(np.median(values[seam:]), 2)} "
        f"from there on. Fine-tuning saw texts of at most {seam} tokens. "
        f"The rows of a sinusoid this wide are all {number(sinusoid, 3)} long."
    )


def hands(m: int, n: int, score: float) -> str:
    """The score of a query at m and a key at n."""
    where = (
        "Query and key stand at the same position, so they are turned alike"
        if m == n
        else f"The query stands {count(abs(m - n), 'place', 'places')} {'after' if m > n else 'before'} the key, "
        "so in each pair the angle between them is that many times the pair's own"
    )
    return f"{where}. The score of one query and one key of random numbers is {number(score, 6)}."


def moved(scores: Array, other: Array) -> str:
    """What moving both by 0, 1, ... places changes: the scores with one pairing, and with two different ones, (n,)."""
    if len(scores) < 2:
        return "With fewer than two positions there is nowhere to move."
    change, mixed = np.ptp(scores), np.ptp(other)
    said = "not at all" if change == 0 else f"by at most {number(change, 2)}, which is rounding"
    said = f"Moved on together over {len(scores)} positions, their score changes {said}."
    if mixed <= 1000 * change:
        return said
    return (
        f"{said} Were the query turned in neighboring pairs and the key in halves, it would change by "
        f"{number(mixed, 2)}."
    )


def pairing(change: float, width: int) -> str:
    """How far the scores of the two pairings differ, the columns in each one's own order."""
    half = width // 2
    same = "the scores are equal" if change == 0 else f"no score differs by more than {number(change, 2)}"
    if width == 2:
        return f"With one pair there is one way, columns 0 and 1 turn together: {same}."
    return (
        f"Neighbors: columns 0 and 1 turn together, then 2 and 3. Halves: columns 0 and {half} turn together, then "
        f"1 and {half + 1}. It is one turn with its columns in another order: reorder those of query and key alike, "
        f"and {same}."
    )


def stretched(before: Array, after: Array, factor: float) -> str:
    """Which pairs are left alone, and which are stretched by the whole factor; wavelengths (d/2,) before and after."""
    ratio = after / before
    alone, whole = np.isclose(ratio, 1), np.isclose(ratio, factor)
    if alone.all():
        return f"{'The only pair is' if len(before) == 1 else f'All {len(before)} pairs are'} left alone."
    if whole.all():
        return f"No pair is left alone: every wavelength is {number(factor)} times as long."
    between = ~alone & ~whole
    said = [f"{_pairs(alone, 'is', 'are')} left alone"] if alone.any() else ["No pair is left alone"]
    if whole.any():
        said.append(f"{_pairs(whole, 'is', 'are')} stretched by the whole factor {number(factor)}")
    if between.any():
        low, high = number(float(ratio[between].min()), 3), number(float(ratio[between].max()), 3)
        times = low if low == high else f"{low} to {high}"
        said.append(f"{_pairs(between, 'is', 'are')} stretched {times} times")
    return f"Of {count(len(before), 'pair', 'pairs')}: {'; '.join(said)}."


def _pairs(chosen: Array, one: str, many: str) -> str:
    """ "pair 3 is", "pairs 0 to 8 are", "5 pairs are"."""
    where = np.flatnonzero(chosen)
    if len(where) == 1:
        return f"pair {where[0]} {one}"
    if where[-1] - where[0] == len(where) - 1:
        return f"pairs {where[0]} to {where[-1]} {many}"
    return f"{len(where)} pairs {many}"


def facts(methods: Sequence[Method], length: int, width: int, heads: int, buckets: int) -> str:
    """A Markdown table of the methods' facts, a column each."""
    sizes = {"length": length, "width": width, "heads": heads, "buckets": buckets}

    def learned(method: Method) -> str:
        if method.parameters == "0":
            return "none"
        total = method.parameter_count(length, width, heads, buckets)
        parts = [f"{sizes[name]} {name}" if name in ("buckets", "heads") else str(sizes[name])
                 for name in method.parameters.split(" × ")]  # fmt: skip
        said = f"{number(total)} = {' × '.join(parts)} ({method.parameters})"
        if method.id == "learned":
            rows, columns = learned_table().shape
            said += f"; the real one has {number(rows * columns)} = {rows} × {columns}"
        return said

    rows: dict[str, list[str]] = {
        "Where it acts": [method.acts for method in methods],
        "Learned numbers": [learned(method) for method in methods],
        "Past the trained length": [method.beyond for method in methods],
        "Used by": [", ".join(method.users) or "some causal models" for method in methods],
        "Paper": [f"[{m.paper.authors} {m.paper.year}: {m.paper.title}]({m.paper.url})" for m in methods],
    }
    lines = [["Method", *[method.name for method in methods]], ["---"] * (len(methods) + 1)]
    lines += [[f"**{name}**", *cells] for name, cells in rows.items()]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
