"""How a training went: curves that grow, longer sentences, and the ruler that a table becomes.

Runs are given by the name of their encoding: "none", "sinusoidal", "learned". No Streamlit below this line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go  # type: ignore[import-untyped]
from numpy.typing import ArrayLike

from . import colors, style

COLORS = dict(zip(("sinusoidal", "none", "learned"), colors.CATEGORICAL, strict=False))
SYMBOLS = {"none": "circle", "sinusoidal": "diamond", "learned": "square"}
Curves = Mapping[str, tuple[ArrayLike, ArrayLike]]
"""For each encoding the steps of its exams and what came out of them, both (k,)."""


def accuracy_curves(curves: Curves, *, steps: int, ceiling: float) -> go.Figure:
    """Share of right answers over steps, on axes that stay as the curves grow, with the ceiling without positions."""
    level = _level([0, steps], [ceiling, ceiling], "ceiling without positions")
    traces = [_curve(name, x, y, "step %{x}<br>%{y:.1%} right") for name, (x, y) in curves.items()]
    chart = style.figure(level, *traces, x="step", y="right answers")
    chart.update_xaxes(range=[-0.02 * steps, 1.02 * steps], zeroline=False)
    return chart.update_yaxes(range=[-0.03, 1.05], tickformat=".0%", dtick=0.25, zeroline=False)


def loss_curves(curves: Curves, *, steps: int, answers: int) -> go.Figure:
    """Cross-entropy over steps, in nats, with ln(answers): what naming every possible answer equally likely costs."""
    guess = float(np.log(answers))
    level = _level([0, steps], [guess, guess], f"ln {answers}, a blind guess")
    traces = [_curve(name, x, y, "step %{x}<br>loss %{y:.4f}") for name, (x, y) in curves.items()]
    chart = style.figure(level, *traces, x="step", y="loss, in nats")
    chart.update_xaxes(range=[-0.02 * steps, 1.02 * steps], zeroline=False)
    return chart.update_yaxes(rangemode="tozero")


def longer_sentences(
    lengths: Sequence[int], accuracies: Mapping[str, Sequence[float | None]], *, ceilings: Sequence[float], trained: int
) -> go.Figure:
    """Share of right answers by sentence length; None where a table has ended, and the curve with it."""
    level = _level(lengths, ceilings, "ceiling without positions")
    traces = [_curve(name, lengths, y, "%{x} words<br>%{y:.1%} right") for name, y in accuracies.items()]
    chart = style.figure(level, *traces, x="words in a sentence", y="right answers")
    chart.add_vline(x=trained, line={"color": style.QUIET, "width": 1, "dash": "dot"})
    chart.add_annotation(x=trained, y=0, yanchor="bottom", xanchor="left", xshift=4, text="trained on", showarrow=False)
    chart.update_xaxes(tickvals=list(lengths), zeroline=False)
    return chart.update_yaxes(range=[-0.03, 1.05], tickformat=".0%", dtick=0.25, zeroline=False)


def ruler(along: ArrayLike, *, name: str = "learned") -> go.Figure:
    """Where each position's row lies along the direction in which the rows differ most: (positions,)."""
    trace = _curve(name, np.arange(len(np.asarray(along))), along, "position %{x}<br>%{y:.3f}")
    trace.update(mode="lines+markers", showlegend=False)
    chart = style.figure(trace, x="position", y="first principal component", height=280)
    return chart.update_xaxes(dtick=1, zeroline=False)


def accuracy_reading(curves: Curves, *, ceiling: float) -> str:
    """Where the curves stand now, in words."""
    if not curves:
        return "Nothing is trained yet."
    last = [f"{name} {_percent(_last(y))} after {int(_last(x))} steps" for name, (x, y) in curves.items()]
    return f"Right answers: {', '.join(last)}. Without positions no model gets above {_percent(ceiling)}."


def longer_reading(lengths: Sequence[int], accuracies: Mapping[str, Sequence[float | None]], *, trained: int) -> str:
    """What becomes of each model as sentences grow, in words."""
    said = [f"Trained on {trained} words."]
    for name, shares in accuracies.items():
        known = [(n, share) for n, share in zip(lengths, shares, strict=True) if share is not None]
        (first, start), (last, end) = known[0], known[-1]
        way = f"{name}: {_percent(start)} right at {first} words"
        if last > first:
            way += f", {_percent(end)} at {last}"
        if last < lengths[-1]:
            way += "; for a longer sentence its table has no rows"
        said.append(f"{way}.")
    return " ".join(said)


def ruler_reading(along: ArrayLike, share: float) -> str:
    """Whether the table has become a ruler, in words."""
    if share == 0:
        return "All rows are the same: the table knows no order."
    further = np.diff(np.asarray(along)) > 0
    if further.all():
        order = "every position lies further than the one before"
    else:
        order = f"{further.sum()} of {len(further)} steps to the next position lead further"
    return f"One direction holds {_percent(share)} of the variance of the rows; along it {order}."


def _curve(name: str, x: ArrayLike, y: ArrayLike | Sequence[float | None], hover: str) -> go.Scatter:
    values: Any = np.asarray(y, dtype=float)  # None becomes NaN, a gap
    return go.Scatter(
        x=np.asarray(x), y=values, name=name, mode="lines+markers",
        line={"color": COLORS[name], "width": 2}, marker={"color": COLORS[name], "symbol": SYMBOLS[name], "size": 6},
        hovertemplate=f"{name}<br>{hover}<extra></extra>",
    )  # fmt: skip


def _level(x: Sequence[float], y: Sequence[float], name: str) -> go.Scatter:
    line = {"color": style.QUIET, "dash": "dash", "width": 1.5}
    return go.Scatter(
        x=list(x), y=list(y), name=name, mode="lines", line=line, hovertemplate=f"{name}: %{{y:.4f}}<extra></extra>"
    )


def _percent(share: float) -> str:
    """To one decimal, and 100% only where nothing is missing."""
    return "100%" if share == 1 else f"{min(share, 0.999):.1%}"


def _last(values: ArrayLike) -> float:
    return float(np.asarray(values)[-1])
