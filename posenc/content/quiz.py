"""The quiz: questions as data, with answers that are computed wherever they are numbers, and how an answer is graded.

`{{name}}` in an explanation stands for a value of the question's `numbers`; `explain` puts it in.
"""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from posenc.content.lesson import values as lesson_values
from posenc.content.links import Link
from posenc.content.text import Values, fill, number
from posenc.precision import whole_numbers_up_to
from posenc.similarity import first_rise, sinusoidal_similarity_by_offset
from posenc.sinusoidal import angle, inv_freq, sinusoidal, wavelengths

__all__ = [
    "QUESTIONS",
    "Choice",
    "FillIn",
    "Match",
    "Number",
    "Question",
    "answer_text",
    "explain",
    "grade",
    "question",
    "shuffled",
]


def _no_numbers() -> Values:
    return {}


@dataclass(frozen=True, kw_only=True)
class _Asked:
    """What every question has. `about` names the fact or the confusion that it is there for."""

    id: str
    about: str
    prompt: str
    explanation: str
    link: Link | None = None
    numbers: Callable[[], Values] = _no_numbers


@dataclass(frozen=True, kw_only=True)
class Choice(_Asked):
    """One of `options` is right."""

    right: str
    wrong: tuple[str, ...]
    order: tuple[int, ...] = ()

    @property
    def options(self) -> tuple[str, ...]:
        """All options in the order in which they are shown."""
        given = (self.right, *self.wrong)
        return tuple(given[i] for i in self.order or range(len(given)))


@dataclass(frozen=True, kw_only=True)
class FillIn(_Asked):
    """A gap, ____ in the prompt; `right` comes first in `accepted`, which holds other ways to write it."""

    accepted: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Match(_Asked):
    """Each term has one meaning."""

    pairs: tuple[tuple[str, str], ...]
    order: tuple[int, ...] = ()

    @property
    def terms(self) -> tuple[str, ...]:
        return tuple(term for term, _ in self.pairs)

    @property
    def meanings(self) -> tuple[str, ...]:
        """All meanings in the order in which they are shown."""
        return tuple(self.pairs[i][1] for i in self.order or range(len(self.pairs)))


@dataclass(frozen=True, kw_only=True)
class Number(_Asked):
    """A number, right within `tolerance`; `digits` significant ones are shown, with the unit.

    hint: how to compute it.
    """

    answer: Callable[[], float]
    hint: str
    tolerance: float = 0.0
    unit: str = ""
    digits: int = 4


Question: TypeAlias = Choice | FillIn | Match | Number


def shuffled(seed: int) -> tuple[Question, ...]:
    """All questions and their options in an order that the seed decides: the same for everybody with that seed."""
    questions = list(QUESTIONS)
    random.Random(f"{seed}").shuffle(questions)
    return tuple(_with_order(asked, random.Random(f"{seed} {asked.id}")) for asked in questions)


def _with_order(asked: Question, chance: random.Random) -> Question:
    if not isinstance(asked, (Choice, Match)):
        return asked
    many = len(asked.options) if isinstance(asked, Choice) else len(asked.pairs)
    return dataclasses.replace(asked, order=tuple(chance.sample(range(many), many)))


def grade(question: Question, answer: str | float | Mapping[str, str] | None) -> bool:
    """Whether the answer is right. Spaces, upper and lower case, and a decimal comma make no difference.

    A choice takes the option's text, a match a mapping of each term to its meaning, a number a float or what was typed
    (with or without its unit). Nothing, or something that can't be read, is wrong.
    """
    if answer is None:
        return False
    match question:
        case Choice():
            return isinstance(answer, str) and _plain(answer) == _plain(question.right)
        case FillIn():
            return isinstance(answer, str) and _plain(answer) in map(_plain, question.accepted)
        case Match():
            return isinstance(answer, Mapping) and dict(answer) == dict(question.pairs)
        case Number():
            right = question.answer()
            slack = question.tolerance + 1e-12 * abs(right)
            return any(abs(given - right) <= slack for given in _read(answer, question.unit))


