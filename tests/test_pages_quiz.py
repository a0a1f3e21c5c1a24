"""The quiz, answered as a student answers it."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from posenc.content.quiz import Choice, FillIn, Match, Number, Question, answer_text, shuffled
from tests.visiting import visit


def press(at: AppTest, label: str) -> None:
    next(button for button in at.button if button.label == label).click().run()
    assert not at.exception


def answer(at: AppTest, question: Question, right: bool = True) -> None:
    match question:
        case Choice():
            at.radio[0].set_value(question.right if right else question.wrong[0])
        case FillIn():
            at.text_input[0].set_value(question.accepted[0] if right else "surely not")
        case Number():
            at.text_input[0].set_value(repr(question.answer()) if right else "-12345.678")
        case Match():
            meanings = [meaning for _, meaning in question.pairs]
            for k, term in enumerate(question.terms):
                box = next(box for box in at.selectbox if box.label == term)
                box.set_value(meanings[k if right else (k + 1) % len(meanings)])
    press(at, "Answer")


def said(at: AppTest) -> str:
    return "\n".join(element.value for element in [*at.markdown, *at.success, *at.error])


def test_every_question_can_be_answered_right_and_is_counted() -> None:
    questions = shuffled(3)
    at = visit("quiz", quiz=3, questions="all")
    for k, question in enumerate(questions):
        answer(at, question)
        assert at.success[0].value == "Right.", question.id
        press(at, "To the score" if k + 1 == len(questions) else "Next")
    assert at.subheader[0].value == f"{len(questions)} of {len(questions)} right"
    assert "Every question right." in said(at)


def test_a_wrong_answer_is_told_explained_and_asked_again() -> None:
    questions = shuffled(1)[:10]
    at = visit("quiz")
    for k, question in enumerate(questions):
        answer(at, question, right=k not in (2, 5))
        if k in (2, 5):
            assert answer_text(question) in at.error[0].value
        press(at, "To the score" if k == 9 else "Next")
    assert at.subheader[0].value == "8 of 10 right"
    press(at, "Retry the wrong ones")
    for question, label in ((questions[2], "Next"), (questions[5], "To the score")):
        assert question.prompt in said(at)
        answer(at, question)
        press(at, label)
    assert at.subheader[0].value == "2 of 2 right"


def test_one_number_is_one_quiz_for_a_whole_class_and_another_is_another() -> None:
    first, second, other = visit("quiz", quiz=7), visit("quiz", quiz=7), visit("quiz", quiz=8)
    assert said(first) == said(second) != said(other)


def test_no_answer_gets_a_kind_word_and_no_mark() -> None:
    at = visit("quiz")
    press(at, "Answer")
    assert "a guess is welcome" in said(at)
    assert not at.error


@pytest.mark.parametrize("many", ["10", "20", "all"])
def test_the_number_of_questions_is_the_one_asked_for(many: str) -> None:
    expected = len(shuffled(1)) if many == "all" else int(many)
    at = visit("quiz", questions=many)
    assert f"Question 1 of {expected}" in at.get("progress")[0].proto.text


def test_another_quiz_is_one_press_away_and_begins_at_its_start() -> None:
    at = visit("quiz")
    answer(at, shuffled(1)[0])
    at.number_input("quiz").set_value(2).run()
    assert "Question 1 of 10, 0 right" in at.get("progress")[0].proto.text
