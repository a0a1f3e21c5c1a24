"""The exercises' words: statement, inputs, hints that give away a little more each, and a solution with its steps.

Expected outputs are not written here: `posenc.exercise.expected` and `expected_output` compute them. A test runs every
solution through its own checker, and every starter.
"""

from __future__ import annotations

from dataclasses import dataclass

from posenc.exercise import GIVEN, Case

__all__ = ["EXERCISES", "SANDBOX", "SEEN_IN_PUBLIC", "Exercise", "Hint", "Input", "Step", "exercise"]


@dataclass(frozen=True)
class Input:
    """An argument of the function and what it means."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Hint:
    """A hint: its title may be shown before it is opened."""

    title: str
    text: str


@dataclass(frozen=True)
class Step:
    """A step of the solution: the title is also its comment in the code, "# 1. title"."""

    title: str
    text: str


@dataclass(frozen=True)
class Exercise:
    """One exercise. `id` is its task in `posenc.exercise.check`; texts are Markdown.

    examples: inputs whose right answers the page shows
    starter: what the editor holds at first
    note: what to know about the sandbox, said before anyone runs into it
    """

    id: str
    title: str
    statement: str
    inputs: tuple[Input, ...]
    returns: str
    examples: tuple[Case, ...]
    hints: tuple[Hint, ...]
    steps: tuple[Step, ...]
    solution: str
    starter: str
    watch_out: tuple[str, ...] = ()
    note: str = ""


SANDBOX = (
    "Your code runs in a sandbox on the server: plain Python with `math`, no files, no network, and at most half a "
    "second. It is never run by the server's own Python."
)
SUBSET = (
    "This is not numpy itself but a subset of it, written for this exercise: arrays and slices, arithmetic with "
    "broadcasting, `np.sin`, `np.cos`, `np.exp`, `np.power`, `np.stack` and the like. Beyond it you get an error that "
    "says so, and comparing whole arrays with `<` or `!=` needs `np.less` or `np.not_equal`."
)

# Mistakes of the checker that the bug gallery shows in public code: id of the mistake, id of the exhibit.
SEEN_IN_PUBLIC = {
    "twice-the-column": "exponent-2j",
    "column-for-pair": "cosine-own-exponent",
    "multiplied": "multiply",
    "base-1000": "base-1000",
    "half-minus-one": "half-minus-one",
    "concatenated": "other-layout",
    "first-row-zero": "zero-first-row",
}

_ROW_OF_ZEROS = "Position 0 has angle 0 in every pair, so its row is 0, 1, 0, 1, ... at any width."

_TABLE = Exercise(
    id="table",
    title="Build the table",
    statement=(
        "Write `solve(length, width)`: the table that tells a model where each token stands, in plain Python. "
        "Every position gets a row, and every pair of columns in it a sine and the cosine of the same angle."
    ),
    inputs=(
        Input("length", "how many positions there are, 0 or more"),
        Input("width", "how many numbers each position gets, positive and even"),
    ),
    returns=(
        "A list of `length` rows, each a list of `width` numbers. In row `pos`, column `2i` is "
        "sin(pos / 10000^(2i / width)), and column `2i + 1` is the cosine of that same angle. "
        "With no positions the list is empty."
    ),
    examples=((3, 4), (1, 4), (0, 2), (2, 2)),
    hints=(
        Hint("Where to begin", "You need two loops: one over the positions, and in it one over the columns of a row."),
        Hint(
            "What decides",
            "Two columns, `j` and `j + 1`, make a pair and share an angle. `j // 2` is the number of the pair; "
            "from it you get the angle, and whether `j` is even tells you to take its sine or its cosine. "
            "Python writes a power as `**`; `^` is something else.",
        ),
        Hint(
            "The outline",
            "For every `pos` and every column `j`, let `angle = pos / 10000 ** (2 * (j // 2) / width)`. "
            "If `j % 2 == 0`, append `math.sin(angle)`, and if not, `math.cos(angle)`.",
        ),
    ),
    steps=(
        Step(
            "Two neighboring columns share one angle",
            "Columns 0 and 1 both have `column // 2 == 0`, columns 2 and 3 both 1. The larger the pair, the larger the "
            "divisor, so its angle grows more slowly from one position to the next.",
        ),
        Step(
            "The even column is the sine, the odd one the cosine",
            "The two together say where the hand of a clock points. One of them alone would come back to the same "
            "number too soon: sine is 0.5 both on the way up and on the way down.",
        ),
    ),
    solution="""\
