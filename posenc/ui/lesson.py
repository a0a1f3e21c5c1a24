"""The lesson's blocks: the way through its steps, and the live picture of each with its own control."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from posenc.content import experiments as find
from posenc.content.lesson import Step
from posenc.content.links import Link
from posenc.content.readings_attention import verdict
from posenc.figures import colors, table
from posenc.figures import lesson as draw

from . import glossary, link, show
from .clocks import clocks
from .drawing import drawing
from .onward import onward

_BOX = 150  # pixels of a number's box
_STYLE = """
<style>
.st-key-lesson-head { padding-top: 0.5rem; }
.st-key-lesson-body [data-testid=stColumn] { min-width: min(100%, 22rem); }
.st-key-lesson-text { max-width: 65ch; }
.st-key-lesson-text :is(th, td) { padding: 0.25rem 0.4rem; font-size: 0.8125rem; }
.st-key-lesson-text :is(pre, pre code) { white-space: pre-wrap !important; font-size: 0.8rem !important; }
.st-key-step [role=radiogroup] { gap: 0.25rem; }
.st-key-step button { padding: 0 0.55rem; min-height: 1.9rem; }
@media (max-width: 640px) {
  .st-key-step [role=radiogroup] { flex-wrap: nowrap; overflow-x: auto; }
  .st-key-step button { flex-shrink: 0; }
}
</style>
"""


def way(steps: Sequence[Step]) -> Step:
    """The title of the chosen step, and every step by a word to choose from; the word stands in the URL."""
    st.html(_STYLE)
    head = st.container(key="lesson-head", gap=None)
    ids = [step.id for step in steps]
    chosen = st.pills(
        "Steps of the lesson",
        ids,
        default=ids[0],
        key="step",
        bind="query-params",
        required=True,
        label_visibility="collapsed",
    )
    place = ids.index(chosen)
    with head:
        st.markdown(f"Lesson, step {place + 1} of {len(steps)}")
        st.title(steps[place].title, anchor=False)
    return steps[place]


def turn_page(steps: Sequence[Step], step: Step) -> None:
    """Back and next, by the titles of the steps that they lead to."""
    place = steps.index(step)
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        if place:
            before = steps[place - 1]
            st.button(f"Back: {before.title}", key="back", on_click=_go, args=(before.id,))
        if place < len(steps) - 1:
            after = steps[place + 1]
            st.button(f"Next: {after.title}", key="next", on_click=_go, args=(after.id,), type="primary")
        else:
            onward(Link("/practice"), "Next: write it yourself, on the {page} page")


def _go(step: str) -> None:
    st.session_state["step"] = step


def text(step: Step) -> None:
    """The words of a step, and what to try. The worked example waits with its table until every cell is uncovered."""
    body, rest = step.text, ""
    if step.id == "example":
        body, rest = body.split("\n\n", 1)
        if st.session_state["cells"] < 12:
            rest = "The whole table, and how Python writes it, appear here when every cell is uncovered."
    with st.container(key="lesson-text"):
        st.markdown(_unbroken(f"{body}\n\n{rest}"))
        st.markdown(f"**Try it.** {step.try_it}")


def words(step: Step) -> None:
    """The words of this step, or of the whole glossary, or the letters of the formulas."""
    which = link.choice("Words to know", "glossary")
    if which == "this step":
        glossary.meanings(*step.terms)
    elif which == "all words":
        glossary.meanings()
    else:
        glossary.letters()


def picture(step: Step) -> None:
    """The step's live picture below its control, and what it shows in a sentence."""
    st.markdown(_unbroken(_PICTURES[step.id]()))


def _words() -> str:
    with st.container(horizontal=True):
        word = link.choice("Word", "word")
        place = link.whole("Position", "place", width=_BOX)
    shown = find.added(word, place)
    names = (f"embedding of {word}", f"row {place} of the table", "sum")
    drawing(draw.grid(shown.rows, rows=names, columns=_numbered(6), limit=draw.reach(shown.rows)))
    return shown.reading


def _order() -> str:
    shown = find.shuffled(link.pick("Order of the words", "said", width=240))
    inks = dict(zip(find.WORDS, colors.CATEGORICAL, strict=False))
    limit = draw.reach(shown.before)
    grids = [
        draw.grid(numbers.T, title=" ".join(words), columns=words, bars=[inks[word] for word in words], limit=limit)
        for words, numbers in ((find.WORDS, shown.before), (shown.words, shown.after))
    ]
    drawing(draw.side_by_side(*grids))
    return shown.reading


def _table() -> str:
    rows = link.whole("Length", "rows", width=_BOX)
    shown = find.longer(rows)
    drawing(_waves(shown.table, rows=_numbered(rows)))
    return shown.reading


def _pairs() -> str:
    pair = int(link.choice("Pair", "pair"))
    shown = find.pair(pair)
    clocks([pair], [shown.speed], [shown.caption], find.POSITIONS, key="lesson clock")
    lines = []
    for part, (name, color) in enumerate((("sin", colors.SIN), ("cos", colors.COS))):
        lines.append(draw.Line(shown.between, shown.curve[:, part], color, ""))
        lines.append(draw.Line(shown.positions, shown.sampled[:, part], color, name, dots=True))
    drawing(draw.curves(lines, shown.reading, x_title="position", y_title=f"pair {pair}"))
    return shown.reading


def _sine_cosine() -> str:
    with st.container(horizontal=True):
        first = link.whole("First position", "first", width=_BOX)
        second = link.whole("Second position", "second", width=_BOX)
    shown = find.two_positions(first, second)
    names = str(first), str(second) if second != first else ""
    hands = [draw.Hand(*hand) for hand in zip(shown.angles, colors.CATEGORICAL, names, strict=False)]
    rows = [f"position {p}" for p in (first, second)]
    values = draw.grid(shown.values, rows=rows, columns=("sin", "cos"), bars=(colors.SIN, colors.COS), digits=3)
    drawing(draw.side_by_side(draw.clock(hands, shown.reading), values))
    return shown.reading


