"""The quiz, answered as a student answers it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from posenc.content.quiz import QUESTIONS, Choice, FillIn, Match, Number, Question, answer_text, explain, shuffled
from posenc.content.quiz_round import Round
from posenc.content.text import plain
from posenc.ui.quiz import answered
from tests.visiting import visit


def press(at: AppTest, label: str) -> None:
    next(button for button in at.button if button.label == label).click().run()
    assert not at.exception


def onward(place: int, many: int) -> str:
    return "See the score" if place + 1 == many else "Next question"


def give(question: Question, right: bool = True) -> str | dict[str, str]:
    match question:
        case Choice():
            return question.right if right else question.wrong[0]
        case FillIn():
            return question.accepted[0] if right else "surely not"
        case Number():
            return f"{question.answer()!r} {question.unit}".replace(".", ",") if right else "-12345,678"
        case Match():
            meanings = [meaning for _, meaning in question.pairs]
            return dict(zip(question.terms, meanings if right else meanings[1:] + meanings[:1], strict=True))


def fill(at: AppTest, question: Question, answer: str | dict[str, str]) -> None:
    if isinstance(answer, dict):
        for term, meaning in answer.items():
            next(box for box in at.selectbox if box.label == plain(term)).set_value(meaning)
    elif isinstance(question, Choice):
        at.radio[0].set_value(answer)
    else:
        at.text_input[0].set_value(answer)


def answer(at: AppTest, question: Question, right: bool = True) -> None:
    fill(at, question, give(question, right))
    press(at, "Check")


def said(at: AppTest) -> str:
    return "\n".join(element.value for element in [*at.header, *at.markdown, *at.success, *at.error, *at.info])


def progress(at: AppTest) -> str:
    return at.get("progress")[0].proto.text


@pytest.mark.parametrize("right", [True, False])
def test_every_question_takes_an_answer_judges_it_explains_it_and_counts_it(right: bool) -> None:
    questions = shuffled(3)
    at = visit("quiz", quiz=3, questions="all")
    for place, question in enumerate(questions):
        assert at.header[0].value == question.prompt
        answer(at, question, right)
        verdict = at.success if right else at.error
        assert verdict[0].value.startswith("**Right.**" if right else "**Not quite.**"), question.id
        assert explain(question) in verdict[0].value
        if not right:
            shown = said(at).replace("\\", "")
            for part in (
                [meaning for _, meaning in question.pairs] if isinstance(question, Match) else [answer_text(question)]
            ):
                assert part in shown, question.id
        press(at, onward(place, len(questions)))
    assert at.header[0].value == f"{len(questions) if right else 0} of {len(questions)} right"


def test_what_was_missed_comes_again_until_all_is_right() -> None:
    questions = shuffled(1)[:10]
    at = visit("quiz")
    for place, question in enumerate(questions):
        if place == 4:
            press(at, "Skip")
        else:
            answer(at, question, right=place not in (2, 5))
            press(at, onward(place, 10))
    assert at.header[0].value == "7 of 10 right"
    assert all(questions[place].prompt in said(at) for place in (2, 4, 5))
    press(at, "Retry the 3 missed")
    for place, question in enumerate([questions[2], questions[4], questions[5]]):
        assert at.header[0].value == question.prompt
        answer(at, question, right=place != 1)
        press(at, onward(place, 3))
    assert at.header[0].value == "2 of 3 right"
    press(at, "Retry the one missed")
    answer(at, questions[4])
    press(at, "See the score")
    assert at.header[0].value == "1 of 1 right"
    assert "Every question right." in said(at)
    press(at, "The same quiz again")
    assert progress(at) == "Question 1 of 10, 0 right so far"


def test_one_number_is_one_quiz_for_a_whole_class_and_another_is_another() -> None:
    questions = shuffled(7)[:10]
    first, second = visit("quiz", quiz=7), visit("quiz", quiz=7)
    for place, question in enumerate(questions):
        assert first.header[0].value == second.header[0].value == question.prompt
        assert [box.options for box in first.radio] == [box.options for box in second.radio]
        answer(first, question)
        press(first, onward(place, 10))
        press(second, "Skip")
    assert [question.id for question in questions] != [question.id for question in shuffled(8)[:10]]
    assert visit("quiz", quiz=8).header[0].value == shuffled(8)[0].prompt


def test_answers_survive_a_visit_to_another_page() -> None:
    questions = shuffled(1)[:10]
    at = visit("quiz")
    answer(at, questions[0])
    press(at, "Next question")
    answer(at, questions[1], right=False)
    at.switch_page("pages/pairs.py").run()
    at.switch_page("pages/quiz.py").run()
    assert progress(at) == "Question 2 of 10, 1 right so far"
    assert at.error[0].value.startswith("**Not quite.**")
    press(at, "Back")
    assert at.success[0].value.startswith("**Right.**")


def test_an_answer_stands_once_it_is_given() -> None:
    question = shuffled(1)[0]
    once = Round(shuffled(1)).answered(give(question, right=False))
    assert once.answered(give(question)) == once
    assert once.score == 0


def test_no_answer_gets_a_kind_word_and_no_mark() -> None:
    at = visit("quiz")
    press(at, "Check")
    assert "A guess is welcome" in at.info[0].value
    assert not at.error
    assert progress(at).startswith("Question 1 of")


def test_a_match_with_a_gap_gets_a_kind_word_and_keeps_what_was_chosen() -> None:
    questions = shuffled(1)
    place = next(k for k, question in enumerate(questions) if isinstance(question, Match))
    at = visit("quiz", questions="all")
    for _ in range(place):
        press(at, "Skip")
    at.selectbox[0].set_value(questions[place].meanings[0])
    press(at, "Check")
    assert "still lack a meaning" in at.info[0].value
    assert at.selectbox[0].value == questions[place].meanings[0]


def test_every_number_question_says_how_to_compute_it_before_it_is_answered() -> None:
    questions = shuffled(1)
    at = visit("quiz", questions="all")
    for question in questions:
        assert (isinstance(question, Number) and question.hint in said(at)) or not at.get("popover")
        press(at, "Skip")
    assert at.header[0].value == f"0 of {len(questions)} right"


def test_no_hint_gives_the_answer_away() -> None:
    for question in QUESTIONS:
        if isinstance(question, Number):
            assert f" {answer_text(question)}" not in question.hint, question.id


@pytest.mark.parametrize("many", ["10", "20", "all"])
def test_the_number_of_questions_is_the_one_asked_for(many: str) -> None:
    expected = len(QUESTIONS) if many == "all" else int(many)
    assert progress(visit("quiz", questions=many)).startswith(f"Question 1 of {expected},")


def test_another_quiz_begins_at_its_start() -> None:
    at = visit("quiz")
    answer(at, shuffled(1)[0])
    at.number_input("quiz").set_value(2).run()
    assert progress(at) == "Question 1 of 10, 0 right so far"
    for _ in range(10):
        press(at, "Skip")
    press(at, "Another quiz")
    assert at.number_input("quiz").value == 3
    assert at.header[0].value == shuffled(3)[0].prompt


def test_the_last_quiz_is_followed_by_the_first() -> None:
    at = visit("quiz", quiz=9999)
    for _ in range(10):
        press(at, "Skip")
    press(at, "Another quiz")
    assert at.number_input("quiz").value == 1


def test_what_was_answered_stands_beside_what_is_right() -> None:
    choice = next(question for question in QUESTIONS if isinstance(question, Choice))
    lines = answered(choice, choice.wrong[0]).splitlines()
    assert [line for line in lines if "**" in line] == [f"- **{plain(choice.right)}**"]
    assert [line for line in lines if "(your answer)" in line] == [f"- {plain(choice.wrong[0])} (your answer)"]
    match = next(question for question in QUESTIONS if isinstance(question, Match))
    assert "your answer" not in answered(match, dict(match.pairs))
    assert answered(match, give(match, right=False)).count("your answer") == len(match.pairs)


@given(st.text(alphabet=r"*_[]`:$~<#ab 0(/)", max_size=20))
def test_text_meant_literally_holds_no_markdown(text: str) -> None:
    shown = plain(text)
    assert shown.replace("\\", "") == text
    assert all(shown[k - 1] == "\\" for k, letter in enumerate(shown) if letter in r"*_[]`:$~<#")


@given(st.integers(1, 9999), st.lists(st.booleans(), min_size=10, max_size=10))
def test_the_score_counts_the_right_answers_and_the_rest_is_missed(seed: int, rights: list[bool]) -> None:
    now = Round(shuffled(seed)[:10])
    for right in rights:
        assert now.question is not None
        now = now.answered(give(now.question, right)).moved(1)
    assert now.question is None
    assert now.score == sum(rights)
    assert [q.id for q in now.missed] == [q.id for q, right in zip(now.questions, rights, strict=True) if not right]
    again = now.again(now.missed)
    assert (again.score, again.place, again.turn) == (0, 0, 1)
