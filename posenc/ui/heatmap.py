"""The heatmap of every page: a canvas of our own, since Streamlit's charts are redrawn from nothing at each change.

What goes to the browser is one run of bytes: the length of the header as a little-endian uint32, the header as JSON,
the cells. The cells are float32 for small pictures, one byte each for large ones (0 to 254 from low to high, 255
empty), and one row of float64 for a picture that depends on the offset alone. The header holds nothing that a
reader's own choice changes, so that choosing a cell sends no cells again.
"""

from __future__ import annotations

import base64
import gzip
import json
import struct
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from posenc.figures import colors
from posenc.figures.heatmap import Heatmap

Cell = tuple[int, int]

EXACT_CELLS = 65_536
"""Up to here cells are sent as float32, beyond as bytes."""
EMPTY = 255
"""The byte of a cell that is not finite."""
TOP = 254
"""The byte of a cell at the high end."""


def pack(picture: Heatmap, **options: Any) -> bytes:
    """The picture as the bytes that the browser unpacks; `options` join the header."""
    rows, columns = picture.shape
    low, high = picture.limits
    if picture.by_offset is not None:
        kind, cells = "offset", picture.offsets.astype("<f8").tobytes()
    elif rows * columns <= EXACT_CELLS:
        kind, cells = "exact", picture.cells.astype("<f4").tobytes()
    else:
        kind, cells = "byte", quantize(picture.cells, low, high).tobytes()
    header = {
        "kind": kind,
        "rows": rows,
        "columns": columns,
        "low": low,
        "high": high,
        "stops": colors.SCALES[picture.scale],
        "title": picture.title,
        "description": picture.description,
        "valueTitle": picture.value_title,
        "axes": [
            {"title": picture.row_title, "start": picture.row_start, "labels": _list(picture.row_labels)},
            {"title": picture.column_title, "start": picture.column_start, "labels": _list(picture.column_labels)},
        ],
        "series": [
            {
                "name": s.name,
                "color": s.color,
                "first": s.columns.start,
                "step": s.columns.step,
                "count": len(s.columns),
            }
            for s in picture.series
        ],
        "square": picture.square,
        **options,
    }
    text = json.dumps(header, separators=(",", ":")).encode()
    stamp = b'{"stamp":"%08x",' % crc32(cells, crc32(text))
    text = stamp + text[1:]
    return struct.pack("<I", len(text)) + text + cells


def quantize(cells: NDArray[np.floating], low: float, high: float) -> NDArray[np.uint8]:
    """Each cell as the nearest of 255 levels from low to high, in blocks that stay in the processor's cache."""
    rows, columns = cells.shape
    levels = np.empty((rows, columns), np.uint8)
    step = max(1, EXACT_CELLS // max(1, columns))
    block = np.empty((min(step, rows), columns), cells.dtype)
    for first in range(0, rows, step):
        source = cells[first : first + step]
        work = block[: len(source)]
        np.subtract(source, low, out=work)
        np.multiply(work, TOP / (high - low), out=work)
        np.add(work, 0.5, out=work)
        finite = np.isfinite(work)
        np.clip(work, 0, TOP, out=work)
        if finite.all():
            levels[first : first + step] = work
        else:
            levels[first : first + step] = np.where(finite, work, EMPTY)
    return levels


def _list(labels: Any) -> list[str] | None:
    return None if labels is None else [str(label) for label in labels]


@dataclass(frozen=True)
class Choice:
    """The chosen cell, and who chose last: the reader in the browser, or the page by another `selected` than before."""

    cell: Cell | None = None
    stamp: int = 0
    """The reader's last choice that was seen here: their clock, in milliseconds."""
    asked: Cell | None = None
    """`selected` of the last run."""
    order: tuple[Cell | None, int] | None = None
    """What the browser is told to choose, unless its reader chose after this stamp."""


def settle(before: Choice, sent: Cell | None, stamp: int, selected: Cell | None) -> Choice:
    """Who wins: a new choice of the reader, else a new `selected` of the page, else what stood before."""
    if stamp > before.stamp:
        return replace(before, cell=sent, stamp=stamp, asked=selected)
    if selected not in (before.asked, before.cell):
        return replace(before, cell=selected, asked=selected, order=(selected, before.stamp))
    return replace(before, asked=selected)


def heatmap(
    picture: Heatmap,
    *,
    key: str,
    selected: Cell | None = None,
    height: int | None = None,
    profiles: bool = False,
    selectable: bool = True,
    on_choose: Callable[[Cell], None] | None = None,
) -> Cell | None:
    """Show the picture; the chosen (row, column), counted from 0, or None.

    `key` is unique in the app: the choice is remembered under it. `selected` chooses a cell for the reader whenever it
    differs from what it was before, as from a link or a button. `height` bounds the map in CSS pixels. `profiles`
    draws the row and the column of the cell beside the map. With `selectable=False` cells are chosen in the browser
    only, for reading, and no rerun follows. `on_choose` is called with the reader's choice before the page runs again.
    """
    memory = f"{key} choice"
    state = st.session_state.get(key) or {}
    sent = state.get("cell") or {}
    before = st.session_state.get(memory, Choice())
    heard = st.session_state.get(f"{key} heard")
    if heard and not sent and heard["stamp"] > before.stamp:  # its run was dropped, as the reader left for another page
        before = replace(before, cell=(heard["row"], heard["column"]), stamp=heard["stamp"])
    choice = settle(
        before,
        (sent["row"], sent["column"]) if sent else None,
        sent.get("stamp", 0),
        None if selected is None else (int(selected[0]), int(selected[1])),
    )
    st.session_state[memory] = choice

    def chosen() -> None:  # Streamlit keeps a component's state only if someone listens.
        if cell := st.session_state[key].get("cell"):
            st.session_state[f"{key} heard"] = cell
            if on_choose:
                on_choose((cell["row"], cell["column"]))

    _component(
        key=key,
        data=pack(picture, key=key, order=choice.order, height=height, profiles=profiles, selectable=selectable),
        on_cell_change=chosen,
    )
    rows, columns = picture.shape
    if choice.cell is None or not rows or not columns:
        return None
    row, column = choice.cell
    return max(0, min(row, rows - 1)), max(0, min(column, columns - 1))


def _code(path: Path) -> str:
    """A script that unfolds the one at `path`, once a visit: Streamlit sends a component's code with every update."""
    folded = base64.b64encode(gzip.compress(path.read_bytes(), mtime=0)).decode()
    return f"""
const folded = Uint8Array.from(atob("{folded}"), (c) => c.charCodeAt(0));
const stream = new Blob([folded]).stream().pipeThrough(new DecompressionStream("gzip"));
const code = new Blob([await new Response(stream).text()], {{ type: "text/javascript" }});
export default (await import(URL.createObjectURL(code))).default;
"""


_here = Path(__file__).parent
_component = st.components.v2.component(
    "posenc.heatmap", js=_code(_here / "heatmap.js"), css=(_here / "heatmap.css").read_text(encoding="utf-8")
)
