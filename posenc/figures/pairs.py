"""Pairs as curves over position, as wavelengths, and beside a binary counter. No Streamlit below this line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from posenc.content.text import number

from . import colors, style
from .heatmap import Heatmap

Array = NDArray[Any]

FIRST = 64
"""Of a longer table so many positions are drawn at first."""
FINE = 4
"""Points of the curve from one position to the next: 25 to a turn of the fastest pair there is."""
FEW = 7
"""A curve goes at least this far, even where there are fewer positions."""
DOTTED = 128
"""Up to so many positions are dots on a curve; beyond, a line joins them."""
ROW = 92  # pixels of one pair's chart
BESIDE = 64  # pixels on the right for each pair's turns


def between(drawn: int) -> Array:
    """Where to evaluate the curves behind `drawn` positions: from 0 to the last, or a little way for very few.

    Nowhere for so many that a line through the positions is all there is to see.
    """
    if drawn > DOTTED:
        return np.empty(0)
    return np.arange(FINE * max(drawn - 1, FEW) + 1) / FINE


def waves(pairs: Sequence[int], turns: Array, rows: Array, curves: Array) -> go.Figure:
    """Small multiples, a row for each pair: its sine and cosine over position, and beside it its turns (k,).

    rows: (positions, k, 2), what the table holds of k pairs, sine and cosine last; curves: (points, k, 2), the same at
    `between`.
    """
    dotted = len(rows) <= DOTTED
    traces = []
    for place, pair in enumerate(pairs):
        for part, (name, color) in enumerate((("sin", colors.SIN), ("cos", colors.COS))):
            shared = {"type": "scatter", "x0": 0, "yaxis": _axis(place), "legendgroup": name, "name": name}
            curve = {
                "dx": 1 / FINE,
                "y": curves[:, place, part].astype(np.float32),
                "mode": "lines",
                "line": {"color": color, "width": 1.5},
                "opacity": 0.55,
                "hoverinfo": "skip",
                "showlegend": False,
            }
            points = {
                "dx": 1,
                "y": rows[:, place, part],
                "mode": "markers" if dotted else "lines",
                "marker": {"color": color, "size": 6},
                "line": {"color": color, "width": 1},
                "hovertemplate": f"position %{{x}}<br>pair {pair}, {name} %{{y:.6f}}<extra></extra>",
                "showlegend": place == 0,
            }
            traces += [shared | curve] * dotted + [shared | points]
    chart = style.figure(*traces, x="position", y="value", height=ROW * len(pairs) + 100)
    share, gap = 1 / len(pairs), 0.2 / len(pairs)
    for place, pair in enumerate(pairs):
        low = 1 - (place + 1) * share
        chart.layout[_axis(place).replace("y", "yaxis")] = {
            "title": {"text": f"pair {pair}"},
            "domain": [low + (gap if place < len(pairs) - 1 else 0), low + share],
            "range": [-1.15, 1.15],
            "tickvals": [-1, 0, 1],
            "gridcolor": style.GRID,
            "zerolinecolor": style.QUIET,
            "ticks": "outside",
            "tickcolor": style.GRID,
        }
    beside = {"xref": "paper", "x": 1, "xanchor": "left", "xshift": 6, "y": 0, "showarrow": False, "align": "left"}
    chart.layout.annotations = [
        {**beside, "yref": _axis(place), "text": f"{number(turns[place], 3)}<br>turns"} for place in range(len(pairs))
    ]
    chart.layout.margin.r = BESIDE
    chart.layout.xaxis.update(anchor="free", position=0, zeroline=False)
    return chart


def _axis(place: int) -> str:
    return f"y{place + 1}" if place else "y"


def wavelengths(wavelengths: Array, turns: Array, length: int, pairs: Sequence[int] = ()) -> go.Figure:
    """Each pair's wavelength on a log axis against the way from position 0 to length - 1; `pairs` are ringed.

    wavelengths, turns: (width/2,).
    """
    every = np.arange(len(wavelengths))
    chosen = np.array(sorted(pairs), dtype=int)
    complete = turns >= 1
    hover = "pair %{x}<br>wavelength %{y:.5~g} positions<br>%{customdata:.3~g} turns<extra></extra>"
    traces = [
        go.Scatter(
            x=every[which], y=wavelengths[which], customdata=turns[which], name=name, mode="markers",
            marker={"color": color, "size": 7, "symbol": symbol}, hovertemplate=hover,
        )
        for name, which, color, symbol in (
            ("at least one turn", complete, colors.CATEGORICAL[0], "circle"),
            ("less than one turn", ~complete, style.QUIET, "circle-open"),
        )
        if which.any()
    ]  # fmt: skip
    if len(chosen):
        ring = {"color": colors.CATEGORICAL[3], "size": 15, "symbol": "circle-open", "line": {"width": 2}}
        traces.append(
            go.Scatter(x=chosen, y=wavelengths[chosen], name="chosen", mode="markers", marker=ring, hoverinfo="skip")
        )
    low, high = wavelengths[0], wavelengths[-1]
    if length > 1:
        way = length - 1
        low, high = min(low, way), max(high, way)
        traces.append(
            go.Scatter(
                x=[-0.5, len(wavelengths) - 0.5], y=[way, way], mode="lines+text", hoverinfo="skip", showlegend=False,
                text=["", f"from position 0 to {way}"], textposition="top left",
                line={"color": colors.CATEGORICAL[1], "dash": "dash", "width": 1.5},
            )
        )  # fmt: skip
    chart = style.figure(*traces, x="pair", y="wavelength, in positions", height=360)
    chart.update_xaxes(range=[-0.7, len(wavelengths) - 0.3], zeroline=False, tickformat="d", nticks=12)
    if len(wavelengths) < 12:
        chart.update_xaxes(dtick=1)
    span = [float(np.log10(low)) - 0.25, float(np.log10(high)) + 0.25]
    return chart.update_yaxes(range=span, **style.POWERS_OF_TEN)


def counter(bits: Array, description: str) -> Heatmap:
    """Positions as binary numbers (positions, digits), lowest bit on the left."""
    return _switches(bits, "The position in bits", "bit", "bit", description)


def signs(below: Array, description: str) -> Heatmap:
    """Where the sine of each pair is below 0, as 1: (positions, width/2)."""
    return _switches(below, "The signs of the sines", "pair", "1: sine below 0", description)


def _switches(values: Array, title: str, column: str, value: str, description: str) -> Heatmap:
    return Heatmap(
        values.astype(np.float32),
        scale="sequential",
        low=0,
        high=1,
        title=title,
        column_title=column,
        value_title=value,
        description=description,
    )