def answer_text(question: Question) -> str:
    """The right answer as a reader sees it."""
    match question:
        case Choice():
            return question.right
        case FillIn():
            return question.accepted[0]
        case Match():
            return "; ".join(f"{term}: {meaning}" for term, meaning in question.pairs)
        case Number():
            return f"{number(question.answer(), question.digits)} {question.unit}".strip()


def explain(question: Question) -> str:
    """The explanation with its numbers; {{answer}} is the answer itself."""
    return fill(question.explanation, {"answer": answer_text(question)} | question.numbers())


def question(id: str) -> Question:
    """The question of that id; ValueError for any other word."""
    for asked in QUESTIONS:
        if asked.id == id:
            return asked
    raise ValueError(f"id must be that of a question, got {id!r}")


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()


def _read(answer: object, unit: str) -> list[float]:
    """What a typed number may mean: 3,5 is 3.5, and 10,000 is ten or ten thousand."""
    if isinstance(answer, (bool, Mapping)):
        return []
    text = _plain(str(answer)).replace("−", "-").removesuffix(_plain(unit))
    found = []
    for candidate in {text.replace(",", "."), text.replace(",", "")}:
        try:
            found.append(float(candidate))
        except ValueError:
            continue
    return [value for value in found if math.isfinite(value)]


_TABLE = Link("/", {"length": "50", "width": "64"})
_SMALL = Link("/", {"length": "3", "width": "4"})
_PAIRS_8 = Link("/pairs", {"length": "50", "width": "8", "pairs": "0,1,2,3"})
_ORDER_LOST = Link(
    "/attention", {"tokens": "sentence", "sentence": "cat chased dog", "encoding": "none", "permutation": "reverse"}
)
_LESSON_PLAIN = Link("/attention", {"tokens": "lesson", "encoding": "none", "permutation": "reverse"})
_LESSON_ENCODED = Link("/attention", {"tokens": "lesson", "encoding": "sinusoidal", "permutation": "reverse"})
_CAUSAL = Link("/attention", {"tokens": "lesson", "encoding": "none", "permutation": "reverse", "causal": "true"})
_RIPPLES = Link("/similarity", {"length": "50", "width": "64", "metric": "cosine"})


def _lowest_offset() -> int:
    """The offset from which the cosine similarity of width 64 rises for the first time."""
    offset = first_rise(sinusoidal_similarity_by_offset(50, 64))
    assert offset is not None
    return offset


def _rises() -> Values:
    offset, by_offset = _lowest_offset(), sinusoidal_similarity_by_offset(50, 64)
    return {"low": offset, "at": float(by_offset[offset]), "further": float(by_offset[offset + 1])}


