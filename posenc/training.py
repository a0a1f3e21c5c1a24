"""A model that needs order: one attention layer, small enough to be trained while one watches.

A sentence s holds n words. With E the vectors of the words and P the table of positions,

    x = E[s] + P
    q = x W_q,  k = x W_k,  v = x W_v
    A = softmax(q kᵀ / √d)                    Vaswani et al. 2017, equation 1
    h = A v
    logits = h U

Two tasks that order decides:

    "first"      which of the two marked words came first? One answer a sentence, from the mean of h.
    "previous"   which word stands before this one? One answer at every place but the first.

The exam. Each of its sentences comes in several orders, which a model without positions can't tell apart, so that it
must give a word the same answer in all of them, and how many of these are right is a matter of counting. For "first"
the orders are a sentence and its twin with the marked words swapped: one answer of the two is right, exactly one half.
For "previous" they are orders in which every word follows every other equally often (a design of E. J. Williams, 1949):
nothing beats naming the word that is most frequent among the others. `ceiling` counts that.

The gradients below are written by hand, and Adam is that of Kingma and Ba 2015, algorithm 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc._validate import choice, matrix, whole
from posenc.attention import Floats, softmax
from posenc.sinusoidal import sinusoidal

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
Words = tuple[str, ...]

TASKS = ("first", "previous")
ENCODINGS = ("none", "sinusoidal", "learned")
WORDS = ("cat", "dog", "sun", "tree", "rain", "boat", "star", "bird", "lamp", "road", "leaf", "moon")
MARKED = 2
"""How many of the words are marked: the first two, once each in every sentence of the task "first"."""
LENGTH = 12
"""Words in a sentence during training."""
WIDTH = 16
LONGEST = 64
"""Words in a sentence that `evaluate` takes at most."""
STEPS = {"first": 1200, "previous": 400}
"""Steps after which a model with positions answers at least 99% of the exam."""

_BATCH = 64  # sentences a step; of the ways tried the least work that takes every one of 40 seeds to 99%
_RATE, _BETA_1, _BETA_2, _TINY = 0.015, 0.9, 0.99, 1e-8
_EXAM_SEED = 0
_TWINS = 256  # sentences in the exam of "first"
_PLACES = 4608  # in all sentences and orders of the exam of "previous": 32 sentences of 12 words in 12 orders
_NOT_ASKED = -1
_ROUNDING = 1e-9  # of the largest logit: far above what rounding does, far below what any training does


class Weights(NamedTuple):
    """All that is learned, or a gradient with respect to it."""

    E: Array  # (words, WIDTH)
    Wq: Array  # (WIDTH, WIDTH)
    Wk: Array  # (WIDTH, WIDTH)
    Wv: Array  # (WIDTH, WIDTH)
    U: Array  # (WIDTH, answers)
    P: Array  # (LENGTH, WIDTH) for a learned table, (0, WIDTH) otherwise


class Pass(NamedTuple):
    """One forward pass with what lies between; leading axes are those of the sentences."""

    x: Array  # (..., n, WIDTH)
    q: Array
    k: Array
    v: Array
    A: Floats  # (..., n, n)
    h: Array  # (..., n, WIDTH) for "previous", their mean (..., WIDTH) for "first"
    logits: Array  # (..., n, words) for "previous", (..., 2) for "first"


@dataclass(frozen=True, eq=False)
class Model:
    """One attention layer with its weights, at one moment of its training."""

    task: str
    encoding: str
    weights: Weights

    @property
    def parameters(self) -> int:
        """How many numbers are learned."""
        return sum(array.size for array in self.weights)

    @property
    def longest(self) -> int:
        """The longest sentence it takes: a learned table ends at its last row."""
        return len(self.weights.P) if self.encoding == "learned" else LONGEST

    def positions(self, length: int = LENGTH) -> Array:
        """P, the table that is added to the words: (length, WIDTH), all zeros for "none"."""
        length = whole("length", length, least=0)
        if self.encoding == "sinusoidal":
            return sinusoidal(length, WIDTH)
        if self.encoding == "none":
            return np.zeros((length, WIDTH))
        if length > self.longest:
            raise ValueError(f"length must be at most {self.longest}, where the learned table ends, got {length}")
        return self.weights.P[:length]

    def forward(self, sentences: Ints) -> Pass:
        """Sentences (..., n) of word numbers to logits, by the formulas at the top of this module."""
        E, Wq, Wk, Wv, U, _ = self.weights
        x = E[sentences] + self.positions(sentences.shape[-1])
        q, k, v = _apply(x, Wq), _apply(x, Wk), _apply(x, Wv)
        A = softmax(q @ k.swapaxes(-1, -2) / np.sqrt(WIDTH))
        # The mean of A v is the mean of A's rows, times v.
        h = (A.mean(axis=-2, keepdims=True) @ v)[..., 0, :] if self.task == "first" else A @ v
        return Pass(x, q, k, v, A, h, _apply(h, U))

    def loss_and_gradient(self, sentences: Ints, answers: Ints) -> tuple[float, Weights]:
        """Mean cross-entropy of sentences (m, n), in nats, and its gradient.

        answers: the right ones, (m, n) for "previous" with -1 where none is asked for, (m,) for "first".
        """
        _, Wq, Wk, Wv, U, P = self.weights
        x, q, k, v, A, h, logits = self.forward(sentences)
        loss, dlogits = _cross_entropy(logits, answers)
        dU = _gradient(h, dlogits)
        dh = _apply(dlogits, U.T)
        if self.task == "first":
            dh = dh[:, None]
            dv = A.mean(axis=-2)[..., None] * dh
            dA = dh @ v.swapaxes(-1, -2) / sentences.shape[-1]  # the same in every row
        else:
            dv = A.swapaxes(-1, -2) @ dh
            dA = dh @ v.swapaxes(-1, -2)
        dscores = A * (dA - (dA * A).sum(axis=-1, keepdims=True)) / np.sqrt(WIDTH)
        dq = dscores @ k
        dk = dscores.swapaxes(-1, -2) @ q
        dx = _apply(dq, Wq.T) + _apply(dk, Wk.T) + _apply(dv, Wv.T)

        dWq, dWk, dWv = _gradient(x, dq), _gradient(x, dk), _gradient(x, dv)
        is_word = (sentences[..., None] == np.arange(len(WORDS))).astype(float)
        dE = _gradient(is_word, dx)
        dP = dx.sum(axis=0) if len(P) else P
        return loss, Weights(dE, dWq, dWk, dWv, dU, dP)


@dataclass(frozen=True, eq=False)
class Progress:
    """Where a training stands: the model after `step` of `steps` steps, and how it does in the exam."""

    step: int
    steps: int
    loss: float
    accuracy: float
    model: Model


@dataclass(frozen=True, eq=False)
class Result:
    """A finished training: the model, and its exam results on the way as three arrays of one length."""

    model: Model
    steps: Ints
    losses: Array
    accuracies: Array

    @property
    def loss(self) -> float:
        """Mean cross-entropy in the exam at the end, in nats."""
        return float(self.losses[-1])

    @property
    def accuracy(self) -> float:
        """Share of right answers in the exam at the end."""
        return float(self.accuracies[-1])

    @property
    def positions(self) -> Array:
        """The table that is added to the words, (LENGTH, WIDTH): learned, sinusoidal, or zeros."""
        return self.model.positions()

    @property
    def attention(self) -> Array:
        """Attention weights averaged over the exam, (LENGTH, LENGTH), rows attend to columns."""
        return attention_example(self.model).average


def train(task: str, encoding: str, *, steps: int, seed: int, every: int = 20) -> Result:
    """Train one model from start to end; takes half a second to a second on one core for the `STEPS` of its task.

    task: "first" or "previous". encoding: "none", "sinusoidal" or "learned". every: steps from one exam to the next.
    With the same seed the three encodings start from the same weights and see the same sentences in the same order.
    Raises ValueError or TypeError for another task or encoding, steps or every below 1, a seed below 0.
    """
    reports = []
    for progress in training_steps(task, encoding, steps=steps, seed=seed, every=every):
        reports.append((progress.step, progress.loss, progress.accuracy))
    step, loss, accuracy = zip(*reports, strict=True)
    return Result(progress.model, np.array(step), np.array(loss), np.array(accuracy))


def training_steps(task: str, encoding: str, *, steps: int, seed: int, every: int = 20) -> Iterator[Progress]:
    """The same training as `train`, told as it goes: at step 0, then every so many steps, and at the last.

    Stop it by not asking for more. Each report holds its own copy of the weights. Errors as in `train`, at once.
    """
    choice("task", task, TASKS)
    choice("encoding", encoding, ENCODINGS)
    steps, every = whole("steps", steps, least=1), whole("every", every, least=1)
    return _training(task, encoding, steps, whole("seed", seed, least=0), every)


def evaluate(model: Model, length: int = LENGTH) -> float:
    """Share of right answers in an exam with sentences of this length, from 2 up to `model.longest`.

    Raises ValueError beyond: a learned table has no row to add there.
    """
    model.positions(length)
    return _grade(model, _exam(model.task, length))[1]


def ceiling(task: str, length: int = LENGTH) -> float:
    """The best share of right answers that any model without positions can reach in the exam of this length.

    Exactly one half for "first". For "previous" each word is best answered by the word most frequent among the others,
    which is right 0.2472 of the time over all sentences of 12 words; in the exam, 0.2524.
    """
    exam = _exam(choice("task", task, TASKS), length)
    answers = np.arange(2 if task == "first" else len(WORDS))
    right = (exam.answers[..., None] == answers).sum(axis=1)  # of one answer given in all orders
    return float(right.max(axis=-1).sum() / (exam.answers != _NOT_ASKED).sum())


def exam_sentences(task: str) -> tuple[Words, Words]:
    """The first sentence of the exam in two of its orders: for "first" the sentence and its twin."""
    first, second, *_ = _exam(choice("task", task, TASKS), LENGTH).sentences[0]
    return _named(first), _named(second)


def right_answers(task: str, sentence: Words) -> Words:
    """What is right to say of a sentence of `WORDS`.

    One word for "first"; for "previous" one a place, and "" at the first, where none is asked for.
    """
    return _named(np.atleast_1d(_answers(choice("task", task, TASKS), _numbers(sentence))))


def answers_given(model: Model, sentence: Words) -> Words:
    """What a model says of a sentence of `WORDS`, in the form of `right_answers`."""
    said = np.atleast_1d(model.forward(_numbers(sentence)).logits.argmax(axis=-1))
    if model.task == "previous":
        said[0] = _NOT_ASKED
    return _named(said)


class AttentionExample(NamedTuple):
    """Where a model looks: rows attend to columns and sum to 1."""

    words: Words  # a sentence of the exam
    weights: Array  # (n, n), for this sentence
    average: Array  # (n, n), over all sentences of the exam
    on_answer: float  # mean weight on the place that answers: the previous one, or the marked word that came first
    on_other: float | None  # for "first", the mean weight on the marked word that came second, which tells as much


def attention_example(model: Model) -> AttentionExample:
    """The attention of a model on one sentence and on average, for sentences as long as in training."""
    exam = _exam(model.task, LENGTH)
    A = np.concatenate([part.A for part in _passes(model, exam)])
    average = A.mean(axis=(0, 1))
    if model.task == "previous":
        on_answer, on_other = np.diagonal(average, offset=-1).mean(), None
    else:
        from_mean = A.mean(axis=-2)
        is_answer = exam.sentences == exam.answers[..., None]
        on_answer = from_mean[is_answer].mean()
        on_other = float(from_mean[(exam.sentences < MARKED) & ~is_answer].mean())
    return AttentionExample(_named(exam.sentences[0, 0]), A[0, 0], average, float(on_answer), on_other)


class Component(NamedTuple):
    """The direction in which the rows of a table differ most."""

    along: Array  # (n,): where each row lies along it, from their mean, the last row above the first
    share: float  # of the variance of the rows


def principal_component(table: ArrayLike) -> Component:
    """The first principal component of the rows of a table (n, d); zeros where all rows are equal."""
    rows = matrix("table", table)
    if len(rows) < 1:
        raise ValueError("table must have at least one row, got none")
    turned, spread, _ = np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)
    along = turned[:, 0] * spread[0]
    variance = spread @ spread
    return Component(along if along[-1] >= along[0] else -along, float(spread[0] ** 2 / variance) if variance else 0.0)


class _Exam(NamedTuple):
    orders: Ints  # (m or 1, k, n): the word at place p of order r is word orders[:, r, p] of the sentence
    sentences: Ints  # (m, k, n): m sentences, each in k orders
    answers: Ints  # (m, k) for "first"; (m, k, n) for "previous", by word of the sentence and not by place


def _exam(task: str, length: int) -> _Exam:
    """The exam of a task, the same one for every model."""
    length = whole("length", length, least=2, most=LONGEST)
    orders = _williams(length)[None] if task == "previous" else np.tile(np.arange(length), (_TWINS, 2, 1))
    count = -(-_PLACES // orders[0].size) if task == "previous" else _TWINS
    words = _draw(task, np.random.default_rng(_EXAM_SEED), count, length)
    if task == "first":
        marked = np.argsort(words, axis=-1)[:, :MARKED]
        np.put_along_axis(orders[:, 1], marked, marked[:, ::-1], axis=-1)
    sentences = np.take_along_axis(words[:, None], orders, axis=-1)
    return _Exam(orders, sentences, _by_word(task, _answers(task, sentences), orders))


def _williams(n: int) -> Ints:
    """Orders of n things, (n or 2n, n), in which each one follows each other one equally often.

    E. J. Williams 1949, "Experimental designs balanced for the estimation of residual effects of treatments": the
    zigzag 0, n-1, 1, n-2 ..., shifted n times, and for odd n the same backwards.
    """
    place = np.arange(n)
    zigzag = np.where(place % 2, n - (place + 1) // 2, place // 2)
    orders = (zigzag + place[:, None]) % n
    return np.concatenate([orders, orders[:, ::-1]]) if n % 2 else orders


def _draw(task: str, rng: np.random.Generator, count: int, length: int) -> Ints:
    """Random sentences of a task, (count, length)."""
    if task == "previous":
        return rng.integers(len(WORDS), size=(count, length))
    sentences = rng.integers(MARKED, len(WORDS), size=(count, length))
    sentences[:, :MARKED] = np.arange(MARKED)
    return rng.permuted(sentences, axis=1)


def _answers(task: str, sentences: Ints) -> Ints:
    """The right answers to sentences (..., n): one each, (...), for "first"; one a place, (..., n), for "previous"."""
    if task == "first":
        return (np.argmax(sentences == 1, axis=-1) < np.argmax(sentences == 0, axis=-1)).astype(np.int64)
    before = np.roll(sentences, 1, axis=-1)
    before[..., 0] = _NOT_ASKED
    return before


def _named(numbers: Ints) -> Words:
    return tuple("" if word == _NOT_ASKED else WORDS[word] for word in numbers.tolist())


def _numbers(sentence: Words) -> Ints:
    for word in sentence:
        choice("word", word, WORDS)
    return np.array([WORDS.index(word) for word in sentence], dtype=np.int64)


def _by_word(task: str, values: NDArray[Any], orders: Ints) -> NDArray[Any]:
    """Values by place in each order of a sentence, (m, k, n, ...), sorted by word of the sentence; "first" has none."""
    if task == "first":
        return values
    place = np.argsort(orders, axis=-1)
    return np.take_along_axis(values, place.reshape(place.shape + (1,) * (values.ndim - 3)), axis=2)


def _passes(model: Model, exam: _Exam) -> Iterator[Pass]:
    """The whole exam in parts that stay in the processor's cache."""
    parts = -(-exam.sentences.size // (_BATCH * LENGTH))
    return map(model.forward, np.array_split(exam.sentences, parts))


def _grade(model: Model, exam: _Exam) -> tuple[float, float]:
    """Mean cross-entropy and share of right answers.

    What a model says in two orders of a sentence counts as the same where it differs by rounding only: a sum in
    another order is not knowledge of the order.
    """
    logits = _by_word(model.task, np.concatenate([part.logits for part in _passes(model, exam)]), exam.orders)
    first = logits[:, :1]
    same = np.abs(logits - first).max(axis=-1, keepdims=True) <= _ROUNDING * (1 + np.abs(logits).max())
    logits = np.where(same, first, logits)
    right = logits.argmax(axis=-1) == exam.answers
    return _cross_entropy(logits, exam.answers)[0], float(right.sum() / (exam.answers != _NOT_ASKED).sum())


def _apply(x: Array, W: Array) -> Array:
    """x W over all leading axes at once: many small products cost several times one large one."""
    return (x.reshape(-1, len(W)) @ W).reshape(*x.shape[:-1], W.shape[1])


def _gradient(x: Array, dy: Array) -> Array:
    """The gradient with respect to W of y = x W."""
    return x.reshape(-1, x.shape[-1]).T @ dy.reshape(-1, dy.shape[-1])


def _cross_entropy(logits: Array, answers: Ints) -> tuple[float, Array]:
    """Mean of -log softmax(logits) at the answers that are asked for, and its gradient, shape of logits."""
    asked = (answers != _NOT_ASKED)[..., None]
    is_answer = answers[..., None] == np.arange(logits.shape[-1])
    z = logits - logits.max(axis=-1, keepdims=True)
    log_chance = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    return float(-log_chance[is_answer].mean()), (asked * np.exp(log_chance) - is_answer) / asked.sum()


def _initial(task: str, encoding: str, rng: np.random.Generator) -> Weights:
    """Small random weights, and a learned table of zeros: all it will know of order it has learned."""
    answers = MARKED if task == "first" else len(WORDS)
    return Weights(
        E=rng.normal(0, 0.5, (len(WORDS), WIDTH)),
        Wq=rng.normal(0, WIDTH**-0.5, (WIDTH, WIDTH)),
        Wk=rng.normal(0, WIDTH**-0.5, (WIDTH, WIDTH)),
        Wv=rng.normal(0, WIDTH**-0.5, (WIDTH, WIDTH)),
        U=rng.normal(0, WIDTH**-0.5, (WIDTH, answers)),
        P=np.zeros((LENGTH if encoding == "learned" else 0, WIDTH)),
    )


def _training(task: str, encoding: str, steps: int, seed: int, every: int) -> Iterator[Progress]:
    start, draw = (np.random.default_rng(stream) for stream in np.random.SeedSequence(seed).spawn(2))
    weights = _initial(task, encoding, start)
    m, v = (Weights(*map(np.zeros_like, weights)) for _ in range(2))
    exam = _exam(task, LENGTH)
    for step in range(steps + 1):
        if step > 0:
            sentences = _draw(task, draw, _BATCH, LENGTH)
            _, gradient = Model(task, encoding, weights).loss_and_gradient(sentences, _answers(task, sentences))
            _adam(weights, gradient, m, v, step, _RATE * (1 - (step - 1) / steps))
        if step % every == 0 or step == steps:
            model = Model(task, encoding, Weights(*map(np.copy, weights)))
            yield Progress(step, steps, *_grade(model, exam), model)


def _adam(weights: Weights, gradient: Weights, m: Weights, v: Weights, step: int, rate: float) -> None:
    """One step of Kingma and Ba 2015, algorithm 1, in place; m and v are the moments."""
    for w, g, m_w, v_w in zip(weights, gradient, m, v, strict=True):
        m_w += (1 - _BETA_1) * (g - m_w)
        v_w += (1 - _BETA_2) * (g * g - v_w)
        w -= rate * (m_w / (1 - _BETA_1**step)) / (np.sqrt(v_w / (1 - _BETA_2**step)) + _TINY)
