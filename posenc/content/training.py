"""What the Training page says, with the numbers left to be filled in, and the code that repeats its training."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .text import fill


@dataclass(frozen=True)
class Task:
    """name: as posenc.training has it; question: put to the model; why: the most a model without positions can do."""

    name: str
    question: str
    why: str
    answer: str


TASKS: dict[str, Task] = {
    "which came first": Task(
        "first",
        "Which came first, {{one}} or {{other}}?",
        "The exam holds each sentence and its twin, with {{one}} and {{other}} swapped. Without positions the two are "
        "the same bag of words and get the same answer, which is right for one of them: exactly one half.",
        "the marked word that came first",
    ),
    "name the previous": Task(
        "previous",
        "Which word stands before this one?",
        "The exam holds each sentence in {{words}} orders, in which every word follows every other equally often. "
        "Without positions a word gets the same answer in all of them, and the best such answers are right "
        "{{ceiling}} of the time.",
        "the previous word",
    ),
}
"""By the words that stand for the task in the URL."""


def why(task: Task, marked: Sequence[str], words: int, ceiling: float) -> str:
    """The reason for the ceiling, in words."""
    one, other = marked
    return fill(task.why, {"one": one, "other": other, "words": words, "ceiling": f"{ceiling:.1%}"})


def question(task: Task, marked: Sequence[str]) -> str:
    """What is asked."""
    one, other = marked
    return fill(task.question, {"one": one, "other": other})


def code(task: str, encodings: Sequence[str], seed: int, steps: int, every: int) -> str:
    """The same training in Python, up to a table with a row for each exam: its step, and what each model got right."""
    return (
        "import numpy as np\n\n"
        "from posenc.training import train\n\n"
        "results = [\n"
        f"    train({task!r}, encoding, steps={steps}, seed={seed}, every={every})\n"
        f"    for encoding in {encodings!r}\n"
        "]\n"
        "table = np.stack([results[0].steps, *(result.accuracies for result in results)], axis=1)\n"
    )
