"""A way on to another page, in the state that a sentence speaks of, with all that the visitor has set kept."""

from __future__ import annotations

import contextlib

import streamlit as st
from streamlit.errors import StreamlitPageNotFoundError

from posenc.content.links import Link


def onward(link: Link, label: str = "See it on the {page} page") -> None:
    """A link of the content as a link in the app; {page} in the label is the page's name in the menu."""
    name = link.page.strip("/") or "table"
    with contextlib.suppress(StreamlitPageNotFoundError):  # a page that is still to be written
        st.page_link(f"pages/{name}.py", label=label.format(page=name.capitalize()), query_params=dict(link.query))
