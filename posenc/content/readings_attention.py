"""What the Attention page says: two orders of the same tokens, told apart or not, and by how much."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .text import number

Array = NDArray[Any]

SHOWN = 40  # characters of a sentence in a headline


def headline(verdict: str, tokens: Sequence[str], permutation: Sequence[int], same_input: bool) -> str:
    """What one permutation shows, in a sentence; `same_input`: it moves no token, or equal ones only."""
    if not tokens:
        return "No tokens yet: type a sentence."
    one, other = quoted(tokens), quoted([tokens[k] for k in permutation])
    if len(tokens) == 1:
        return f"{one} is a single token and has one order only."
    if list(permutation) == list(range(len(tokens))):
        return f"{one} stays as it is: this permutation moves nothing."
    if same_input and verdict == "broken":
        return f"{other}: only equal tokens changed places, yet what comes out depends on the place."
    if same_input:
        return f"{other}: only equal tokens changed places, so there is nothing to see."
    if verdict == "equivariant":
        return f"{one} and {other} are the same bag: every token comes out the same."
    if verdict == "broken":
        return f"{one} and {other} are two things: not every token comes out the same."
    if verdict == "below rounding":
        return f"{one} and {other} differ by less than this arithmetic shows."
    return f"{one} and {other} still come out the same, token by token."


def verdict(found: str) -> str:
    """A verdict of `check_equivariance` in the words of the pages, where its own name is too terse to show."""
    return {"broken": "not equivariant", "not separated": "still equivariant"}.get(found, found)


def tokens(count: int, typed: int, width: int) -> str:
    """How many tokens a sentence gives, and where the sizes come from."""
    if count == 0:
        return "No words, no tokens."
    cut = f"The first {count} of {typed} words are taken. " if count < typed else ""
    return (
        f"{cut}{_counted(count, 'word')} of {width} random numbers{' each' if count > 1 else ''}: "
        f"the sentence sets the length, the sidebar the width."
    )


def fewer_heads(wanted: int, heads: int, width: int) -> str:
    """Why there are fewer heads than a link asks for."""
    rule = "leave each an even number of" if width % wanted == 0 else "share"
    return f"{wanted} heads do not {rule} {width} columns{'' if width % wanted == 0 else ' evenly'}: showing {heads}."


def pooled(invariant: bool, difference: float) -> str:
    """Is the mean of the outputs the same for both orders?"""
    if not invariant:
        return f"The mean of all outputs changes by up to {number(difference, 3)}: it is not invariant."
    within = "to the last bit" if difference == 0 else f"to within {number(difference, 3)}, which is rounding"
    return f"The mean of all outputs stays the same {within}: it is invariant."


def most_moved(apart: Array, most: int) -> tuple[int, ...]:
    """The tokens, at most `most` and in their order, whose outputs differ most; apart: (n,) how far."""
    return tuple(sorted(np.argsort(-apart, kind="stable")[:most].tolist()))


def shown(count: int, total: int) -> str:
    """Which tokens stand in the picture, if not all do."""
    return "" if count == total else f"Shown are the {count} of {total} tokens whose outputs differ most."


def difference(largest: float) -> str:
    """Under the picture of the difference, whose scale is as wide as the outputs."""
    if largest == 0:
        return "The outputs do not differ in a single digit."
    return (
        f"The outputs differ by up to {number(largest, 3)}. The scale is as wide as they are, so rounding stays blank."
    )


def strips(verdict: str, mean: str) -> str:
    """Under the picture of each token's output in both orders; `mean`: what `pooled` says."""
    found = "they differ" if verdict == "broken" else "they look the same"
    return f"A token has two strips, one for each order: {found}. {mean}"


def moves(labels: Sequence[str], chosen: Sequence[int], permutation: Sequence[int], apart: Array) -> str:
    """Where each chosen token went and how far its output moved, apart: (n,), as a Markdown table."""
    went = np.argsort(permutation)
    lines = ["| token | place | goes to | differs by |", "|---|--:|--:|--:|"]
    lines += [f"| {plain(labels[k])} | {k} | {went[k]} | {number(float(apart[k]), 3)} |" for k in chosen]
    return "\n".join(lines)


def method(name: str, count: int, width: int, table: tuple[int, int], causal: bool) -> str:
    """What stands behind a method here, where it is not a formula alone; table: the size of the learned one."""
    back = "looks back only, under the causal mask" if causal else "looks both ways, by the distance alone"
    return {
        "learned": f"Learned: the first {_counted(count, 'row')} and {_counted(width, 'column')} of a real table, "
        f"{table[0]} × {table[1]}, of all-MiniLM-L6-v2 (Apache-2.0).",
        "rope": "RoPE: queries and keys are turned by their places; the values are not.",
        "alibi": f"ALiBi: the score falls with the distance; here it {back}.",
        "t5": "T5: a number for each bucket of offsets is added to the score. T5 learns them; here they are random, "
        "for illustration.",
    }.get(name, "")


def options(heads: int, causal: bool, projected: bool, before: bool) -> str:
    """The settings that are not at their defaults."""
    chosen = [
        f"{heads} heads" if heads > 1 else "",
        "a causal mask" if causal else "",
        "random projections" if projected else "",
        "the encoding added before permuting" if before else "",
    ]
    chosen = [one for one in chosen if one]
    return f"With {_joined(chosen)}." if chosen else ""


def why_not_allclose(faint: float, accepted: bool, broken: bool) -> str:
    """Why the verdict is not allclose's; `faint`: the encoding was scaled by it, `accepted`: allclose said True."""
    said = "`np.allclose` lets every number differ by 1e-8 plus 1e-5 of itself, wherever the numbers come from:"
    if accepted and broken:
        return f"{said} it says True even of the encoding made fainter, `{_small(faint)} * P`, which attention notices."
    return f"{said} too much for a faint encoding, and too little for many sums in float32."


def tolerance(relative: float, allowed: float) -> str:
    """How the verdict measures; relative: the difference as a part of the largest value vector."""
    return (
        f"The verdict measures the difference against the largest value: it is {number(relative, 3)} of that, "
        f"and rounding explains at most 8 eps (1 + largest score), here {number(allowed, 3)}."
    )


def quoted(tokens: Sequence[str]) -> str:
    """Tokens as a sentence in quotation marks, cut to SHOWN characters."""
    sentence = " ".join(tokens)
    return f"“{plain(sentence if len(sentence) <= SHOWN else sentence[: SHOWN - 1].rstrip() + '…')}”"


def plain(text: str) -> str:
    """Typed text as Markdown shows it, letter by letter."""
    escaped = "".join(f"\\{c}" if c in r"\`*_{}[]()<>#+-.!|$~:&" else c for c in text)
    return re.sub(r"(?<=[-<>=~:])(?=\S)", "\u2060", escaped)  # or Streamlit makes an arrow of ->, an icon of :name:


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _small(power: float) -> str:
    return f"{power:.0e}".replace("e-0", "e-")


def _joined(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
