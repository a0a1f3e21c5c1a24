"""How alike positions are: every one against every other, over the offset, and the rotation between them.

No Streamlit below this line.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from posenc.content.text import number

from . import colors, style
from .heatmap import Heatmap, pair_series

Array = NDArray[Any]

NAMES = {"cosine": "cosine", "dot": "dot product", "euclidean": "distance"}
DOTTED = 128
"""Up to so many offsets are dots on the curve."""


def limits(metric: str, width: int) -> tuple[float, float]:
    """The least and the largest value that two rows of a sinusoidal table can have, each of norm √(width / 2)."""
    return {"cosine": (-1.0, 1.0), "dot": (-width / 2, width / 2), "euclidean": (0.0, float(np.sqrt(2 * width)))}[
        metric
    ]


def picture(by_offset: Array, metric: str, width: int, description: str) -> Heatmap:
    """Every position against every other, from the values by offset (n,); the color scale spans all that can be."""
    low, high = limits(metric, width)
    return Heatmap(
        by_offset=by_offset,
        scale="sequential" if metric == "euclidean" else "diverging",
        low=low,
        high=high,
        title="Position against position",
        row_title="position",
        column_title="position",
        value_title=NAMES[metric],
        description=description,
    )


def curve(by_offset: Array, metric: str, offset: int, rise: int | None) -> go.Figure:
    """The values over the offset (n,), with the chosen offset and where likeness first rises marked."""
    n, name = len(by_offset), NAMES[metric]
    hover = f"offset %{{x}}<br>{name} %{{y:.6f}}<extra></extra>"
    traces = [
        go.Scatter(
            x0=0, dx=1, y=by_offset, name=name, mode="lines+markers" if n <= DOTTED else "lines", showlegend=False,
            line={"color": colors.CATEGORICAL[0], "width": 1.5}, marker={"size": 5}, hovertemplate=hover,
        )
    ]  # fmt: skip
    for place, label, symbol, color in (
        (rise, f"likeness rises from offset {rise}", "diamond", colors.CATEGORICAL[1]),
        (offset if offset < n else None, f"chosen, offset {offset}", "circle-open", colors.CATEGORICAL[3]),
    ):
        if place is not None:
            marker = {"symbol": symbol, "color": color, "size": 13, "line": {"width": 2.5}}
            traces.append(
                go.Scatter(x=[place], y=by_offset[[place]], name=label, mode="markers", marker=marker, hoverinfo="skip")
            )
    chart = style.figure(*traces, x="offset between two positions", y=name, height=440, showlegend=True)
    end = max(n - 1, 1)
    chart.update_xaxes(range=[-0.03 * end, 1.03 * end], zeroline=False, tickformat="d")
    return chart.update_xaxes(dtick=1) if n < 12 else chart


def rotation(matrix: Array, description: str) -> Heatmap:
    """The matrix that moves every row on: (width, width)."""
    return Heatmap(
        matrix,
        title="The rotation as a matrix",
        row_title="new column",
        column_title="old column",
        value_title="factor",
        series=pair_series(len(matrix)),
        square=True,
        description=description,
    )


def block(matrix: Array, pair: int, offset: int, angle: float) -> str:
    """One block of the rotation as a formula (TeX) with its numbers; angle: how far the offset turns the pair."""
    (a, b), (c, d) = matrix[2 * pair : 2 * pair + 2, 2 * pair : 2 * pair + 2]
    return (
        r"\begin{aligned}"
        rf"\varphi &= {offset} \cdot \omega_{{{pair}}} = {number(angle)}\\[0.6em]"
        rf"M_{{{pair}}} &= "
        r"\begin{bmatrix} \cos\varphi & \sin\varphi \\ -\sin\varphi & \cos\varphi \end{bmatrix}\\[0.6em]"
        rf"&= \begin{{bmatrix}} {a:.4f} & {b:.4f} \\ {c:.4f} & {d:.4f} \end{{bmatrix}}"
        r"\end{aligned}"
    )
