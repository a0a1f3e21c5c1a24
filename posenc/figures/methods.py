"""Methods side by side: what each looks like, and how its score falls with distance. No Streamlit below this line."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go  # type: ignore[import-untyped]
from numpy.typing import NDArray

from posenc.content.text import number
from posenc.figures import colors, style
from posenc.figures.heatmap import Heatmap, pair_series

Array = NDArray[np.floating]


def table(values: Array, title: str, description: str, *, sinusoidal: bool, most: float = 1.0) -> Heatmap:
    """A table of positions by columns on the scale [-1, 1] of all tables, or [-most, most] for small numbers."""
    return Heatmap(
        values,
        low=-most,
        high=most,
        title=title,
        series=pair_series(values.shape[1]) if sinusoidal else (),
        description=description,
    )


def bias(values: Array, title: str, description: str) -> Heatmap:
    """What is added to the scores of one head (n, n), on a scale of its own around 0."""
    most = float(np.abs(values).max()) if values.size else 0.0
    return Heatmap(
        values,
        low=-(most or 1.0),
        high=most or 1.0,
        title=title,
        row_title="query position",
        column_title="key position",
        value_title="bias",
        square=True,
        description=description,
    )


def similarity(by_offset: Array | None, values: Array | None, title: str, description: str) -> Heatmap:
    """Cosine similarity of two positions on the scale [-1, 1], from one row where the offset alone decides."""
    return Heatmap(
        values,
        by_offset,
        title=title,
        column_title="other position",
        value_title="cosine",
        square=True,
        description=description,
    )


def by_distance(curves: Mapping[str, Array], unit: str) -> go.Figure:
    """One line a method: its score (or bias) at distance 0, 1, 2, ..."""
    traces = [
        go.Scatter(
            x=np.arange(len(values)),
            y=values,
            name=name,
            mode="lines+markers" if len(values) <= 128 else "lines",
            line={"color": colors.CATEGORICAL[k], "dash": ("solid", "dash")[k % 2]},
            marker={"size": 5},
        )
        for k, (name, values) in enumerate(curves.items())
    ]
    return style.figure(*traces, x="distance between two positions", y=unit, showlegend=True)


def stretched(before: Array, after: Array, trained: int, length: float) -> go.Figure:
    """Wavelengths (d/2,) of RoPE's pairs before and after context extension, against the lengths, on a log axis."""
    pair = np.arange(len(before))
    figure = style.figure(
        go.Scatter(x=pair, y=before, name="before", mode="markers", marker={"color": colors.CATEGORICAL[0]}),
        go.Scatter(
            x=pair, y=after, name="after", mode="markers", marker={"color": colors.CATEGORICAL[1], "symbol": "x"}
        ),
        x="pair",
        y="wavelength, in positions",
        showlegend=True,
        yaxis={"type": "log"},
    )
    for at, words in ((trained, "trained length"), (length, "length now")):
        figure.add_hline(y=at, line={"color": style.QUIET, "dash": "dot"}, annotation={"text": words})
    return figure


def stretched_reading(before: Array, after: Array, factor: float) -> str:
    """Which pairs are left alone, and which are stretched by the whole factor."""
    ratio = after / before
    alone, whole = int(np.isclose(ratio, 1).sum()), int(np.isclose(ratio, factor).sum())
    if factor == 1 or alone == len(before):
        return f"All {len(before)} pairs are left alone."
    return (
        f"{alone} of {len(before)} pairs are left alone, {whole} are stretched by the whole factor {number(factor)}; "
        f"the slowest is stretched {number(float(ratio[-1]), 3)} times."
    )
