"""The quiz's blocks: a question with its control, what is said of the answer, and the score."""

from __future__ import annotations

from collections.abc import Hashable

import streamlit as st

from posenc.content.quiz import Choice, FillIn, Match, Number, Question, answer_text, explain
from posenc.content.quiz_round import Answer, Round
from posenc.content.text import plain

from .onward import onward

_ROUND = "quiz rounds"
_NAME = "quiz under way"
_STYLE = """
<style>
.st-key-quiz-card { max-width: 46rem; }
.st-key-quiz-card [role=radiogroup] { gap: 0.65rem; }
.st-key-quiz-card [role=radiogroup] p { font-size: 1rem; }
</style>
"""


def under_way(name: Hashable, questions: tuple[Question, ...]) -> Round:
    """The round of this quiz that is under way, or a new one; those of other quizzes wait until one comes back."""
    st.session_state[_NAME] = name
    st.html(_STYLE)
    return st.session_state.setdefault(_ROUND, {}).setdefault(name, Round(questions))


def _put(now: Round) -> None:
    st.session_state[_ROUND][st.session_state[_NAME]] = now


def ask(now: Round, asked: Question) -> None:
    """The question on the screen; once it is answered, whether that was right, and why."""
    place, many, given = now.place + 1, len(now.questions), now.answers.get(asked.id)
    st.progress(now.place / many, f"Question {place} of {many}, {now.score} right so far")
    with st.form(f"quiz {now.turn} {asked.id}", border=False):
        st.header(asked.prompt, anchor=False)
        with st.container():  # here in any case: the button below keeps its place, and with it the keyboard's focus
            if given is None:
                answer = _control(asked, f"quiz {now.turn} {asked.id} answer")
            else:
                _tell(asked, given, now.is_right(asked))
        with st.container(horizontal=True):
            onwards = "Check" if given is None else "Next question" if place < many else "See the score"
            go = st.form_submit_button(onwards, key="quiz go", type="primary")
            back = place > 1 and st.form_submit_button("Back", key="quiz back")
            skip = given is None and st.form_submit_button("Skip", key="quiz skip")
    if back or skip or (go and given is not None):
        _put(now.moved(-1 if back else 1))
        st.rerun()
    elif go and answer:
        _put(now.answered(answer))
        st.rerun()
    elif go:
        kind = "Some terms still lack a meaning" if isinstance(asked, Match) else "Nothing to check yet"
        st.info(f"{kind}. A guess is welcome: you learn from it either way.")
    if given is not None and asked.link:
        onward(asked.link)
    elif given is None and isinstance(asked, Number):
        with st.popover("How to compute it"):
            st.markdown(asked.hint)


def _control(asked: Question, key: str) -> Answer | None:
    """The question's own control; None while something is missing."""
    match asked:
        case Choice(options=options):
            return st.radio("Your answer", options, None, plain, key=key, label_visibility="collapsed")
        case FillIn():
            return st.text_input("What belongs in the gap", key=key, autocomplete="off").strip() or None
        case Number(unit=unit):
            label = f"Your number{f', in {unit}' if unit else ''} (a point or a comma before decimals)"
            return st.text_input(label, key=key, autocomplete="off").strip() or None
        case Match(terms=terms, meanings=meanings):
            chosen: dict[str, str] = {}
            for term in terms:
                meaning = st.selectbox(plain(term), meanings, None, key=f"{key} {term}", placeholder="Choose a meaning")
                if meaning:
                    chosen[term] = meaning
            return chosen if len(chosen) == len(terms) else None


def _tell(asked: Question, given: Answer, right: bool) -> None:
    st.markdown(answered(asked, given))
    if right:
        st.success(f"**Right.** {explain(asked)}")
    else:
        it_is = solution(asked) if isinstance(asked, FillIn | Number) else ""
        st.error(f"**Not quite.** {it_is} {explain(asked)}")


def answered(asked: Question, given: Answer) -> str:
    """The answer beside the right one, as Markdown."""
    if isinstance(asked, Choice):
        lines = []
        for option in asked.options:
            mark = " (your answer)" if option == given else ""
            lines.append(f"- **{plain(option)}**{mark}" if option == asked.right else f"- {plain(option)}{mark}")
        return "\n".join(lines)
    if isinstance(asked, Match) and not isinstance(given, str):
        return "\n".join(
            f"- {plain(term)}: **{plain(right)}**"
            + ("" if given[term] == right else f" (your answer: {plain(given[term])})")
            for term, right in asked.pairs
        )
    return f"Your answer: **{plain(str(given))}**"


def solution(asked: Question) -> str:
    """The right answer as Markdown."""
    match asked:
        case FillIn():
            return f"It is `{answer_text(asked)}`."
        case Match():
            return "It is:\n\n" + "\n".join(f"- {plain(term)}: {plain(meaning)}" for term, meaning in asked.pairs)
        case Number():
            return f"It is {answer_text(asked)}."
        case _:
            return f"It is: {plain(answer_text(asked))}."


def score(now: Round, quiz: tuple[Question, ...]) -> None:
    """How many were right, the others with their answers, and what to do next."""
    many = len(now.questions)
    st.header(f"{now.score} of {many} right", anchor=False)
    st.progress(now.score / many)
    if not now.missed:
        st.markdown("Every question right.")
    for asked in now.missed:
        st.markdown(f"**{asked.prompt}**  \n{solution(asked)}")
    with st.container(horizontal=True):
        if now.missed:
            label = f"Retry the {len(now.missed)} missed" if len(now.missed) > 1 else "Retry the one missed"
            st.button(label, key="quiz retry", type="primary", on_click=_put, args=(now.again(now.missed),))
        st.button("The same quiz again", key="quiz again", on_click=_put, args=(now.again(quiz),))
        st.button("Another quiz", key="quiz new", on_click=_another)


def _another() -> None:
    st.session_state["quiz"] = st.session_state["quiz"] % 9999 + 1  # the highest that a link may name