import math


def solve(length, width):
    table = []
    for pos in range(length):
        row = []
        for column in range(width):
            # 1. Two neighboring columns share one angle
            pair = column // 2
            angle = pos / 10000 ** (2 * pair / width)
            # 2. The even column is the sine, the odd one the cosine
            wave = math.cos if column % 2 else math.sin
            row.append(wave(angle))
        table.append(row)
    return table
""",
    starter="""\
import math


def solve(length, width):
    # Your code: return a list with one row for each position.
    pass
""",
    watch_out=(
        "The power holds the number of the pair, `j // 2`, not the column `j`: with `j`, sine and cosine of a pair "
        "would belong to different angles.",
        "`**` binds tighter than `/`, so `pos / 10000 ** p` already is `pos / (10000 ** p)`. "
        "`(pos / 10000) ** p` is another number.",
        _ROW_OF_ZEROS,
    ),
)

_NUMPY = Exercise(
    id="numpy",
    title="The same with numpy",
    statement=(
        "Write `positional_encoding(n, d)`: the same table as an array, without a loop. All angles are one division, "
        "a column of positions by a row of powers, and two slices put sines and cosines where they belong."
    ),
    inputs=(
        Input("n", "how many positions there are, 0 or more"),
        Input("d", "how many numbers each position gets, positive and even"),
    ),
    returns=(
        "An array of shape `(n, d)`. Column `2i` is sin(pos / 10000^(2i / d)), and column `2i + 1` is the cosine of "
        "that same angle."
    ),
    examples=((4, 6), (1, 4), (0, 2)),
    hints=(
        Hint(
            "Where to begin",
            "Positions are `np.arange(n)`. As a column, `np.arange(n)[:, None]`, they have shape `(n, 1)`, and "
            "dividing them by a row of `d / 2` numbers gives every position with every pair: shape `(n, d / 2)`.",
        ),
        Hint(
            "What decides",
            "`np.arange(0, d, 2)` is 0, 2, 4, ...: it already is `2i`, so the power is it over `d`, with no further 2.",
        ),
        Hint(
            "The outline",
            "Make `np.zeros((n, d))`. The slice `[:, 0::2]` is all even columns: set it to the sine of the angles. "
            "`[:, 1::2]` is all odd ones: set it to the cosine.",
        ),
    ),
    steps=(
        Step(
            "A column of positions over a row of powers",
            "Shapes `(n, 1)` and `(d / 2,)` meet in `(n, d / 2)`: one angle for each position and pair.",
        ),
        Step(
            "Sine into the even columns, cosine into the odd ones",
            "Both slices have `d / 2` columns, as many as there are pairs, and each takes the whole array of angles.",
        ),
    ),
    solution="""\
import numpy as np


def positional_encoding(n, d):
    # 1. A column of positions over a row of powers
    positions = np.arange(n)[:, None]
    twice_pair = np.arange(0, d, 2)
    angles = positions / 10000 ** (twice_pair / d)
    # 2. Sine into the even columns, cosine into the odd ones
    table = np.zeros((n, d))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)
    return table
""",
    starter="""\
import numpy as np


def positional_encoding(n, d):
    # Your code: return an array of shape (n, d).
    pass
