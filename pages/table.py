import io

import numpy as np
import streamlit as st
from PIL import Image

from posenc.content import code
from posenc.figures import colors, table
from posenc.sinusoidal import angle, sinusoidal, wavelengths
from posenc.ui import link, show
from posenc.ui.settings import begin

settings = begin(__file__)
length, width, base = settings.length, settings.width, settings.base
encoding = sinusoidal(length, width, base)

PRESETS = {"Lesson: 3 × 4": (3, 4), "Typical: 50 × 128": (50, 128), "Paper: 512 wide": (100, 512)}
MOST_CELLS = 65_536  # in the grid of numbers; a browser's table gets slow beyond


def preset(length: int, width: int) -> None:
    st.session_state.update(length=length, width=width, base=10000.0)


def choose(cell: tuple[int, int]) -> None:
    st.session_state.update(row=cell[0], column=cell[1])


def png(table: np.ndarray) -> bytes:
    """One square of pixels a cell, in the colors of the picture."""
    levels = np.rint((table + 1) * 127.5).astype(np.uint8)
    image = Image.fromarray(colors.palette("diverging")[levels])
    factor = max(1, 1024 // max(image.size))
    buffer = io.BytesIO()
    image.resize((image.width * factor, image.height * factor), Image.Resampling.NEAREST).save(buffer, "PNG")
    return buffer.getvalue()


show.heading(
    "The table",
    "Attention does not see order, so each position gets a row of numbers of its own. "
    "Columns come in pairs, a sine and a cosine of one angle: the first pair turns fastest, the last one slowest.",
)
with st.container(horizontal=True):
    for name, size in PRESETS.items():
        st.button(name, on_click=preset, args=size, type="primary" if size == (length, width) else "secondary")

left, right = st.columns([2.2, 1], gap="medium")
with right:
    st.header("One cell, worked out", anchor=False)
    if length:
        with st.container(horizontal=True):
            row = link.whole("Position", "row", most=length - 1)
            column = link.whole("Column", "column", most=width - 1)
        turn, value = angle(row, column, width, base), float(encoding[row, column])
        st.latex(table.derivation(row, column, width, base, turn, value))
        st.markdown("Click a cell of the picture, or move with the arrow keys.")
    else:
        st.markdown("No positions, no cells. Raise the length in the sidebar.")
with left:
    selected = (row, column) if length else None
    show.picture(
        table.picture(encoding, wavelengths(width, base)),
        key="table",
        selected=selected,
        profiles=True,
        on_choose=choose,
    )

view = link.choice("The table as", "show")
if view == "numbers":
    columns = max(1, min(width, MOST_CELLS // max(1, length)))
    st.dataframe(
        {f"{j} {'cos' if j % 2 else 'sin'}": encoding[:, j] for j in range(columns)},
        column_config={"_index": "position"}
        | {f"{j} {'cos' if j % 2 else 'sin'}": st.column_config.NumberColumn(format="%.6g") for j in range(columns)},
    )
    if columns < width:
        st.markdown(f"The first {columns} of {width} columns; the files hold all of them.")
elif view == "list":
    text, rows = table.nested_list(encoding)
    st.code(text, language="python", wrap_lines=True, height="content" if length < 20 else 400)
    if rows < length:
        st.markdown(f"The first {rows} of {length} rows; the JSON file holds all of them.")
elif view == "files":
    show.files(f"posenc_{length}x{width}", lambda: encoding, (lambda: png(encoding)) if length else None)
elif view == "code":
    language = link.choice("Language", "language", label_visibility="collapsed")
    st.code(code.table(language, length, width, base), language="python", wrap_lines=True)
