"""When a page turns to something new in place, begin at its top: for the eye, the keyboard and a screen reader."""

from __future__ import annotations

import streamlit as st

# The heading takes the focus, so that Tab goes on from there; the first thing shown on a page takes nothing.
# A row of choices that scrolls on a phone shows the chosen one.
_JS = """
let stood;
export default function ({ data }) {
  const arrived = stood?.page === data.page && stood.place !== data.place;
  stood = data;
  const main = document.querySelector("[data-testid=stMain]");
  const chosen = main.querySelector("[role=radiogroup] [data-variant=pills][aria-checked=true]");
  if (chosen) chosen.parentElement.scrollLeft = chosen.offsetLeft - chosen.parentElement.clientWidth / 2;
  if (!arrived) return;
  const heading = main.querySelector(data.heading);
  heading.tabIndex = -1;
  heading.style.outline = "none";
  heading.style.scrollMarginTop = "8rem";
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
}
"""
_mount = st.components.v2.component("posenc.arrive", js=_JS, html="<span></span>")


def arrive(page: str, place: str, *, heading: str = "h1") -> None:
    """At the end of a page that shows one of many things: `place` says which, `heading` is where it begins."""
    _mount(key="arrive", data={"page": page, "place": place, "heading": heading}, height=1)
