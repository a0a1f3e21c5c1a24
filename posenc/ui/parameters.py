"""Every parameter of the app's URLs, in one table: its default, and which values are good.

The first value of a choice is its default; a default leaves the URL. No Streamlit here: tests and content read it too.
"""

from __future__ import annotations

import contextlib
import difflib
import math
from dataclasses import dataclass

_TRUTH = {"true": True, "1": True, "yes": True, "on": True, "false": False, "0": False, "no": False, "off": False}


@dataclass(frozen=True)
class Whole:
    """A whole number from low to high in steps of step."""

    default: int
    low: int
    high: int
    step: int = 1

    @property
    def rule(self) -> str:
        return f"{'an even' if self.step == 2 else 'a whole'} number from {self.low} to {self.high}"

    def nearest(self, text: str) -> int:
        number = math.floor(min(max(_number(text), self.low), self.high) + 0.5)
        return min(number + (self.low - number) % self.step, self.high)


@dataclass(frozen=True)
class Real:
    """A number from low to high."""

    default: float
    low: float
    high: float

    @property
    def rule(self) -> str:
        return f"a number from {self.low:g} to {self.high:g}"

    def nearest(self, text: str) -> float:
        return float(min(max(_number(text), self.low), self.high))


@dataclass(frozen=True)
class Choice:
    """One of a few words; the first is the default."""

    options: tuple[str, ...]

    @property
    def default(self) -> str:
        return self.options[0]

    @property
    def rule(self) -> str:
        return f"one of {', '.join(self.options)}"

    def nearest(self, text: str) -> str:
        """The number nearest in size where both are numbers, else the word spelled most alike."""
        numbers = [int(option) for option in self.options if option.isdecimal()]
        if numbers:
            with contextlib.suppress(ValueError):
                within = min(max(_number(text), min(numbers)), max(numbers))
                return str(min(numbers, key=lambda number: abs(number - within)))
        words = {option.lower(): option for option in self.options}
        return words[difflib.get_close_matches(text.strip().lower(), words, 1)[0]]


@dataclass(frozen=True)
class Switch:
    """True or false."""

    default: bool = False
    rule = "true or false"

    def nearest(self, text: str) -> bool:
        return _TRUTH[text.strip().lower()]


@dataclass(frozen=True)
class Text:
    """A line of text; what it may say is the page's own matter."""

    default: str
    most: int = 200

    @property
    def rule(self) -> str:
        return f"at most {self.most} characters"

    def nearest(self, text: str) -> str:
        return text[: self.most]


Parameter = Whole | Real | Choice | Switch | Text

