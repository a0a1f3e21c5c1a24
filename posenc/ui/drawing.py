"""A small picture made of HTML or SVG, changed in place.

A component of our own, since Streamlit's own way to show HTML takes SVG out of it, and an image knows no theme.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_here = Path(__file__)
_mount = st.components.v2.component(
    "posenc.drawing",
    js="export default ({ parentElement, data }) => { parentElement.querySelector('.drawing').innerHTML = data.html; }",
    css=_here.with_suffix(".css").read_text(encoding="utf-8"),
    html='<div class="drawing"></div>',
)


def drawing(html: str, *, key: str = "drawing") -> None:
    """Show what a function of posenc/figures/lesson.py drew; `key` is unique on the page."""
    _mount(key=key, data={"html": html})