QUESTIONS: tuple[Question, ...] = (
    # Words
    Choice(
        id="token",
        about="token",
        prompt="What is a token?",
        right="One unit of text: a character, a piece of a word, or a word",
        wrong=(
            "One word of the language, always with the space before it",
            "One letter or sign, stored as the number that a keyboard sends",
            "A list of numbers that the model learns in training and later looks up",
        ),
        explanation="A model cuts text into pieces of its own choosing. The list of numbers that stands for a piece is"
        " its embedding.",
    ),
    Choice(
        id="embedding",
        about="embedding",
        prompt="Where do the numbers of a token's embedding come from?",
        right="The model learns them in training",
        wrong=(
            "From sine and cosine of the token's position",
            "From the letters, by a fixed code such as ASCII",
            "The user types them in",
        ),
        explanation="An embedding is a learned list of numbers. Sine and cosine make the positional encoding.",
    ),
    Choice(
        id="encoding",
        about="positional encoding",
        prompt="What does a positional encoding tell the model?",
        right="Where in the sequence a token stands",
        wrong=("What a token means", "How often a token occurs", "Which language a token belongs to"),
        explanation="It is added to the embedding, which says what the token is.",
        link=_TABLE,
    ),
    # The table
    Number(
        id="pair-of-column",
        about="pair of a column",
        prompt="Columns are counted from 0. Which pair does column 7 belong to?",
        answer=lambda: 7 // 2,
        hint="Divide by 2 and drop the remainder, as `//` does.",
        explanation="Column j belongs to pair j // 2, and 7 // 2 is {{answer}}: columns 6 and 7 make that pair.",
        link=Link("/", {"length": "50", "width": "64", "row": "1", "column": "7"}),
    ),
    FillIn(
        id="pair-code",
        about="pair of a column",
        prompt="Complete the Python: the pair of column j is `pair = ____`",
        accepted=("j // 2", "int(j / 2)", "math.floor(j / 2)", "j >> 1", "(j // 2)", "divmod(j, 2)[0]"),
        explanation="Divide by 2 and drop the remainder, which is what // does.",
    ),
    Choice(
        id="even-column",
        about="sine in even columns",
        prompt="What stands in column 6 of the table?",
        right="The sine of pair 3",
        wrong=("The cosine of pair 3", "The sine of pair 6", "The cosine of pair 2"),
        explanation="6 is even, so it is a sine, and 6 // 2 is 3. The cosine of the same angle follows in column 7.",
        link=Link("/", {"length": "50", "width": "64", "row": "1", "column": "6"}),
    ),
    Number(
        id="small-table-value",
        about="worked example",
        prompt="Length 3, width 4. Which number stands in row 1, column 2? (at least 3 significant digits)",
        answer=lambda: float(sinusoidal(3, 4)[1, 2]),
        tolerance=0.00001,
        digits=6,
        hint="Column 2 is in pair 1. Take the sine of `1 / 10000 ** (2 * 1 / 4)`, with `math.sin`.",
        explanation="Column 2 is the sine of pair 1, whose angle at position 1 is 1 / 10000^(2/4) = {{angle}}. The sine"
        " of so small an angle is almost the angle itself: {{answer}}.",
        numbers=lambda: {"angle": angle(1, 2, 4)},
        link=Link("/", {"length": "3", "width": "4", "row": "1", "column": "2"}),
    ),
    Number(
        id="angle-pair-0",
        about="angle",
        prompt="By how many radians has pair 0 turned at position 5?",
        answer=lambda: angle(5, 0, 64),
        unit="radians",
        hint="The angle is `pos / 10000 ** (2 * i / width)`, with the pair i = 0.",
        explanation="Pair 0 divides by 10000^0 = 1, so its angle is the position itself: {{answer}}, whatever the"
        " width.",
        link=Link("/pairs", {"length": "50", "width": "64", "pairs": "0"}),
    ),
    FillIn(
        id="row-zero",
        about="row 0",
        prompt="Row 0 of a table of width 4 is [____]",
        accepted=("0, 1, 0, 1", "[0, 1, 0, 1]", "0 1 0 1", "0., 1., 0., 1.", "0.0, 1.0, 0.0, 1.0"),
        explanation="At position 0 every angle is 0. The sine of 0 is 0, the cosine of 0 is 1.",
        link=Link("/", {"length": "1", "width": "4"}),
    ),
    FillIn(
        id="no-rows",
        about="length 0",
        prompt="As a list of rows, the table of length 0 and width 2 is ____",
        accepted=("[]", "an empty list", "empty list", "list()"),
        explanation="No positions, no rows: an empty list. The width does not matter.",
        link=Link("/", {"length": "0", "width": "2"}),
    ),
    FillIn(
        id="power-sign",
        about="power in Python",
        prompt="In Python, 10000 to the power p is written `10000 ____ p`",
        accepted=("**",),
        explanation="Two stars. The sign ^ is another operation (exclusive or, on bits).",
    ),
    Choice(
        id="precedence",
        about="power before division",
        prompt="What does `pos / 10000 ** p` mean in Python?",
        right="pos / (10000 ** p)",
        wrong=("(pos / 10000) ** p", "(pos ** p) / 10000", "It is an error without brackets"),
        explanation="** binds tighter than /. For pos = 7 and p = 0.5 the result is {{bracket_right}}; with the"
        " brackets"
        " the other way it would be {{bracket_wrong}}.",
        numbers=lesson_values,
    ),
    FillIn(
        id="divide",
        about="divide, not multiply",
        prompt="Complete the angle: `angle = pos ____ 10000 ** (2 * i / width)`",
        accepted=("/",),
        explanation="Divide, so that later pairs turn more slowly. Multiplied, the second pair at width 64 would turn"
        " {{fast}} radians at each step and the last one {{faster}}.",
        numbers=lambda: {"fast": float(1 / inv_freq(64)[1]), "faster": float(1 / inv_freq(64)[-1])},
        link=Link("/bugs"),
    ),
    Choice(
        id="pair-in-power",
        about="pair in the power",
        prompt="Somebody writes `2 * j / width` in the power, with the column j. What goes wrong?",
        right="Sine and cosine of a pair get two different angles",
        wrong=(
            "Nothing: j and the pair are the same in every column",
            "The table gets twice as wide, with two columns too many a pair",
            "Values become larger than 1, so they are no sines any more",
        ),
        explanation="The power takes the pair, 2 * (j // 2) / width. With j itself no column but column 0 is right.",
        link=Link("/bugs"),
    ),
    Choice(
        id="letter-i",
        about="meaning of i",
        prompt="In the formula pos / 10000^(2i / width), what does i count?",
        right="Pairs of columns",
        wrong=("Columns", "Tokens", "Attention layers"),
        explanation="Columns 2i and 2i + 1 are pair i. The position is pos.",
    ),
    Choice(
        id="odd-width",
        about="odd width",
        prompt="Why must the width be even?",
        right="Columns come in pairs, a sine and a cosine of one angle",
        wrong=(
            "Computers store an odd count of numbers less exactly",
            "The base, 10000, is even",
            "With an odd width two positions would get the same row",
        ),
        explanation="With an odd width the last sine has no cosine. Much code stops with an error there; posenc says"
        " why.",
    ),
    Number(
        id="numpy-shape",
        about="shape",
        prompt="How many numbers does the table of length 4 and width 6 hold?",
        answer=lambda: sinusoidal(4, 6).size,
        hint="As many numbers as rows times columns.",
        explanation="4 rows and 6 columns, shape (4, 6): {{answer}} numbers.",
        link=Link("/", {"length": "4", "width": "6"}),
    ),
    FillIn(
        id="even-slice",
        about="slices",
        prompt="Put the sines into columns 0, 2, 4, ...: `table[:, ____] = np.sin(angle)`",
        accepted=("0::2", "::2", "0:d:2", "0:width:2", ":d:2", ":width:2"),
        explanation="0::2 begins with column 0 and takes every second one. 1::2 takes the odd columns, for the"
        " cosines.",
    ),
    Match(
        id="slices-and-speeds",
        about="slices",
        prompt="P is the table, interleaved. Match.",
        pairs=(
            ("P[0, 0::2]", "All 0"),
            ("P[0, 1::2]", "All 1"),
            ("Columns to the left", "Change fast with the position"),
            ("Columns to the right", "Hardly change with the position"),
            ("RoPE", "Relative position, by turning queries and keys"),
        ),
        explanation="Row 0 holds the sine and the cosine of 0. Low pairs are divided by small numbers, so they turn"
        " fast.",
        link=_TABLE,
    ),
    Choice(
        id="integer-power",
        about="whole-number powers",
        prompt="What does numpy make of `10000 ** -np.arange(3)`?",
        right="An error: no negative powers of whole numbers",
        wrong=(
            "The fractions 1, 0.0001 and 0.00000001",
            "The numbers 1, 0 and 0, since fractions are cut off",
            "The numbers 1, 10000 and 100000000",
        ),
        explanation="An array of whole numbers can't hold fractions, so numpy refuses. Write 10000.0, or use a power"
        " that"
        " is a fraction anyway, like 2 * i / width.",
    ),
    # Speeds
    Choice(
        id="fastest",
        about="direction of the speeds",
        prompt="Which columns change fastest from one position to the next?",
        right="The first ones, to the left",
        wrong=("The last ones, to the right", "The ones in the middle", "All change equally fast"),
        explanation="Pair 0 divides by 1 and turns 1 radian a step. The last pair at width 64 turns {{slow}} radians.",
        numbers=lambda: {"slow": float(inv_freq(64)[-1])},
        link=_TABLE,
    ),
    Number(
        id="wavelength-1",
        about="wavelength",
        prompt="At width 8, how many positions does pair 1 need for one full turn? (to the nearest whole number or"
        " better)",
        answer=lambda: float(wavelengths(8)[1]),
        tolerance=0.5,
        unit="positions",
        hint="The wavelength is `2 * math.pi * 10000 ** (2 * i / width)`.",
        explanation="The wavelength is 2π · 10000^(2i / width), here 2π · 10000^(2/8) = 2π · 10: {{answer}}.",
        link=_PAIRS_8,
    ),
    Number(
        id="turns",
        about="wavelength",
        prompt="From position 0 to position 44, how many full turns does pair 0 make? (to the nearest whole number or"
        " better)",
        answer=lambda: float(44 / wavelengths(64)[0]),
        tolerance=0.5,
        unit="turns",
        hint="Divide the way by the wavelength of pair 0, which is 2π.",
        explanation="44 radians are 44 / 2π = {{answer}}. So close to a whole number that pair 0 alone can hardly tell"
        " positions 0 and 44 apart.",
        link=Link("/pairs", {"length": "50", "width": "64", "pairs": "0"}),
    ),
    Number(
        id="longest-wavelength",
        about="why 10000",
        prompt="The paper uses width 512 and base 10000. Roughly how many positions does the slowest pair need for a"
        " turn?"
        " (within 1000)",
        answer=lambda: float(wavelengths(512)[-1]),
        tolerance=1000.0,
        unit="positions",
        hint="The wavelength is `2 * math.pi * 10000 ** (2 * i / width)`, and the last pair is i = 255.",
        explanation="10000 is not a wavelength: the longest one is 2π · 10000^(510/512), {{answer}}.",
        link=Link("/pairs", {"length": "512", "width": "512", "pairs": "0,255"}),
    ),
    Choice(
        id="why-10000",
        about="why 10000",
        prompt="Why is the base 10000?",
        right="It makes the slow pairs slow enough for long texts; other bases work too",
        wrong=(
            "It is the largest number of tokens that the original model can read at once",
            "It is the only base for which no two rows of the table are the same",
            "Sine and cosine are exact only for that base",
        ),
        explanation="A larger base makes slower pairs. Models with RoPE for long texts use 500000 or 1000000.",
        link=Link("/pairs", {"length": "50", "width": "64", "base": "100"}),
    ),
    Choice(
        id="base-1000",
        about="why 10000",
        prompt="Somebody types 1000 for 10000. What happens to the table?",
        right="All pairs but pair 0 turn faster",
        wrong=("All pairs but pair 0 turn more slowly", "Pair 0 turns ten times faster", "Values exceed 1"),
        explanation="Pair 0 divides by 1 in any case. The others divide by less, so they turn faster.",
        link=Link("/", {"length": "50", "width": "64", "base": "1000"}),
    ),
    Choice(
        id="why-both",
        about="sine and cosine together",
        prompt="Why does a pair hold both the sine and the cosine?",
        right="Only together do they say where the hand points",
        wrong=(
            "The cosine is a spare copy, in case the sine is rounded",
            "The sine is for the encoder, the cosine for the decoder",
            "Otherwise the values could be negative",
        ),
        explanation="Height alone does not tell a rising hand from a falling one.",
        link=Link("/pairs", {"length": "50", "width": "8", "pairs": "0"}),
    ),
    Choice(
        id="slow-pairs",
        about="fast and slow pairs",
        prompt="What are slow pairs good for?",
        right="Telling apart positions that are far from each other",
        wrong=(
            "Telling neighbors apart more exactly than fast pairs do",
            "Making the table smaller",
            "Nothing: a model may leave them out without loss",
        ),
        explanation="A fast pair tells neighbors apart but soon comes round again. A slow one does not come round"
        " within"
        " the text.",
        link=_PAIRS_8,
    ),
    # Rows, lengths, layouts
    Choice(
        id="longer-table",
        about="rows do not depend on length",
        prompt="You make the table longer, from 10 rows to 50. What happens to the first 10 rows?",
        right="Nothing: they stay the same",
        wrong=(
            "They move closer together, since the same range is split into more steps",
            "They are divided by 5",
            "Only the slow columns change",
        ),
        explanation="A row is computed from its position and the width. The length appears nowhere in the formula.",
        link=Link("/", {"length": "10", "width": "64"}),
    ),
    Choice(
        id="learned-ends",
        about="a learned table ends",
        prompt="A model has a learned table of 512 positions. What does it have for position 512?",
        right="Nothing: its last row is for position 511",
        wrong=(
            "A row that it computes from a formula",
            "A row that was learned like all the others",
            "A row of zeros, which adds nothing",
        ),
        explanation="Positions are counted from 0, so 512 rows end at 511. A formula gives a row for any position.",
        link=Link("/methods", {"method": "learned", "beside": "sinusoidal"}),
    ),
    Choice(
        id="layouts",
        about="layout",
        prompt="One program puts sine and cosine side by side, another all sines first, then all cosines. Same"
        " frequencies."
        " How do the tables differ?",
        right="The same columns stand in another order",
        wrong=(
            "Some columns are lost",
            "The second one can't tell positions apart",
            "The rows stand in another order",
        ),
        explanation="Dot products of rows are equal in both. Trained weights, however, expect the one that they were"
        " trained with.",
        link=Link("/bugs"),
    ),
    Choice(
        id="half-minus-one",
        about="layout",
        prompt="tensor2tensor, fairseq and Whisper divide by (half − 1) where the paper divides by half = width / 2."
        " What"
        " changes?",
        right="The frequencies: it is another encoding",
        wrong=(
            "Nothing but the order of the columns",
            "Only the last digit, by rounding",
            "The number of columns",
        ),
        explanation="Reordering can't undo it. It is as good as the paper's, but weights trained with one do not fit"
        " the"
        " other.",
        link=Link("/bugs"),
    ),
    # Similarity
    Choice(
        id="offset-alone",
        about="similarity and offset",
        prompt="What does the dot product of rows p and q of the table depend on?",
        right="Only on how far apart p and q are",
        wrong=(
            "On p and on q, each for itself",
            "On the larger of the two positions",
            "On how many rows the table has in all",
        ),
        explanation="Each pair adds the cosine of its speed times (p − q).",
        link=_RIPPLES,
    ),
    Choice(
        id="monotone",
        about="similarity is not monotone",
        prompt="Two positions move apart, step by step. Does the similarity of their rows fall at every step?",
        right="No: it falls at first, then it ripples",
        wrong=(
            "Yes: each step makes them less alike",
            "No: each step makes them more alike",
            "No: all positions are equally alike",
        ),
        explanation="At width 64 the cosine similarity is {{at}} at offset {{low}} and {{further}} one step further: it"
        " has risen.",
        numbers=_rises,
        link=_RIPPLES,
    ),
    Number(
        id="first-rise",
        about="similarity is not monotone",
        prompt="At width 64, the cosine similarity of two rows falls from offset 0 on. What is the last offset"
        " before it first rises?",
        answer=lambda: float(_lowest_offset()),
        hint="At offset k it is the average of `math.cos(k / 10000 ** (2 * i / 64))` over the 32 pairs i."
        " Or read it off the curve on the Similarity page.",
        explanation="It has fallen to {{at}} at offset {{answer}}, and one step further it is {{further}}.",
        numbers=_rises,
        link=_RIPPLES,
    ),
    Choice(
        id="draw-similarity",
        about="drawing P Pᵀ",
        prompt="You draw P Pᵀ, every row of the table against every row, and see a chessboard. What does that tell"
        " you?",
        right="The table is wrong: a right one shows stripes along the diagonal",
        wrong=(
            "The table is right: even and odd positions should look different",
            "The table is too long",
            "Nothing: the picture depends on the colors that you choose",
        ),
        explanation="In a right table the dot product depends on the offset alone, so every diagonal has one value."
        " Drawing"
        " it is how people found real mistakes.",
        link=Link("/similarity", {"length": "50", "width": "64", "metric": "dot"}),
    ),
    Number(
        id="norm",
        about="norm of a row",
        prompt="What is the norm of every row of a table of width 128?",
        answer=lambda: float(np.linalg.norm(sinusoidal(2, 128)[1])),
        tolerance=0.001,
        hint="In every pair sine squared and cosine squared add up to 1. Count the pairs and take the square root.",
        explanation="Each pair adds sine squared plus cosine squared, which is 1. 64 pairs make the square root of 64:"
        " {{answer}}.",
        link=Link("/similarity", {"length": "50", "width": "128", "metric": "dot"}),
    ),
    # Attention and order
    Choice(
        id="cat-chased-dog",
        about="order is lost",
        prompt="Why can attention without positions not tell *cat chased dog* from *dog chased cat*?",
        right="It turns the same words into the same outputs in any order",
        wrong=(
            "The softmax is too coarse to separate the two sentences",
            "The scores are not divided by the square root of the width",
            "The vocabulary is too small to hold all three of the words",
        ),
        explanation="The words are the same, each meets the same others, so each comes out the same. Only the order"
        " of the"
        " rows differs.",
        link=_ORDER_LOST,
    ),
    Choice(
        id="true-false",
        about="equivariance in numbers",
        prompt="`f` is attention, `x` the tokens, `P` the encodings. What do `np.allclose(f(x[::-1]), f(x)[::-1])` and"
        " `np.allclose(f(x[::-1] + P), f(x + P)[::-1])` give?",
        right="True and False",
        wrong=("True and True", "False and True", "False and False"),
        explanation="Without P the two sides differ by {{difference_without}}, with P by {{difference_with}}.",
        numbers=lesson_values,
        link=_LESSON_ENCODED,
    ),
    Choice(
        id="equivariant",
        about="equivariant and invariant",
        prompt="Attention without positions is permutation-equivariant. What happens if you shuffle its input rows?",
        right="The output rows are shuffled in the same way",
        wrong=(
            "The output does not change at all",
            "The output is shuffled in another way each time",
            "The output becomes the average of all rows",
        ),
        explanation="An output that does not change at all would be invariant.",
        link=_LESSON_PLAIN,
    ),
    Match(
        id="equivariant-or-invariant",
        about="equivariant and invariant",
        prompt="Without positions: what does shuffling the tokens do to each of these?",
        pairs=(
            ("The rows that attention gives out", "Shuffled along: equivariant"),
            ("The average of those rows", "Unchanged: invariant"),
            ("The same rows under a causal mask", "Neither: the mask carries order"),
        ),
        explanation="Moving along is equivariant, staying the same is invariant. A causal mask stays with the places,"
        " so"
        " shuffled tokens see other neighbors.",
        link=_LESSON_PLAIN,
    ),
    Choice(
        id="causal",
        about="causal mask",
        prompt="Attention has a causal mask and no positional encoding. Is it permutation-equivariant?",
        right="No: the mask itself carries order",
        wrong=(
            "Yes: without an encoding it always is",
            "Yes, since the mask only removes scores",
            "Only if the first token stays first",
        ),
        explanation="A token sees only itself and what stands before it, and shuffling changes that.",
        link=_CAUSAL,
    ),
    Choice(
        id="where-added",
        about="added before the first layer",
        prompt="Where is the sinusoidal encoding added in the original transformer?",
        right="To the embeddings, before the first attention layer",
        wrong=(
            "To the output of the last attention layer",
            "To the attention weights, after the softmax",
            "To the embeddings, after the last attention layer",
        ),
        explanation="Added once at the start, it travels along with the token through all layers.",
        link=_LESSON_ENCODED,
    ),
    Choice(
        id="why-add",
        about="why add",
        prompt="Why is the encoding added to the embedding instead of written beside it?",
        right="Written beside, it would make all layers wider",
        wrong=(
            "Written beside, it would be ignored by attention",
            "Adding is the only operation that keeps order",
            "Sines and cosines can only be added",
        ),
        explanation="Both work. Adding is cheaper, and a model can learn to keep the two apart.",
    ),
    Choice(
        id="why-sqrt",
        about="why the square root of the width",
        prompt="The original transformer multiplies embeddings by the square root of the width before it adds the"
        " encoding."
        " What does that achieve?",
        right="The embedding is no longer small beside the encoding",
        wrong=(
            "Every embedding gets the same norm, 1",
            "The encoding becomes larger than the embedding",
            "All sums stay between −1 and 1, like a sine",
        ),
        explanation="A row of the table has norm √(width / 2), {{norm_512}} at width 512. Embeddings that start small"
        " would be"
        " drowned.",
        numbers=lesson_values,
    ),
    # Other ways
    Choice(
        id="bert-gpt",
        about="who learns positions",
        prompt="How do BERT and GPT know positions?",
        right="They learn a second table, one row for each position",
        wrong=(
            "By the sines and cosines of the original paper",
            "They do not know them",
            "By turning queries and keys",
        ),
        explanation="The formula is the original transformer's. BERT and GPT learn their positions, which are added"
        " to the"
        " embeddings all the same.",
        link=Link("/methods", {"method": "learned", "beside": "sinusoidal"}),
    ),
    Choice(
        id="rope",
        about="RoPE is not added",
        prompt="What does RoPE do?",
        right="It turns queries and keys by angles that grow with the position",
        wrong=(
            "It adds sines and cosines to the embeddings of all tokens",
            "It turns the values, and leaves queries and keys as they are",
            "It learns a row of numbers for each position of the text",
        ),
        explanation="Nothing is added to the embedding. The score of two tokens then depends on the positions through"
        " their"
        " offset alone.",
        link=Link("/methods", {"method": "rope", "beside": "sinusoidal"}),
    ),
    Choice(
        id="rope-pairing",
        about="RoPE pairing",
        prompt="RoPE may pair neighboring columns (0 and 1, 2 and 3) or halves (i and i + half). Which is right?",
        right="Either, if queries, keys and weights agree on one",
        wrong=(
            "Only neighbors: halves are a mistake that many copied",
            "Only halves: neighbors are a mistake that many copied",
            "Neighbors for the queries together with halves for the keys",
        ),
        explanation="The idea is the same with other columns. Weights trained with one pairing give wrong scores with"
        " the"
        " other.",
        link=Link("/bugs"),
    ),
    Match(
        id="methods",
        about="methods",
        prompt="What does each method do with positions?",
        pairs=(
            ("Sinusoidal", "Adds a row of a formula's table to the embedding"),
            ("Learned", "Adds a row of a trained table to the embedding"),
            ("RoPE", "Turns queries and keys"),
            ("ALiBi", "Subtracts a slope times the distance from the score"),
            ("T5", "Adds a learned number for each range of distances to the score"),
        ),
        explanation="The first two change what goes in, RoPE changes queries and keys, the last two change the score.",
        link=Link("/methods", {"method": "rope", "beside": "alibi"}),
    ),
    Number(
        id="bfloat16",
        about="positions in 16 bits",
        prompt="In bfloat16, which is the smallest positive whole number that can't be told from its predecessor?",
        answer=lambda: float(whole_numbers_up_to("bfloat16") + 1),
        hint="It keeps 8 significant bits, so up to 2 to the power 8 no whole number is missing.",
        explanation="bfloat16 keeps 8 significant bits: whole numbers are exact up to {{exact}}, and {{answer}} becomes"
        " {{exact}}. Positions rounded like that collide before any sine is computed.",
        numbers=lambda: {"exact": whole_numbers_up_to("bfloat16")},
        link=Link("/bugs"),
    ),
)
