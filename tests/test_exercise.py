"""The exercises as a learner meets them: words, examples, help before there is an answer, a report that explains."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc import gallery
from posenc.content.exercises import EXERCISES, SEEN_IN_PUBLIC, Exercise, exercise
from posenc.exercise import CASES, GIVEN, TASKS, Report, check, diagnose, expected, expected_output
from posenc.mistakes import MISTAKES, table
from posenc.sandbox import open_sandbox
from posenc.sinusoidal import sinusoidal

if TYPE_CHECKING:
    from pydantic_monty import Monty

TABLE = exercise("table").solution
NUMPY = exercise("numpy").solution
PRINTED = exercise("equivariance").solution
KINDS = {"ok", "syntax", "error", "time", "memory", "missing", "shape", "values"}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Monty]:
    with open_sandbox() as opened:
        yield opened


# The words

WITH_SOLUTION = [found for found in EXERCISES if found.solution]


@pytest.mark.parametrize("id", SEEN_IN_PUBLIC)
def test_a_mistake_sent_to_the_bug_gallery_is_the_one_shown_there(id: str) -> None:
    (mistake,) = [known for known in MISTAKES if known.id == id]
    picture = gallery.picture(SEEN_IN_PUBLIC[id], 24, 16)
    made = table(24, 16, mistake)
    in_halves = np.concatenate([made[:, 0::2], made[:, 1::2]], axis=1)
    assert_allclose(picture.right, sinusoidal(24, 16), rtol=0, atol=1e-12)
    assert min(abs(picture.wrong - shown).max() for shown in (made, in_halves)) < 1e-9


def test_there_is_an_exercise_for_every_task_of_the_checker() -> None:
    assert [found.id for found in EXERCISES] == [*TASKS, "equivariance", "own"]


def test_the_lessons_examples_come_out() -> None:
    """The numbers of the lesson 'Encode token positions', six significant digits."""
    assert exercise("table").examples == ((3, 4), (1, 4), (0, 2), (2, 2))
    assert_allclose(
        expected(3, 4),
        [[0, 1, 0, 1], [0.841471, 0.540302, 0.00999983, 0.99995], [0.909297, -0.416147, 0.0199987, 0.9998]],
        rtol=5e-6,
    )
    assert expected(1, 4) == [[0, 1, 0, 1]]
    assert expected(0, 2) == []
    assert_allclose(expected(2, 2), [[0, 1], [0.841471, 0.540302]], rtol=5e-6)


def test_the_lessons_four_lines_come_out() -> None:
    """The output of the lesson 'Positional encoding'."""
    assert expected_output().split("\n") == [
        "(4, 6)",
        "[0. 1. 0. 1. 0. 1.]",
        "[0.841 0.54  0.046 0.999 0.002 1.   ]",
        "True False",
    ]


@pytest.mark.parametrize("found", WITH_SOLUTION, ids=lambda found: found.id)
def test_there_are_three_hints_and_the_steps_are_the_solutions_comments(found: Exercise) -> None:
    assert len(found.hints) == 3
    comments = re.findall(r"# (\d+)\. (.*)", found.solution)
    assert comments == [(str(number), step.title) for number, step in enumerate(found.steps, 1)]
    assert all(step.text for step in found.steps)
    assert found.watch_out


@pytest.mark.parametrize("found", WITH_SOLUTION, ids=lambda found: found.id)
def test_no_hint_and_no_starter_gives_the_solution_away(found: Exercise) -> None:
    for text in (found.starter, *(hint.text for hint in found.hints[:2])):
        assert "10000 **" not in text


@pytest.mark.parametrize("found", WITH_SOLUTION, ids=lambda found: found.id)
def test_the_shown_solution_passes_its_own_check(sandbox: Monty, found: Exercise) -> None:
    report = check(found.solution, found.id, sandbox=sandbox)
    assert (report.ok, report.kind, report.mistakes) == (True, "ok", ())


@pytest.mark.parametrize("found", WITH_SOLUTION, ids=lambda found: found.id)
def test_the_starter_gets_help(sandbox: Monty, found: Exercise) -> None:
    report = check(found.starter, found.id, sandbox=sandbox)
    assert (report.ok, report.kind) == (False, "missing")
    assert "Error" not in report.message


@pytest.mark.parametrize("found", [exercise("numpy"), exercise("equivariance")], ids=lambda found: found.id)
def test_the_shown_numpy_code_is_real_numpy(found: Exercise, capsys: pytest.CaptureFixture[str]) -> None:
    space: dict[str, object] = {}
    exec(found.solution, space)
    table = space["positional_encoding"](7, 6)  # type: ignore[operator]
    assert_allclose(table, sinusoidal(7, 6), rtol=0, atol=1e-14)
    if found.id == "equivariance":
        assert capsys.readouterr().out.strip() == expected_output()


def test_the_example_to_bring_along_is_the_other_encoding(sandbox: Monty) -> None:
    report = check(exercise("own").starter, "own", sandbox=sandbox)
    assert set(report.mistakes) == {"half-minus-one", "concatenated"}


# The report


def test_the_report_is_frozen_and_right_answers_carry_their_table(sandbox: Monty) -> None:
    report = check(TABLE, sandbox=sandbox)
    with pytest.raises(dataclasses.FrozenInstanceError):
        report.ok = False  # type: ignore[misc]
    assert report.table is not None
    assert_allclose(report.table, sinusoidal(3, 4), rtol=0, atol=1e-14)
    assert (report.line, report.cell, report.got, report.want) == (None, None, None, None)


def test_the_first_wrong_cell_is_shown_with_got_and_want(sandbox: Monty) -> None:
    wrong = TABLE.replace("row.append(wave(angle))", "row.append(wave(angle) + (pos == 5 and column == 4))")
    report = check(wrong, sandbox=sandbox)
    assert (report.kind, report.case, report.cell, report.mistakes) == ("values", (7, 6), (5, 4), ())
    assert report.got == pytest.approx(sinusoidal(7, 6)[5, 4] + 1)
    assert report.want == pytest.approx(sinusoidal(7, 6)[5, 4])
    told = f"Row 5, column 4 for length = 7, width = 6: got {report.got:.6g}, want {report.want:.6g}."
    assert report.message.startswith(told)
    assert "The largest difference is 1. These columns agree: 0, 1, 2, 3, 5." in report.message
    assert report.table is not None
    assert report.right is not None
    assert np.argwhere(abs(report.table - report.right) > 1e-9).tolist() == [[5, 4]]


def test_a_crash_at_one_size_does_not_hide_the_mistake(sandbox: Monty) -> None:
    report = check(TABLE.replace("2 * pair / width", "pair / (width // 2 - 1)"), sandbox=sandbox)
    assert (report.kind, report.case, report.mistakes) == ("values", (3, 4), ("half-minus-one",))


def test_right_code_that_crashes_at_one_size_is_told_which(sandbox: Monty) -> None:
    report = check(TABLE.replace("return table", "table[0]\n    return table"), sandbox=sandbox)
    assert (report.ok, report.kind, report.line, report.case, report.mistakes) == (False, "error", 16, (0, 2), ())
    assert "length = 0, width = 2" in report.message


def test_a_difference_beyond_six_digits_is_still_seen(sandbox: Monty) -> None:
    report = check(TABLE.replace("10000 **", "10000.0001 **"), sandbox=sandbox)
    assert report.kind == "values"
    got, want = re.findall(r"(?:got|want) ([\d.e-]+\d)", report.message)
    assert got != want


def test_cases_cover_the_lesson_and_sizes_it_does_not_show() -> None:
    assert CASES[:4] == exercise("table").examples
    assert max(length for length, _ in CASES) >= 40
    assert max(width for _, width in CASES) >= 64


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("", "Nothing here yet"),
        ("# I will think about it\n\n", "Nothing here yet"),
        ("def solve(length, width):\n    pass\n", "still empty"),
        ("def solve(length, width):\n    ...\n", "still empty"),
        ('def solve(length, width):\n    """The table."""\n', "still empty"),
        (TABLE.replace("    return table\n", ""), "End it with `return`"),
        (TABLE.replace("return table", "return"), "returned None"),
        (TABLE.replace("return table", "print(table)"), "prints the answer and returns nothing"),
        (TABLE.replace("solve", "table_of_positions"), "`table_of_positions`: is it that one"),
        ("x = 3\n", "There is no function `solve`"),
        ("solve = [[0, 1]]\n", "has type list"),
        (TABLE.replace("    return table", "    if length:\n        return table"), "every way through the function"),
    ],
)
def test_an_unfinished_answer_gets_help_and_no_traceback(sandbox: Monty, source: str, words: str) -> None:
    report = check(source, sandbox=sandbox)
    assert (report.ok, report.kind) == (False, "missing"), report
    assert words in report.message
    assert "Error" not in report.message


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (TABLE.replace("    return table", "        return table"), "Is the return inside the loop?"),
        (TABLE.replace("range(length)", "range(1, length)"), "has 2 rows"),
        (TABLE.replace("range(length)", "range(length + 1)"), "range(3) goes from 0 to 2"),
        (TABLE.replace("table.append(row)", "table += row"), "one flat list of 12 numbers"),
        (TABLE.replace("        row = []\n", "").replace("table = []", "table, row = [], []"), "start a new row"),
        (
            TABLE.replace("row.append(wave(angle))", "row += [math.sin(angle), math.cos(angle)]"),
            "a cosine for every column",
        ),
        (TABLE.replace("range(width)", "range(0, width, 2)"), "one number for each pair"),
        (TABLE.replace("solve(length, width)", "solve(width, length)"), "4 rows of 3: it must have 3 rows of 4"),
        (TABLE.replace("return table", "return str(table)"), "returned a str"),
        (TABLE.replace("return table", "return table[0][0]"), "returned a float"),
        (TABLE.replace("return table", "return [table]"), "nested too deep"),
        (TABLE.replace("return table", "table[-1:] = [[1.0]]\n    return table"), "has 1 number in row 2"),
        (NUMPY.replace("positional_encoding", "solve"), ".tolist()"),
        (NUMPY.replace("positional_encoding", "solve").replace("return table", "return list(table)"), ".tolist()"),
    ],
)
def test_a_wrong_shape_is_described(sandbox: Monty, source: str, words: str) -> None:
    report = check(source, sandbox=sandbox)
    assert (report.ok, report.kind) == (False, "shape"), report
    assert words in report.message
    assert report.case == (3, 4)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (NUMPY.replace("return table", "return table.tolist()"), "returned a list"),
        (NUMPY.replace("return table", "return table[0]"), "shape (4,): it must be (3, 4)"),
        (NUMPY.replace("return table", "return table[None]"), "shape (1, 3, 4)"),
        (NUMPY.replace("return table", "return table[:, :2]"), "one number for each pair"),
    ],
)
def test_a_wrong_array_is_described(sandbox: Monty, source: str, words: str) -> None:
    report = check(source, "numpy", sandbox=sandbox)
    assert (report.ok, report.kind) == (False, "shape"), report
    assert words in report.message


@pytest.mark.parametrize(
    ("source", "kind", "words"),
    [
        (TABLE.replace("wave(angle)", "str(wave(angle))"), "values", "a str in row 0, column 0"),
        (TABLE.replace("wave(angle)", "None"), "values", "a NoneType in row 0, column 0"),
        (TABLE.replace("wave(angle)", "float('nan')"), "values", "got nan"),
        (TABLE.replace("wave(angle)", "0"), "values", "Every cell is still 0"),
        (TABLE.replace("**", "^"), "error", "a power is written **"),
        (TABLE.replace("solve(length, width)", "solve(length)"), "error", "The checker calls solve(length, width)"),
        (TABLE.replace("    return table", "return table"), "syntax", "stands outside the function"),
        (TABLE.replace("import math", ""), "error", "`import math`"),
    ],
)
def test_common_slips_are_explained(sandbox: Monty, source: str, kind: str, words: str) -> None:
    report = check(source, sandbox=sandbox)
    assert (report.ok, report.kind) == (False, kind), report
    assert words in report.message


def test_float32_is_right_and_told(sandbox: Monty) -> None:
    report = check(NUMPY.replace("np.zeros((n, d))", "np.zeros((n, d), dtype=np.float32)"), "numpy", sandbox=sandbox)
    assert (report.ok, report.mistakes) == (True, ())
    assert "float32" in report.message


def test_a_mistake_in_float32_is_still_named(sandbox: Monty) -> None:
    source = NUMPY.replace("np.zeros((n, d))", "np.zeros((n, d), dtype=np.float32)").replace("10000", "1000")
    assert check(source, "numpy", sandbox=sandbox).mistakes == ("base-1000",)


@pytest.mark.parametrize("task", ["", "lists", "Table"])
def test_an_unknown_task_is_refused(task: str) -> None:
    with pytest.raises(ValueError, match="task must be one of 'table', 'numpy', 'equivariance', 'own'"):
        check(TABLE, task)


def test_a_source_that_is_no_text_is_refused() -> None:
    with pytest.raises(TypeError, match="source must be a string"):
        check(b"x")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("body", "kind", "printed"),
    [
        ("    print('size', length)\n    return []", "shape", "above\nsize 3"),
        ("    print('size', length)\n    return [[0.0] * width] * length", "values", "above\nsize 3"),
        ("    print('size', length)", "missing", "above\nsize 3"),
        ("    print('size', length)\n    return 1 / (length - 1)", "shape", "above\nsize 3"),
        ("    print('size', length)\n    return 1 / 0", "error", "above\nsize 3"),
        ("    print('size', length)\n    while True: pass", "time", "above\nsize 3"),
        ("    if length == 1: print('size', 1)\n    return EXPECTED", "error", "above"),
        ("    pass", "missing", "above"),
    ],
)
def test_what_the_function_printed_for_the_case_in_question_is_told(
    body: str, kind: str, printed: str, sandbox: Monty
) -> None:
    report = check(f"print('above')\ndef solve(length, width):\n{body}\n", sandbox=sandbox)
    assert (report.kind, report.printed) == (kind, printed)


def test_right_code_may_print_on_the_way(sandbox: Monty) -> None:
    source = TABLE.replace("return", "print(length, width)\n    return", 1)
    report = check(source, sandbox=sandbox)
    assert report.ok
    assert report.printed.split() == ["3", "4"]


# The printed exercise


def test_what_is_given_need_not_be_written_again(sandbox: Monty) -> None:
    assert check(PRINTED.removeprefix(GIVEN), "equivariance", sandbox=sandbox).ok


def test_spaces_and_blank_lines_do_not_matter(sandbox: Monty) -> None:
    source = PRINTED.replace("print(PE[0])", "print()\nprint('[ 0. 1.  0. 1. 0. 1. ]  ')")
    assert check(source, "equivariance", sandbox=sandbox).ok


@pytest.mark.parametrize(
    ("old", "new", "kind", "words"),
    [
        ("print(PE.shape)", "pass", "values", "Line 1 of the output: got [0. 1."),
        ("print(PE[0])", "print(PE[0].tolist())", "values", "not a list"),
        ("np.round(PE[1], 3)", "PE[1]", "values", "np.round(PE[1], 3)"),
        ("print(without, encoded)", "pass", "missing", "line 4 of the output is missing"),
        ("x[::-1] + PE", "(x + PE)[::-1]", "values", "Reverse first, then add"),
        ("without, encoded", "encoded, without", "values", "First without"),
        ("print(without, encoded)", "print(without, encoded)\nprint('done')", "values", "1 more line"),
        ("print(PE[0])", "print(PE[9])", "error", "out of bounds"),
    ],
)
def test_a_wrong_line_of_output_is_shown(sandbox: Monty, old: str, new: str, kind: str, words: str) -> None:
    report = check(PRINTED.replace(old, new), "equivariance", sandbox=sandbox)
    assert (report.ok, report.kind) == (False, kind), report
    assert words in report.message


def test_a_classic_mistake_is_named_from_the_printed_rows(sandbox: Monty) -> None:
    report = check(PRINTED.replace("10000", "1000"), "equivariance", sandbox=sandbox)
    assert (report.kind, report.mistakes) == ("values", ("base-1000",))


# Bring your own

OWN = """\
import numpy as np

