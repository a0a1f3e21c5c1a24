import streamlit as st

from posenc.content.exercises import exercise
from posenc.ui import link, practice, show
from posenc.ui.settings import begin

begin(__file__, own_sizes=True)

show.heading("Practice", "Write the encoding yourself. The checker shows the first wrong cell and names the mistake.")
chosen = exercise(link.choice("Exercise", "task"))
desk = practice.desk(chosen)

asked, written = st.columns([2, 3], gap="medium")
with asked:
    practice.statement(chosen)
with written:
    practice.work(chosen, desk)
    practice.hints(chosen, desk)
practice.pictures(chosen, desk)
practice.watch_out(chosen, desk)
