"""The Training page trains what was asked for, keeps it, and lets a class train side by side."""

from __future__ import annotations

import json
import re
import threading
from collections import deque
from html.parser import HTMLParser

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc.content import training as content
from posenc.training import ENCODINGS, TASKS, train
from posenc.ui import training as ui
from posenc.ui.parameters import PARAMETERS
from tests.visiting import heatmaps, visit

PREVIOUS = {"question": "name the previous"}


class Text(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self.feed(html)

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)


def drawings(at) -> list[str]:
    """The HTML of the curves, the example and the rest, in the order of the page."""
    found = [c.proto for c in at.get("bidi_component") if c.proto.component_name == "posenc.training"]
    return [json.loads(proto.json)["html"] for proto in found]


def text(html: str) -> str:
    return " ".join(Text(html).pieces)


def said(at) -> str:
    return "\n".join(m.value for m in at.markdown)


def button(at, key: str = "train model"):
    return at.button(key)


def trained(at, runs: int = 100):
    """Press the button and look until the training rests."""
    button(at).click().run()
    while not button(at, "stop training").disabled and runs:
        at.run()
        runs -= 1
    assert not at.exception
    assert runs
    return at


@pytest.fixture(scope="module")
def first():
    return trained(visit("training", look="loss"))


def test_the_first_screen_shows_the_question_and_the_ceiling_and_computes_no_training() -> None:
    at = visit("training")
    curves, example = drawings(at)
    assert "most without positions: 50.0%" in curves
    assert "none sinusoidal learned" in text(curves)
    assert "sentence its twin" in text(example)
    assert "Which came first, cat or dog?" in said(at)
    assert "Nothing is trained yet." in said(at)
    assert "exactly one half" in said(at)
    assert button(at).label == "Train"
    assert button(at, "stop training").disabled


def test_the_curves_end_where_the_same_training_ends_in_python(first) -> None:
    results = {name: train("first", name, steps=400, seed=0, every=10) for name in ENCODINGS}
    shares = [f"{name} {'100%' if r.accuracy == 1 else f'{r.accuracy:.1%}'}" for name, r in results.items()]
    assert f"Right answers after 400 steps: {', '.join(shares)}." in said(first)
    assert results["none"].accuracy == 0.5
    assert button(first).label == "Train with seed 1"


def test_while_it_trains_it_says_how_far_it_is_and_can_be_stopped_and_carried_on() -> None:
    at = visit("training", training_seed=11, look="loss")
    button(at).click().run()
    at.run()
    at.run()
    assert button(at).disabled
    assert len(at.get("progress")) == 1
    assert "Right answers after 20 steps" in said(at)
    button(at, "stop training").click().run()
    assert button(at).label == "Continue"
    assert len(at.get("progress")) == 0
    assert "Right answers after 30 steps" in said(at)
    at.run()
    assert "Right answers after 30 steps" in said(at)
    trained(at)
    assert "Right answers after 400 steps" in said(at)


def test_one_can_look_back_at_any_exam_on_the_way(first) -> None:
    at = first
    (slider,) = at.select_slider
    assert slider.value == 400
    assert slider.options == [str(step) for step in range(0, 401, 10)]
    slider.set_value(0).run()
    assert not at.exception
    assert "Right answers after 0 steps: none 50.0%" in said(at)
    at.select_slider[0].set_value(400).run()


def test_a_result_belongs_to_its_task_seed_and_steps_and_is_there_when_one_comes_back() -> None:
    at = trained(visit("training", training_seed=12))
    at.number_input("training_seed").set_value(13).run()
    assert "Nothing is trained yet." in said(at)
    at.button_group("question").set_value("name the previous").run()
    assert "Nothing is trained yet." in said(at)
    at.switch_page("pages/pairs.py").run()
    at.switch_page("pages/training.py").run()
    at.button_group("question").set_value("which came first").run()
    at.number_input("training_seed").set_value(12).run()
    assert not at.exception
    assert "Right answers after 400 steps" in said(at)
    at.button_group("steps").set_value("1200").run()
    assert "Nothing is trained yet." in said(at)


def test_after_one_seed_the_next_is_offered_and_trained() -> None:
    at = trained(visit("training", training_seed=9999, look="loss"))
    assert button(at).label == "Train with seed 0"
    trained(at)
    assert at.number_input("training_seed").value == 0
    assert "Right answers after 400 steps" in said(at)
    assert button(at).label == "Train with seed 1"


