import streamlit as st

from posenc.ui import presenting, show
from posenc.ui.onward import onward
from posenc.ui.settings import begin

begin(__file__, own_sizes=True)
show.heading(
    "Teacher's tour",
    f"{len(presenting.tour())} stops through the whole app: a sentence to say, a question for the class, and what the "
    "picture shows. Next and Back, or a clicker's keys, lead from stop to stop.",
)
st.button("Present from the first stop", type="primary", on_click=presenting.open_stop, args=(1,))
for number, stop in enumerate(presenting.tour(), start=1):
    st.subheader(f"{number}. {stop.title}", anchor=False)
    st.markdown(stop.say)
    st.markdown(f"*Predict:* {stop.predict}")
    with st.container(horizontal=True, vertical_alignment="center"):
        onward(stop.link, "Open the {page} page")
        st.button("Present from here", key=f"present {number}", on_click=presenting.open_stop, args=(number,))
        shown = st.toggle("Reveal", key=f"reveal {number}")
    if shown:
        st.markdown(stop.reveal)
