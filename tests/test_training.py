"""A model that needs order: its gradients are right, its exam is fair, and what it reaches it reaches from any seed."""

from __future__ import annotations

import threading
from fractions import Fraction
from itertools import islice
from math import factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from posenc import training
from posenc.sinusoidal import sinusoidal
from posenc.training import (
    ENCODINGS,
    LENGTH,
    STEPS,
    TASKS,
    WIDTH,
    WORDS,
    Model,
    answers_given,
    attention_example,
    ceiling,
    evaluate,
    exam_sentences,
    principal_component,
    right_answers,
    train,
    training_steps,
)

SEEDS = range(5)


@pytest.fixture(scope="module")
def trained() -> dict[tuple[str, str, int], training.Result]:
    """Every task and encoding, trained from five seeds."""
    return {
        (task, encoding, seed): train(task, encoding, steps=STEPS[task], seed=seed, every=100)
        for task in TASKS
        for encoding in ENCODINGS
        for seed in (SEEDS if encoding != "none" else range(2))
    }


def some_model(task: str, encoding: str, seed: int = 0) -> Model:
    """A model as it could be amid training: no weight is special."""
    rng = np.random.default_rng(seed)
    weights = next(training_steps(task, encoding, steps=1, seed=seed)).model.weights
    return Model(task, encoding, training.Weights(*(rng.normal(0, 0.5, array.shape) for array in weights)))


def some_sentences(task: str, count: int) -> tuple[training.Ints, training.Ints]:
    sentences = training._draw(task, np.random.default_rng(1), count, LENGTH)
    return sentences, training._answers(task, sentences)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("task", TASKS)
def test_every_gradient_is_the_slope_that_finite_differences_find(task: str, encoding: str) -> None:
    model = some_model(task, encoding)
    sentences, answers = some_sentences(task, 4)
    gradient = model.loss_and_gradient(sentences, answers)[1]
    step = 1e-5

    def loss(name: str, place: tuple[int, ...], change: float) -> float:
        array = getattr(model.weights, name).copy()
        array[place] += change
        changed = Model(task, encoding, model.weights._replace(**{name: array}))
        return training._cross_entropy(changed.forward(sentences).logits, answers)[0]

    for name, slope in gradient._asdict().items():
        assert slope.shape == getattr(model.weights, name).shape
        central = np.zeros_like(slope)
        for place in np.ndindex(slope.shape):
            central[place] = (loss(name, place, step) - loss(name, place, -step)) / (2 * step)
        assert_allclose(slope, central, rtol=1e-6, atol=1e-9, err_msg=name)


def test_the_loss_is_the_mean_surprise_at_the_answers_that_are_asked_for() -> None:
    logits = np.log([[0.5, 0.25, 0.25], [0.1, 0.2, 0.7], [0.2, 0.2, 0.6]])
    loss, gradient = training._cross_entropy(logits, np.array([0, 2, -1]))
    assert_allclose(loss, -(np.log(0.5) + np.log(0.7)) / 2)
    assert_allclose(gradient, [[-0.25, 0.125, 0.125], [0.05, 0.1, -0.15], [0, 0, 0]], atol=1e-15)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("encoding", ["sinusoidal", "learned"])
@pytest.mark.parametrize("task", TASKS)
def test_with_positions_the_task_is_solved_from_every_seed(trained, task: str, encoding: str, seed: int) -> None:
    assert trained[task, encoding, seed].accuracy >= 0.99


def test_without_positions_the_first_word_is_guessed_right_exactly_half_the_time(trained) -> None:
    for seed in range(2):
        assert (trained["first", "none", seed].accuracies == 0.5).all()


@settings(deadline=None)
@given(seed=st.integers(0, 10**6), apart=st.sampled_from([0.0, 1e-16, 1e-15, 1e-12, 1.0, 30.0]))
def test_no_weights_whatever_move_it_from_one_half(seed: int, apart: float) -> None:
    # Where the two answers are read out by nearly the same weights, rounding alone would choose between them.
    model = some_model("first", "none", seed)
    U = model.weights.U
    model = Model("first", "none", model.weights._replace(U=U[:, :1] + apart * U))
    assert evaluate(model) == 0.5
    assert evaluate(model, 7) == 0.5


