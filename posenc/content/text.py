"""Numbers in prose: `{{name}}` in a text stands for a computed value, so that no number is typed by hand."""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["Values", "fill", "number", "plain"]

Values = dict[str, str | float]

_NAME = re.compile(r"\{\{(\w+)\}\}")
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number(value: float, digits: int = 4) -> str:
    """A value as prose shows it: so many significant digits, no needless zeros, whole from 1000 on.

    0.841471 (6 digits), 47124, −0.4161, 2.2 × 10⁻¹⁶, which no line breaks.
    """
    shown = f"{value:.{digits}g}"
    if abs(value) < 1e15 and (isinstance(value, int) or abs(float(shown)) >= 1000):
        return f"{value:.0f}".replace("-", "−")
    mantissa, _, exponent = shown.replace("-", "−").partition("e")
    if not exponent:
        return mantissa.removeprefix("−") if value == 0 else mantissa
    return f"{mantissa}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}10{str(int(exponent.replace('−', '-'))).translate(_SUPERSCRIPT)}"


def plain(text: str) -> str:
    """Text whose stars, brackets and the like are no Markdown."""
    return re.sub(r"[\\`*_\[\]$:~#<>|^]", r"\\\g<0>", text)


def fill(text: str, values: Mapping[str, str | float]) -> str:
    """Put the values in the place of their names: a number as `number` writes it, a string as it is.

    Raises KeyError for a name without a value.
    """

    def value(match: re.Match[str]) -> str:
        found = values[match[1]]
        return found if isinstance(found, str) else number(found)

    return _NAME.sub(value, text)
