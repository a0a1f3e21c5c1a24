"""The practice page's blocks: the editor with its verdict, the three pictures, and hints opened one at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st

from posenc import exercise as checker
from posenc.content import text
from posenc.content.bugs import BUGS
from posenc.content.exercises import EXERCISES, SANDBOX, SEEN_IN_PUBLIC, Exercise
from posenc.content.links import Link
from posenc.exercise import TASKS, TOLERANCE, TOLERANCE_FLOAT32, Report
from posenc.figures.practice import three
from posenc.mistakes import Mistake
from posenc.sandbox import open_sandbox

from . import show
from .editor import Draft, editor
from .onward import onward

# An example's longest line has 45 characters, each 0.6 of the type's size wide: it shrinks rather than wrap.
_STYLE = """
<style>
.st-key-statement { container-type: inline-size; }
.st-key-statement pre { padding: 0.75rem; }
.st-key-statement :is(pre, pre code) { font-size: clamp(0.65rem, (100cqw - 1.5rem) / 27.5, 0.75rem) !important; }
</style>
"""
_LINES = 40  # of the printed text that are shown


@dataclass
class Desk:
    """Where a visitor stands in one exercise, for as long as the visit lasts.

    draft: what was checked last, or is about to be. asked: whether it is about to be. report: what the checker said.
    failure: why it could not say anything on this machine. checks: how many there were. hints: how many are open.
    """

    draft: Draft
    asked: bool = False
    report: Report | None = None
    failure: str = ""
    checks: int = 0
    hints: int = 0
    solution: bool = False

    def ask(self, draft: Draft) -> None:
        """Have this checked when the page runs next."""
        self.draft, self.asked = draft, True


def desk(exercise: Exercise) -> Desk:
    """The visitor's desk for an exercise. A check that is due is done first, so that all that follows knows of it."""
    found: Desk = st.session_state.setdefault(f"practice {exercise.id}", Desk(Draft(exercise.starter)))
    if found.asked:
        try:
            found.report, found.failure = checker.check(found.draft.text, exercise.id, sandbox=_sandbox()), ""
        except RuntimeError as error:  # no sandbox on this machine; the error says what to install
            found.report, found.failure = None, str(error)
        found.checks, found.asked = found.checks + 1, False
    return found


@st.cache_resource(show_spinner=False, on_release=lambda pool: pool.__exit__(None, None, None))
def _sandbox():  # type: ignore[no-untyped-def]
    """One pool of workers for all sessions."""
    pool = open_sandbox()
    pool.__enter__()
    return pool


def statement(exercise: Exercise) -> None:
    """What is asked, the inputs, what comes back, and what the examples give."""
    st.html(_STYLE)
    with st.container(key="statement"):
        st.header(exercise.title, anchor=False)
        st.markdown(exercise.statement)
        st.markdown("\n".join(f"- `{given.name}`: {given.meaning}" for given in exercise.inputs))
        st.markdown(exercise.returns)
        if exercise.examples:
            st.code("\n\n".join(example(exercise.id, case) for case in exercise.examples), wrap_lines=True)
        if exercise.id == "equivariance":
            st.markdown("Expected output:")
            st.code(checker.expected_output(), language=None, wrap_lines=True)
        st.markdown(" ".join(filter(None, (SANDBOX, exercise.note))))


def example(task: str, case: checker.Case) -> str:
    """A call and what it gives, rounded to what one can read: six digits in a list, three decimals in an array."""
    call = f"{TASKS[task].function}({case[0]}, {case[1]})"
    rows = checker.expected(*case)
    if TASKS[task].returns == "array":
        table = np.array(rows).reshape(case)
        return f">>> print({call})\n{np.array2string(table, precision=3, suppress_small=True)}"
    lines = ",\n ".join(f"[{', '.join(f'{value:.6g}' for value in row)}]" for row in rows)
    return f">>> {call}\n[{lines}]"


def work(exercise: Exercise, at: Desk) -> None:
    """The editor, and under it the verdict on what was checked last."""
    report = at.report
    editor(
        "Your code",
        at.draft,
        key=f"editor {exercise.id}",
        starter=exercise.starter,
        line=report.line if report else None,
        checks=at.checks,
        on_check=at.ask,
    )
    if at.failure:
        st.error(plain(at.failure))
    if report:
        _verdict(exercise, report)
        if report.ok:
            _next(exercise)


