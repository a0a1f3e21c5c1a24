import streamlit as st

from posenc.content.quiz import shuffled
from posenc.ui import link, quiz, show
from posenc.ui.arrive import arrive
from posenc.ui.settings import begin

begin(__file__, own_sizes=True)


show.heading(
    "Quiz",
    "One question at a time, each explained as soon as it is answered. "
    "Send this page's address, and everybody gets the same questions in the same order.",
)
with st.container(horizontal=True, vertical_alignment="bottom"):
    seed = link.whole("Quiz number", "quiz", width=160)
    many = link.choice("Questions", "questions")

questions = shuffled(seed)[: None if many == "all" else int(many)]
now = quiz.under_way((seed, many), questions)
with st.container(key="quiz-card"):
    if asked := now.question:
        quiz.ask(now, asked)
    else:
        quiz.score(now, questions)
arrive("quiz", f"{seed} {now.turn} {now.place}", heading="h2")
