"""An editor for a few lines of Python: line numbers, the failing line in red, Tab and Ctrl+Enter, and no keyboard trap.

A component of our own, since Streamlit has no code editor. Its Check button stands inside, so that a click and the
text it is about arrive together; until then the browser keeps the text, through visits to other pages and reloads. Who
wrote last is told by stamps: the browser's clock in milliseconds, 0 for a text that nobody has typed. A text from the
server never replaces a newer one in the browser.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from posenc.sandbox import SOURCE

__all__ = ["Draft", "editor"]


@dataclass(frozen=True)
class Draft:
    """A text and when it was written: milliseconds of the browser's clock, 0 if nobody has typed."""

    text: str
    stamp: int = 0


_here = Path(__file__)
_mount = st.components.v2.component(
    "posenc.editor",
    js=_here.with_suffix(".js").read_text(encoding="utf-8"),
    css=_here.with_suffix(".css").read_text(encoding="utf-8"),
    html='<div class="editor"></div>',
)


def editor(
    label: str,
    draft: Draft,
    *,
    key: str,
    starter: str,
    line: int | None,
    checks: int,
    on_check: Callable[[Draft], None],
) -> None:
    """Mount the editor; `on_check` is called with what it holds before the page runs again.

    draft: what was checked last, at first the starter. line: the line of it to mark, from 1, until its text changes.
    checks: how many were answered so far, which tells the editor that its last one is.
    """

    def run() -> None:
        if written := _draft((st.session_state.get(key) or {}).get("run")):
            on_check(written)

    _mount(
        key=key,
        data={
            "document": key,
            "label": label,
            "text": draft.text,
            "stamp": draft.stamp,
            "starter": starter,
            "line": line,
            "checks": checks,
        },
        on_run_change=run,
    )


def _draft(sent: Any) -> Draft | None:
    """What the browser sent, if it is a draft; one longer than the checker takes is cut where that can be told."""
    if not isinstance(sent, dict):
        return None
    text, stamp = sent.get("text"), sent.get("stamp")
    if not isinstance(text, str) or not isinstance(stamp, int):
        return None
    return Draft(text[: SOURCE + 1], stamp)
