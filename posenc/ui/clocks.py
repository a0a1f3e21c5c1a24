"""Clock hands, one for each pair, that turn in the browser: playing them asks nothing of the server.

A component of our own, since Plotly's animation controls can't be reached by keyboard, stay light in a dark page,
and want every frame sent in advance.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from posenc.figures import colors

_here = Path(__file__)
_mount = st.components.v2.component(
    "posenc.clocks",
    js=_here.with_suffix(".js").read_text(encoding="utf-8"),
    css=_here.with_suffix(".css").read_text(encoding="utf-8"),
    html='<div class="clocks"></div>',
)


def clocks(pairs: Sequence[int], speeds: Sequence[float], captions: Sequence[str], length: int, *, key: str) -> None:
    """One unit circle for each pair, its hand at position · speed, for positions 0 .. length - 1.

    speeds: radians per position; captions: a line under each pair's name.
    """
    _mount(
        key=key,
        data={
            "length": length,
            "sin": colors.SIN,
            "cos": colors.COS,
            "clocks": [
                {"pair": pair, "speed": speed, "caption": caption}
                for pair, speed, caption in zip(pairs, speeds, captions, strict=True)
            ],
        },
    )
