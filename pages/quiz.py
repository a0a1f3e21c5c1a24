import streamlit as st

from posenc.content.quiz import Choice, FillIn, Match, Number, Question, answer_text, explain, grade, shuffled
from posenc.ui import link, show
from posenc.ui.onward import onward
from posenc.ui.settings import begin

begin(__file__, own_sizes=True)


def ask(question: Question, key: str) -> object:
    """The question's own control; None while nothing is answered."""
    match question:
        case Choice():
            return st.radio("Your answer", question.options, index=None, key=key)
        case FillIn():
            return st.text_input("What belongs in the gap", key=key).strip() or None
        case Number():
            unit = f", in {question.unit}" if question.unit else ""
            return (
                st.text_input(f"Your number{unit}", key=key, help="A comma or a point before decimals.").strip() or None
            )
        case Match():
            chosen = {
                term: st.selectbox(term, question.meanings, index=None, key=f"{key} {term}", placeholder="Choose")
                for term in question.terms
            }
            return None if None in chosen.values() else chosen


def start(questions: tuple[str, ...], turn: int) -> None:
    st.session_state["quiz run"] = {"questions": questions, "answers": {}, "at": 0, "turn": turn}


def go(step: int) -> None:
    st.session_state["quiz run"]["at"] += step


def new_quiz() -> None:
    st.session_state["quiz"] = st.session_state["quiz"] % 9999 + 1


show.heading(
    "Quiz",
    "One question at a time, each explained once it is answered. The same number is the same quiz for a whole class.",
)
with st.container(horizontal=True, vertical_alignment="bottom"):
    seed = link.whole("Quiz number", "quiz", width=160)
    many = link.choice("Questions", "questions")
quiz = {question.id: question for question in shuffled(seed)}
chosen = tuple(quiz)[: None if many == "all" else int(many)]

run = st.session_state.get("quiz run")
if st.session_state.get("quiz of") != (seed, many) or run is None:
    st.session_state["quiz of"] = seed, many
    start(chosen, 0)
    run = st.session_state["quiz run"]
asked, answers, at = run["questions"], run["answers"], run["at"]
right = sum(answers.values())

if at < len(asked):
    question = quiz[asked[at]]
    st.progress(at / len(asked), text=f"Question {at + 1} of {len(asked)}, {right} right so far")
    key = f"quiz {seed} {run['turn']} {question.id}"
    with st.form(key, border=False):
        st.markdown(f"#### {question.prompt}")
        answer = ask(question, f"{key} answer")
        if st.form_submit_button("Answer", type="primary", disabled=question.id in answers):
            if answer is None:
                st.markdown("Choose or write something first; a guess is welcome.")
            else:
                answers[question.id] = grade(question, answer)
                st.rerun()
    if question.id in answers:
        if answers[question.id]:
            st.success("Right.")
        else:
            st.error(f"Not quite. The answer: {answer_text(question)}")
        st.markdown(explain(question))
        if question.link:
            onward(question.link)
    with st.container(horizontal=True):
        st.button("Back", on_click=go, args=(-1,), disabled=at == 0)
        onwards = "To the score" if at + 1 == len(asked) else "Next" if question.id in answers else "Skip"
        st.button(onwards, on_click=go, args=(1,))
else:
    missed = tuple(id for id in asked if not answers.get(id))
    st.subheader(f"{right} of {len(asked)} right", anchor=False)
    st.progress(right / len(asked))
    if missed:
        st.markdown("To look at again:")
        for id in missed:
            st.markdown(f"- {quiz[id].prompt} **{answer_text(quiz[id])}**")
    else:
        st.markdown("Every question right.")
    with st.container(horizontal=True):
        if missed:
            st.button("Retry the wrong ones", on_click=start, args=(missed, run["turn"] + 1), type="primary")
        st.button("The same quiz again", on_click=start, args=(chosen, run["turn"] + 1))
        st.button("Another quiz", on_click=new_quiz)
