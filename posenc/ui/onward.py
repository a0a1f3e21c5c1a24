"""A way on to another page, in the state that a sentence speaks of, with all else that the visitor has set kept."""

from __future__ import annotations

from typing import Any

import streamlit as st

from posenc.content.links import Link

from .parameters import PARAMETERS

_GOING = "_going"


def onward(link: Link, label: str = "See it on the {page} page", **more: Any) -> None:
    """A link of the content as a button in the app; {page} in the label is the page's name in the menu."""
    name = link.page.strip("/") or "table"
    st.button(label.format(page=name.capitalize()), on_click=go, args=(link,), key=f"onward {link.url} {label}", **more)


def go(link: Link) -> None:
    """In a callback: open the link's page in its state once the callback is over (`follow`).

    A page link of Streamlit's would leave widgets that stand, the sidebar's, at their old values.
    """
    st.session_state[_GOING] = link
    for key, text in link.query.items():
        if key in st.session_state:
            st.session_state[key] = PARAMETERS[key].nearest(text)


def follow() -> None:
    """In app.py, before any widget is made: go where `go` was told to."""
    if link := st.session_state.pop(_GOING, None):
        rest = {key: text for key, text in link.query.items() if key not in st.session_state}
        st.switch_page(f"pages/{link.page.strip('/') or 'table'}.py", query_params=rest)
