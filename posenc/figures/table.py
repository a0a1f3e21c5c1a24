"""The table as a picture, what it says in a sentence, and one cell worked out. No Streamlit below this line."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.content.text import number
from posenc.figures.heatmap import Heatmap, pair_series


def picture(table: NDArray[np.float64], wavelengths: NDArray[np.float64]) -> Heatmap:
    """The heatmap of an interleaved table (length, width), scale fixed at [-1, 1]."""
    length, width = table.shape
    return Heatmap(
        table,
        title=f"Positional encoding, {length} × {width}",
        series=pair_series(width),
        description=reading(length, wavelengths),
    )


def reading(length: int, wavelengths: NDArray[np.float64]) -> str:
    """What the picture shows: how often its fastest and its slowest pair turn. wavelengths: (width/2,)."""
    if length == 0:
        return f"No positions: the table has 0 rows of {2 * len(wavelengths)} columns, and as a list it is `[]`."
    if length == 1:
        return "One position, position 0: every angle is 0, so every sine is 0 and every cosine 1."
    steps, last = length - 1, len(wavelengths) - 1
    fast = f"From position 0 to {steps}, pair 0 (columns 0 and 1) {_turns(steps / wavelengths[0])}"
    if last == 0:
        return f"{fast}. Width 2 is a single pair."
    if wavelengths[last] == wavelengths[0]:
        return f"{fast}, like every other pair: with base 1 all {last + 1} are the same."
    return f"{fast}; pair {last} (columns {2 * last} and {2 * last + 1}) {_turns(steps / wavelengths[last])}."


def _turns(turns: float) -> str:
    if turns < 1:
        return f"makes {number(turns, 2)} of a turn"
    return f"turns {turns:.1f} times"


def derivation(position: int, column: int, width: int, base: float, angle: float, value: float) -> str:
    """One cell worked out as a formula (TeX) with the numbers in it, six significant digits."""
    pair = column // 2
    function, parity = ("cos", "odd") if column % 2 else ("sin", "even")
    b = _tex(base)
    divisor = base ** (2 * pair / width)
    return (
        r"\begin{aligned}"
        rf"i &= {column} \mathbin{{//}} 2 = {pair}\\[0.5em]"
        rf"\text{{angle}} &= \text{{pos}} \,/\, \text{{base}}^{{\,2i/\text{{width}}}}\\[0.3em]"
        rf"&= {position} \,/\, {b}^{{\,{2 * pair}/{width}}}\\[0.3em]"
        rf"&= {position} \,/\, {_tex(divisor)} = {_tex(angle)}\\[0.5em]"
        rf"\text{{{parity}}} &\Rightarrow \{function}\\[0.5em]"
        rf"\text{{value}} &= \{function}({_tex(angle)})\\[0.3em] &= \mathbf{{{_tex(value)}}}"
        r"\end{aligned}"
    )


def nested_list(table: ArrayLike, most: int = 4096) -> tuple[str, int]:
    """The table as the lesson's list of lists, six significant digits, and how many rows of it are shown.

    No more than about `most` numbers are written out, in whole rows, at least one.
    """
    table = np.asarray(table)
    rows = min(len(table), max(1, most // max(1, table.shape[1])))
    lines = ["[" + ", ".join(f"{x:.6g}" for x in row) + "]" for row in table[:rows].tolist()]
    more = [] if rows == len(table) else ["..."]
    return "[" + ",\n ".join(lines + more) + "]", rows


def _tex(value: float) -> str:
    mantissa, _, exponent = f"{value:.6g}".partition("e") if value != int(value) or abs(value) >= 1e12 else (
        f"{value:.0f}", "", "")  # fmt: skip
    return mantissa if not exponent else rf"{mantissa} \cdot 10^{{{int(exponent)}}}"
