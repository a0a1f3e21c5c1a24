"""What the Pairs page says: which pairs are meant, and what their curves, wavelengths and signs show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .text import number

DEFAULT = (0, 1, 2, 4, 8)
MOST = 8
"""At most so many pairs are drawn at once."""
HARDLY = 0.01
"""Below this part of a turn a hand hardly moves."""

Array = NDArray[Any]


class Chosen(NamedTuple):
    """The pairs to draw, at least one; what is wrong with the text that named them; what was left out and why."""

    pairs: tuple[int, ...]
    error: str = ""
    note: str = ""


def choose(text: str, width: int) -> Chosen:
    """The pairs that a text like "0 1 2" or "0,4,8" names, in its order, each once.

    What is no pair of this width is left out with a sentence. If nothing is left, the nearest pair there is stands in.
    """
    last = width // 2 - 1
    words = text.replace(",", " ").split()
    junk = [word for word in words if not (word.isascii() and word.isdigit())]
    named = list(dict.fromkeys(int(word) for word in words if word not in junk))
    there = [pair for pair in named if pair <= last]
    beyond = [pair for pair in named if pair > last]
    error = note = ""
    if junk:
        got = _list([f"`{word[:20].replace('`', '’')}`" for word in junk[:3]] + (["others"] if len(junk) > 3 else []))
        error = f"Pairs must be whole numbers from 0 to {last}, got {got}." if last else f"Pairs must be 0, got {got}."
    if beyond:
        own = f"pairs 0 to {last}" if last else "pair 0 alone"
        note = f"Left out: {_pairs(beyond[:4])}{' and more' * (len(beyond) > 4)}. Width {width} has {own}. "
    if len(there) > MOST:
        note += f"The first {MOST} of {len(there)} pairs are drawn. "
    elif not there:
        there = [last] if beyond else [pair for pair in DEFAULT if pair <= last]
        note += f"Drawn instead: {_pairs(there)}. "
    return Chosen(tuple(there[:MOST]), error, note.strip())


def presets(width: int) -> dict[str, str]:
    """Choices of pairs to offer, as texts that `choose` reads."""
    pairs = range(width // 2)
    if len(pairs) <= len(DEFAULT):
        return {"All": _text(pairs)}
    spread = np.rint(np.linspace(0, pairs[-1], len(DEFAULT))).astype(int).tolist()
    return {"Fastest": _text(pairs[:5]), "Spread": _text(spread), "Slowest": _text(pairs[-5:])}


def waves(pairs: Sequence[int], wavelengths: Array, turns: Array, length: int, drawn: int) -> str:
    """How often the fastest and the slowest of the chosen pairs turn, and how densely their curves are sampled.

    wavelengths, turns: (width/2,), of all pairs.
    """
    if length == 0:
        return "No positions: the curves go on without end, and the table takes nothing from them."
    if length == 1:
        return "One position, position 0: every hand still stands at its start, with sine 0 and cosine 1."
    fast, slow = min(pairs), max(pairs)
    way = f"From position 0 to position {length - 1}"
    if fast == slow:
        said = f"{way} pair {fast} makes {_turns(turns[fast])}."
    elif wavelengths[fast] == wavelengths[slow]:
        said = f"{way} every pair makes {_turns(turns[fast])}: with base 1 all pairs are the same."
    else:
        said = f"{way} pair {fast} makes {_turns(turns[fast])}, pair {slow} {number(turns[slow], 3)}."
    said += (
        f" The table holds whole positions alone, {number(wavelengths[fast], 3)} to a turn of pair {fast}."
        " At 2 or fewer a fast hand would look like a slower one, which is called aliasing."
    )
    return said + (f" Positions 0 to {drawn - 1} are drawn." if drawn < length else "")


def wavelengths(wavelengths: Array, turns: Array, length: int) -> str:
    """Which pairs complete a turn and which hardly move; wavelengths, turns: (width/2,)."""
    count = len(wavelengths)
    shortest, longest = number(wavelengths[0], 4), number(wavelengths[-1], 4)
    if count == 1:
        run = f"Width 2 has one pair, and its wavelength is {shortest} positions."
    elif wavelengths[0] == wavelengths[-1]:
        run = f"With base 1 all {count} pairs have the same wavelength, {shortest} positions."
    else:
        factor = number(wavelengths[1] / wavelengths[0], 3)
        run = f"Wavelengths grow from {shortest} to {longest} positions, each {factor} times the one before."
    if length < 2:
        return f"{run} A hand needs a second position to move to."
    complete, hardly = int((turns >= 1).sum()), int((turns < HARDLY).sum())
    steps = "the one step" if length == 2 else f"the {length - 1} steps"
    if count == 1:
        done = f"In {steps} from position 0 to {length - 1} it makes {_turns(turns[0])}."
    else:
        done = f"In {steps} from position 0 to {length - 1}, {_complete(complete, count)}"
        done += f"; {hardly} make{'s' * (hardly == 1)} less than a hundredth of one." if hardly else "."
    return f"{run} {done}"


def counter(flips: Array, steps: int) -> str:
    """How often the first and the last binary digit flip; flips: (digits,)."""
    if steps < 1:
        return "Counting needs at least two positions: nothing flips yet."
    said = f"In {_count(steps, 'step')} bit 0 flips {_times(flips[0])}"
    return said + (f" and bit {len(flips) - 1} {_times(flips[-1])}." if len(flips) > 1 else ".")


def signs(flips: Array, steps: int) -> str:
    """How often the sines of the first and the last pair change sign; flips: (width/2,)."""
    if steps < 1:
        return (
            "At position 0 every sine is 0, and no sign has changed yet." if steps == 0 else "No positions, no signs."
        )
    changes = f"changes sign {_times(flips[0])}" if flips[0] else "never changes sign"
    said = f"In {_count(steps, 'step')} the sine of pair 0 {changes}"
    return said + (f" and that of pair {len(flips) - 1} {_times(flips[-1])}." if len(flips) > 1 else ".")


def _turns(turns: float) -> str:
    written = number(turns, 3)
    return f"{written} turn{'s' * (written != '1')}"


def _complete(count: int, total: int) -> str:
    if count == 0:
        return f"none of the {total} pairs makes a full turn"
    who = f"each of the {total}" if count == total else f"{count} of {total}"
    return f"{who} pairs make{'s' * (count in (1, total))} at least one full turn"


def _count(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(int(count), f"{count} times")


def _pairs(pairs: Sequence[int]) -> str:
    return f"pair{'s' * (len(pairs) != 1)} {_list([str(pair) for pair in pairs])}"


def _list(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1])] * (len(words) > 1) + [words[-1]])


def _text(pairs: Sequence[int]) -> str:
    return " ".join(map(str, pairs))
