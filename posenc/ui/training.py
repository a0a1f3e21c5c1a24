"""A training that is watched: computed once for all who ask for the same one, and drawn as it goes.

Sessions take turns, an exam's worth of steps and a drawing each, so that a class that trains at once shares the server
fairly, and whoever reads another page hardly notices. A session holds its own place in the training and whether it
runs; leaving the page changes neither.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from time import monotonic, sleep

import streamlit as st

from posenc.training import ENCODINGS, Model, Progress, training_steps

EXAMS = 40
"""Exams in a training, after the one at its start."""
_TICK = 0.05  # seconds from one drawing to the next, at best
_MOST = 4  # exams from one drawing to the next, at worst
_SENT = 0.03  # seconds after which a drawing has been sent: Streamlit drops what has not when the next run begins

_here = Path(__file__)
_mount = st.components.v2.component(
    "posenc.training",
    js="export default ({ parentElement, data }) => { parentElement.querySelector('.training').innerHTML = data.html; }",
    css=_here.with_suffix(".css").read_text(encoding="utf-8"),
    html='<div class="training"></div>',
)


# Streamlit's own sign that a script runs would blink at every exam, with a second Stop beside it.
_STYLE = "<style>[data-testid=stStatusWidget] { display: none; }</style>"


def drawing(html: str, *, key: str) -> None:
    """Show HTML made by posenc/figures/training.py, changed in place."""
    _mount(key=key, data={"html": html})


class Turn:
    """A lock that goes to those who ask for it in their order; Python's own often goes back to who had it last."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._queue: deque[Lock] = deque()

    def __enter__(self) -> None:
        mine = Lock()
        mine.acquire()
        with self._guard:
            self._queue.append(mine)
            first = len(self._queue) == 1
        if not first:
            mine.acquire()  # until it is released by the one before

    def __exit__(self, *_: object) -> None:
        with self._guard:
            self._queue.popleft()
            if self._queue:
                self._queue[0].release()


class Recording:
    """One training of all three models side by side, carried on by whoever wants to see more of it."""

    def __init__(self, task: str, seed: int, steps: int) -> None:
        every = steps // EXAMS
        runs = (training_steps(task, name, steps=steps, seed=seed, every=every) for name in ENCODINGS)
        self._running = zip(*runs, strict=True)
        self.reports: list[tuple[Progress, ...]] = []
        """For each exam so far one report a model."""

    def carry_on(self, count: int) -> None:
        """Until there are `count` reports; in turn with all other recordings."""
        while len(self.reports) < count:
            self.reports.append(next(self._running))


@dataclass
class Training:
    """What one session sees of a recording: its first `seen` reports, and more while it runs."""

    recording: Recording
    seed: int
    steps: int
    seen: int = 0
    running: bool = False
    _drawing_since: float = 0.0

    @property
    def done(self) -> bool:
        return self.seen > EXAMS

    def start(self) -> None:
        """Run from here on."""
        self.running, self._drawing_since = True, monotonic()

    def advance(self) -> None:
        """See one report more, or a few where others watch the same and drawing for all takes long."""
        late = int((monotonic() - self._drawing_since) / _TICK)
        shared = len(self.recording.reports) > self.seen
        self.seen = min(self.seen + (max(1, min(late, _MOST)) if shared else 1), EXAMS + 1)
        self.recording.carry_on(self.seen)
        self._drawing_since = monotonic()
        if self.done:
            self.running = False  # and nothing else: a stop may have come while this was computed

    @property
    def steps_told(self) -> list[int]:
        """The steps of the exams so far."""
        return [report.step for report, *_ in self.recording.reports[: self.seen]]

    def curves(self, what: str, count: int | None = None) -> dict[str, tuple[list[int], list[float]]]:
        """For each encoding the steps of its exams so far, or the first `count`, and "accuracy" or "loss" in them."""
        reports = self.recording.reports[: self.seen][:count]
        steps = self.steps_told[:count]
        return {name: (steps, [getattr(models[k], what) for models in reports]) for k, name in enumerate(ENCODINGS)}

    def models(self, number: int) -> dict[str, Model]:
        """For each encoding the model of one report."""
        return {report.model.encoding: report.model for report in self.recording.reports[: self.seen][number]}


def current(task: str, seed: int, steps: int) -> Training | None:
    """This session's training of the task, if it was with this seed and number of steps."""
    training: Training | None = st.session_state.get(f"training {task}")
    return training if training and (training.seed, training.steps) == (seed, steps) else None


def start(task: str, seed: int, steps: int) -> None:
    """In a callback: start, or go on where it was stopped."""
    training = current(task, seed, steps)
    if training is None:
        training = st.session_state[f"training {task}"] = Training(_recording(task, seed, steps), seed, steps)
    training.start()
    if not training.seen:
        with _turn():
            training.advance()


def stop(training: Training) -> None:
    """In a callback: keep what there is."""
    training.running = False


def watch(training: Training | None, draw: Callable[[], None]) -> None:
    """Draw, and while the training runs see more of it and draw again, until it is done.

    Each drawing is a run of its own, so that buttons act at once and a stopped one leaves nothing half done.
    """

    def step() -> None:
        assert training
        with _turn():
            draw()
            drawn = monotonic()
            if training.running:
                training.advance()
        sleep(max(0.0, drawn + _SENT - monotonic()))
        if not training.running:
            st.rerun()

    if training and training.running:
        st.html(_STYLE)
        st.fragment(step, run_every=_TICK)()
    else:  # no fragment: a late tick would find it and make Streamlit drop what this run sends (its issue 9921)
        with st.container():
            draw()


@st.cache_resource(max_entries=16, show_spinner=False)
def _recording(task: str, seed: int, steps: int) -> Recording:
    return Recording(task, seed, steps)


@st.cache_resource(show_spinner=False)
def _turn() -> Turn:
    return Turn()