def _verdict(exercise: Exercise, report: Report) -> None:
    words = plain(report.message)
    if report.ok:
        st.success(words)
    elif report.kind == "missing" or (exercise.id == "own" and report.kind == "values"):
        st.info(words)  # not wrong: unfinished, or another way
    else:
        st.error(words)
    for mistake in report.named:
        _named(mistake)
    if report.printed.strip():
        called = f", called as {report.function}{report.case}" if report.case and exercise.id in TASKS else ""
        st.markdown(plain(f"Your code printed{called}:"))
        st.code(first_lines(report.printed), language=None, wrap_lines=True)


def _named(mistake: Mistake) -> None:
    """The mistake's name, the line as people write it, and where it was seen in public code."""
    st.markdown(f"**{plain(mistake.name[0].upper() + mistake.name[1:])}**, as people write it:")
    st.code(mistake.code, language="python", wrap_lines=True)
    if seen := SEEN_IN_PUBLIC.get(mistake.id):
        number, bug = next((n, bug) for n, bug in enumerate(BUGS, 1) if bug.id == seen)
        onward(Link("/bugs", {"bug": str(number)}), f"Seen in public: {bug.title}")


def _next(exercise: Exercise) -> None:
    after = EXERCISES[EXERCISES.index(exercise) + 1 :]

    def turn() -> None:
        st.session_state["task"] = after[0].id

    if after:
        st.button(f"Next: {after[0].title}", on_click=turn, key="next exercise", type="primary")


def pictures(exercise: Exercise, at: Desk) -> None:
    """Theirs, the right one and the difference, where the last check leaves something to compare."""
    report = at.report
    if report is None or report.table is None or report.right is None or not report.table.size:
        return
    if report.ok and exercise.id != "own":
        return
    rows, columns = report.table.shape
    tolerance = TOLERANCE_FLOAT32 if report.ok else TOLERANCE
    drawn = three(report.table, report.right, f"{report.function}({rows}, {columns})", tolerance)
    for place, picture, name in zip(st.columns(3), drawn, ("theirs", "right", "apart"), strict=True):
        with place:
            show.picture(picture, key=f"practice {name}", selected=report.cell, selectable=False, height=300)


def hints(exercise: Exercise, at: Desk) -> None:
    """Each hint opens the way to the next; the solution stays closed until it is asked for."""
    for hint in exercise.hints[: at.hints]:
        st.markdown(f"**{hint.title}.** {hint.text}")

    def open_one() -> None:
        at.hints += 1

    def turn() -> None:
        at.solution = not at.solution

    with st.container(horizontal=True):
        if at.hints < len(exercise.hints):
            label = f"Hint {at.hints + 1} of {len(exercise.hints)}: {exercise.hints[at.hints].title.lower()}"
            st.button(label, on_click=open_one, key="next hint")
        if exercise.solution:
            st.button("Hide the solution" if at.solution else "Show a solution", on_click=turn, key="solution")
    if at.solution:
        st.code(exercise.solution, language="python", wrap_lines=True)
        for number, step in enumerate(exercise.steps, 1):
            st.markdown(f"{number}. **{step.title}.** {step.text}")


def watch_out(exercise: Exercise, at: Desk) -> None:
    """What to watch out for, once the work is done: before, it would give the answer away."""
    if exercise.solution and not at.solution and not (at.report and at.report.ok):
        return
    st.markdown("**Watch out**")
    st.markdown("\n".join(f"- {words}" for words in exercise.watch_out))


def first_lines(printed: str) -> str:
    """The printed text, cut where it goes on too long to be read, with a word about the rest."""
    lines = printed.rstrip("\n").split("\n")
    shown = [line if len(line) <= 300 else f"{line[:300]} ..." for line in lines[:_LINES]]
    if more := len(lines) - _LINES:
        shown += [f"... and {more} more line{'s' if more > 1 else ''}"] if more > 0 else []
    return "\n".join(shown)


def plain(message: str) -> str:
    """A message as Markdown that shows it as it stands: `**` is a power here, not bold; backticks stay code."""
    parts = message.split("`")
    if len(parts) % 2 == 0:  # a backtick that does not close
        return text.plain(message)
    return "`".join(part if at % 2 else text.plain(part) for at, part in enumerate(parts))
