"""A slider that reports while it is dragged, unlike Streamlit's, which waits for the release.

It moves a value kept elsewhere (a keyed widget), so it holds no state that matters.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from .parameters import PARAMETERS, Real, Whole

_HTML = """
<div class="slider"><div class="track"><div class="fill"></div>
<div class="thumb" role="slider" tabindex="0"></div></div><div class="marks" aria-hidden="true"></div></div>
"""
_CSS = """
.slider { padding: 0.65rem 0.5rem 1.35rem; cursor: pointer; touch-action: pan-y; user-select: none; }
.track { position: relative; height: 0.25rem; border-radius: 0.25rem; background: var(--st-border-color); }
.fill { height: 100%; border-radius: inherit; background: var(--st-primary-color); }
.thumb { position: absolute; top: 50%; width: 1rem; height: 1rem; margin: -0.5rem; border-radius: 50%;
  background: var(--st-primary-color); }
.thumb:focus { outline: 2px solid var(--st-text-color); outline-offset: 2px; }
.marks { position: relative; top: 0.55rem; font: 0.7rem var(--st-font); color: var(--st-text-color); opacity: 0.75; }
.marks span { position: absolute; transform: translateX(-50%); }
"""
_mount = st.components.v2.component(
    "posenc_slider", html=_HTML, css=_CSS, js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def slider(label: str, key: str, *, knee: float, marks: Sequence[float], words: str = "") -> None:
    """Mount a slider that moves `st.session_state[key]`: linear up to the knee, logarithmic beyond.

    Mount it after everything that the value draws: its own redrawing tells it that the picture stands.
    """
    own = f"{key}_slider"
    rule = PARAMETERS[key]
    assert isinstance(rule, Whole | Real)

    def moved() -> None:
        value = st.session_state[own]["move"]["to"]
        st.session_state[key] = type(rule.default)(min(max(value, rule.low), rule.high))

    _mount(
        key=own,
        data={
            "label": label,
            "value": st.session_state[key],
            "low": rule.low,
            "knee": knee,
            "high": rule.high,
            "step": getattr(rule, "step", 1),
            "marks": list(marks),
            "words": words,
            "seen": ((st.session_state.get(own) or {}).get("move") or {}).get("stamp"),
        },
        on_move_change=moved,
    )
