"""The app's frame around three pages, for slider.py: the table page itself, nothing, and the table drawn by Plotly."""

from pathlib import Path

import streamlit as st

from posenc.figures import table
from posenc.figures.heatmap import to_plotly
from posenc.sinusoidal import sinusoidal, wavelengths
from posenc.ui import history, settings, show


def empty() -> None:
    """The floor: no picture, one line that says that the run has arrived."""
    st.markdown(f"length {st.session_state['length']}")


def plotly() -> None:
    """The same picture as a Plotly heatmap of float64 values."""
    length, width, base = (st.session_state[key] for key in ("length", "width", "base"))
    encoding = sinusoidal(length, width, base)
    st.plotly_chart(to_plotly(table.picture(encoding, wavelengths(width, base))), key="plotly")


st.set_page_config(layout="wide")
page = st.navigation(
    [
        st.Page(Path(__file__).parents[1] / "pages" / "table.py", title="Table", default=True),
        st.Page(empty, title="Empty", url_path="empty"),
        st.Page(plotly, title="Plotly", url_path="plotly"),
    ]
)
show.set_the_page()
places = settings.controls()
page.run()
settings.sliders(places)
history.keep()
