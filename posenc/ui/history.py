"""One step of the visitor's is one entry in the browser's history, so that Back undoes one step.

Streamlit pushes an entry for each parameter that it takes out of the URL or puts back as a page opens, and for each
value of a slider on its way. Here only the first entry after a press of a key or a button is pushed; those that follow
by themselves replace it.
"""

from __future__ import annotations

import streamlit as st

_JS = """
let fresh = true;
const push = window.history.pushState;
window.history.pushState = function (...to) {
  (fresh ? push : this.replaceState).apply(this, to);
  fresh = false;
};
const begin = (e) => { if (!e.repeat && !(e.type === "click" && e.detail)) fresh = true; }; // a screen reader only clicks
for (const kind of ["pointerdown", "keydown", "click"]) window.addEventListener(kind, begin, true);
export default () => {};
"""
_mount = st.components.v2.component("posenc.history", js=_JS, html="<span></span>")


def keep() -> None:
    """On every page, last."""
    _mount(key="history", height=1)
