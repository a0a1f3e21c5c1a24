"""Methods side by side: what each looks like, and how its score falls with distance. No Streamlit below this line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from posenc.content.text import number
from posenc.figures import colors, style
from posenc.figures.heatmap import Heatmap, pair_series
from posenc.figures.lesson import Hand, clock, side_by_side

Array = NDArray[np.floating]

GAP = 0.24  # between two panels, as a share of the height
DOTTED = 128  # up to so many points a line has dots


def table(values: Array, title: str, description: str, *, sinusoidal: bool = False, most: float = 1.0) -> Heatmap:
    """A table of positions by columns on the scale [-1, 1] of all tables, or [-most, most] for small numbers."""
    return Heatmap(
        values,
        low=-most,
        high=most,
        title=title,
        series=pair_series(values.shape[1]) if sinusoidal else (),
        description=description,
    )


def bias(by_offset: Array, title: str, value: str, description: str) -> Heatmap:
    """What a key at q - p = -(n - 1) ... n - 1 gets, (2n - 1,), as a matrix of query by key around 0."""
    most = float(np.abs(by_offset).max(initial=0)) or 1.0
    signed = len(by_offset) > 0
    return Heatmap(
        by_offset=by_offset,
        signed=signed,
        low=-most,
        high=most,
        title=title,
        row_title="query position",
        column_title="key position",
        value_title=value,
        description=description,
    )


def nothing(length: int, description: str) -> Heatmap:
    """What "none" adds to every score of (length, length): 0."""
    return Heatmap(
        by_offset=np.zeros(length),
        title="Added to the scores",
        row_title="query position",
        column_title="key position",
        value_title="bias",
        description=description,
    )


def similarity(values: Array, title: str, description: str, value: str = "cosine") -> Heatmap:
    """Similarity of two positions on the scale [-1, 1]: (n, n), or (n,) by offset where the offset alone decides."""
    return Heatmap(
        values if values.ndim == 2 else None,
        values if values.ndim == 1 else None,
        title=title,
        column_title="other position",
        value_title=value,
        square=True,
        description=description,
    )


def by_distance(panels: Mapping[str, Mapping[str, Array]], order: Sequence[str]) -> go.Figure:
    """One panel a unit, one line a method at distance 0, 1, 2, ...; `order` of the methods' names gives their colors.

    A method's values are (n,), or (k, n) for k heads, of which the first is drawn strongest.
    """
    traces, axes, share = [], {}, 1 / max(1, len(panels))
    for place, (unit, curves) in enumerate(panels.items()):
        axis = f"y{place + 1}" if place else "y"
        top = 1 - place * share
        axes[axis.replace("y", "yaxis")] = {
            **{"gridcolor": style.GRID, "zerolinecolor": style.GRID, "ticks": "outside", "tickcolor": style.GRID},
            "title": {"text": unit},
            "rangemode": "tozero",
            "domain": [top - share + (GAP * share if place < len(panels) - 1 else 0), top],
        }
        for name, values in curves.items():
            which = order.index(name)
            rows = np.atleast_2d(values)
            traces += [
                {
                    "type": "scatter",
                    "x0": 0,
                    "dx": 1,
                    "y": row,
                    "yaxis": axis,
                    "name": name,
                    "legendgroup": name,
                    "showlegend": head == 0,
                    "mode": "lines+markers" if rows.shape[1] <= DOTTED and head == 0 else "lines",
                    "opacity": 1 if head == 0 else 0.45,
                    "line": {
                        "color": colors.CATEGORICAL[which],
                        "dash": ("solid", "dash")[which % 2],
                        "width": 2 if head == 0 else 1,
                    },
                    "marker": {"size": 5},
                    "hovertemplate": f"distance %{{x}}<br>{unit} %{{y:.4g}}"
                    + (f"<br>head {head + 1} of {len(rows)}" if len(rows) > 1 else ""),
                }
                for head, row in enumerate(rows)
            ]
    return style.figure(
        *traces,
        x="distance between two positions",
        y="",
        height=120 + 210 * max(1, len(panels)),
        showlegend=True,
        xaxis={"zeroline": False, "anchor": "free", "position": 0},
        **axes,
    )


def norms(values: Array, seam: int) -> go.Figure:
    """The length of each row of a learned table (n,), and where its fine-tuning ended."""
    line = {
        "type": "scatter", "x0": 0, "dx": 1, "y": values, "mode": "lines+markers", "marker": {"size": 3},
        "line": {"color": colors.CATEGORICAL[0], "width": 1}, "name": "row",
        "hovertemplate": "position %{x}<br>length %{y:.4f}<extra></extra>",
    }  # fmt: skip
    figure = style.figure(line, x="position", y="length of the row", height=280, yaxis={"rangemode": "tozero"})
    figure.add_vline(
        x=seam - 0.5,
        line={"color": style.QUIET, "dash": "dot"},
        annotation={"text": f"row {seam}", "showarrow": False, "xanchor": "left"},
    )
    return figure


def hands(pairs: Sequence[int], speeds: Sequence[float], query_at: int, key_at: int) -> str:
    """A clock a pair, with the turns of a query and a key and the angle between them; speeds in radians a position."""
    faces = []
    for pair, speed in zip(pairs, speeds, strict=True):
        offset = query_at - key_at
        apart = f"angle between: {number(offset)} × {number(speed, 3)} = {number(offset * speed, 4)} rad"
        drawn = clock(
            [
                Hand(query_at * speed, colors.CATEGORICAL[0], f"query {query_at}"),
                Hand(key_at * speed, colors.CATEGORICAL[1], f"key {key_at}"),
            ],
            f"Pair {pair}: query at position {query_at}, key at position {key_at}, {apart}",
            legs=False,
            between=True,
        )
        faces.append(
            '<figure style="margin:0;flex:1 1 14rem;max-width:21rem;text-align:center">'
            f"{drawn}<figcaption><b>pair {pair}</b><br>{apart}</figcaption></figure>"
        )
    return side_by_side(*faces)


def stretched(before: Array, after: Array, trained: int, length: float) -> go.Figure:
    """Wavelengths (d/2,) of RoPE's pairs before and after context extension, against the lengths, on a log axis."""
    pair = np.arange(len(before))
    hover = "pair %{x}<br>wavelength %{y:.5~g} positions"
    ends = [-0.5, len(before) - 0.5]
    lengths = ((trained, "trained length"),) + (((length, "length now"),) if length != trained else ())
    traces = [
        go.Scatter(
            x=ends, y=[at, at], mode="lines+text", text=[f"{words}, {number(at)}", ""], showlegend=False,
            textposition="top right", line={"color": style.QUIET, "dash": "dot", "width": 1}, hoverinfo="skip",
        )
        for at, words in lengths
    ]  # fmt: skip
    for name, values, color, symbol, size in (
        ("before", before, colors.CATEGORICAL[0], "circle-open", 9),
        ("after", after, colors.CATEGORICAL[1], "circle", 5),
    ):
        traces.append(
            go.Scatter(x=pair, y=values, name=name, mode="markers", hovertemplate=hover,
                       marker={"color": color, "symbol": symbol, "size": size})
        )  # fmt: skip
    shown = np.concatenate([before, after, [trained, length]])
    span = [float(np.log10(shown.min())) - 0.2, float(np.log10(shown.max())) + 0.3]
    return style.figure(
        *traces,
        x="pair",
        y="wavelength, in positions",
        height=400,
        showlegend=True,
        xaxis={"range": [-0.7, len(before) - 0.3], "zeroline": False, "tickformat": "d", "nticks": 12},
        yaxis={"range": span, **style.POWERS_OF_TEN},
    )
