"""The table through five lenses: layout, precision, embedding, decoding, images. No Streamlit below this line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from . import colors, style
from .heatmap import Heatmap, pair_series

Array = NDArray[Any]

DOTTED = 128
"""Up to so many points are dots on a line."""


def table(values: Array, title: str, description: str, *, layout: str = "interleaved", start: int = 0) -> Heatmap:
    """A table (length, width) from position `start` on, in one of the layouts of `pair_series`."""
    return Heatmap(
        values,
        title=title,
        series=pair_series(values.shape[1], layout),
        row_start=start,
        description=description,
    )


def wavelengths(paper: Array, other: Array) -> go.Figure:
    """Wavelength of every pair (pairs,) by the paper's formula and by the other table's."""
    mode = "lines+markers" if len(paper) <= DOTTED else "lines"
    traces = [
        go.Scatter(
            x0=0, dx=1, y=values, name=name, mode=mode,
            line={"color": color, "width": width, "dash": dash}, marker={"size": 5},
            hovertemplate="pair %{x}<br>one turn in %{y:.6g} positions<extra></extra>",
        )
        for values, name, color, width, dash in (
            (paper, "the paper", colors.CATEGORICAL[0], 4, "solid"),
            (other, "the other table", colors.CATEGORICAL[1], 2, "dot"),
        )
    ]  # fmt: skip
    return style.figure(*traces, x="pair", y="wavelength, in positions", height=300, yaxis=style.POWERS_OF_TEN)


def errors(starts: Array, by_format: Mapping[str, Array], chosen: str) -> go.Figure:
    """The largest error near each position, a line for each format (k,); an error of 0 has no place on the scale."""
    traces = []
    for i, (name, values) in enumerate(by_format.items()):
        traces.append(
            go.Scatter(
                x=starts, y=np.where(values > 0, values, np.nan), name=name, mode="lines+markers",
                line={"color": colors.CATEGORICAL[i], "width": 3.5 if name == chosen else 1.5}, marker={"size": 5},
                hovertemplate=f"{name}<br>from position %{{x}} on<br>error %{{y:.2g}}<extra></extra>",
            )
        )  # fmt: skip
    return style.figure(
        *traces,
        x="position",
        y="largest error",
        height=440,
        xaxis={"type": "log", "dtick": 1, "exponentformat": "power"},
        yaxis={"type": "log", "dtick": 2, "exponentformat": "power"},
    )


def summed(values: Array, description: str) -> Heatmap:
    """Embeddings plus encoding (length, width), on a scale as wide as its largest number, at least 1."""
    reach = max(1.0, float(np.abs(values).max(initial=0)))
    return Heatmap(
        values,
        title="Embedding plus encoding",
        low=-reach,
        high=reach,
        series=pair_series(values.shape[1]),
        description=description,
    )


def norms(widths: Array, told: Array, width: int, scaled: bool) -> go.Figure:
    """Norms over the widths (k,); told: (k, 3), of encoding, embedding and embedding times √width.

    The bold lines are those that meet in the sum; the dashed one marks the chosen width.
    """
    lines = (
        ("encoding", colors.CATEGORICAL[0], True),
        ("embedding", colors.CATEGORICAL[1], not scaled),
        ("embedding × √width", colors.CATEGORICAL[3], scaled),
    )
    traces = [
        go.Scatter(
            x=widths, y=values, name=name, mode="lines",
            line={"color": color, "width": 3.5 if bold else 1.5, "dash": "solid" if bold else "dot"},
            hovertemplate=f"{name}<br>width %{{x}}<br>norm %{{y:.4g}}<extra></extra>",
        )
        for (name, color, bold), values in zip(lines, told.T, strict=True)
    ]  # fmt: skip
    chart = style.figure(
        *traces,
        x="width",
        y="norm of a row",
        height=440,
        xaxis={"type": "log", "tickvals": [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]},
        yaxis={"type": "log", "dtick": float(np.log10(2)), "tickformat": ".2~g"},
    )
    return chart.add_vline(x=width, line={"color": style.QUIET, "width": 1, "dash": "dash"})


def distances(values: Array, true: int, found: int) -> go.Figure:
    """The distance from a noisy row to every row (n,), with the true position and the nearest one marked."""
    n = len(values)
    traces = [
        go.Scatter(
            x0=0, dx=1, y=values, mode="lines+markers" if n <= DOTTED else "lines", showlegend=False,
            line={"color": style.QUIET, "width": 1.5}, marker={"size": 5},
            hovertemplate="position %{x}<br>distance %{y:.4f}<extra></extra>",
        )
    ]  # fmt: skip
    for place, name, symbol, size, color in (
        (true, "its own row", "circle-open", 16, colors.CATEGORICAL[0]),
        (found, "nearest row", "x-thin-open", 8, colors.CATEGORICAL[1]),
    ):
        marker = {"symbol": symbol, "size": size, "color": color, "line": {"width": 2.5}}
        traces.append(
            go.Scatter(
                x=[place], y=values[[place]], name=f"{name}, {place}", mode="markers", marker=marker, hoverinfo="skip"
            )
        )
    end = max(n - 1, 1)
    return style.figure(
        *traces,
        x="position",
        y="distance to the noisy row",
        height=400,
        showlegend=True,
        xaxis={"range": [-0.03 * end, 1.03 * end], "zeroline": False, "tickformat": "d"},
    )


def accuracy(
    noise: Array, by_width: Mapping[int, Array], width: int, chosen: tuple[float, float], chance: float
) -> go.Figure:
    """The share of rows found over the noise (k,), a line a width; chosen: (noise, share); chance: that of a guess."""
    traces = []
    for i, (columns, shares) in enumerate(by_width.items()):
        here = columns == width
        traces.append(
            go.Scatter(
                x=noise, y=shares, name=f"width {columns}", mode="lines",
                line={"color": colors.CATEGORICAL[i], "width": 3.5 if here else 1.5},
                hovertemplate=f"width {columns}<br>noise %{{x:.3g}}<br>found %{{y:.1%}}<extra></extra>",
            )
        )  # fmt: skip
    if chosen[0] > 0:
        marker = {"symbol": "circle-open", "size": 13, "color": style.QUIET, "line": {"width": 2.5}}
        traces.append(
            go.Scatter(
                x=[chosen[0]], y=[chosen[1]], mode="markers", marker=marker, showlegend=False,
                hovertemplate="chosen noise %{x:.3g}<br>found %{y:.1%}<extra></extra>",
            )
        )  # fmt: skip
    chart = style.figure(
        *traces,
        x="noise: standard deviation of each number",
        y="rows found",
        height=400,
        xaxis={"type": "log", "dtick": 1},
        yaxis={"range": [-0.03, 1.05], "tickformat": ".0%", "zeroline": False},
    )
    return chart.add_hline(y=chance, line={"color": style.QUIET, "width": 1, "dash": "dash"})


def patches(similar: Array, description: str) -> Heatmap:
    """The cosine of one patch with all: (height, width), in colors from the least of them to 1."""
    least = float(similar.min())
    return Heatmap(
        similar,
        scale="sequential",
        low=least if least < 1 else 0.0,
        high=1.0,
        title="One patch against all",
        row_title="row of patches",
        column_title="column of patches",
        value_title="cosine",
        square=True,
        description=description,
    )


def channel(values: Array, number: int, description: str) -> Heatmap:
    """One channel over the grid: (height, width)."""
    return Heatmap(
        values,
        title=f"Channel {number} over the image",
        row_title="row of patches",
        column_title="column of patches",
        square=True,
        description=description,
    )
