"""Presenting mode: the tour's words above every page, larger type, and nothing that a class doesn't need."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from posenc.content.links import Link
from posenc.content.tour import Stop, stops

from . import link, onward
from .parameters import PARAMETERS

_REVEALED = "_revealed"
_STYLE = """
<style>
html { font-size: 1.25em !important; }
[data-testid=stSidebar], [data-testid=stExpandSidebarButton], [data-testid=stToolbar] { display: none; }
[data-testid=stMainBlockContainer] { padding-top: 1.5rem; }
</style>
"""
_keys = st.components.v2.component(
    "posenc.presenting",
    html="<span></span>",
    js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
)


@st.cache_data
def tour() -> tuple[Stop, ...]:
    """The stops, their numbers computed once."""
    return stops()


def here(number: int) -> Link:
    """Stop `number`, counted from 1, in presenting mode."""
    target = tour()[number - 1].link
    return Link(target.page, {**target.query, "present": "true", "stop": str(number)})


def open_stop(number: int) -> None:
    """In a callback: go to a stop, with every setting that it does not name at its default."""
    target = here(number)
    for key in PARAMETERS:
        if key in st.session_state and key not in target.query:
            st.session_state[key] = PARAMETERS[key].default
    onward.go(target)


def bar() -> None:
    """In app.py, above the page: the stop's words and the way on, while the URL says present=true."""
    asked: Mapping[str, str] = st.query_params.to_dict()
    if not st.session_state.get("present", asked.get("present") == "true"):
        return
    st.html(_STYLE)
    with st.container(border=True, key="presenting"):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            number = link.whole(f"Stop, 1 to {len(tour())}", "stop", most=len(tour()), width=150)
            st.button("Back", key="present_back", on_click=open_stop, args=(number - 1,), disabled=number == 1)
            st.button(
                "Next", key="present_next", on_click=open_stop, args=(number + 1,), disabled=number == len(tour())
            )
            st.button("Show this stop", on_click=open_stop, args=(number,))
            link.switch("Presenting", "present", help="Off: the menu and the sliders come back, the picture stays.")
        stop = tour()[number - 1]
        st.markdown(f"**{stop.title}.** {stop.say}")
        st.markdown(f"*Predict:* {stop.predict}")
        if st.session_state.get(_REVEALED) == number:
            st.markdown(f"**{stop.reveal}**")
        else:
            st.button("Reveal", key="present_reveal", on_click=_reveal, args=(number,))
    _keys(key="present_keys", height=1)


def _reveal(number: int) -> None:
    st.session_state[_REVEALED] = number
