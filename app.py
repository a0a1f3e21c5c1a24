"""posenc: run with `streamlit run app.py`. Page settings, menu and shared sidebar; no maths, no prose."""

import streamlit as st

from posenc.ui import history, link, onward, presenting, settings, show

st.set_page_config(
    page_icon="posenc/ui/icon.png", layout="wide", initial_sidebar_state="collapsed" if presenting.on() else "auto"
)

page = st.navigation(
    {
        "Explore": [
            st.Page("pages/table.py", title="Table", default=True),
            st.Page("pages/pairs.py", title="Pairs"),
            st.Page("pages/similarity.py", title="Similarity"),
            st.Page("pages/methods.py", title="Methods"),
            st.Page("pages/lenses.py", title="Lenses"),
        ],
        "Understand": [
            st.Page("pages/attention.py", title="Attention"),
            st.Page("pages/training.py", title="Training"),
        ],
        "Learn": [
            st.Page("pages/lesson.py", title="Lesson"),
            st.Page("pages/practice.py", title="Practice"),
            st.Page("pages/quiz.py", title="Quiz"),
            st.Page("pages/bugs.py", title="Bugs"),
            st.Page("pages/tour.py", title="Tour"),
        ],
    }
)
show.set_the_page()
settings.arrive()
onward.follow()
link.mend(page)
presenting.bar(page)
places = settings.controls()
presenting.switch()
notices = st.container()
page.run()
with notices:
    link.show_notices()
settings.sliders(places)
history.keep()
