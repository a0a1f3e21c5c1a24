"""How a training goes: curves that grow, one sentence of the exam, what is learned, and the ruler a table becomes.

Runs are given by the name of their encoding: "none", "sinusoidal", "learned". Curves and tables are HTML with a little
SVG, since they change many times a second and Plotly goes blank at each change; posenc/ui/training.py shows them.
No Streamlit below this line.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.content.text import number

from . import colors
from .heatmap import Heatmap

COLORS = dict(zip(("sinusoidal", "none", "learned"), colors.CATEGORICAL, strict=False))
Curves = Mapping[str, tuple[ArrayLike, ArrayLike]]
"""For each encoding the steps of its exams and what came out of them, both (k,)."""
Shares = Mapping[str, Sequence[float | None]]
"""For each encoding the share of right answers by sentence length; None where a table has ended."""


class Axis(NamedTuple):
    """Its title, its ends, and the values that are marked."""

    title: str
    low: float
    high: float
    ticks: Sequence[float]

    def share(self, value: float) -> float:
        """How far along the axis a value lies, from 0 to 1."""
        return (value - self.low) / (self.high - self.low)


def accuracy_curves(
    curves: Curves, *, steps: int, ceiling: float, description: str, at: int | None = None, readable: bool = True
) -> str:
    """Share of right answers over steps, on axes that stay as the curves grow, with the ceiling without positions.

    at: a step to mark, whose shares the key tells; the last if none. readable: each exam tells its numbers under the
    pointer.
    """
    return _plot(
        curves, _steps(steps), _SHARE, _percent, at=at, readable=readable, description=description,
        level=([0, steps], [ceiling, ceiling], f"most without positions: {_percent(ceiling)}"),
    )  # fmt: skip


def loss_curves(
    curves: Curves, *, steps: int, answers: int, description: str, at: int | None = None, readable: bool = True
) -> str:
    """Cross-entropy over steps, in nats, with ln(answers): what naming every possible answer equally likely costs."""
    guess = float(np.log(answers))
    high = max([1.1 * guess, *(max(_floats(y), default=0.0) for _, y in curves.values())])
    step = 0.25 if high < 1.5 else 0.5 if high < 3 else 1.0
    y = Axis("loss, in nats", 0, high, np.arange(0, high, step).tolist())
    return _plot(
        curves, _steps(steps), y, lambda loss: number(loss, 3), at=at, readable=readable, description=description,
        level=([0, steps], [guess, guess], f"a blind guess: ln {answers}"),
    )  # fmt: skip


def longer_sentences(
    lengths: Sequence[int], shares: Shares, *, ceilings: Sequence[float], trained: int, description: str
) -> str:
    """Share of right answers by sentence length; where a table has ended, so does its curve."""
    known = {name: [(n, y) for n, y in zip(lengths, ys, strict=True) if y is not None] for name, ys in shares.items()}
    curves = {name: ([n for n, _ in pairs], [y for _, y in pairs]) for name, pairs in known.items()}
    x = Axis(f"words in a sentence; trained on {trained}", lengths[0], lengths[-1], lengths)
    level = (lengths, ceilings, "most without positions")
    return _plot(
        curves, x, _SHARE, _percent, at=trained, level=level, level_side="left", values=False, description=description
    )


def ruler(along: ArrayLike, *, description: str, name: str = "learned") -> str:
    """Where each position's row lies along the direction in which the rows differ most: (positions,)."""
    values = _floats(along)
    reach = max(1e-9, *(abs(value) for value in values)) * 1.1
    last = len(values) - 1
    x = Axis("position", 0, max(last, 1), range(last + 1))
    y = Axis("place along the table's main direction", -reach, reach, [0])
    return _plot(
        {name: (list(range(last + 1)), values)}, x, y, lambda value: number(value, 3), key=False,
        description=description,
    )  # fmt: skip


def swapped_twins(
    sentences: Sequence[Sequence[str]], marked: Sequence[str], right: Sequence[str], said: Mapping[str, Sequence[str]]
) -> str:
    """A sentence and its twin as two columns, the marked words set off, with what each model answers below.

    right: the answers to both; said: for each model what it says to both.
    """
    rows = [
        _row(str(place), [_word(word, "marked" if word in marked else "") for word in words])
        for place, words in enumerate(zip(*sentences, strict=True))
    ]
    rows.append(_row("came first", [_word(word, "marked") for word in right], kind="sum"))
    rows += [_row(f"{name} says", _judged(words, right), COLORS[name]) for name, words in said.items()]
    return _card(("", "sentence", "its twin"), rows)