def test_without_positions_the_previous_word_is_named_at_its_ceiling_and_never_above(trained) -> None:
    for seed in range(2):
        result = trained["previous", "none", seed]
        assert result.accuracies.max() <= ceiling("previous")
        assert_allclose(result.accuracy, ceiling("previous"), atol=0.002)


@settings(deadline=None, max_examples=50)
@given(seed=st.integers(0, 10**6), length=st.integers(2, 14))
def test_no_weights_whatever_beat_the_ceiling_without_positions(seed: int, length: int) -> None:
    assert evaluate(some_model("previous", "none", seed), length) <= ceiling("previous", length)


def test_the_ceiling_is_one_half_or_what_counting_all_sentences_gives() -> None:
    def expected(others: int) -> float:
        """Mean share of the most frequent of `others` random words, exactly, by generating functions."""

        def chance_at_most(most: int) -> Fraction:
            ways = [Fraction(1)] + [Fraction(0)] * others
            for _ in WORDS:
                ways = [
                    sum((ways[k - j] / factorial(j) for j in range(min(most, k) + 1)), Fraction(0))
                    for k in range(others + 1)
                ]
            return ways[others] * factorial(others) / len(WORDS) ** others

        return float(sum(1 - chance_at_most(most) for most in range(others)) / others)

    assert ceiling("first") == ceiling("first", 31) == 0.5
    assert_allclose(expected(LENGTH - 1), 0.2472, atol=5e-5)
    assert_allclose(ceiling("previous"), expected(LENGTH - 1), atol=0.01)  # 32 sentences stand for all
    assert_allclose(ceiling("previous"), 0.2524, atol=5e-5)
    assert ceiling("previous", 2) == 1.0  # the only other word came before


@given(n=st.integers(2, 40))
def test_in_the_exam_every_word_follows_every_other_equally_often(n: int) -> None:
    orders = training._williams(n)
    assert (np.sort(orders, axis=1) == np.arange(n)).all()
    follows = np.zeros((n, n), int)
    np.add.at(follows, (orders[:, :-1], orders[:, 1:]), 1)
    assert (follows == (1 + n % 2) * (1 - np.eye(n))).all()


def test_the_exam_holds_each_sentence_and_its_swapped_twin() -> None:
    exam = training._exam("first", 9)
    sentence, twin = exam.sentences[:, 0], exam.sentences[:, 1]
    swapped = np.where(sentence == 0, 1, np.where(sentence == 1, 0, sentence))
    assert (twin == swapped).all()
    assert ((sentence == 0).sum(axis=1) == 1).all()
    assert ((sentence == 1).sum(axis=1) == 1).all()
    assert (exam.answers.sum(axis=1) == 1).all()
    for words, answer in zip(sentence.tolist(), exam.answers[:, 0], strict=True):
        assert answer == (words.index(1) < words.index(0))


def test_the_exam_asks_for_the_word_that_stands_before() -> None:
    exam = training._exam("previous", 6)
    for in_all_orders, answers_to_all in zip(exam.sentences, exam.answers, strict=True):
        for words, order, answers in zip(in_all_orders, exam.orders[0], answers_to_all, strict=True):
            assert answers[order[0]] == -1
            assert answers[order[1:]].tolist() == words[:-1].tolist()


