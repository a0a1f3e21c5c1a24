"""Visit a page as the app runs it, without a browser, and read its heatmaps and charts back."""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path

import numpy as np
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest, app_test

APP = Path(__file__).parents[1] / "app.py"


class _Server(PagesManager):
    """AppTest forgets before every run that the menu has been drawn, which a server never does (see ui/settings.py)."""


app_test.PagesManager = _Server


def visit(page: str | None = None, **parameters: object) -> AppTest:
    """The app at pages/`page`.py (or its landing page) with these URL parameters; it must show no exception."""
    PagesManager.uses_pages_directory = None  # a fresh server
    at = AppTest.from_file(str(APP), default_timeout=60)
    if page:
        at.switch_page(f"pages/{page}.py")
    for key, value in parameters.items():
        at.query_params[key] = str(value)
    at.run()
    assert not at.exception, at.exception[0].value
    return at


def heatmaps(at: AppTest) -> list[tuple[dict, bytes]]:
    """Header and cells of each heatmap (posenc/ui/heatmap.py), in the order of the page."""
    found = []
    for component in at.get("bidi_component"):
        if data := component.proto.bytes:
            (size,) = struct.unpack("<I", data[:4])
            found.append((json.loads(data[4 : 4 + size]), data[4 + size :]))
    return found


def charts(at: AppTest) -> list[dict]:
    """Each Plotly chart's figure as a dict with its arrays decoded."""
    return [_decoded(json.loads(chart.proto.spec)) for chart in at.get("plotly_chart")]


def _decoded(value):
    if isinstance(value, dict):
        if "bdata" in value:
            array = np.frombuffer(base64.b64decode(value["bdata"]), value["dtype"])
            shape = value.get("shape")
            return array.reshape([int(n) for n in shape.split(",")]) if shape else array
        return {key: _decoded(item) for key, item in value.items()}
    return [_decoded(item) for item in value] if isinstance(value, list) else value
