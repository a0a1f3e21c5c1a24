"""The checker names every classic mistake, in any of the ways it is written, and never one that was not made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from posenc.exercise import CASES, check
from posenc.mistakes import MISTAKES, Mistake, explain, fit_base, same, table
from posenc.sandbox import open_sandbox
from posenc.sinusoidal import sinusoidal

if TYPE_CHECKING:
    from pydantic_monty import Monty

PLAIN = """\
import math

def solve(length, width):
    table = []
    for pos in range(length):
        row = []
        for j in range(width):
            pair = j // 2
            angle = pos / 10000 ** (2 * pair / width)
            row.append(math.sin(angle) if j % 2 == 0 else math.cos(angle))
        table.append(row)
    return table
"""
FILLED = """\
import math

def solve(length, width):
    table = [[0.0] * width for pos in range(length)]
    for pos in range(length):
        for j in range(width):
            angle = pos / 10000 ** (2 * (j // 2) / width)
            table[pos][j] = math.sin(angle) if j % 2 == 0 else math.cos(angle)
    return table
"""
NUMPY = """\
import numpy as np

def positional_encoding(length, width):
    pos = np.arange(length)[:, None]
    angle = pos / 10000 ** (np.arange(0, width, 2) / width)
    table = np.zeros((length, width))
    table[:, 0::2] = np.sin(angle)
    table[:, 1::2] = np.cos(angle)
    return table
"""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Monty]:
    with open_sandbox() as opened:
        yield opened


def with_line(program: str, begins: str, line: str) -> str:
    """The program with the line that begins so replaced by another, at the same indent."""
    lines = program.split("\n")
    (at,) = [k for k, old in enumerate(lines) if old.strip().startswith(begins)]
    lines[at] = lines[at][: len(lines[at]) - len(lines[at].lstrip())] + line
    return "\n".join(lines)


def program_with(mistake: Mistake) -> tuple[str, str]:
    """A whole program around the mistake's line of code, and its task."""
    code = mistake.code
    if mistake.id in ("one-row-repeated", "first-row-zero"):
        return with_line(FILLED, code[:7], code), "table"
    if mistake.id in ("cosine-missing", "sine-missing"):
        other = "table[:, 1::2]" if mistake.id == "cosine-missing" else "table[:, 0::2]"
        assert code in NUMPY
        return with_line(NUMPY, other, "pass"), "numpy"
    if mistake.id == "concatenated":
        emptied = with_line(with_line(NUMPY, "table[:, 0", "pass"), "table[:, 1", "pass")
        return with_line(emptied, "table =", code), "numpy"
    if "np." in code or code == "return table.T":
        return with_line(NUMPY, code.split("=")[0] if "=" in code else "return", code), "numpy"
    if mistake.step == "turn" and "pos" not in code:
        return PLAIN.replace("            row.append", f"            {code}\n            row.append"), "table"
    begins = next(start for start in ("angle =", "pair =", "row.append", "for pos", "return") if code.startswith(start))
    return with_line(PLAIN, begins, code), "table"


def test_there_are_many_and_each_has_its_own_words() -> None:
    assert len(MISTAKES) >= 15
    for part in ("id", "name", "words", "code"):
        assert len({getattr(mistake, part) for mistake in MISTAKES}) == len(MISTAKES)


def test_no_two_mistakes_and_no_right_answer_make_the_same_tables() -> None:
    tables = {mistake.id: [table(*case, mistake) for case in CASES] for mistake in MISTAKES}
    tables["right"] = [sinusoidal(*case) for case in CASES]
    for one, two in combinations(tables, 2):
        assert not all(map(same, tables[one], tables[two])), (one, two)


def test_without_a_mistake_the_five_steps_make_the_right_table() -> None:
    for case in CASES:
        assert_allclose(table(*case), sinusoidal(*case), rtol=0, atol=1e-13)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.id)
def test_the_line_shown_makes_the_mistake_and_is_named(sandbox: Monty, mistake: Mistake) -> None:
    source, task = program_with(mistake)
    report = check(source, task, sandbox=sandbox)
    assert report.mistakes == (mistake.id,), report
    assert report.kind == ("shape" if mistake.id == "transposed" else "values")
    assert not report.ok
    assert report.named[0].words in report.message


# The same mistakes as people also write them.
ALSO = [
    ("column-for-pair", PLAIN, "angle =", "angle = pos / 10000 ** (2 * j // 2 / width)"),
    (
        "column-for-pair",
        PLAIN,
        "angle =",
        "angle = pos / 10000 ** ((2 * pair if j % 2 == 0 else 2 * pair + 1) / width)",
    ),
    ("column-for-pair", PLAIN, "pair =", "pair = j / 2"),
    ("twice-the-column", PLAIN, "pair =", "pair = j"),
    ("twice-the-column", PLAIN, "angle =", "angle = pos * math.exp(-2 * j / width * math.log(10000))"),
    ("twice-the-pair", NUMPY, "angle =", "angle = pos / 10000 ** (2 * np.arange(0, width, 2) / width)"),
    ("two-missing", NUMPY, "angle =", "angle = pos / np.power(10000, np.arange(width // 2) / width)"),
    ("two-missing", PLAIN, "angle =", "angle = pos / 100 ** (2 * pair / width)"),
    ("multiplied", PLAIN, "angle =", "angle = pos * math.exp(2 * pair / width * math.log(10000))"),
    ("multiplied", NUMPY, "angle =", "angle = pos * 10000 ** (np.arange(0, width, 2) / width)"),
    ("multiplied", PLAIN, "angle =", "angle = pos / 10000 ** (-2 * pair / width)"),
    ("one-speed", PLAIN, "pair =", "pair = j // width"),
    ("one-speed", PLAIN, "angle =", "angle = pos / 10000 ** (j / width // 2)"),
    ("whole-angle", PLAIN, "angle =", "angle = int(pos / 10000 ** (2 * pair / width))"),
    ("base-e", NUMPY, "angle =", "angle = pos * np.exp(-np.arange(0, width, 2) / width)"),
    ("sine-cosine-swapped", NUMPY, "angle =", "angle = np.pi / 2 - pos / 10000 ** (np.arange(0, width, 2) / width)"),
    ("sine-cosine-swapped", PLAIN, "row.append", "row.append(math.sin(angle) if j % 2 else math.cos(angle))"),
    ("width-missing", PLAIN, "angle =", "angle = pos * 10000 ** (-2 * pair)"),
    ("half-minus-one", NUMPY, "angle =", "angle = pos / 10000 ** (np.arange(width // 2) / max(width // 2 - 1, 1))"),
    ("positions-from-one", NUMPY, "pos =", "pos = np.arange(1, length + 1)[:, None]"),
    ("whole-numbers", PLAIN, "row.append", "row.append(int(math.sin(angle) if j % 2 == 0 else math.cos(angle)))"),
    ("rounded", PLAIN, "row.append", "row.append(round(math.sin(angle) if j % 2 == 0 else math.cos(angle), 6))"),
    ("other-base", PLAIN, "angle =", "angle = pos / 5000 ** (2 * pair / width)"),
    ("other-base", NUMPY, "angle =", "angle = pos / 500000.0 ** (np.arange(0, width, 2) / width)"),
]


@pytest.mark.parametrize(("name", "program", "begins", "line"), ALSO, ids=[line for *_, line in ALSO])
def test_other_ways_to_write_a_mistake_get_its_name(
    sandbox: Monty, name: str, program: str, begins: str, line: str
) -> None:
    report = check(with_line(program, begins, line), "numpy" if program is NUMPY else "table", sandbox=sandbox)
    assert report.mistakes == (name,), report


def test_two_mistakes_at_once_are_both_named(sandbox: Monty) -> None:
    source = with_line(PLAIN, "angle =", "angle = (pos + 1) / 10000 ** (j / width)")
    report = check(source, sandbox=sandbox)
    assert set(report.mistakes) == {"column-for-pair", "positions-from-one"}
    assert all(mistake.words in report.message for mistake in report.named)


def test_the_fitted_base_is_told(sandbox: Monty) -> None:
    report = check(with_line(PLAIN, "angle =", "angle = pos / 777 ** (2 * pair / width)"), sandbox=sandbox)
    assert "Your base is 777" in report.message
    assert fit_base(sinusoidal(5, 8, 12345.0)) == 12345.0


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(MISTAKES), st.sampled_from(MISTAKES))
def test_whatever_is_named_makes_exactly_the_answer(one: Mistake, two: Mistake) -> None:
    mistakes = (one,) if one.step == two.step else (one, two)
    answers = [table(*case, *mistakes) for case in CASES]
    named = explain(answers, CASES)
    assert len(named) <= 2
    if named:
        assert all(same(answer, table(*case, *named)) for answer, case in zip(answers, CASES, strict=True))
    if len(mistakes) == 1:
        assert named == mistakes


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_one_wrong_cell_more_and_nothing_is_named(data: st.DataObject) -> None:
    mistakes = data.draw(st.sampled_from([(), *((mistake,) for mistake in MISTAKES)]))
    answers = [np.array(table(*case, *mistakes)) for case in CASES]
    sizes = [k for k, answer in enumerate(answers) if answer.size > 4]
    answer = answers[data.draw(st.sampled_from(sizes))]
    cell = data.draw(st.sampled_from(np.flatnonzero(np.isfinite(answer)).tolist()))
    answer.flat[cell] += data.draw(st.floats(0.01, 2)) * 0.7301
    assert explain(answers, CASES) == ()