def words_before(sentence: Sequence[str], right: Sequence[str], said: Mapping[str, Sequence[str]]) -> str:
    """A sentence as a column, the word before each beside it, and what each model says that it is.

    right, said: one word a place; "" where none is asked for.
    """
    judged = [_judged(words, right) for words in said.values()]
    rows = [
        _row(str(place), [_word(word, "marked"), _word(before or "–"), *(cells[place] for cells in judged)])
        for place, (word, before) in enumerate(zip(sentence, right, strict=True))
    ]
    return _card(("", "word", "before it"), rows, said)


def attention_map(
    words: Sequence[str], weights: NDArray[np.floating], name: str, on_answer: float, on_other: float | None, *,
    answer: str,
) -> Heatmap:  # fmt: skip
    """Where one model looks in a sentence: (n, n), rows attend to columns, on the fixed scale [0, 1].

    on_answer: its mean attention to the place that holds the `answer`; on_other: to the other marked word, if there
    is one.
    """
    other = f", {_percent(on_other)} to the other one" if on_other is not None else ""
    return Heatmap(
        weights, scale="sequential", low=0, high=1, title=name, row_title="query", column_title="key",
        value_title="weight", row_labels=words, column_labels=words, square=True,
        description=f"{_percent(on_answer)} of its attention goes to {answer}{other}, on average over the exam.",
    )  # fmt: skip


def learned_map(table: NDArray[np.floating], *, description: str) -> Heatmap:
    """A learned table (positions, columns) on the diverging scale, as wide as its largest entry."""
    limit = float(np.abs(table).max(initial=0)) or 1.0
    return Heatmap(table, low=-limit, high=limit, title="The learned table", description=description)


def accuracy_reading(curves: Curves, *, ceiling: float) -> str:
    """Where the curves stand now, in words."""
    if not curves:
        return f"Nothing is trained yet. Without positions no model will get above {_percent(ceiling)}."
    last = [f"{name} {_percent(_last(y))}" for name, (_, y) in curves.items()]
    steps = int(max(_last(x) for x, _ in curves.values()))
    return (
        f"Right answers after {steps} {_steps_word(steps)}: {', '.join(last)}. "
        f"Without positions no model gets above {_percent(ceiling)}."
    )


def loss_reading(curves: Curves, *, answers: int) -> str:
    """How much less each model is surprised than one that guesses blindly, in words."""
    last = [f"{name} {number(_last(y), 3)}" for name, (_, y) in curves.items()]
    return f"Mean surprise at the right answer: {', '.join(last)}. A blind guess among {answers} costs ln {answers}."


def longer_reading(lengths: Sequence[int], shares: Shares, *, trained: int) -> str:
    """What becomes of each model as sentences grow, in words."""
    said = [f"Trained on {trained} words."]
    for name, by_length in shares.items():
        known = [(n, share) for n, share in zip(lengths, by_length, strict=True) if share is not None and n >= trained]
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


def _plot(
    curves: Curves, x: Axis, y: Axis, write: Callable[[float], str], *, description: str,
    level: tuple[Sequence[float], Sequence[float], str] | None = None, at: float | None = None,
    level_side: str = "right", readable: bool = True, key: bool = True, values: bool = True,
) -> str:  # fmt: skip
    """Curves over titled axes: places are percent of the plot, so that it fits any screen."""

    def points(xs: Iterable[float], ys: Iterable[float]) -> list[str]:
        return [f"{100 * x.share(a):.2f} {100 - 100 * y.share(b):.2f}" for a, b in zip(xs, ys, strict=True)]

    ink = [f'<path class="grid" d="M0 {100 - 100 * y.share(tick):.2f}H100"/>' for tick in y.ticks]
    names, marks = [], []
    if level:
        ink.append(f'<path class="level" d="M{"L".join(points(level[0], level[1]))}"/>')
        height = y.share(level[1][-1 if level_side == "right" else 0])
        names.append(f'<span class="level" style="bottom:{100 * height:.2f}%;{level_side}:0">{escape(level[2])}</span>')
    if at is not None:
        ink.append(f'<path class="at" d="M{100 * x.share(at):.2f} 0V100"/>')
    for name, (xs, ys) in curves.items():
        places = points(_floats(xs), _floats(ys))
        color = f'stroke="{COLORS[name]}"'
        if places:
            ink.append(f'<path class="line {name}" {color} d="M{"L".join(places)}"/>')
            ink.append(f'<path class="dots {name}" {color} d="{"".join(f"M{place}h0" for place in places)}"/>')
        value = f" <b>{write(_value(xs, ys, at))}</b>" if values and places else ""
        marks.append(f'<li><i style="background:{COLORS[name]}"></i>{escape(name)}{value}</li>')
    names += [f'<span class="y" style="bottom:{100 * y.share(v):.2f}%">{_tick(y, v, write)}</span>' for v in y.ticks]
    names += [f'<span class="x" style="left:{100 * x.share(v):.2f}%">{v:g}</span>' for v in x.ticks]
    if readable:
        names.append(_bands(curves, x, write))
    return (
        f'{f"""<ul class="key">{"".join(marks)}</ul>""" if key else ""}<div class="y-title">{escape(y.title)}</div>'
        f'<div class="plot"><svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(description)}">{"".join(ink)}</svg><div aria-hidden="true">{"".join(names)}</div></div>'
        f'<div class="x-title">{escape(x.title)}</div>'
    )