def _column() -> str:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        row = link.whole("Position", "at_row", width=_BOX)
        column = link.whole("Column", "at_column", width=_BOX)
        hidden = link.switch("Hide the answer", "working")
    shown = find.cell(row, column)
    drawing(draw.strip(shown.row, column, "which pair?" if hidden else f"pair {shown.pair}", shown.place))
    if not hidden:
        st.latex(table.derivation(row, column, find.WIDE, 10000.0, shown.angle, shown.value))
    return shown.place if hidden else shown.reading


def _example() -> str:
    def uncover(cells: int) -> None:
        st.session_state["cells"] = cells

    with st.container(horizontal=True, vertical_alignment="bottom"):
        cells = link.whole("Cells uncovered", "cells", width=_BOX)
        st.button("Next cell", key="uncover", type="primary", disabled=cells == 12, on_click=uncover, args=(cells + 1,))
        done = cells == 12
        st.button("Cover again" if done else "Uncover all", key="all", on_click=uncover, args=(0 if done else 12,))
    shown = find.uncovered(cells)
    drawing(_waves(shown.table, rows=_numbered(3), digits=6, covered=shown.covered, marked=shown.covered[:1]))
    return shown.reading


def _fast_and_slow() -> str:
    shown = find.likeness(link.choice("Pairs kept", "kept"))
    blue = colors.CATEGORICAL[0]
    lines = [draw.Line(shown.offsets, shown.by_offset, blue, "", dots) for dots in (False, True)]
    marked = [(shown.closest, float(shown.by_offset[shown.closest]), f"{shown.closest} apart")]
    axes = {"x_title": "how many positions apart", "y_title": "cosine similarity"}
    drawing(draw.curves(lines, shown.reading, marked=marked, **axes))
    return shown.reading


def _watch_out() -> str:
    shown = find.mistaken(link.choice("Mistake", "wrong"))
    st.code(shown.code, language="python", wrap_lines=True)
    rows = _numbered(len(shown.right))
    grids = [_waves(shown.right, title="As it should be", rows=rows)]
    if shown.changed:
        limit = draw.reach(shown.made)
        grids.append(_waves(shown.made, title="With the mistake", rows=rows, limit=limit))
    drawing("".join(grids))
    return shown.reading


def _code() -> str:
    shown = find.made(link.choice("What this line makes", "line"))
    st.code(shown.code, language="python", wrap_lines=True)
    values = shown.values
    drawing(draw.grid(values, columns=_numbered(values.shape[1]), limit=draw.reach(values), digits=3))
    return shown.reading


def _equivariance() -> str:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        move = link.choice("Move the tokens", "moved")
        encoded = link.switch("Add the encoding", "encoded")
    shown = find.equivariance(move, encoded)
    plus = " + P" if encoded else ""
    limit = draw.reach(shown.moved_after)
    first = draw.grid(shown.moved_first, title=f"attention(moved x{plus})", columns=_numbered(6), limit=limit)
    after = draw.grid(shown.moved_after, title=f"attention(x{plus}), then moved", columns=_numbered(6), limit=limit)
    drawing(draw.side_by_side(first, after))
    return f"`np.allclose` says **{shown.same}**. {shown.reading}"


def _added() -> str:
    shown = find.travels(link.switch("The encoding travels with its token", "travels"))
    limit = draw.reach(shown.comparison.original_input)
    before = draw.grid(
        shown.comparison.original_input,
        title="What attention gets",
        rows=shown.before,
        columns=_numbered(6),
        limit=limit,
    )
    after = draw.grid(
        shown.comparison.permuted_input, title="Reversed", rows=shown.after, columns=_numbered(6), limit=limit
    )
    drawing(draw.side_by_side(before, after))
    return f"Verdict: **{verdict(shown.comparison.result.verdict)}**. {shown.reading}"


def _learned() -> str:
    shown = find.rows(link.choice("Table", "rival"))
    show.heatmap(draw.likeness(shown.similarity, shown.reading), key="lesson likeness", selectable=False, height=330)
    return shown.reading


def _rope() -> str:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        shift = int(link.choice("Move on by", "shift"))
        stays = link.switch("The key stays", "key_stays")
    shown = find.turned(shift, stays)
    names = [f"{name} at {position}" for name, position in zip(("query", "key"), shown.positions, strict=True)]
    hands = [draw.Hand(*hand) for hand in zip(shown.hands, colors.CATEGORICAL, names, strict=False)]
    drawing(draw.clock(hands, shown.reading, legs=False, between=True))
    return shown.reading


_PICTURES: dict[str, Callable[[], str]] = {
    "words": _words,
    "order": _order,
    "table": _table,
    "pairs": _pairs,
    "sine-cosine": _sine_cosine,
    "column": _column,
    "example": _example,
    "fast-and-slow": _fast_and_slow,
    "watch-out": _watch_out,
    "code": _code,
    "equivariance": _equivariance,
    "added": _added,
    "learned": _learned,
    "rope": _rope,
}


def _waves(values: draw.Array, **options: Any) -> str:
    """A grid of a table of sines and cosines, its columns numbered and barred in their colors."""
    width = values.shape[1]
    return draw.grid(values, columns=_numbered(width), bars=(colors.SIN, colors.COS) * (width // 2), **options)


def _numbered(count: int) -> list[str]:
    return [str(i) for i in range(count)]


def _unbroken(text: str) -> str:
    """No line ends within a size such as 3 × 4."""
    return text.replace(" × ", "\u00a0×\u00a0")
