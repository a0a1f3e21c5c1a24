"""A heatmap as data: what to draw and how to name it, for the app's canvas and for Plotly alike.

Positions run down and columns run right, in every picture. No Streamlit below this line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike, NDArray

from posenc._validate import choice, flag, real, whole
from posenc.figures import colors

HOVER_NOTES = 65_536  # cells up to which a Plotly figure carries a note of its own for each


@dataclass(frozen=True)
class Series:
    """Columns that belong together: named in the hover text, drawn as one line of `color`.

    `columns` is a range, and its i-th member belongs to pair i: sines of an interleaved table are
    `Series("sin", colors.SIN, range(0, width, 2))`.
    """

    name: str
    color: str
    columns: range


def pair_series(width: int, layout: str = "interleaved") -> tuple[Series, Series]:
    """The sines and the cosines of a table of this width."""
    width = whole("width", width, least=0)
    if choice("layout", layout, ("interleaved", "concatenated")) == "interleaved":
        sines, cosines = range(0, width, 2), range(1, width, 2)
    else:
        sines, cosines = range(width // 2), range(width // 2, width)
    return Series("sin", colors.SIN, sines), Series("cos", colors.COS, cosines)


@dataclass(frozen=True, eq=False)
class Heatmap:
    """One picture, described completely.

    Give either `values` (rows, columns), or `by_offset` for a matrix that depends on the offset alone: (n,) holds the
    values at |p − q| = 0 ... n − 1, and with `signed=True` (2n − 1,) those at q − p = −(n − 1) ... n − 1, for
    row p and column q. Cells that are not finite stay empty.

    `low` and `high` are the ends of the color scale: −1 and 1 unless given for a diverging scale, the range of the
    values (from 0, where none is negative) for a sequential one. `row_start` and `column_start` number the first row
    and column; `row_labels` and `column_labels` name them (tokens). `square` keeps cells square. `description` is the
    sentence under the picture, and its text for those who can't see it.

    Raises ValueError or TypeError naming the field, the rule and the value.
    """

    values: ArrayLike | None = None
    by_offset: ArrayLike | None = None
    signed: bool = False
    scale: str = "diverging"
    low: float | None = None
    high: float | None = None
    title: str = ""
    row_title: str = "position"
    column_title: str = "column"
    value_title: str = "value"
    row_start: int = 0
    column_start: int = 0
    row_labels: Sequence[str] | None = None
    column_labels: Sequence[str] | None = None
    series: Sequence[Series] = ()
    square: bool = False
    description: str = ""
    cells: NDArray[np.floating] = field(init=False, repr=False)
    """`values`, or `by_offset`, as an array."""
    limits: tuple[float, float] = field(init=False, repr=False)
    """`low` and `high`, as given or as found."""

    def __post_init__(self) -> None:
        if (self.values is None) == (self.by_offset is None):
            raise ValueError(
                "Heatmap needs either values or by_offset, got " + ("none" if self.values is None else "both")
            )
        given, rank = ("values", 2) if self.by_offset is None else ("by_offset", 1)
        cells = np.asarray(getattr(self, given))
        if cells.dtype.kind not in "fiu":
            raise TypeError(f"{given} must hold real numbers, got dtype {cells.dtype}")
        if cells.ndim != rank:
            raise ValueError(f"{given} must have {rank} dimension{'s' * (rank > 1)}, got shape {cells.shape}")
        if cells.dtype not in (np.float32, np.float64):
            cells = cells.astype(np.float64)
        if flag("signed", self.signed) and (self.by_offset is None or len(cells) % 2 == 0):
            raise ValueError(f"signed needs by_offset of odd length 2n - 1, got {given} of shape {cells.shape}")
        put = object.__setattr__
        put(self, "cells", cells)
        choice("scale", self.scale, colors.SCALES)
        put(self, "square", flag("square", self.square) or self.by_offset is not None)
        put(self, "row_start", whole("row_start", self.row_start))
        put(self, "column_start", whole("column_start", self.column_start))
        put(self, "limits", self._limits())
        rows, columns = self.shape
        for name, labels, count in (
            ("row_labels", self.row_labels, rows),
            ("column_labels", self.column_labels, columns),
        ):
            if labels is not None and len(labels) != count:
                raise ValueError(f"{name} must hold one label each for {count}, got {len(labels)}")
        for series in self.series:
            if len(series.columns) and not 0 <= min(series.columns) <= max(series.columns) < self.shape[1]:
                raise ValueError(
                    f"series {series.name!r} must stay within {self.shape[1]} columns, got {series.columns}"
                )

    def _limits(self) -> tuple[float, float]:
        low, high = (-1.0, 1.0) if self.scale == "diverging" else (0.0, 1.0)
        if self.scale == "sequential" and None in (self.low, self.high):
            finite = self.cells[np.isfinite(self.cells)]
            if finite.size:
                low, high = min(0.0, float(finite.min())), float(finite.max())
                high = high if high > low else low + 1.0
        low = low if self.low is None else real("low", self.low)
        high = high if self.high is None else real("high", self.high)
        if not low < high:
            raise ValueError(f"low must be below high, got low={low} and high={high}")
        return low, high

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        if self.by_offset is None:
            return self.cells.shape[0], self.cells.shape[1]
        n = (len(self.cells) + 1) // 2 if self.signed else len(self.cells)
        return n, n

    @property
    def offsets(self) -> NDArray[np.floating]:
        """The values of a `by_offset` picture at q − p = −(n − 1) ... n − 1: (2n − 1,)."""
        return self.cells if self.signed else np.concatenate([self.cells[:0:-1], self.cells])

    def matrix(self) -> NDArray[np.floating]:
        """All cells: (rows, columns). A `by_offset` picture is expanded as a view: row p is a window of `offsets`."""
        n = self.shape[0]
        if self.by_offset is None or n == 0:
            return self.cells.reshape(self.shape)
        return np.lib.stride_tricks.sliding_window_view(self.offsets, n)[::-1]

    def column_notes(self) -> list[str]:
        """What each column is, "pair 2, cos"; empty where no series covers it."""
        notes = [""] * self.shape[1]
        for series in self.series:
            for pair, column in enumerate(series.columns):
                notes[column] = f"pair {pair}, {series.name}"
        return notes


def to_plotly(picture: Heatmap) -> go.Figure:
    """The picture as a Plotly figure, for notebooks and handouts."""
    rows, columns = picture.shape
    start_y, start_x = picture.row_start, picture.column_start
    lines = [f"{picture.row_title} %{{y}}", f"{picture.column_title} %{{x}}", f"{picture.value_title} %{{z:.6g}}"]
    notes = None
    if picture.series and rows * columns <= HOVER_NOTES:
        notes = np.broadcast_to(np.array(picture.column_notes()), (rows, columns))
        lines.insert(2, "%{text}")
    trace = go.Heatmap(
        z=np.ascontiguousarray(picture.matrix()),
        y=np.arange(start_y, start_y + rows),
        x=np.arange(start_x, start_x + columns),
        zmin=picture.limits[0],
        zmax=picture.limits[1],
        colorscale=colors.plotly_scale(picture.scale),
        colorbar={"title": {"text": picture.value_title}, "thickness": 12, "outlinewidth": 0},
        text=notes,
        hovertemplate="<br>".join(lines) + "<extra></extra>",
    )
    figure = go.Figure(trace)
    figure.update_layout(
        title={"text": picture.title}, template="plotly_white", meta={"description": picture.description}
    )
    figure.update_xaxes(title={"text": picture.column_title}, showgrid=False, zeroline=False, constrain="domain")
    figure.update_yaxes(
        title={"text": picture.row_title}, showgrid=False, zeroline=False, constrain="domain", autorange="reversed"
    )
    if picture.square:
        figure.update_yaxes(scaleanchor="x")
    if picture.row_labels is not None:
        figure.update_yaxes(tickvals=list(range(start_y, start_y + rows)), ticktext=list(picture.row_labels))
    if picture.column_labels is not None:
        figure.update_xaxes(tickvals=list(range(start_x, start_x + columns)), ticktext=list(picture.column_labels))
    return figure
