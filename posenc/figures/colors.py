"""Every color of the explorer, in one place.

Both scales put zero on the same light gray, in light and in dark surroundings alike, so that a projector that
crushes dark tones loses the extremes last. Their lightness in Oklab (B. Ottosson, 2020) falls in equal steps away
from zero: on both sides of DIVERGING alike, so that −0.5 and 0.5 weigh the same and only the hue tells the sign;
all the way down SEQUENTIAL, so that it also reads without hue. Single colors reach a contrast of 3:1 on white and on
near-black (WCAG 2.2, criterion 1.4.11), and SIN and COS stay apart for color-blind readers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from posenc._validate import choice

DIVERGING = (
    *("#1c50b5", "#266cd0", "#3789e9", "#58a7f7", "#85c3fc", "#baddfa"),
    "#f1f4f6",
    *("#f2d1b3", "#efac78", "#e68646", "#d6611f", "#bd400b", "#a11d05"),
)
SEQUENTIAL = ("#f1f4f6", "#ace4d7", "#6acdce", "#2cb1c7", "#0a92b8", "#0873a5", "#1f5587", "#233a64", "#1c233f")
SCALES = {"diverging": DIVERGING, "sequential": SEQUENTIAL}

SIN = "#008f72"
COS = "#a35ce0"
CATEGORICAL = ("#0d7dd4", "#c7560c", "#008a63", "#b8479c", "#7562dd", "#9a7400")


def rgb(color: str) -> tuple[int, int, int]:
    """ "#1c50b5" as (28, 80, 181)."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def palette(scale: str, entries: int = 256) -> NDArray[np.uint8]:
    """The scale as a lookup table: (entries, 3), red green blue, from the low end to the high end."""
    stops = np.array([rgb(stop) for stop in SCALES[choice("scale", scale, SCALES)]], dtype=float)
    at = np.linspace(0, len(stops) - 1, entries)
    channels = [np.interp(at, np.arange(len(stops)), channel) for channel in stops.T]
    return np.rint(np.stack(channels, axis=1)).astype(np.uint8)


def plotly_scale(scale: str) -> list[tuple[float, str]]:
    """The scale as a Plotly colorscale: pairs of a place in [0, 1] and a color."""
    stops = SCALES[choice("scale", scale, SCALES)]
    return [(i / (len(stops) - 1), stop) for i, stop in enumerate(stops)]
