import streamlit as st

from posenc.content.lesson import steps
from posenc.ui import lesson
from posenc.ui.arrive import arrive
from posenc.ui.onward import onward
from posenc.ui.settings import begin

begin(__file__, own_sizes=True)
all_steps = steps()
step = lesson.way(all_steps)

with st.container(key="lesson-body"):
    left, right = st.columns(2, gap="large")
with right:
    lesson.picture(step)
    onward(step.link)
with left:
    lesson.text(step)
lesson.turn_page(all_steps, step)

st.divider()
lesson.words(step)
arrive("lesson", step.id)
