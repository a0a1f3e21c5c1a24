"""The lesson's small pictures: grids of numbers, clock hands and curves, as HTML and SVG that need no script.

Each is sent as a few kilobytes and changes in place, and its numbers are text: they can be read, copied and spoken.
Letters and plain lines take the page's color (posenc/ui/drawing.css), so that light and dark need no second drawing.
No Streamlit below this line.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from html import escape
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.content.text import number

from . import colors
from .heatmap import Heatmap

Array = NDArray[np.floating]
Cell = tuple[int, int]


def grid(
    values: ArrayLike,
    *,
    title: str = "",
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    bars: Sequence[str] = (),
    limit: float = 1.0,
    digits: int | None = None,
    marked: Collection[Cell] = (),
    covered: Collection[Cell] = (),
) -> str:
    """A table (rows, columns) of colored cells with their numbers, from -limit to limit on the diverging scale.

    rows, columns: names at the left and above; bars: a color above each column. Two decimals, or so many significant
    `digits`. `marked` cells are outlined, `covered` ones empty; a cell that is both shows a question mark.
    """
    array = np.asarray(values, dtype=float)
    stripes = [f'<i style="background:{bar}"></i>' for bar in bars] or [""] * len(columns)
    above = "".join(
        f'<th scope="col">{escape(name)}{stripe}</th>' for name, stripe in zip(columns, stripes, strict=True)
    )
    corner = '<td class="corner"></td>' if rows else ""
    body = []
    for r, row in enumerate(array.tolist()):
        cells = []
        for c, value in enumerate(row):
            mark = ' class="marked"' if (r, c) in marked else ""
            if (r, c) in covered:
                cells.append(f"<td{mark}>{'?' if mark else ''}</td>")
            else:
                back, ink = _cell_colors(value / limit)
                shown = fixed(value) if digits is None else number(value, digits)
                cells.append(f'<td{mark} style="background:{back};color:{ink}">{shown}</td>')
        name = f'<th scope="row">{escape(rows[r])}</th>' if rows else ""
        body.append(f"<tr>{name}{''.join(cells)}</tr>")
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    head = f"<thead><tr>{corner}{above}</tr></thead>" if columns else ""
    return f'<div class="grid"><table>{caption}{head}<tbody>{"".join(body)}</tbody></table></div>'


def side_by_side(*pictures: str) -> str:
    """Pictures beside each other, or one below the other where there is no room."""
    return f'<div class="beside">{"".join(pictures)}</div>'


def reach(values: ArrayLike) -> float:
    """The limit of a scale that holds these values, at least the 1 of sines and cosines."""
    return max(1.0, float(np.abs(np.asarray(values)).max(initial=0)))


def fixed(value: float, places: int = 2) -> str:
    """A number with so many decimals and a real minus; never −0.00."""
    text = f"{value:.{places}f}"
    return (text.removeprefix("-") if float(text) == 0 else text).replace("-", "−")


class Hand(NamedTuple):
    """A clock hand: its angle in radians, counterclockwise from the right, its color, its name at the tip."""

    angle: float
    color: str
    name: str


def clock(hands: Sequence[Hand], description: str, *, legs: bool = True, between: bool = False) -> str:
    """Hands on a circle of radius 1; `legs` draws height (sine) and reach (cosine), `between` the arc of two hands."""
    parts = [
        '<circle class="quiet" r="100" stroke-width="2"/>',
        '<path class="quiet" d="M-112 0H112M0 -112V112" stroke-width="1"/>',
    ]
    for hand in hands:
        x, y = 100 * math.cos(hand.angle), -100 * math.sin(hand.angle)
        if legs:
            parts.append(_line(0, 0, x, 0, colors.COS, 6) + _line(x, 0, x, y, colors.SIN, 6))
        parts.append(_line(0, 0, x, y, hand.color, 3))
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="{hand.color}"/>')
        parts.append(_text(1.2 * x, 1.2 * y + 4, hand.name, "middle"))
    if between:
        start, end = (hand.angle for hand in hands)
        turn = math.remainder(end - start, 2 * math.pi)
        steps = [start + turn * k / 24 for k in range(25)]
        points = " ".join(f"{38 * math.cos(a):.1f},{-38 * math.sin(a):.1f}" for a in steps)
        parts.append(f'<polyline class="firm" points="{points}" stroke-width="2"/>')
    return _drawing("-170 -135 340 270", "".join(parts), description, "clock")


class Line(NamedTuple):
    """A curve or its dots: values over x, its color, its name."""

    x: Array
    y: Array
    color: str
    name: str
    dots: bool = False


def curves(
    lines: Sequence[Line],
    description: str,
    *,
    x_title: str,
    y_title: str,
    marked: Sequence[tuple[float, float, str]] = (),
) -> str:
    """Values from -1 to 1 over x from 0 on; `marked` rings a point (x, y) and names it."""
    left, right, top, bottom = 46.0, 392.0, 44.0, 192.0
    most = max(float(line.x.max()) for line in lines) or 1.0

    def at(x: float, y: float) -> tuple[float, float]:
        return left + (right - left) * x / most, (top + bottom) / 2 - (bottom - top) / 2 * y

    parts = []
    for level in ("−1", "0", "1"):
        height = at(0, float(level.replace("−", "-")))[1]
        parts.append(f'<path class="quiet" d="M{left:.0f} {height:.1f}H{right:.0f}"/>')
        parts.append(_text(left - 8, height + 4, level, "end"))
    step = next(step for step in (1, 2, 4, 8, 16) if most / step <= 9)
    for tick in range(0, int(most) + 1, step):
        parts.append(_text(at(tick, 0)[0], bottom + 20, str(tick), "middle"))
    parts.append(_text((left + right) / 2, bottom + 40, x_title, "middle"))
    parts.append(_text(left - 36, top - 26, y_title, "start"))
    key = right
    for line in lines:
        points = [at(x, y) for x, y in zip(line.x.tolist(), line.y.tolist(), strict=True)]
        if line.dots:
            parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{line.color}"/>' for x, y in points]
        else:
            joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            parts.append(f'<polyline points="{joined}" fill="none" stroke="{line.color}" stroke-width="1.6"/>')
        if line.name:
            parts.append(_text(key, top - 26, line.name, "end"))
            key -= 8 * len(line.name) + 6
            parts.append(f'<circle cx="{key:.1f}" cy="{top - 30:.0f}" r="4.5" fill="{line.color}"/>')
            key -= 14
    for x, y, name in marked:
        cx, cy = at(x, y)
        parts.append(f'<circle class="firm" cx="{cx:.1f}" cy="{cy:.1f}" r="7" stroke-width="2"/>')
        parts.append(_text(cx, cy - 12, name, "middle"))
    return _drawing("0 0 400 236", "".join(parts), description)


def strip(row: Array, column: int, name: str, description: str) -> str:
    """One row of a table (width,) as a band of cells, the chosen column framed and a bracket over its pair."""
    left, right, top, bottom = 8, 392, 40, 84
    step = (right - left) / len(row)
    parts = [
        f'<rect x="{left + step * j:.2f}" y="{top}" width="{step + 0.4:.2f}" height="{bottom - top}" '
        f'fill="{_cell_colors(value)[0]}"/>'
        for j, value in enumerate(row.tolist())
    ]
    first = left + step * (column // 2 * 2)
    middle = min(max(first + step, left + 20), right - 20)
    parts.append(f'<path class="firm" stroke-width="2" d="M{first:.1f} 36V30H{first + 2 * step:.1f}V36"/>')
    parts.append(_text(middle, 22, name, "middle"))
    frame = f'x="{left + step * column:.2f}" y="{top}" width="{step:.2f}" height="{bottom - top}"'
    parts.append(f'<rect {frame} fill="none" stroke="#000000" stroke-width="2.5"/>')
    for j in sorted({0, len(row) - 1, column}):
        near = j != column and abs(j - column) * step < 24
        if not near:
            parts.append(_text(left + step * (j + 0.5), bottom + 18, str(j), "middle"))
    return _drawing("0 0 400 106", "".join(parts), description)


def likeness(similarity: Array, description: str) -> Heatmap:
    """Cosine similarities of a table's rows among themselves, (n, n)."""
    return Heatmap(
        similarity,
        title="How alike two rows are",
        column_title="other position",
        value_title="cosine",
        square=True,
        description=description,
    )


def _cell_colors(part: float) -> tuple[str, str]:
    """Background and letters of a cell whose value is so large a part of the limit."""
    r, g, b = colors.palette("diverging")[round((min(max(part, -1.0), 1.0) + 1) * 127.5)].tolist()
    channels = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (r / 255, g / 255, b / 255)]
    luminance = 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]  # WCAG 2.2
    return f"#{r:02x}{g:02x}{b:02x}", "#000000" if luminance > 0.179 else "#ffffff"


def _drawing(view: str, body: str, description: str, kind: str = "") -> str:
    return f'<svg class="{kind}" viewBox="{view}" role="img" aria-label="{escape(description)}">{body}</svg>'


def _line(x1: float, y1: float, x2: float, y2: float, color: str, width: float) -> str:
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{color}" stroke-width="{width}" stroke-linecap="round"/>'


def _text(x: float, y: float, words: Any, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(str(words))}</text>'