def _bands(curves: Curves, x: Axis, write: Callable[[float], str]) -> str:
    """An upright band around each value of x, which tells its numbers under the pointer."""
    told: dict[float, list[str]] = {}
    for name, (xs, ys) in curves.items():
        for a, b in zip(_floats(xs), _floats(ys), strict=True):
            told.setdefault(a, []).append(f"<br>{escape(name)} <b>{write(b)}</b>")
    places = sorted(told)
    shares = [100 * x.share(a) for a in places]
    edges = [0.0, *((a + b) / 2 for a, b in itertools.pairwise(shares)), 100.0]
    unit = x.title.split()[0]
    return "".join(
        f'<div class="band{" late" if share > 50 else ""}" style="left:{left:.2f}%;width:{right - left:.2f}%">'
        f'<i style="left:{100 * (share - left) / (right - left):.1f}%"></i>'
        f"<span>{unit} {place:g}{''.join(told[place])}</span></div>"
        for place, share, left, right in zip(places, shares, edges, edges[1:], strict=False)
        if right > left
    )


def _card(head: Sequence[str], rows: Sequence[str], models: Iterable[str] = ()) -> str:
    above = "".join(f'<th scope="col">{escape(name)}</th>' if name else "<td></td>" for name in head)
    above += "".join(f'<th scope="col"><i style="background:{COLORS[name]}"></i>{escape(name)}</th>' for name in models)
    return f"<table><thead><tr>{above}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _row(name: str, cells: Sequence[str], color: str = "", kind: str = "") -> str:
    mark = f'<i style="background:{color}"></i>' if color else ""
    return f'<tr class="{kind}"><th scope="row">{mark}{escape(name)}</th>{"".join(cells)}</tr>'


def _word(word: str, kind: str = "") -> str:
    return f'<td class="{kind}">{escape(word)}</td>'


def _judged(words: Sequence[str], right: Sequence[str]) -> list[str]:
    """Answers as cells, the wrong ones struck through."""
    return [
        _word(word or "–") if word == answer else f'<td class="wrong"><s>{escape(word)}</s></td>'
        for word, answer in zip(words, right, strict=True)
    ]


def _steps(steps: int) -> Axis:
    return Axis("step", 0, steps, [steps * k // 4 for k in range(5)])


def _tick(axis: Axis, value: float, write: Callable[[float], str]) -> str:
    return f"{value:.0%}" if axis is _SHARE else write(value)


def _percent(share: float) -> str:
    """To one decimal, and 100% only where nothing is missing."""
    return "100%" if share == 1 else f"{min(share, 0.999):.1%}"


def _floats(values: ArrayLike) -> list[float]:
    return np.asarray(values, dtype=float).tolist()


def _value(xs: ArrayLike, ys: ArrayLike, at: float | None) -> float:
    return _last(ys) if at is None else _floats(ys)[_floats(xs).index(at)]


def _last(values: ArrayLike) -> float:
    return _floats(values)[-1]


def _steps_word(steps: int) -> str:
    return "step" if steps == 1 else "steps"


_SHARE = Axis("right answers", 0, 1, (0, 0.25, 0.5, 0.75, 1))
