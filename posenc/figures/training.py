"""How a training goes: curves that grow, one sentence of the exam, what is learned, and the ruler a table becomes.

Runs are given by the name of their encoding: "none", "sinusoidal", "learned". What changes many times a second is
HTML with a little SVG, changed in place (posenc/ui/training.py); Plotly would go blank at each change.
No Streamlit below this line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

import numpy as np
import plotly.graph_objects as go  # type: ignore[import-untyped]
from numpy.typing import ArrayLike, NDArray

from . import colors, style
from .heatmap import Heatmap

COLORS = dict(zip(("sinusoidal", "none", "learned"), colors.CATEGORICAL, strict=False))
SYMBOLS = {"none": "circle", "sinusoidal": "diamond", "learned": "square"}
Curves = Mapping[str, tuple[ArrayLike, ArrayLike]]
"""For each encoding the steps of its exams and what came out of them, both (k,)."""


def growing_curves(
    curves: Curves, *, steps: int, ceiling: float, at: int | None = None, readable: bool = True, description: str
) -> str:
    """Share of right answers over steps as HTML, on axes that stay as the curves grow, with the ceiling.

    at: a step to mark. readable: each exam tells its numbers under the pointer.
    """
    key, lines = [], []
    for name, (x, y) in curves.items():
        points = [(100 * s / steps, 100 - 100 * a) for s, a in zip(_floats(x), _floats(y), strict=True)]
        lines.append(_path(name, "line", " ".join(f"{left:.2f},{top:.2f}" for left, top in points)))
        lines.append(_path(name, "dots", "".join(f"M{left:.2f} {top:.2f}h0" for left, top in points)))
        share = f" <b>{_percent(_last(y))}</b>" if points else ""
        key.append(f'<li><i style="background:{COLORS[name]}"></i>{escape(name)}{share}</li>')
    level = 100 - 100 * ceiling
    grid = "".join(f'<path class="grid" d="M0 {y}H100"/>' for y in (0, 25, 50, 75, 100))
    ticks = [f'<span class="y" style="bottom:{share}%">{share}%</span>' for share in (0, 25, 50, 75, 100)]
    ticks += [f'<span class="x" style="left:{25 * k}%">{steps * k // 4}</span>' for k in range(5)]
    mark = f'<path class="at" d="M{100 * at / steps:.2f} 0V100"/>' if at is not None else ""
    return (
        f'<ul class="key">{"".join(key)}</ul><div class="side">right answers</div>'
        f'<div class="plot"><svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(description)}">{grid}<path class="ceiling" d="M0 {level:.2f}H100"/>{mark}'
        f'{"".join(lines)}</svg><div aria-hidden="true">{"".join(ticks)}'
        f'<span class="level" style="bottom:{100 * ceiling:.2f}%">most without positions: {_percent(ceiling)}</span>'
        f'{_readings(curves, steps) if readable else ""}</div></div><div class="below">step</div>'
    )


def swapped_twins(
    sentences: Sequence[Sequence[str]], marked: Sequence[str], right: Sequence[str], said: Mapping[str, Sequence[str]]
) -> str:
    """A sentence and its twin as two columns of HTML, the marked words set off, with what each model answers below.

    right: the answers to both; said: for each model what it says to both.
    """
    rows = [
        _row(str(place), [_word(word, "marked" if word in marked else "") for word in words])
        for place, words in enumerate(zip(*sentences, strict=True))
    ]
    rows.append(_row("came first", [_word(word, "sum marked") for word in right]))
    rows += [_row(f"{name} says", _judged(words, right), COLORS[name]) for name, words in said.items()]
    return _card(("position", "sentence", "its twin"), rows)


def words_before(sentence: Sequence[str], right: Sequence[str], said: Mapping[str, Sequence[str]]) -> str:
    """A sentence as a column of HTML, the word before each beside it, and what each model says that it is.

    right, said: one word a place; "" where none is asked for.
    """
    judged = [_judged(words, right) for words in said.values()]
    rows = [
        _row(str(place), [_word(word), _word(before or "–"), *(words[place] for words in judged)])
        for place, (word, before) in enumerate(zip(sentence, right, strict=True))
    ]
    return _card(("position", "word", "before it"), rows, said)


def attention_map(words: Sequence[str], weights: NDArray[np.floating], name: str, on_answer: float, *, what: str) -> Heatmap:
    """Where one model looks in a sentence: (n, n), rows attend to columns, on the fixed scale [0, 1].

    on_answer: its mean attention to the place that holds the answer, which is `what`.
    """
    return Heatmap(
        weights, scale="sequential", low=0, high=1, title=name, row_title="query", column_title="key",
        value_title="weight", row_labels=words, column_labels=words, square=True,
        description=f"{_percent(on_answer)} of its attention goes to {what}, on average over the exam.",
    )  # fmt: skip


def learned_map(table: NDArray[np.floating], *, limit: float, description: str) -> Heatmap:
    """A learned table (positions, columns), from -limit to limit on the diverging scale."""
    return Heatmap(table, low=-limit, high=limit, title="The learned table", description=description)


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


def _floats(values: ArrayLike) -> list[float]:
    return np.asarray(values, dtype=float).tolist()


def _readings(curves: Curves, steps: int) -> str:
    """A band for each exam, which shows its numbers under the pointer."""
    told: dict[float, list[str]] = {}
    for name, (x, y) in curves.items():
        for step, share in zip(_floats(x), _floats(y), strict=True):
            told.setdefault(step, []).append(f"<br>{escape(name)} <b>{_percent(share)}</b>")
    places = sorted(told)
    edges = [0.0, *((a + b) / 2 for a, b in zip(places, places[1:], strict=False)), float(steps)]
    return "".join(
        f'<div class="band{" late" if step > steps / 2 else ""}" '
        f'style="left:{100 * left / steps:.2f}%;width:{100 * (right - left) / steps:.2f}%">'
        f'<i style="left:{100 * (step - left) / max(right - left, 1e-9):.1f}%"></i>'
        f"<span>step {step:.0f}{''.join(told[step])}</span></div>"
        for step, left, right in zip(places, edges, edges[1:], strict=False)
    )


def _path(name: str, kind: str, d: str) -> str:
    return f'<path class="{kind} {name}" stroke="{COLORS[name]}" d="{d}"/>'


def _card(head: Sequence[str], rows: Sequence[str], models: Iterable[str] = ()) -> str:
    above = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    above += "".join(f'<th scope="col" style="--mark:{COLORS[name]}"><i></i>{escape(name)}</th>' for name in models)
    return f'<table><thead><tr>{above}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def _row(name: str, cells: Sequence[str], color: str = "") -> str:
    mark = f'<i style="background:{color}"></i>' if color else ""
    return f'<tr><th scope="row">{mark}{escape(name)}</th>{"".join(cells)}</tr>'


def _word(word: str, kind: str = "") -> str:
    return f'<td class="{kind}">{escape(word)}</td>'


def _judged(words: Sequence[str], right: Sequence[str]) -> list[str]:
    """Answers as cells: a wrong one is struck through, and read out as wrong."""
    return [
        _word(word or "–", "right") if word == answer else f'<td class="wrong"><s>{escape(word)}</s></td>'
        for word, answer in zip(words, right, strict=True)
    ]