def test_the_same_seed_gives_the_same_training_even_beside_another() -> None:
    def accuracies(seed: int) -> tuple[float, ...]:
        result = train("previous", "learned", steps=60, seed=seed)
        return (*result.losses.tolist(), *result.accuracies.tolist(), *result.positions.ravel().tolist())

    alone = [accuracies(seed) for seed in range(2)]
    beside: dict[int, tuple[float, ...]] = {}
    threads = [threading.Thread(target=lambda s=s: beside.update({s: accuracies(s)})) for s in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed in range(2):
        assert_allclose(beside[seed], alone[seed])
    assert not np.allclose(alone[0], alone[1])


def test_all_encodings_start_from_the_same_weights() -> None:
    starts = [next(training_steps("first", encoding, steps=1, seed=3)).model.weights for encoding in ENCODINGS]
    for start in starts[1:]:
        for name in ("E", "Wq", "Wk", "Wv", "U"):
            assert_allclose(getattr(start, name), getattr(starts[0], name))


def test_progress_is_told_from_step_0_to_the_last_and_ends_as_train_does() -> None:
    reports = list(training_steps("previous", "sinusoidal", steps=50, seed=0, every=20))
    assert [report.step for report in reports] == [0, 20, 40, 50]
    assert {report.steps for report in reports} == {50}
    result = train("previous", "sinusoidal", steps=50, seed=0, every=20)
    assert result.steps.tolist() == [0, 20, 40, 50]
    assert_allclose(result.losses, [report.loss for report in reports])
    assert_allclose(result.accuracies, [report.accuracy for report in reports])
    assert (result.loss, result.accuracy) == (reports[-1].loss, reports[-1].accuracy)
    assert result.loss < reports[0].loss


def test_a_training_can_be_stopped_and_what_it_told_stays_as_it_was() -> None:
    running = training_steps("first", "learned", steps=10**9, seed=0, every=1)
    told = list(islice(running, 2))
    before = told[1].model.positions().copy()
    next(running)
    running.close()
    assert next(running, None) is None
    assert_allclose(told[1].model.positions(), before)
    assert_allclose(told[0].model.positions(), 0)
    assert np.abs(before).max() > 0


def test_a_sinusoidal_model_takes_longer_sentences_and_does_worse_the_longer_they_are(trained) -> None:
    for task in TASKS:
        accuracies = np.mean(
            [[evaluate(trained[task, "sinusoidal", seed].model, n) for n in (12, 16, 24, 48)] for seed in SEEDS], axis=0
        )
        assert (np.diff(accuracies) < -0.05).all()
        assert accuracies[1] > 1.5 * ceiling(task, 16)


def test_a_learned_table_ends_and_says_so(trained) -> None:
    model = trained["previous", "learned", 0].model
    assert model.longest == LENGTH
    assert evaluate(model, 8) > ceiling("previous", 8)
    with pytest.raises(ValueError, match="length must be at most 12, where the learned table ends, got 16"):
        evaluate(model, 16)


def test_to_name_the_previous_word_the_model_looks_at_the_previous_place(trained) -> None:
    for seed in SEEDS:
        look = attention_example(trained["previous", "learned", seed].model)
        assert look.on_answer > 0.9
        assert_allclose(look.on_answer, np.diagonal(look.average, -1).mean())
        assert (look.average[1:].argmax(axis=1) == np.arange(LENGTH - 1)).all()
    assert attention_example(trained["previous", "none", 0].model).on_answer < 0.1


def test_the_example_of_the_exam_is_a_sentence_in_two_orders_with_its_right_answers(trained) -> None:
    sentence, twin = exam_sentences("first")
    swapped = {"cat": "dog", "dog": "cat"}
    assert twin == tuple(swapped.get(word, word) for word in sentence)
    assert right_answers("first", sentence) == (min(swapped, key=sentence.index),)
    assert right_answers("first", twin) == (min(swapped, key=twin.index),)
    one, other = exam_sentences("previous")
    assert sorted(one) == sorted(other)
    assert one != other
    assert right_answers("previous", one) == ("", *one[:-1])
    with pytest.raises(ValueError, match=r"word must be one of .* got 'cow'"):
        right_answers("first", ("cow",))


def test_a_trained_model_says_what_is_right_and_one_without_positions_says_one_thing_to_both_twins(trained) -> None:
    for sentence in exam_sentences("first"):
        for encoding in ("sinusoidal", "learned"):
            assert answers_given(trained["first", encoding, 0].model, sentence) == right_answers("first", sentence)
    sentence, twin = exam_sentences("first")
    none = trained["first", "none", 0].model
    assert answers_given(none, sentence) == answers_given(none, twin)
    one, other = exam_sentences("previous")
    assert answers_given(trained["previous", "learned", 0].model, one) == right_answers("previous", one)
    said = [
        dict(zip(order, answers_given(trained["previous", "none", 0].model, order), strict=True))
        for order in (one, other)
    ]
    for word in set(one[1:]) & set(other[1:]):
        assert "" in (said[0][word], said[1][word]) or said[0][word] == said[1][word]
    assert answers_given(trained["previous", "none", 0].model, one)[0] == ""


def test_attention_rows_sum_to_one_and_belong_to_the_words_shown(trained) -> None:
    for task in TASKS:
        result = trained[task, "sinusoidal", 0]
        look = attention_example(result.model)
        assert len(look.words) == LENGTH
        assert set(look.words) <= set(WORDS)
        assert_allclose(look.weights.sum(axis=1), 1)
        assert_allclose(look.average.sum(axis=1), 1)
        assert_allclose(result.attention, look.average)
        sentence = np.array([WORDS.index(word) for word in look.words])
        assert_allclose(look.weights, result.model.forward(sentence).A, atol=1e-12)


def test_to_tell_which_came_first_the_learned_table_becomes_a_ruler(trained) -> None:
    for seed in SEEDS:
        ruler = principal_component(trained["first", "learned", seed].positions)
        assert np.corrcoef(ruler.along, np.arange(LENGTH))[0, 1] > 0.95
        assert ruler.share > 0.5


def test_to_tell_which_came_first_the_model_looks_at_the_marked_words(trained) -> None:
    # At the first one, at the second one, or at both: each is enough.
    for seed in SEEDS:
        for encoding in ("sinusoidal", "learned"):
            look = attention_example(trained["first", encoding, seed].model)
            assert look.on_other is not None
            assert 0.5 < look.on_answer + look.on_other <= 1
    none = attention_example(trained["first", "none", 0].model)
    assert_allclose(none.on_answer, none.on_other)  # it can't tell them apart
    assert none.on_answer < 0.2
    assert attention_example(trained["previous", "learned", 0].model).on_other is None


def test_a_principal_component_is_the_line_on_which_the_rows_lie() -> None:
    direction = np.array([0.6, 0.0, -0.8])
    line = principal_component(np.array([[5.0], [3.0], [-2.0]]) * -direction + 7)
    assert_allclose(line.along, [-3, -1, 4], atol=1e-12)
    assert_allclose(line.share, 1)
    flat = principal_component(np.ones((4, 3)))
    assert_allclose(flat.along, 0, atol=1e-12)
    assert flat.share == 0
    with pytest.raises(ValueError, match="table must have at least one row"):
        principal_component(np.empty((0, 3)))


def test_the_parameters_are_counted() -> None:
    words, projections, table = 12 * 16, 3 * 16 * 16, 12 * 16
    for task, answers in (("first", 2), ("previous", 12)):
        for encoding in ENCODINGS:
            expected = words + projections + 16 * answers + (table if encoding == "learned" else 0)
            assert some_model(task, encoding).parameters == expected


def test_the_table_that_is_added_is_the_one_named() -> None:
    assert_allclose(some_model("first", "sinusoidal").positions(20), sinusoidal(20, WIDTH))
    assert_allclose(some_model("first", "none").positions(3), np.zeros((3, WIDTH)))
    learned = some_model("first", "learned")
    assert_allclose(learned.positions(5), learned.weights.P[:5])


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"task": "second"}, ValueError, "task must be one of 'first', 'previous', got 'second'"),
        ({"task": None}, TypeError, "task must be one of"),
        ({"encoding": "rope"}, ValueError, "encoding must be one of 'none', 'sinusoidal', 'learned', got 'rope'"),
        ({"steps": 0}, ValueError, "steps must be at least 1, got 0"),
        ({"steps": 1.5}, ValueError, "steps must be a whole number, got 1.5"),
        ({"steps": True}, TypeError, "steps must be a whole number, got True"),
        ({"seed": -1}, ValueError, "seed must be at least 0, got -1"),
        ({"every": 0}, ValueError, "every must be at least 1, got 0"),
    ],
)
def test_an_error_names_what_is_wrong_before_any_training(change: dict, error: type, message: str) -> None:
    arguments = {"task": "first", "encoding": "none", "steps": 1, "seed": 0} | change
    with pytest.raises(error, match=message):
        train(**arguments)
    with pytest.raises(error, match=message):
        training_steps(**arguments)


@pytest.mark.parametrize(("length", "message"), [(1, "at least 2, got 1"), (65, "at most 64, got 65")])
def test_an_exam_of_another_length_says_what_lengths_there_are(length: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        evaluate(some_model("first", "sinusoidal"), length)
    with pytest.raises(ValueError, match=message):
        ceiling("previous", length)
