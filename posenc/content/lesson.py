"""The lesson: the text of lesson.md in steps, with every number in it computed.

A step is a heading of level 2 with an id; `{{name}}` stands for a value of `values`. The last paragraph of a step,
after "Try it.", says what to do with the live picture that the lesson page puts beside it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from posenc.attention import self_attention
from posenc.content.links import Link
from posenc.content.text import Values, fill, number
from posenc.rotary import rope
from posenc.sinusoidal import angle, sinusoidal, wavelengths
from posenc.tokens import lesson_tokens

__all__ = ["Step", "steps", "values"]


@dataclass(frozen=True)
class Step:
    """One step: its Markdown text with KaTeX formulas, what to try, words of the glossary, a page to go on to."""

    id: str
    title: str
    text: str
    try_it: str
    terms: tuple[str, ...]
    link: Link


_ABOUT: dict[str, tuple[tuple[str, ...], Link]] = {
    "words": (("token", "embedding", "positional encoding"), Link("/", {"length": "50", "width": "64"})),
    "order": (
        ("attention", "query, key, value", "permutation", "equivariant"),
        Link("/attention", {"tokens": "sentence", "sentence": "cat chased dog", "encoding": "none"}),
    ),
    "table": (("position", "column", "length", "width"), Link("/", {"length": "50", "width": "64"})),
    "pairs": (
        ("pair", "angle", "radian", "inverse frequency", "wavelength", "base"),
        Link("/pairs", {"length": "50", "width": "8", "pairs": "0,1,2,3"}),
    ),
    "sine-cosine": (("sine and cosine",), Link("/pairs", {"length": "50", "width": "8", "pairs": "0"})),
    "column": (("column", "pair"), Link("/", {"length": "50", "width": "64", "row": "7", "column": "5"})),
    "example": (("length", "width"), Link("/", {"length": "3", "width": "4"})),
    "fast-and-slow": (
        ("wavelength", "offset", "dot product"),
        Link("/similarity", {"length": "128", "width": "64", "metric": "dot"}),
    ),
    "watch-out": (("pair", "column"), Link("/bugs")),
    "code": (("layout",), Link("/practice", {"task": "numpy"})),
    "equivariance": (
        ("equivariant", "invariant", "softmax"),
        Link("/attention", {"tokens": "lesson", "encoding": "none", "permutation": "reverse"}),
    ),
    "added": (
        ("embedding", "norm"),
        Link("/attention", {"tokens": "lesson", "encoding": "sinusoidal", "permutation": "reverse"}),
    ),
    "learned": (
        ("learned position embedding", "extrapolation"),
        Link("/methods", {"method": "learned", "beside": "sinusoidal"}),
    ),
    "rope": (
        ("RoPE", "relative position", "ALiBi", "T5 bias"),
        Link("/methods", {"method": "rope", "beside": "alibi"}),
    ),
}

_HEADING = re.compile(r"^## (.+) \{#([a-z-]+)\}\n", re.MULTILINE)
_TRY = "**Try it.** "


def steps() -> tuple[Step, ...]:
    """All steps in order, numbers filled in."""
    text = (Path(__file__).parent / "lesson.md").read_text(encoding="utf-8")
    _, *parts = _HEADING.split(fill(text, values()))
    return tuple(_step(title, id, body) for title, id, body in zip(parts[0::3], parts[1::3], parts[2::3], strict=True))


def _step(title: str, id: str, body: str) -> Step:
    text, try_it = body.split(_TRY)
    terms, link = _ABOUT[id]
    return Step(id, title, text.strip(), " ".join(try_it.split()), terms, link)


def values() -> Values:
    """Every number of the lesson, by the name it has in the text."""
    return _table_values() | _order_values() | _code_values()


def _table_values() -> Values:
    small = sinusoidal(3, 4)
    found: Values = {f"value_{p}_{j}": number(float(small[p, j]), 6) for p in range(3) for j in range(4)}
    found |= {f"list_{n}_{d}": _as_list(sinusoidal(n, d)) for n, d in ((3, 4), (1, 4), (0, 2), (2, 2))}
    found |= {f"wave_{i}": wave for i, wave in enumerate(wavelengths(8).tolist())}
    seven = angle(7, 5, 64)
    return found | {
        "two_pi": 2 * np.pi,
        "divisor_1": 10000 ** (2 / 4),
        "sin_zero": float(small[0, 0]),
        "cos_zero": float(small[0, 1]),
        "cell_pair": 5 // 2,
        "cell_angle": seven,
        "cell_value": float(sinusoidal(8, 64)[7, 5]),
        "bracket_right": 7 / 10000**0.5,
        "bracket_wrong": (7 / 10000) ** 0.5,
        "norm_512": float(np.linalg.norm(sinusoidal(2, 512)[1])),
    }


def _order_values() -> Values:
    cat, chased, dog = np.random.default_rng(0).normal(size=(3, 6))
    one, other = np.array([cat, chased, dog]), np.array([dog, chased, cat])
    P = sinusoidal(3, 6)

    def difference(encoding: np.ndarray | float) -> float:
        return _largest(self_attention(one + encoding)[0][0], self_attention(other + encoding)[0][2])

    q, k = np.random.default_rng(0).normal(size=(2, 1, 64))

    def score(m: int, n: int) -> float:
        return float((rope(q, [m]) @ rope(k, [n]).T).item())

    return {
        "cat_without": number(difference(0.0), 2),
        "cat_with": number(difference(P), 3),
        "rope_shift": number(abs(score(103, 105) - score(3, 5)), 2),
    }


def _code_values() -> Values:
    x, P = lesson_tokens(), sinusoidal(4, 6)

    def reversed_both_ways(encoding: np.ndarray | float) -> tuple[np.ndarray, np.ndarray]:
        return self_attention(x[::-1] + encoding)[0], self_attention(x + encoding)[0][::-1]

    without, with_encoding = reversed_both_ways(0.0), reversed_both_ways(P)
    return {
        "shape_4_6": str(P.shape),
        "row_0": str(P[0]),
        "row_1": str(np.round(P[1], 3)),
        "allclose_without": str(np.allclose(*without)),
        "allclose_with": str(np.allclose(*with_encoding)),
        "difference_without": number(_largest(*without), 2),
        "difference_with": number(_largest(*with_encoding), 3),
    }


def _largest(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.abs(a - b).max())


def _as_list(table: np.ndarray) -> str:
    """A table as Python writes a list of lists, with 6 significant digits."""
    return "[" + ", ".join("[" + ", ".join(f"{value:.6g}" for value in row) + "]" for row in table) + "]"
