"""What every page shares: length, width and base, set in the sidebar and kept in the URL."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from . import link
from .slider import slider

_PENDING = "_pending"


@dataclass(frozen=True)
class Settings:
    """length: positions; width: columns, even; base: the number whose powers divide the position."""

    length: int
    width: int
    base: float


def begin(page: str, *, own_sizes: bool = False) -> Settings:
    """The first line of every page: `settings = begin(__file__)`, with `own_sizes` where the sliders have no say.

    The very first visit of a server's life, if it goes to a page's own address, runs that page without app.py,
    since Streamlit lists pages/ by itself until a menu has been drawn. Then app.py takes over and comes back here.
    """
    if "length" not in st.session_state:
        st.session_state[_PENDING] = f"pages/{Path(page).name}", st.query_params.to_dict()
        st.switch_page("app.py")
    if own_sizes:
        st.sidebar.markdown("This page has sizes of its own; the sliders act on the others.")
    return Settings(st.session_state["length"], st.session_state["width"], st.session_state["base"])


def arrive() -> None:
    """In app.py, right after the menu: go on to the page that `begin` remembered, if there is one."""
    if pending := st.session_state.pop(_PENDING, None):
        page, parameters = pending
        st.switch_page(page, query_params=parameters)


def controls() -> list[DeltaGenerator]:
    """Draw the number boxes; the places returned are for `sliders`, once the page stands."""
    places = []
    with st.sidebar:
        link.whole("Length", "length", help="How many positions: the rows of the table.")
        places.append(st.container())
        link.whole("Width", "width", help="Numbers per position: the columns of the table, two to a pair.")
        places.append(st.container())
        link.real("Base", "base", help="Each pair turns slower than the one before; the base says how much in all.")
        places.append(st.container())
    return places


def sliders(places: list[DeltaGenerator]) -> None:
    """Draw the sliders last, so that their redrawing means that the picture is done (slider.js)."""
    length, width, base = places
    with length:
        slider("Length", "length", knee=128, marks=(0, 64, 128, 512, 2048), words="positions")
    with width:
        slider("Width", "width", knee=128, marks=(2, 64, 128, 512), words="columns")
    with base:
        slider("Base", "base", knee=1, marks=(1, 100, 10000, 1000000))
