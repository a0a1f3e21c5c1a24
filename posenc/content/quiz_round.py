"""One way through the questions of a quiz: where it stands, what was answered, what is to be asked again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from posenc.content.quiz import Question, grade

Answer: TypeAlias = str | Mapping[str, str]


@dataclass(frozen=True)
class Round:
    """place: the question on the screen, or len(questions) for the score; turn: 0, then 1 for the first retry."""

    questions: tuple[Question, ...]
    turn: int = 0
    place: int = 0
    answers: Mapping[str, Answer] = field(default_factory=dict)

    @property
    def question(self) -> Question | None:
        """The question on the screen; None at the score."""
        return self.questions[self.place] if self.place < len(self.questions) else None

    @property
    def missed(self) -> tuple[Question, ...]:
        """The questions answered wrong or not at all."""
        return tuple(asked for asked in self.questions if not self.is_right(asked))

    @property
    def score(self) -> int:
        """How many are right so far."""
        return len(self.questions) - len(self.missed)

    def is_right(self, asked: Question) -> bool:
        """Whether this question was answered right."""
        return grade(asked, self.answers.get(asked.id))

    def answered(self, answer: Answer) -> Round:
        """The question on the screen gets this answer; its first answer counts."""
        if self.question is None or self.question.id in self.answers:
            return self
        return replace(self, answers={**self.answers, self.question.id: answer})

    def moved(self, steps: int) -> Round:
        """On to another question, or to the score behind the last one."""
        return replace(self, place=min(max(self.place + steps, 0), len(self.questions)))

    def again(self, questions: tuple[Question, ...]) -> Round:
        """These questions from the beginning, nothing answered."""
        return Round(questions, self.turn + 1)