def test_one_number_in_every_cell_is_nobodys_mistake() -> None:
    for number in (1.0, 0.0, 0.5):
        assert explain([np.full(case, number) for case in CASES], CASES) == ()


RIGHT_TABLES = {
    "columns": PLAIN,
    "filled in place": FILLED,
    "pairs": """\
from math import sin, cos

def solve(length, width):
    rows = []
    for pos in range(length):
        row = []
        for i in range(width // 2):
            a = pos / 10000 ** (2 * i / width)
            row.extend([sin(a), cos(a)])
        rows.append(row)
    return rows
""",
    "one comprehension": """\
import math
def solve(length, width):
    return [[(math.cos if j % 2 else math.sin)(p / 10000 ** (2 * (j // 2) / width)) for j in range(width)]
            for p in range(length)]
""",
    "steps of two": """\
import math
def solve(length, width):
    table = [[0] * width for _ in range(length)]
    for p in range(length):
        for k in range(0, width, 2):
            table[p][k] = math.sin(p / math.pow(10000, k / width))
            table[p][k + 1] = math.cos(p / math.pow(10000, k / width))
    return table
""",
    "exp and log": """\
import math
def solve(length, width):
    speeds = [math.exp(-math.log(10000.0) * 2 * i / width) for i in range(width // 2)]
    return [[f(p * w) for w in speeds for f in (math.sin, math.cos)] for p in range(length)]
""",
    "cosine as a shifted sine": """\
import math
def solve(length, width):
    return [[math.sin(p / 10000 ** (j // 2 * 2 / width) + j % 2 * math.pi / 2) for j in range(width)]
            for p in range(length)]
""",
    "recursion": """\
import math
def row(p, width, j=0):
    if j == width:
        return []
    a = p * 10000 ** (-j / width)
    return [math.sin(a), math.cos(a)] + row(p, width, j + 2)
def solve(length, width):
    return [row(p, width) for p in range(length)]
""",
    "turning by complex numbers": """\
import math
def solve(length, width):
    table = []
    for p in range(length):
        row = []
        for i in range(width // 2):
            w = 10000 ** (-2 * i / width)
            z = complex(math.cos(w), math.sin(w)) ** p
            row += [z.imag, z.real]
        table.append(row)
    return table
""",
    "tuples and whole numbers": """\
import math
def solve(length, width):
    first = (0, 1) * (width // 2)
    rest = [tuple([math.cos(p / 10000 ** ((j - 1) / width)) if j % 2 else math.sin(p / 10000 ** (j / width))
            for j in range(width)]) for p in range(1, length)]
    return tuple([first] + rest) if length else ()
""",
    "while, type hints, a main block": '''\
from typing import List
import math

def solve(length: int, width: int) -> List[List[float]]:
    """The table."""
    rows: List[List[float]] = []
    pos = 0
    while pos < length:
        rows.append([0.0] * width)
        j = 0
        while j < width:
            angle = pos / (10000 ** (j / width))
            rows[pos][j], rows[pos][j + 1] = math.sin(angle), math.cos(angle)
            j += 2
        pos += 1
    return rows

if __name__ == "__main__":
    print(solve(3, 4))
''',
    "map and zip, a negative zero": """\
import math
def solve(length, width):
    speeds = list(map(lambda i: 1 / 10000 ** (2 * i / width), range(width // 2)))
    out = []
    for p in range(length):
        sines = [-math.sin(-p * w) for w in speeds]
        cosines = [math.cos(-p * w) for w in speeds]
        out.append([x for pair in zip(sines, cosines) for x in pair])
    return out
""",
    "numpy, then a list": NUMPY.replace("positional_encoding", "solve").replace(
        "return table", "return table.tolist()"
    ),
}
RIGHT_ARRAYS = {
    "slices": NUMPY,
    "stack and reshape": """\
import numpy as np
def positional_encoding(n, d):
    a = np.outer(np.arange(n), 1 / 10000 ** (np.arange(d // 2) * 2 / d))
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(n, d)
""",
    "where": """\
import numpy as np
def positional_encoding(n, d):
    j = np.arange(d)
    angles = np.arange(n)[:, np.newaxis] / np.power(10000.0, 2 * (j // 2) / d)[np.newaxis, :]
    return np.where(j % 2 == 0, np.sin(angles), np.cos(angles))
""",
    "cell by cell": """\
import numpy as np
def positional_encoding(n, d):
    PE = np.empty((n, d))
    for pos in range(n):
        for i in range(0, d, 2):
            PE[pos, i] = np.sin(pos / 10000 ** (i / d))
            PE[pos, i + 1] = np.cos(pos / 10000 ** (i / d))
    return PE
""",
    "exp and log, float32": """\
import numpy as np
def positional_encoding(n, d):
    position = np.arange(n, dtype=np.float32).reshape(-1, 1)
    div_term = np.exp(np.arange(0, d, 2) * -(np.log(10000.0) / d)).astype(np.float32)
    pe = np.zeros((n, d), dtype=np.float32)
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe
""",
    "angles of all columns": """\
import numpy as np
def angles(pos, i, d):
    return pos * (1 / np.power(10000, (2 * (i // 2)) / np.float64(d)))
def positional_encoding(n, d):
    a = angles(np.arange(n)[:, np.newaxis], np.arange(d)[np.newaxis, :], d)
    a[:, 0::2] = np.sin(a[:, 0::2])
    a[:, 1::2] = np.cos(a[:, 1::2])
    return a
""",
    "a list of lists made an array": """\
import numpy as np
def positional_encoding(n, d):
    row = lambda p: [(np.sin, np.cos)[j % 2](p / 10000 ** (2 * (j // 2) / d)) for j in range(d)]
    return np.array([row(p) for p in range(n)]).reshape(n, d)
""",
    "repeat and a phase": """\
import numpy as np
def positional_encoding(n, d):
    speeds = np.repeat(10000.0 ** (-np.arange(0, d, 2) / d), 2)
    phase = np.tile([0, np.pi / 2], d // 2)
    return np.sin(np.arange(n)[:, None] * speeds + phase)
""",
    "row views": """\
import numpy as np
def positional_encoding(n, d):
    table = np.zeros((n, d))
    for pos, row in enumerate(table):
        row[::2] = np.sin(pos / 10000 ** (np.arange(0, d, 2) / d))
        row[1::2] = np.cos(pos / 10000 ** (np.arange(0, d, 2) / d))
    return table
""",
    "transposed twice": """\
from numpy import arange, sin, cos, concatenate
def positional_encoding(n, d):
    a = (arange(n)[:, None] / 10000 ** (arange(0, d, 2) / d)).T[:, None]
    return concatenate([sin(a), cos(a)], axis=1).reshape(d, n).T
""",
}


@pytest.mark.parametrize("style", RIGHT_TABLES)
def test_right_code_in_any_style_is_right_and_nothing_is_named(sandbox: Monty, style: str) -> None:
    report = check(RIGHT_TABLES[style], sandbox=sandbox)
    assert (report.ok, report.kind, report.mistakes) == (True, "ok", ()), report


@pytest.mark.parametrize("style", RIGHT_ARRAYS)
def test_right_arrays_in_any_style_are_right_and_nothing_is_named(sandbox: Monty, style: str) -> None:
    report = check(RIGHT_ARRAYS[style], "numpy", sandbox=sandbox)
    assert (report.ok, report.kind, report.mistakes) == (True, "ok", ()), report