def test_the_models_answer_the_example_and_their_attention_is_that_of_the_same_training() -> None:
    at = trained(visit("training", **PREVIOUS))
    _, example = drawings(at)
    assert "none sinusoidal learned" in text(example)
    assert "in 12 orders" in said(at)
    pictures = heatmaps(at)
    assert [header["title"] for header, _ in pictures] == list(ENCODINGS)
    for header, cells in pictures:
        assert (header["rows"], header["columns"], header["low"], header["high"]) == (12, 12, 0, 1)
        assert_allclose(np.frombuffer(cells, "<f4").reshape(12, 12).sum(axis=1), 1, atol=1e-5)
    assert "of its attention goes to the previous word" in said(at)


def test_the_learned_table_is_that_of_the_same_training_beside_its_ruler() -> None:
    at = trained(visit("training", look="learned table"))
    ((header, cells),) = heatmaps(at)
    table = train("first", "learned", steps=400, seed=0, every=10).positions
    assert_allclose(np.frombuffer(cells, "<f4").reshape(12, 16), table, rtol=1e-6)
    assert_allclose([header["low"], header["high"]], [-np.abs(table).max(), np.abs(table).max()])
    assert "of the variance of the rows" in said(at)
    assert "position" in text(drawings(at)[-1])


def test_longer_sentences_are_examined_up_to_48_words_and_not_while_it_trains() -> None:
    at = visit("training", look="longer sentences", **PREVIOUS)
    button(at).click().run()
    assert "examined when the training rests" in said(at)
    while not button(at, "stop training").disabled:
        at.run()
    assert "Trained on 12 words. none: " in said(at)
    assert "at 48. learned: " in said(at)
    assert "its table has no rows" in said(at)
    assert len(drawings(at)) == 3


@pytest.mark.parametrize("look", PARAMETERS["look"].options)
@pytest.mark.parametrize("question", PARAMETERS["question"].options)
def test_no_view_fails_before_during_or_right_after_a_start(look: str, question: str) -> None:
    at = visit("training", look=look, question=question, training_seed=21)
    button(at).click().run()
    assert not at.exception
    button(at, "stop training").click().run()
    assert not at.exception
    assert re.search(r"Right answers after \d+ steps", said(at))


@pytest.mark.parametrize("task", TASKS)
def test_the_code_shown_gives_the_table_of_the_curves(task: str) -> None:
    scope: dict = {}
    exec(content.code(task, ENCODINGS, 3, 40, 20), scope)
    results = [train(task, name, steps=40, seed=3, every=20) for name in ENCODINGS]
    assert_allclose(scope["table"][:, 0], [0, 20, 40])
    assert_allclose(scope["table"][:, 1:], np.transpose([result.accuracies for result in results]))


def test_the_code_shown_is_that_of_the_training(first) -> None:
    (code,) = [block.value for block in first.code]
    assert code == content.code("first", ENCODINGS, 0, 400, 10).strip()


def test_all_who_ask_for_the_same_training_see_the_same_and_it_is_computed_once() -> None:
    recording = ui.Recording("first", 0, 40)
    one, other = (ui.Training(recording, 0, 40) for _ in range(2))
    one.start()
    while one.running:
        one.advance()
    models = [id(report) for report in recording.reports]
    other.start()
    while other.running:
        other.advance()
    assert one.seen == other.seen == ui.EXAMS + 1
    assert [id(report) for report in recording.reports] == models
    assert one.curves("accuracy") == other.curves("accuracy")
    assert one.steps_told[-1] == 40


def test_a_stop_that_comes_while_steps_are_computed_is_not_forgotten() -> None:
    class Slow(ui.Recording):
        def carry_on(self, count: int) -> None:
            super().carry_on(count)
            training.running = False  # the reader presses Stop

    training = ui.Training(Slow("first", 0, 40), 0, 40)
    training.start()
    training.advance()
    assert not training.running
    assert training.seen == 1
    training.start()
    assert training.running


def test_turns_are_taken_in_the_order_in_which_they_were_asked_for() -> None:
    turn, order, joined = ui.Turn(), [], threading.Semaphore(0)

    class Line(deque):
        def append(self, item: object) -> None:
            super().append(item)
            joined.release()

    def act(number: int) -> None:
        with turn:
            order.append(number)

    turn._queue = Line()
    threads = [threading.Thread(target=act, args=(number,)) for number in range(8)]
    with turn:
        joined.acquire()
        for thread in threads:
            thread.start()
            joined.acquire()
        assert order == []
    for thread in threads:
        thread.join()
    assert order == list(range(8))


def test_a_turn_goes_on_when_its_holder_fails() -> None:
    turn = ui.Turn()
    with pytest.raises(ZeroDivisionError), turn:
        1 / 0  # noqa: B018
    with turn:
        assert len(turn._queue) == 1