PARAMETERS: dict[str, Parameter] = {
    # shared by all pages
    "length": Whole(50, 0, 2048),
    "width": Whole(64, 2, 1024, step=2),
    "base": Real(10000.0, 1.0, 1_000_000.0),
    # table
    "row": Whole(7, 0, 2047),
    "column": Whole(5, 0, 1023),
    "show": Choice(("picture", "numbers", "list", "files", "code")),
    "language": Choice(("NumPy", "Python", "PyTorch")),
    # pairs
    "pairs": Text("0 1 2 4 8"),
    "reach": Choice(("first 64", "all")),
    # similarity
    "metric": Choice(("cosine", "dot", "euclidean")),
    "offset": Whole(1, 0, 2047),
    "rotation": Switch(),
    "block": Whole(0, 0, 511),
    # lenses
    "lens": Choice(("layout", "precision", "embedding", "decode", "image")),
    "layout": Choice(("concatenated", "half minus one")),
    "format": Choice(("bfloat16", "float16", "float32", "float64")),
    "stage": Choice(("positions", "angles", "table")),
    "start": Whole(240, 0, 1_000_000),
    "drawn": Choice(("paper", "BERT", "PyTorch")),
    "scaled": Switch(),
    "noise": Real(1.0, 0.0, 30.0),
    "noisy": Whole(25, 0, 2047),
    "draw": Whole(0, 0, 9999),
    "side": Whole(14, 1, 48),
    "patch_row": Whole(7, 0, 47),
    "patch_column": Whole(7, 0, 47),
    "channel": Whole(0, 0, 1023),
    # methods
    "method": Choice(("sinusoidal", "learned", "rope", "alibi", "t5", "none")),
    "beside": Choice(("learned", "sinusoidal", "rope", "alibi", "t5", "none")),
    "scaling": Choice(("yarn", "linear", "ntk", "dynamic", "no rescaling")),
    "factor": Real(4.0, 1.0, 64.0),
    "trained": Whole(2048, 16, 131072),
    "rope_view": Choice(("clock hands", "pairing", "longer texts")),
    "query_at": Whole(5, 0, 2047),
    "key_at": Whole(2, 0, 2047),
    "model": Choice(
        ("sizes on the left", "Llama 2 7B", "Mistral 7B v0.1", "Llama 3 8B", "Qwen2 7B", "Mixtral 8x7B"),
    ),
    # attention
    "tokens": Choice(("lesson", "sentence")),
    "sentence": Text("cat chased dog"),
    "encoding": Choice(("none", "sinusoidal", "learned", "rope", "alibi", "t5")),
    "permutation": Choice(("reverse", "swap", "rotate", "shuffle", "typed")),
    "i": Whole(0, 0, 63),
    "j": Whole(1, 0, 63),
    "by": Whole(1, 0, 63),
    "order": Text(""),
    "seed": Whole(0, 0, 9999),
    "causal": Switch(),
    "heads": Choice(("1", "2", "3", "4", "6", "8")),
    "head": Whole(0, 0, 7),
    "projections": Switch(),
    "add": Choice(("after", "before")),
    # training
    "question": Choice(("which came first", "name the previous")),
    "training_seed": Whole(0, 0, 9999),
    "steps": Choice(("400", "1200", "2400")),
    "look": Choice(("attention", "learned table", "longer sentences", "loss")),
    # lesson
    "step": Choice(
        (
            *("words", "order", "table", "pairs", "sine-cosine", "column", "example"),
            *("fast-and-slow", "watch-out", "code", "equivariance", "added", "learned", "rope"),
        )
    ),
    "glossary": Choice(("this step", "all words", "letters")),
    "word": Choice(("cat", "chased", "dog")),
    "place": Whole(3, 0, 15),
    "said": Choice(
        ("dog chased cat", "dog cat chased", "chased dog cat", "chased cat dog", "cat dog chased", "cat chased dog")
    ),
    "rows": Whole(4, 1, 16),
    "pair": Choice(("0", "1", "2", "3")),
    "first": Whole(1, 0, 31),
    "second": Whole(4, 0, 31),
    "at_row": Whole(7, 0, 63),
    "at_column": Whole(5, 0, 63),
    "working": Switch(),
    "cells": Whole(1, 0, 12),
    "kept": Choice(("all pairs", "fast half", "slow half", "fastest alone")),
    "wrong": Choice(("none", "column in the power", "brackets first")),
    "line": Choice(("pos", "power", "angle", "zeros", "sines", "cosines")),
    "moved": Choice(("reverse", "exchange two", "rotate")),
    "encoded": Switch(),
    "travels": Switch(),
    "rival": Choice(("formula", "learned")),
    "shift": Choice(("0", "1", "2", "10", "100")),
    "key_stays": Switch(),
    # practice
    "task": Choice(("table", "numpy", "equivariance", "own")),
    # quiz
    "quiz": Whole(1, 1, 9999),
    "questions": Choice(("10", "20", "all")),
    # presenting, on any page
    "present": Switch(),
    "stop": Whole(0, 0, 15),
    # tour
    "notes": Choice(("questions", "answers", "addresses")),
    # bugs
    "bug": Whole(1, 1, 27),
    "spot": Switch(),
}


def mend(given: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The nearest good values for those that are bad, as written in a URL, and what to say of each."""
    mended, words = {}, {}
    for key, text in given.items():
        if key not in PARAMETERS:
            continue
        parameter = PARAMETERS[key]
        try:
            value = parameter.nearest(text)
            if isinstance(value, float) and _number(text) == value:  # however it is written: 1e6, 1000000
                continue
        except (ValueError, OverflowError, LookupError):
            value = parameter.default
        if written(value) == text:
            continue
        mended[key] = written(value)
        if not (isinstance(parameter, Switch) and text.strip().lower() in _TRUTH):
            shown = (text if len(text) <= 40 else text[:40] + "…").replace("`", "’")  # it stays code, and no picture
            instead = f"the first {parameter.most}" if isinstance(parameter, Text) else mended[key]
            words[key] = f"{key} must be {parameter.rule}, got `{shown}`; showing {instead}."
    return mended, words


def written(value: object) -> str:
    """A value as Streamlit writes it into the URL."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _number(text: str) -> float:
    number = float(text)
    if math.isnan(number):
        raise ValueError("not a number")
    return number
