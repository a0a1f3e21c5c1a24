"""A way on to another page, in the state that a sentence speaks of; what other pages are set to is kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import streamlit as st

from posenc.content.links import PAGES, Link

from .parameters import PARAMETERS, written

_GOING = "_going"


def onward(link: Link, label: str = "See it on the {page} page", **more: Any) -> None:
    """A link of the content as a button in the app; {page} in the label is the page's name in the menu."""
    name = link.page.strip("/") or "table"
    st.button(
        label.format(page=name.capitalize()),
        on_click=go,
        args=(_complete(link),),
        key=f"onward {link.url} {label}",
        **more,
    )


def defaults(keys: Iterable[str]) -> dict[str, str]:
    """The parameters that have been set, at their defaults: put before a link's own, they open it as a new visit does."""
    return {key: written(PARAMETERS[key].default) for key in keys if key in st.session_state}


def _complete(link: Link) -> Link:
    """The link with the page's other choices at their defaults, as in a new visit: a mask left on would belie it."""
    if not link.query:
        return link
    base = ["base"] if {"length", "width"} & set(link.query) else []
    return Link(link.page, defaults([*PAGES[link.page], *base]) | dict(link.query))


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
