import streamlit as st

from posenc.content.tour import STOPS
from posenc.ui import link, presenting, show
from posenc.ui.settings import begin

begin(__file__, own_sizes=True)
show.heading(
    "Tour",
    f"{len(STOPS)} stops through the whole app: at each a sentence to say, a question to let the class predict, and "
    "an answer to reveal. A learner can walk it alone.",
)
with st.container(key="tour-head", horizontal=True, vertical_alignment="bottom"):
    st.button("Start the tour", type="primary", on_click=presenting.go, args=(1,))
    notes = link.choice(
        "Show with each stop",
        "notes",
        help="An address opens the stop with its words above the page: for a plan, or to send to a class.",
    )
st.markdown(
    "**Next** and **Back** also work with the arrow keys and with a presenter's clicker, "
    "whose forward key presses the highlighted button: it reveals before it goes on. Choose any stop to begin there."
)
presenting.overview(notes)
