"""The classic mistakes in a table of sines and cosines, each as the table that it makes.

A table is made in five steps, and a mistake changes one of them:

    position   pos = 0, 1, 2, ...
    angle      pos / 10000^(2i / width), with pair i = j // 2 for column j
    turn       the angle as it is, in radians
    wave       sin in the even columns, cos in the odd ones
    finish     the table as it is

So two mistakes in different steps can stand in one table, and `explain` finds them both. Mistakes that make the same
table are one mistake here: j / width is also the cosine with an exponent of its own, and 2 * j // 2 / width.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["MISTAKES", "Mistake", "explain", "fit_base", "same", "table"]

Array = NDArray[np.float64]
Case = tuple[int, int]  # length, width
Step = Callable[..., Any]  # takes what its step takes, see RIGHT, and returns an array

TOLERANCE = 1e-9  # two tables this close in every cell are the same table
TOLERANCE_FLOAT32 = 2e-5  # the same for cells that went through float32


# The five steps, done right


def _position(length: int) -> Array:
    return np.arange(length, dtype=float)[:, None]


def _angle(pos: Array, j: Array, width: int) -> Array:
    return pos / 10000.0 ** (2 * (j // 2) / width)


def _turn(angle: Array) -> Array:
    return angle


def _wave(angle: Array, pos: Array, j: Array, width: int) -> Array:
    return np.where(j % 2 == 0, np.sin(angle), np.cos(angle))


def _finish(values: Array) -> Array:
    return values


RIGHT: Mapping[str, Step] = {
    "position": _position,
    "angle": _angle,
    "turn": _turn,
    "wave": _wave,
    "finish": _finish,
}


@dataclass(frozen=True)
class Mistake:
    """One mistake: the step it changes, the line as people write it, and what to tell them.

    words: what was done and what to do instead, for a learner
    code: the wrong line, with pos, j (column), pair, width and angle
    change: takes what the step takes and returns what the mistake makes of it
    lossy: throws so much away that a second mistake beside it could only be guessed
    """

    id: str
    name: str
    words: str
    code: str
    step: str
    change: Step
    lossy: bool = False


def _by(exponent: Callable[[Array, int], Array], base: float = 10000.0) -> Step:
    """The angle step pos / base^exponent(j, width)."""
    return lambda pos, j, width: pos / base ** exponent(j, width)


def _half_minus_one(j: Array, width: int) -> Array:
    return (j // 2) / max(width // 2 - 1, 1)


def _wrapped(pos: Array, j: Array, width: int) -> Array:
    """pos / 10000**(2i) where the power is an int64, which wraps: 10000**16 is 2**64 * 5**64, that is 0."""
    powers = [(10000 ** (2 * int(k // 2)) + 2**63) % 2**64 - 2**63 for k in j]
    return pos / np.array(powers, dtype=float)


def _in_halves(values: Array) -> Array:
    return np.concatenate([values[:, 0::2], values[:, 1::2]], axis=1)


def _side_by_side(values: Array) -> Array:
    return np.stack(np.split(values, 2, axis=1), axis=2).reshape(values.shape)


MISTAKES: tuple[Mistake, ...] = (
    # The power of 10000
    Mistake(
        "column-for-pair",
        "column instead of pair",
        "You divided by 10000^(j / width): use the pair j // 2, so the power is 2 * (j // 2) / width. "
        "With the column j, sine and cosine of a pair get different angles.",
        "angle = pos / 10000 ** (j / width)",
        "angle",
        _by(lambda j, w: j / w),
    ),
    Mistake(
        "twice-the-column",
        "twice the column",
        "You divided by 10000^(2j / width) with j the column: the 2 belongs to the pair. "
        "Write 2 * (j // 2) / width; a step-2 index is already 2i and needs no further 2.",
        "angle = pos / 10000 ** (2 * j / width)",
        "angle",
        _by(lambda j, w: 2 * j / w),
    ),
    Mistake(
        "twice-the-pair",
        "the 2 twice",
        "You divided by 10000^(4i / width): the 2 is there twice. An index that goes 0, 2, 4, ... already is 2i; "
        "divide by 10000^(2i / width).",
        "angle = pos / 10000 ** (2 * (2 * pair) / width)",
        "angle",
        _by(lambda j, w: 4 * (j // 2) / w),
    ),
    Mistake(
        "two-missing",
        "the 2 missing",
        "You divided by 10000^(i / width): the 2 is missing. The power is 2i / width; "
        "without the 2 the base is in effect 100.",
        "angle = pos / 10000 ** (pair / width)",
        "angle",
        _by(lambda j, w: (j // 2) / w),
    ),
    Mistake(
        "next-pair-cosine",
        "cosine of the next pair",
        "Your cosine uses the exponent of the next pair, 2(i + 1) / width: sine and cosine of a pair share one angle. "
        "Work the angle out once and use it for both.",
        "angle = pos / 10000 ** (2 * ((j + 1) // 2) / width)",
        "angle",
        _by(lambda j, w: 2 * ((j + 1) // 2) / w),
    ),
    Mistake(
        "remainder-for-pair",
        "% for //",
        "You used j % 2 as the pair: that is the remainder, 0 or 1. The pair is j // 2: 0, 0, 1, 1, 2, 2, ...",
        "pair = j % 2",
        "angle",
        _by(lambda j, w: 2 * (j % 2) / w),
    ),
    Mistake(
        "pairs-from-one",
        "pairs counted from 1",
        "You counted the pairs from 1: the first pair is pair 0 and divides by 10000^0 = 1. Use j // 2.",
        "angle = pos / 10000 ** (2 * (j // 2 + 1) / width)",
        "angle",
        _by(lambda j, w: 2 * (j // 2 + 1) / w),
    ),
    Mistake(
        "width-missing",
        "width missing",
        "You divided by 10000^(2i): the power must be divided by width, inside its brackets: 2 * pair / width.",
        "angle = pos / 10000 ** (2 * pair)",
        "angle",
        _by(lambda j, w: 2.0 * (j // 2)),
    ),
    Mistake(
        "pair-as-power",
        "pair number as power",
        "You divided by 10000^i: the power is 2i / width, so that the last pair stays just below 10000.",
        "angle = pos / 10000 ** pair",
        "angle",
        _by(lambda j, w: 1.0 * (j // 2)),
    ),
    Mistake(
        "column-as-power",
        "column number as power",
        "You divided by 10000^j with j the column: the power is 2i / width with the pair i = j // 2.",
        "angle = pos / 10000 ** j",
        "angle",
        _by(lambda j, w: 1.0 * j),
    ),
    Mistake(
        "power-wraps",
        "whole numbers that wrap",
        "You took 10000^(2i) in whole numbers of 64 bits, which wrap around to nonsense and to 0. "
        "Divide the power by width, and write 10000.0.",
        "angle = pos / 10000 ** (2 * np.arange(width // 2))",
        "angle",
        _wrapped,
    ),
    Mistake(
        "width-outside",
        "width outside the power",
        "You divided by width after taking the power, pos / 10000^(2i) / width: put the brackets around "
        "the whole exponent, 10000 ** (2 * pair / width).",
        "angle = pos / 10000 ** (2 * pair) / width",
        "angle",
        lambda pos, j, w: pos / 10000.0 ** (2 * (j // 2)) / w,
    ),
    Mistake(
        "width-above",
        "width above the line",
        "You divided 10000^(2i) by width, so width ends up above the line: put the brackets around "
        "the whole exponent, 10000 ** (2 * pair / width).",
        "angle = pos / (10000 ** (2 * pair) / width)",
        "angle",
        lambda pos, j, w: pos / (10000.0 ** (2 * (j // 2)) / w),
    ),
    Mistake(
        "length-for-width",
        "length for width",
        "You divided the exponent by the length: it is divided by width, and a row must not depend on how many rows "
        "there are.",
        "angle = pos / 10000 ** (2 * pair / length)",
        "angle",
        lambda pos, j, w: pos / 10000.0 ** (2 * (j // 2) / max(len(pos), 1)),
    ),
    Mistake(
        "position-and-column-exchanged",
        "position and column exchanged",
        "You exchanged position and column: the position is divided, and the column, as j // 2, is in the power.",
        "angle = j / 10000 ** (2 * (pos // 2) / width)",
        "angle",
        lambda pos, j, w: j / 10000.0 ** (2 * (pos // 2) / w),
    ),
    Mistake(
        "exponent-without-brackets",
        "exponent without brackets",
        "You wrote 10000 ** 2 * pair / width, and ** binds tighter than *: only the 2 is in the power. "
        "Put brackets around the exponent: 10000 ** (2 * pair / width).",
        "angle = pos / 10000 ** 2 * pair / width",
        "angle",
        lambda pos, j, w: pos / 10000.0**2 * (j // 2) / w,
    ),
    Mistake(
        "divided-before-power",
        "divided before the power",
        "You took the power of pos / 10000: ** binds tighter than /, so pos / 10000 ** p needs no brackets "
        "around the division. Divide pos by the power.",
        "angle = (pos / 10000) ** (2 * pair / width)",
        "angle",
        lambda pos, j, w: (pos / 10000.0) ** (2 * (j // 2) / w),
    ),
    Mistake(
        "times-for-power",
        "* for **",
        "You multiplied by the exponent in place of raising 10000 to it: a power is written **.",
        "angle = pos / 10000 * (2 * pair / width)",
        "angle",
        lambda pos, j, w: pos / 10000.0 * (2 * (j // 2) / w),
    ),
    Mistake(
        "multiplied",
        "multiplied instead of divided",
        "You multiplied by 10000^(2i / width): divide by it. Later pairs must turn more slowly, not faster. "
        "In the form with exp the exponent is negative: exp(-2i / width * ln 10000).",
        "angle = pos * 10000 ** (2 * pair / width)",
        "angle",
        lambda pos, j, w: pos * 10000.0 ** (2 * (j // 2) / w),
    ),
    Mistake(
        "one-speed",
        "every pair at one speed",
        "Your exponent is 0 in every column, so every pair turns at the same speed. // between the numbers of the "
        "exponent throws the fraction away: pair = j // 2, but 2 * pair / width with a single /.",
        "angle = pos / 10000 ** (2 * pair // width)",
        "angle",
        lambda pos, j, w: pos + 0.0 * j,
    ),
    Mistake(
        "half-minus-one",
        "frequencies of (half - 1)",
        "You divided by (width / 2 - 1), so that the last pair has exactly 10000. tensor2tensor does so too, and these "
        "are other frequencies, so it is another encoding. Here the exponent is 2i / width.",
        "angle = pos / 10000 ** (pair / max(width // 2 - 1, 1))",
        "angle",
        _by(_half_minus_one),
    ),
    Mistake(
        "fast-and-slow-swapped",
        "slow pairs first",
        "Your first pair is the slowest: the exponent must grow from 0, so that the first pair turns fastest.",
        "angle = pos / 10000 ** (2 * (width // 2 - 1 - pair) / width)",
        "angle",
        _by(lambda j, w: 2 * (w // 2 - 1 - j // 2) / w),
    ),
    Mistake(
        "log-missing",
        "log missing",
        "You wrote exp(-10000 * 2i / width): 10000^x is exp(x * ln(10000)), so the logarithm is missing.",
        "angle = pos * math.exp(-10000 * 2 * pair / width)",
        "angle",
        lambda pos, j, w: pos * np.exp(-10000.0 * 2 * (j // 2) / w),
    ),
    Mistake(
        "log10-for-log",
        "log10 for log",
        "You used log10 with exp: 10000^x is exp(x * ln(10000)), with the natural logarithm, math.log.",
        "angle = pos * math.exp(-math.log10(10000) * 2 * pair / width)",
        "angle",
        _by(lambda j, w: 2 * (j // 2) / w, np.exp(4.0)),
    ),
    Mistake(
        "base-1000",
        "base 1000",
        "Your base is 1000: it is 10000, with four zeros.",
        "angle = pos / 1000 ** (2 * pair / width)",
        "angle",
        _by(lambda j, w: 2 * (j // 2) / w, 1000.0),
    ),
    Mistake(
        "base-e",
        "base e",
        "Your base is e: exp(-2i / width) lacks the factor ln(10000), or the base should read 10000.",
        "angle = pos * math.exp(-2 * pair / width)",
        "angle",
        _by(lambda j, w: 2 * (j // 2) / w, np.e),
    ),
    # The position
    Mistake(
        "positions-from-one",
        "positions counted from 1",
        "You counted the positions from 1: the first row is position 0, so it is 0, 1, 0, 1, ...",
        "for pos in range(1, length + 1):",
        "position",
        lambda length: np.arange(1.0, length + 1)[:, None],
    ),
    Mistake(
        "position-over-length",
        "position divided by length",
        "You divided the position by the length: a position is a whole number, and its row must not depend on "
        "how many rows there are.",
        "angle = pos / length / 10000 ** (2 * pair / width)",
        "position",
        lambda length: np.arange(length)[:, None] / max(length, 1),
    ),
    Mistake(
        "positions-backwards",
        "positions from the end",
        "Your rows are in reverse: row 0 is position 0.",
        "for pos in reversed(range(length)):",
        "position",
        lambda length: np.arange(length - 1.0, -1.0, -1.0)[:, None],
    ),
    Mistake(
        "position-missing",
        "position missing",
        "Every row is that of position 1: the angle must contain the position of its row.",
        "angle = 1 / 10000 ** (2 * pair / width)",
        "position",
        lambda length: np.ones((length, 1)),
    ),
    # The unit
    Mistake(
        "degrees",
        "degrees for radians",
        "You turned the angle from degrees into radians: it is in radians already, as math.sin expects.",
        "angle = math.radians(angle)",
        "turn",
        np.radians,
    ),
    Mistake(
        "into-degrees",
        "radians into degrees",
        "You turned the angle into degrees: math.sin expects radians, which it already is.",
        "angle = math.degrees(angle)",
        "turn",
        np.degrees,
    ),
    Mistake(
        "two-pi",
        "an extra 2 pi",
        "You multiplied the angle by 2 pi: 10000^(2i / width) is not a wavelength, the angle is used as it is.",
        "angle = 2 * math.pi * angle",
        "turn",
        lambda angle: 2 * np.pi * angle,
    ),
    Mistake(
        "whole-angle",
        "// for /",
        "You threw away the fraction of the angle, with // or int: divide with a single /.",
        "angle = pos // 10000 ** (2 * pair / width)",
        "turn",
        np.floor,
    ),
    # Sine and cosine
    Mistake(
        "sine-cosine-swapped",
        "sine and cosine swapped",
        "You swapped sine and cosine: sine stands in the even columns 0, 2, 4, ..., cosine in the odd ones.",
        "row.append(math.cos(angle) if j % 2 == 0 else math.sin(angle))",
        "wave",
        lambda angle, pos, j, w: np.where(j % 2 == 0, np.cos(angle), np.sin(angle)),
    ),
    Mistake(
        "only-sine",
        "only sines",
        "You used the sine in every column: the odd columns hold the cosine of the same angle.",
        "row.append(math.sin(angle))",
        "wave",
        lambda angle, pos, j, w: np.sin(angle),
    ),
    Mistake(
        "only-cosine",
        "only cosines",
        "You used the cosine in every column: the even columns hold the sine of the same angle.",
        "row.append(math.cos(angle))",
        "wave",
        lambda angle, pos, j, w: np.cos(angle),
    ),
    Mistake(
        "cosine-missing",
        "odd columns still zero",
        "Your odd columns are still 0: fill them with the cosine of the angle.",
        "table[:, 0::2] = np.sin(angle)",
        "wave",
        lambda angle, pos, j, w: np.where(j % 2 == 0, np.sin(angle), 0.0),
    ),
    Mistake(
        "sine-missing",
        "even columns still zero",
        "Your even columns are still 0: fill them with the sine of the angle.",
        "table[:, 1::2] = np.cos(angle)",
        "wave",
        lambda angle, pos, j, w: np.where(j % 2 == 0, 0.0, np.cos(angle)),
    ),
    Mistake(
        "position-decides",
        "sine or cosine by the position",
        "You chose sine or cosine by the position: it is the column that decides, sine if j % 2 == 0.",
        "row.append(math.sin(angle) if pos % 2 == 0 else math.cos(angle))",
        "wave",
        lambda angle, pos, j, w: np.where(np.arange(len(pos))[:, None] % 2 == 0, np.sin(angle), np.cos(angle)),
    ),
    Mistake(
        "pair-decides",
        "sine or cosine by the pair",
        "You chose sine or cosine by the pair: every pair has both, sine in its even column and cosine in its odd one.",
        "row.append(math.sin(angle) if pair % 2 == 0 else math.cos(angle))",
        "wave",
        lambda angle, pos, j, w: np.where(j // 2 % 2 == 0, np.sin(angle), np.cos(angle)),
    ),
    Mistake(
        "divided-after-sine",
        "divided after the sine",
        "You divided the sine by the power: it is the position that is divided, before sine and cosine are taken.",
        "row.append((math.sin(pos) if j % 2 == 0 else math.cos(pos)) / 10000 ** (2 * pair / width))",
        "wave",
        lambda angle, pos, j, w: np.where(j % 2 == 0, np.sin(pos), np.cos(pos)) / 10000.0 ** (2 * (j // 2) / w),
    ),
    Mistake(
        "half-decides",
        "sine or cosine by the half",
        "You chose sine for the left half of the columns and cosine for the right: it is even and odd that decide.",
        "row.append(math.sin(angle) if j < width // 2 else math.cos(angle))",
        "wave",
        lambda angle, pos, j, w: np.where(j < w // 2, np.sin(angle), np.cos(angle)),
    ),
    Mistake(
        "no-wave",
        "the angle itself",
        "Your cells hold the angle itself: take its sine in the even columns and its cosine in the odd ones.",
        "row.append(angle)",
        "wave",
        lambda angle, pos, j, w: angle,
    ),
    # The finished table
    Mistake(
        "concatenated",
        "all sines, then all cosines",
        "It is another layout: all sines first, then all cosines. The numbers are right, "
        "but here sine and cosine of a pair are neighbors.",
        "table = np.concatenate([np.sin(angle), np.cos(angle)], axis=1)",
        "finish",
        _in_halves,
    ),
    Mistake(
        "transposed",
        "rows and columns exchanged",
        "Your table lies on its side: one row for each position, one column for each number.",
        "return table.T",
        "finish",
        lambda values: values.T,
    ),
    Mistake(
        "one-row-repeated",
        "the same row in every place",
        "Every row is the last one. [[0] * width] * length puts one and the same row in every place: make a new row "
        "for each position.",
        "table = [[0.0] * width] * length",
        "finish",
        lambda values: np.repeat(values[-1:], len(values), axis=0),
        lossy=True,
    ),
    Mistake(
        "first-row-zero",
        "first row still zero",
        "Your first row is still 0: range(1, length) leaves out position 0, and its row is 0, 1, 0, 1, ...",
        "for pos in range(1, length):",
        "finish",
        lambda values: np.concatenate([np.zeros_like(values[:1]), values[1:]]),
    ),
    Mistake(
        "whole-numbers",
        "cut to whole numbers",
        "Your values are cut to whole numbers: the table must hold floats. np.zeros(...) without dtype=int does.",
        "table = np.zeros((length, width), dtype=int)",
        "finish",
        np.trunc,
        lossy=True,
    ),
    Mistake(
        "rounded",
        "rounded",
        "You rounded the values: return them in full; rounding is for printing.",
        "return [[round(value, 3) for value in row] for row in table]",
        "finish",
        lambda values: np.round(values, 3),
        lossy=True,
    ),
    Mistake(
        "sign-turned",
        "the sign turned",
        "Your values have the opposite sign.",
        "return [[-value for value in row] for row in table]",
        "finish",
        lambda values: -values,
    ),
)

_BY_ID = {mistake.id: mistake for mistake in MISTAKES}


def table(length: int, width: int, *mistakes: Mistake) -> Array:
    """The table with these mistakes in it, one at most for each step; (length, width) unless they change its shape."""
    step = {**RIGHT, **{mistake.step: mistake.change for mistake in mistakes}}
    pos = step["position"](length)
    j = np.arange(width)
    with np.errstate(all="ignore"):  # some mistakes divide by 0 or leave the range of floats: that is what they do
        angle = step["turn"](step["angle"](pos, j, width))
        return step["finish"](step["wave"](angle, pos, j, width))


@np.errstate(all="ignore")  # answers may be infinite, NaN, or beyond float32
def explain(answers: Sequence[Array], cases: Sequence[Case]) -> tuple[Mistake, ...]:
    """The mistake that makes every one of these tables, or the two mistakes; none if nothing known makes them all.

    answers: one table for each case (length, width). A right answer has no mistake.
    """
    # The largest table tells mistakes apart best, so most are ruled out by one comparison.
    order = sorted(range(len(cases)), key=lambda k: -answers[k].size)
    answers, cases = [answers[k] for k in order], [cases[k] for k in order]
    if not cases or _makes((), answers, cases):
        return ()
    for mistake in MISTAKES:
        if _makes((mistake,), answers, cases):
            return (mistake,)
    fitted = _rounded(answers, cases) or _other_base(answers, cases)
    if fitted:
        return (fitted,)
    if all(np.all(answer == answer.flat[0]) for answer in answers if answer.size):
        return ()  # one number everywhere says nothing of how it came about
    pairs = [
        (one, two)
        for one, two in combinations(MISTAKES, 2)
        if one.step != two.step and not (one.lossy or two.lossy) and _makes((one, two), answers, cases)
    ]
    if pairs:
        return pairs[0] if len(pairs) == 1 else ()  # two ways to make one table: which of them it was is a guess
    if all(answer.ndim == 2 and answer.shape[1] % 2 == 0 for answer in answers):
        fitted = _other_base([_side_by_side(answer) for answer in answers], cases)
        if fitted:
            return (_BY_ID["concatenated"], fitted)
    return ()


def fit_base(answer: Array) -> float | None:
    """The base that the cell of pair 1 at position 1 speaks of, at least 1; None if there is none."""
    if answer.ndim != 2 or answer.shape[0] < 2 or answer.shape[1] < 4:
        return None
    sine = float(answer[1, 2])
    if not 0 < sine < 1:
        return None
    with np.errstate(over="ignore"):
        base = float(np.arcsin(sine) ** (-answer.shape[1] / 2))
    if not 1 <= base < 1e300:
        return None
    return float(round(base)) if abs(base - round(base)) < 1e-6 * base else base


def same(one: Array, two: Array) -> bool:
    """Whether two tables agree in shape and in every cell; empty tables all agree."""
    if one.size == two.size == 0:
        return True
    if one.shape != two.shape:
        return False
    single = bool(np.all(one.astype(np.float32) == one)) and not bool(np.all(np.round(one, 5) == one))
    tolerance = TOLERANCE_FLOAT32 if single else TOLERANCE
    return bool(np.allclose(one, two, rtol=0, atol=tolerance, equal_nan=True))


def _makes(mistakes: tuple[Mistake, ...], answers: Sequence[Array], cases: Sequence[Case]) -> bool:
    return all(same(answer, table(*case, *mistakes)) for answer, case in zip(answers, cases, strict=True))


def _rounded(answers: Sequence[Array], cases: Sequence[Case]) -> Mistake | None:
    """The mistake of rounding, if that is all there is, with the number of digits."""
    pattern = _BY_ID["rounded"]
    for digits in range(9):
        rounded = replace(
            pattern,
            words=f"You rounded the values to {digits} digits: return them in full; rounding is for printing.",
            code=pattern.code.replace("3", str(digits)),
            change=lambda values, digits=digits: np.round(values, digits),
        )
        if all(np.array_equal(answer, np.round(answer, digits)) for answer in answers) and _makes(
            (rounded,), answers, cases
        ):
            return rounded
    return None


def _other_base(answers: Sequence[Array], cases: Sequence[Case]) -> Mistake | None:
    """The mistake of another base, with the base."""
    base = next((found for answer in answers if (found := fit_base(answer))), None)
    if base is None:
        return None
    mistake = Mistake(
        "other-base",
        f"base {base:.6g}",
        f"Your base is {base:.6g}: here it is 10000.",
        f"angle = pos / {base:.6g} ** (2 * pair / width)",
        "angle",
        _by(lambda j, w: 2 * (j // 2) / w, base),
    )
    return mistake if _makes((mistake,), answers, cases) else None
