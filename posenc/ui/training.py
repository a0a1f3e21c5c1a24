"""A training that is watched: computed once for all who ask for the same one, and drawn as it goes.

Sessions take turns, one exam's worth of steps each, so that a class that trains at once slows itself down and nobody
else. A session holds its own place in the training and whether it runs; leaving the page changes neither.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

import streamlit as st

from posenc.training import ENCODINGS, Progress, training_steps

EXAMS = 40
"""Exams in a training, after the one at its start."""
_TICK = 0.05  # seconds between two drawings, at best

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


class Recording:
    """One training of all three models side by side, carried on by whoever wants to see more of it."""

    def __init__(self, task: str, seed: int, steps: int, turn: Lock) -> None:
        every = steps // EXAMS
        runs = (training_steps(task, name, steps=steps, seed=seed, every=every) for name in ENCODINGS)
        self._running = zip(*runs, strict=True)
        self._reports: list[tuple[Progress, ...]] = []
        self._own, self._turn = Lock(), turn

    def up_to(self, count: int) -> list[tuple[Progress, ...]]:
        """The first `count` reports, one a model each."""
        with self._own:
            while len(self._reports) < count:
                with self._turn:
                    self._reports.append(next(self._running))
        return self._reports[:count]


@dataclass
class Training:
    """What one session sees of a recording."""

    recording: Recording
    seed: int
    steps: int
    seen: int = 1
    running: bool = True

    @property
    def done(self) -> bool:
        return self.seen > EXAMS

    def told(self, what: str) -> list[tuple[Any, ...]]:
        """`what` of each report so far ("step", "accuracy", "loss", "model"): one for each encoding."""
        return [tuple(getattr(progress, what) for progress in models) for models in self.recording.up_to(self.seen)]

    def curves(self, what: str) -> dict[str, tuple[tuple[int, ...], tuple[float, ...]]]:
        """For each encoding the steps of its exams and `what` came out of them."""
        told = zip(zip(*self.told("step"), strict=True), zip(*self.told(what), strict=True), strict=True)
        return dict(zip(ENCODINGS, told, strict=True))


def current(task: str, seed: int, steps: int) -> Training | None:
    """This session's training of the task, if it was with this seed and number of steps."""
    training = st.session_state.get(f"training {task}")
    return training if training and (training.seed, training.steps) == (seed, steps) else None


def start(task: str, seed: int, steps: int) -> None:
    """In a callback: start, or go on where it was stopped."""
    training = current(task, seed, steps)
    if training is None:
        training = st.session_state[f"training {task}"] = Training(_recording(task, seed, steps), seed, steps)
    training.running = True


def stop(training: Training) -> None:
    """In a callback: keep what there is."""
    training.running = False


def watch(training: Training | None, draw: Callable[[], None]) -> None:
    """Draw, and while the training runs take one exam further and draw again, until it is done.

    Each drawing is a run of its own, so that buttons act at once and a stopped one leaves nothing half done.
    """
    running = training is not None and training.running

    def step() -> None:
        if training and training.running:
            training.recording.up_to(training.seen + 1)
            training.seen += 1
            training.running = not training.done
        draw()
        if running and training and not training.running:
            st.rerun()

    if running:
        st.html(_STYLE)
    st.fragment(step, run_every=_TICK if running else None)()


@st.cache_resource(max_entries=16, show_spinner=False)
def _recording(task: str, seed: int, steps: int) -> Recording:
    return Recording(task, seed, steps, _turn())


@st.cache_resource(show_spinner=False)
def _turn() -> Lock:
    return Lock()