""",
    watch_out=(
        "`np.arange(0, d, 2)` holds `2i`. Multiply it by 2 again, and every pair but the first turns too slowly.",
        "Whole numbers stay whole: `10000 ** -np.arange(4)` is an error, and large powers wrap. "
        "Divide by `d` first, or write `10000.0`.",
        "Low columns turn fast and high columns slowly, so that each position has a pattern of its own.",
    ),
    note=SUBSET,
)

_EQUIVARIANCE = Exercise(
    id="equivariance",
    title="See that order was lost, and is back",
    statement=(
        "Softmax, self-attention and four tokens `x` of six numbers are given. Write `positional_encoding(n, d)`, and "
        "print four lines: the shape of `positional_encoding(4, 6)`; its first row; its second row, rounded by "
        "`np.round(..., 3)`; and the answers of `np.allclose` to two questions. Is reversing the rows and then "
        "attending the same as attending and then reversing, without the encoding? And with it, when each place keeps "
        "its own row of the encoding?"
    ),
    inputs=(
        Input("softmax, self_attention", "given: attention with queries, keys and values all equal to `x`"),
        Input("x", "given: an array of shape `(4, 6)`, one row for each token"),
    ),
    returns="Nothing is returned. What is compared is the printed text; spaces do not matter.",
    examples=(),
    hints=(
        Hint(
            "Where to begin",
            "The table is that of the exercise before. `x[::-1]` are the rows of `x` in reverse, "
            "and `print(a, b)` prints two answers on one line.",
        ),
        Hint(
            "What decides",
            "The first question compares `self_attention(x[::-1])` with `self_attention(x)[::-1]`. "
            "For the second, add the encoding before attending, on both sides.",
        ),
        Hint(
            "The outline",
            "With `PE = positional_encoding(4, 6)`, tokens are reversed first and then get the encoding of their new "
            "places: `x[::-1] + PE`. It is compared with `self_attention(x + PE)[::-1]`.",
        ),
    ),
    steps=(
        Step("The table", "As before: one angle for each position and pair, sines and cosines in turn."),
        Step(
            "Its shape and two of its rows",
            "At position 0 all angles are 0, so the first row is 0, 1, 0, 1, 0, 1.",
        ),
        Step(
            "Reverse before, or reverse after",
            "Without the encoding the two agree: attention moves its rows along with the tokens and knows no order. "
            "With the encoding they do not: a token at another place is another input.",
        ),
    ),
    solution=GIVEN
    + """

def positional_encoding(n, d):
    # 1. The table
    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    table = np.zeros((n, d))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)
    return table


# 2. Its shape and two of its rows
PE = positional_encoding(4, 6)
print(PE.shape)
print(PE[0])
print(np.round(PE[1], 3))

# 3. Reverse before, or reverse after
without = np.allclose(self_attention(x[::-1]), self_attention(x)[::-1])
encoded = np.allclose(self_attention(x[::-1] + PE), self_attention(x + PE)[::-1])
print(without, encoded)
""",
    starter=GIVEN
    + """
# Your code: define positional_encoding(n, d), then print the four lines.
""",
    watch_out=(
        "Reverse first, then add. In `(x + PE)[::-1]` the encoding travels along with its token, "
        "and the difference disappears again.",
        "Equivariant is not invariant: the outputs move along with the tokens, they do not stay where they are.",
    ),
    note=SUBSET,
)

_OWN = Exercise(
    id="own",
    title="Bring your own",
    statement=(
        "Paste any function of two sizes that returns a table of positions, in plain Python or numpy. You see your "
        "table minus the one of the paper, and whether it is the same in another layout, another base, other "
        "frequencies, float32 rounding, or a mistake that has a name."
    ),
    inputs=(Input("length, width", "the two sizes, in either order; further arguments need a default"),),
    returns="A list of rows or an array, with one row for each position. A leading axis of 1 is welcome.",
    examples=(),
    hints=(),
    steps=(),
    solution="",
    starter="""\
import numpy as np


def timing_signal(length, width):
    half = width // 2
    speeds = np.exp(-np.log(10000.0) * np.arange(half) / (half - 1))
    angles = np.arange(length)[:, None] * speeds[None, :]
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
""",
    watch_out=(
        "The last function that takes two arguments is the one that runs, unless one is called `solve` or"
        " `positional_encoding`.",
        "Code for PyTorch or TensorFlow does not run here: write `np` where it says `torch` or `tf`.",
    ),
    note=SUBSET,
)

EXERCISES: tuple[Exercise, ...] = (_TABLE, _NUMPY, _EQUIVARIANCE, _OWN)


def exercise(id: str) -> Exercise:
    """The exercise of a task; raises ValueError for any other."""
    for found in EXERCISES:
        if found.id == id:
            return found
    raise ValueError(f"id must be one of {', '.join(repr(known.id) for known in EXERCISES)}, got {id!r}")