def pe(n: int, d: int, base: float = 10000.0, *, scale=1.0) -> np.ndarray:
    a = np.outer(np.arange(n), base ** (-2.0 * np.arange(d // 2) / d))
    return scale * np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(n, -1)
"""


@pytest.mark.parametrize(
    ("source", "mistakes", "words"),
    [
        (OWN.replace("base: float = 10000.0", "base=500.0"), ("other-base",), "Your base is 500"),
        (OWN.replace("axis=-1", "axis=1"), ("concatenated",), "another layout"),
        (OWN.replace("scale=1.0", "scale=0.25"), ("scaled",), "times 0.25"),
        (OWN.replace("np.arange(n)", "np.arange(-3, n - 3)"), ("shifted",), "first row is position -3"),
        (
            OWN.replace("base: float = 10000.0", "base=77.0").replace("axis=-1", "axis=1"),
            ("concatenated", "other-base"),
            "77",
        ),
        (OWN.replace("-2.0 *", "-1.0 *"), ("two-missing",), "the 2 is missing"),
        (OWN.replace("np.cos(a)", "np.cos(a) ** 2"), (), "These columns agree: 0, 2, 4"),
    ],
)
def test_how_any_table_differs_is_said(sandbox: Monty, source: str, mistakes: tuple[str, ...], words: str) -> None:
    report = check(source, "own", sandbox=sandbox)
    assert report.mistakes == mistakes, report
    assert words in report.message
    assert not report.ok
    assert report.table is not None
    assert report.right is not None
    assert report.table.shape == report.right.shape == (40, 16)
    assert_allclose(report.right, sinusoidal(40, 16), rtol=0, atol=1e-14)


@pytest.mark.parametrize(
    "source",
    [
        OWN,
        OWN.replace("n: int, d: int", "d, n"),
        OWN.replace(".reshape(n, -1)", ".reshape(n, -1)[None]"),
        OWN.replace("    return scale * np.stack", "    return np.float32(1) * np.stack").replace(
            "-1)\n", "-1).astype('float32')\n"
        ),
        OWN + "\nimport matplotlib.pyplot as plt\nplt.imshow(pe(3, 4))\nplt.show()\n",
        OWN.replace("def pe", "def softmax(z, axis=-1):\n    return z\n\ndef pe"),
        "pe = lambda n, d: [[__import__] for _ in range(n)]\n" + OWN,
        TABLE,
    ],
    ids=[
        "as it is",
        "width first",
        "a leading axis",
        "float32",
        "a plot after it",
        "another function before it",
        "two of them",
        "plain",
    ],
)
def test_any_right_function_is_recognized(sandbox: Monty, source: str) -> None:
    report = check(source, "own", sandbox=sandbox)
    assert (report.ok, report.mistakes) == (True, ()), report


@pytest.mark.parametrize(
    ("source", "kind", "words"),
    [
        ("", "missing", "There is no function here"),
        ("class PositionalEncoding:\n    pass\n", "missing", "This is a class"),
        ("def f(pos, i, d):\n    return pos\n", "missing", "`f` takes 3 arguments"),
        ("import torch\ndef f(n, d):\n    return torch.zeros(n, d)\n", "error", "torch"),
        ("def f(n, d):\n    while True:\n        pass\n", "time", "Stopped"),
        ("def f(n, d):\n    return None\n", "missing", "returned None"),
        ("def f(n, d)\n    return None\n", "syntax", "colon"),
    ],
)
def test_what_cannot_be_compared_is_explained(sandbox: Monty, source: str, kind: str, words: str) -> None:
    report = check(source, "own", sandbox=sandbox)
    assert (report.ok, report.kind) == (False, kind), report
    assert words in report.message


def test_the_size_of_the_comparison_can_be_chosen(sandbox: Monty) -> None:
    report = diagnose(OWN, 128, 128, sandbox=sandbox)
    assert report.table is not None
    assert (report.ok, report.table.shape) == (True, (128, 128))


@pytest.mark.parametrize(
    ("length", "width", "words"),
    [
        (0, 4, "length must be at least 1"),
        (4, 5, "width must be even, got 5"),
        (1000, 100, "at most 16384, got 100000"),
    ],
)
def test_a_size_that_cannot_be_is_refused(length: int, width: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        diagnose(OWN, length, width)


def test_every_kind_is_one_of_the_contract(sandbox: Monty) -> None:
    sources = [
        "",
        "x = ",
        "x = y",
        "while 1: pass",
        "[0] * 10**10",
        TABLE,
        TABLE.replace("math.cos", "math.sin"),
        NUMPY,
    ]
    kinds: set[str] = {check(source, sandbox=sandbox).kind for source in sources}
    kinds.add(check(NUMPY.replace("positional_encoding", "solve"), sandbox=sandbox).kind)
    assert kinds == KINDS


def test_reports_of_the_same_answer_are_equal(sandbox: Monty) -> None:
    wrong = TABLE.replace("10000", "1000")
    assert isinstance(check(wrong, sandbox=sandbox), Report)
    first, second = (dataclasses.replace(check(wrong, sandbox=sandbox), named=()) for _ in range(2))
    assert first == second
