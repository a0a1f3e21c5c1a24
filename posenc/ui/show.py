"""What every page puts on the screen: its heading, its pictures with their readings, and what can be saved of them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from numpy.typing import ArrayLike

from posenc.content.text import number
from posenc.figures.heatmap import Heatmap

from . import presenting
from .heatmap import Cell, heatmap

# Streamlit leaves 96 px of air above a page; a projector has none to spare. A formula's own scroll bar hides its
# foot. The colors of code are too pale to read on white: ours are halfway to the color of the text, light or dark.
_STYLE = """
<style>
[data-testid=stMainBlockContainer] { padding-top: 3.25rem; padding-bottom: 4rem; max-width: 84rem; }
[data-testid=stMain] [data-testid=stColumn] { min-width: min(100%, 15rem); }
.katex-display { overflow: visible !important; }
@media (max-width: 640px) { .katex-display { overflow: auto hidden !important; padding: 2px; } }
.token.number, .token.boolean, .token.string { color: color-mix(in srgb, #008f72 45%, currentcolor) !important; }
.token:is(.keyword, .function, .class-name) { color: color-mix(in srgb, #0d7dd4 60%, currentcolor) !important; }
.token.comment { color: color-mix(in srgb, currentcolor 75%, transparent) !important; }
.token.operator, .token.builtin { color: color-mix(in srgb, #c7560c 45%, currentcolor) !important; }
[data-testid=stSidebarNavLink] { padding-block: 0.1rem; margin-block: 0; }
[data-testid=stSidebarNavItems] { gap: 0; }
[data-testid^=stBaseButton-primary] { color: Canvas; }
.katex-display > .katex { text-align: left; font-size: 1.05em; }
</style>
"""

# Dragging zooms and a double click goes back; on a phone more tools than saving, home and the full screen lie on the
# legend.
_TOOLS_LEFT_OUT = ["select2d", "lasso2d", "autoScale2d", "zoom2d", "pan2d", "zoomIn2d", "zoomOut2d"]


def set_the_page() -> None:
    """What all pages share in looks, beyond the theme in .streamlit/config.toml."""
    st.html(_STYLE)


def heading(title: str, lead: str) -> None:
    """The page's name and the one sentence that a teacher would say first; who presents says it aloud."""
    st.title(title, anchor=False)
    if not presenting.on():
        st.markdown(lead)


def short(value: float) -> str:
    """A number in three digits, as prose shows it."""
    return number(value, 3)


def picture(drawing: Heatmap, *, key: str, **options: Any) -> Cell | None:
    """A heatmap and, under it, its reading (`drawing.description`); the chosen (row, column) or None."""
    cell = heatmap(drawing, key=key, **options)
    st.markdown(drawing.description)
    return cell


def chart(figure: go.Figure, reading: str, *, key: str) -> None:
    """A Plotly figure and, under it, its one-sentence reading, which is its alternative text too."""
    st.plotly_chart(
        figure,
        key=key,
        alt=reading,
        config={
            "displaylogo": False,
            "modeBarButtonsToRemove": _TOOLS_LEFT_OUT,
            "toImageButtonOptions": {"filename": key, "scale": 2},
        },
    )
    st.markdown(reading)


def save(name: str, values: Callable[[], ArrayLike], code: str) -> None:
    """The data behind a picture as files, made when asked for, and the code that makes them."""
    with st.popover("Data and code"):
        files(name, values)
        st.code(code, language="python", wrap_lines=True)


def files(name: str, values: Callable[[], ArrayLike], png: Callable[[], bytes] | None = None) -> None:
    """Buttons that save an array of at most two dimensions as CSV, NPY or JSON with all its digits, and as a PNG."""
    kinds: dict[str, tuple[str, Callable[[], Any]]] = {
        "csv": ("text/csv", lambda: as_csv(values())),
        "npy": ("application/octet-stream", lambda: as_npy(values())),
        "json": ("application/json", lambda: as_json(values())),
    }
    if png:
        kinds["png"] = "image/png", png
    with st.container(horizontal=True):
        for kind, (mime, write) in kinds.items():
            st.download_button(kind.upper(), write, f"{name}.{kind}", mime, key=f"{name} {kind}", on_click="ignore")


def as_csv(values: ArrayLike) -> str:
    """One line a row; every number with the digits that give it back exactly."""
    rows = np.atleast_2d(np.asarray(values, dtype=float)).tolist() if np.size(values) else []
    return "".join(",".join(map(repr, row)) + "\n" for row in rows)


def as_npy(values: ArrayLike) -> bytes:
    """The array as numpy.load reads it."""
    buffer = io.BytesIO()
    np.save(buffer, np.asarray(values), allow_pickle=False)
    return buffer.getvalue()


def as_json(values: ArrayLike) -> str:
    """The array as a list of lists; JSON has no NaN, so a cell without a number is null."""
    cells = np.asarray(values)
    if (empty := np.isnan(cells)).any():
        cells = cells.astype(object)
        cells[empty] = None
    return json.dumps(cells.tolist())
