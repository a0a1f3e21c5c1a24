"""Check a student's table of positions: run it in the sandbox, compare it, and name the mistake.

Three exercises, and any function that somebody brings along:

    table         solve(length, width) -> a list of rows, in plain Python
    numpy         positional_encoding(n, d) -> an array, in the sandbox's subset of numpy
    equivariance  four printed lines about self-attention with and without an encoding
    own           any function of two sizes: how its table differs from the paper's, and why

No Streamlit in this file, and no student's code outside the sandbox.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from posenc._validate import choice, even, whole
from posenc.attention import self_attention
from posenc.mistakes import MISTAKES, Mistake, explain
from posenc.mistakes import table as wrong_table
from posenc.sandbox import Outcome, open_sandbox, run
from posenc.sinusoidal import sinusoidal
from posenc.tokens import lesson_tokens

if TYPE_CHECKING:
    from pydantic_monty import Monty

__all__ = ["CASES", "GIVEN", "TASKS", "TOLERANCE", "Report", "Task", "check", "diagnose", "expected", "expected_output"]

Array = NDArray[np.float64]
Case = tuple[int, int]

TOLERANCE = 1e-9  # absolute, in every cell
TOLERANCE_FLOAT32 = 2e-5  # for cells that went through float32: its angles lose a digit with every tenfold position

# The lesson's examples first, then sizes that tell the classic mistakes apart.
CASES: tuple[Case, ...] = ((3, 4), (1, 4), (0, 2), (2, 2), (7, 6), (40, 16), (12, 64))
OWN_CELLS = 16_384  # the largest table that `diagnose` asks for

GIVEN = """\
import numpy as np

def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)

def self_attention(x):
    return softmax(x @ x.T / np.sqrt(x.shape[1])) @ x

x = np.random.default_rng(0).normal(size=(4, 6))
"""


@dataclass(frozen=True)
class Task:
    """What an exercise calls: the function, the names of its two arguments, and what it returns."""

    function: str
    arguments: tuple[str, str]
    returns: str  # "list" or "array"

    @property
    def call(self) -> str:
        return f"{self.function}({', '.join(self.arguments)})"


TASKS: dict[str, Task] = {
    "table": Task("solve", ("length", "width"), "list"),
    "numpy": Task("positional_encoding", ("n", "d"), "array"),
}


@dataclass(frozen=True)
class Report:
    """What the checker found.

    kind: "ok"; "syntax" (cannot be read), "error" (raised), "time", "memory" (stopped; "time" also when all workers
        are busy), "missing" (no answer yet), "shape" (not the rows and columns asked for), "values" (wrong numbers)
    line: where in the source, from 1, if known
    message: sentences for the student
    mistakes: ids of the classic mistakes that make exactly this answer on every case
    case: the inputs (length, width) that the message is about
    cell: the first wrong cell, (row, column)
    got, want: what that cell holds and what it should hold
    named: the mistakes with their words; the ids in `mistakes` are theirs
    printed: what the code printed by itself, and when it was called for `case`
    table, right: the student's table for `case` and the right one, of one shape, to be drawn; None if there is none
    function: the function that was called
    """

    ok: bool
    kind: str
    message: str
    line: int | None = None
    mistakes: tuple[str, ...] = ()
    case: Case | None = None
    cell: tuple[int, int] | None = None
    got: float | None = None
    want: float | None = None
    named: tuple[Mistake, ...] = ()
    printed: str = ""
    table: Array | None = field(default=None, compare=False, repr=False)
    right: Array | None = field(default=None, compare=False, repr=False)
    function: str | None = None


def check(source: str, task: str = "table", *, sandbox: Monty | None = None) -> Report:
    """Check a student's source; whatever it does ends in a report.

    task: "table", "numpy", "equivariance" or "own". sandbox: a running pool of workers (`sandbox.open_sandbox`), or
    None to open one for this call. Raises RuntimeError that says what to install where the sandbox is missing.
    """
    task = choice("task", task, (*TASKS, "equivariance", "own"))
    if not isinstance(source, str):
        raise TypeError(f"source must be a string, got {type(source).__name__}")
    if task == "own":
        return diagnose(source, sandbox=sandbox)
    if sandbox is None:
        with open_sandbox() as opened:
            return check(source, task, sandbox=opened)
    if task == "equivariance":
        return _check_printed(source, run(sandbox, source, given=GIVEN, normals=_normals()))
    asked = TASKS[task]
    return _check_tables(source, asked, CASES, run(sandbox, source, asked.function, CASES))


def diagnose(source: str, length: int = 40, width: int = 16, *, sandbox: Monty | None = None) -> Report:
    """Compare the table of any function of two sizes with the paper's: what differs, and which known way it is.

    The function is the last one at the top level that takes two arguments, as (length, width) or (width, length).
    The report's `table` and `right` have shape (length, width). Raises ValueError or TypeError for sizes that cannot
    be: width must be even, and length times width at most 16,384.
    """
    length = whole("length", length, least=1)
    width = even("width", width)
    if length * width > OWN_CELLS:
        raise ValueError(f"length times width must be at most {OWN_CELLS}, got {length * width}")
    if sandbox is None:
        with open_sandbox() as opened:
            return diagnose(source, length, width, sandbox=opened)
    function, problem = _find_function(source)
    if function is None:
        outcome = run(sandbox, source)
        return _stopped(source, None, (), outcome) if outcome.kind != "ok" else Report(False, "missing", problem)

    task = Task(function, ("length", "width"), "any")
    cases: tuple[Case, ...] = ((length, width), (7, 6), (12, 8))
    first = _check_tables(source, task, cases, run(sandbox, source, function, cases, forgiving=True))
    if first.kind in ("shape", "error"):
        turned = run(sandbox, source, function, tuple((w, n) for n, w in cases), forgiving=True)
        second = _check_tables(source, task, cases, turned)
        if second.ok or second.kind == "values":
            return replace(second, message=f"Called as {function}(width, length). {second.message}")
    return first


def expected(length: int, width: int) -> list[list[float]]:
    """The right answer of the exercises for one input, as a list of rows."""
    return sinusoidal(length, width).tolist()


def expected_output() -> str:
    """The four lines that the exercise on equivariance prints."""
    encoding = sinusoidal(4, 6)
    x = lesson_tokens()

    def equivariant(before: Array, after: Array) -> bool:
        return bool(np.allclose(self_attention(before)[0], self_attention(after)[0][::-1]))

    plain, encoded = equivariant(x[::-1], x), equivariant(x[::-1] + encoding, x + encoding)
    lines = (str(encoding.shape), _printed_row(encoding[0]), _printed_row(np.round(encoding[1], 3)))
    return "\n".join((*lines, f"{plain} {encoded}"))


def _normals() -> tuple[float, ...]:
    """The lesson's 4 x 6 random numbers, in the order in which they are drawn."""
    return tuple(lesson_tokens().ravel().tolist())


def _printed_row(row: Array) -> str:
    with np.printoptions(precision=8, linewidth=75, suppress=False, floatmode="maxprec", formatter=None):
        return str(row)


# Tables


def _check_tables(source: str, task: Task, cases: Sequence[Case], outcome: Outcome) -> Report:
    report = _judge(source, task, cases, outcome)
    printed = outcome.printed[:1]
    if report.case:
        at = cases.index(report.case) + 1
        printed += outcome.printed[at : at + 1]
    return replace(report, function=task.function, printed="\n".join(text.strip("\n") for text in printed).strip("\n"))


def _judge(source: str, task: Task, cases: Sequence[Case], outcome: Outcome) -> Report:
    stopped = _stopped(source, task, cases, outcome) if outcome.kind != "ok" else None
    if stopped and not any(outcome.answers):
        return stopped
    answered = [(case, answer) for case, answer in zip(cases, outcome.answers, strict=False) if answer is not None]
    report = _compare(source, task, answered, outcome)
    if stopped is None:
        return report
    # The first problem in the order of the cases is the one to talk about.
    if not report.ok and report.case and stopped.case and cases.index(report.case) < cases.index(stopped.case):
        return report
    return _with_mistakes(stopped, report.named)


def _stopped(source: str, task: Task | None, cases: Sequence[Case], outcome: Outcome) -> Report:
    """The report on code that did not come to its end."""
    at = outcome.answers.index(None) if None in outcome.answers else len(outcome.printed) - 2
    case = cases[at] if 0 <= at < len(cases) else None
    message, line = outcome.message, outcome.line
    if outcome.kind == "error" and line is not None and re.match(r"return\b", source.split("\n")[line - 1]):
        return Report(False, "syntax", _RETURN_OUTSIDE.format(line=line), line)
    if not message.endswith((".", "?")):
        message += "."
    if task and outcome.kind == "error":
        line = line or _line_of(rf"\s*def\s+{task.function}\b", source)
        if re.search(rf"\b{task.function}\(\) (takes|missing|got)", message):
            message += f" The checker calls {task.call}: it must take these two."
    if line is not None and f"Line {line}" not in message:
        message = f"Line {line}. {message}"
    if task and case:
        message += f" This happened for {_inputs(task, case)}."
    kind = "time" if outcome.kind == "busy" else outcome.kind
    return Report(False, kind, message, line, case=case, printed=outcome.printed[0] if outcome.printed else "")


@np.errstate(all="ignore")  # a student's cells may be infinite, NaN, or beyond float32
def _compare(source: str, task: Task, answered: Sequence[tuple[Case, dict[str, Any]]], outcome: Outcome) -> Report:
    """The report on what the function returned for the cases that it answered."""
    if not answered:
        return _missing(source, task, outcome)
    if all(answer["is"] == "NoneType" for _, answer in answered):
        return replace(_returned_none(source, task, outcome), case=answered[0][0])

    cases = [case for case, _ in answered]
    answers: list[Array] = []
    complaint: Report | None = None
    for case, answer in answered:
        array, problem = _as_rows(task, case, answer)
        complaint = complaint or problem
        if array is not None:
            answers.append(array)
    named = explain(answers, cases) if len(answers) == len(cases) else ()
    if complaint is not None:
        return _with_mistakes(complaint, named)

    rights = [sinusoidal(*case) for case in cases]
    differences = [np.abs(a - right) for a, right in zip(answers, rights, strict=True)]
    wrong = [not bool(np.all(difference <= TOLERANCE)) for difference in differences]
    if not any(wrong):
        tested = f"{len(cases)} tables compared, each cell to {TOLERANCE:.0e}".replace("e-0", "e-")
        return _report_right(cases, answers, rights, f"All right: {tested}.")
    single = all(bool(np.all(answer.astype(np.float32) == answer)) for answer in answers)
    if single and all(bool(np.all(difference <= TOLERANCE_FLOAT32)) for difference in differences):
        largest = max(float(difference.max(initial=0)) for difference in differences)
        note = f"Right, in float32: it rounds by up to {largest:.1g}, which float64 would not."
        return _report_right(cases, answers, rights, note)

    at = wrong.index(True)
    row, column = map(int, np.argwhere(~(differences[at] <= TOLERANCE))[0])
    got, want = float(answers[at][row, column]), float(rights[at][row, column])
    where = f"Row {row}, column {column} for {_inputs(task, cases[at])}"
    message = f"{where}: got {_digits(got, want)}, want {_digits(want, got)}."
    named = named or _other_ways(answers, cases)
    if not any(np.any(answer) for answer in answers):
        message += " Every cell is still 0: fill the table."
    elif not named:
        message += _how_it_differs(answers[at], rights[at])
    report = Report(False, "values", message, case=cases[at], cell=(row, column), got=got, want=want)
    return _with_mistakes(replace(report, table=answers[at], right=rights[at]), named)


def _report_right(cases: Sequence[Case], answers: Sequence[Array], rights: Sequence[Array], words: str) -> Report:
    return Report(True, "ok", words, case=cases[0], table=answers[0], right=rights[0])


def _with_mistakes(report: Report, named: tuple[Mistake, ...]) -> Report:
    words = " ".join(mistake.words for mistake in named)
    message = f"{report.message} {words}" if words else report.message
    return replace(report, message=message, named=named, mistakes=tuple(mistake.id for mistake in named))


def _as_rows(task: Task, case: Case, answer: dict[str, Any]) -> tuple[Array | None, Report | None]:
    """A table as an array if its rows have one length, and the complaint if it is not what was asked for."""
    length, width = case
    kind = answer["is"]
    name = f"{task.function}({length}, {width})"

    def complain(words: str, kind: str = "shape") -> Report:
        return Report(False, kind, f"{name} {words}", case=case)

    if kind == "NoneType":
        return None, complain("returned None: every way through the function must end in a return.", "missing")
    if kind == "huge":
        return None, complain(f"returned far more than {length} rows of {width} numbers.")
    if kind == "array":
        shape = list(answer["shape"])
        if task.returns == "any" and len(shape) == 3 and shape[0] == 1:
            shape = shape[1:]
        array = np.array(answer["cells"], dtype=float).reshape(shape) if all(map(_is_number, answer["cells"])) else None
        if array is None or array.ndim != 2:
            return None, complain(f"returned an array of shape {_tuple(shape)}: it must be ({length}, {width}).")
        if task.returns == "list":
            return array, complain("returned a numpy array: it must be a list of lists; end with .tolist().")
        problem = None if shape == [length, width] else complain(_rows_and_columns(shape, case))
        return array, problem
    if kind == "list":
        return None, complain(_flat_list(answer, case))
    if kind != "rows":
        return None, complain(
            f"returned a {kind}: it must be {'an array' if task.returns == 'array' else 'a list of rows'}."
        )

    rows: list[list[Any]] = answer["rows"]
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            if value in ("list", "tuple"):
                return None, complain(f"is nested too deep: row {r}, column {c} holds a {value}, not a number.")
            if not _is_number(value):
                words = f"has a {value} in row {r}, column {c}: every cell must be a number."
                return None, replace(complain(words, "values"), cell=(r, c))
    if len({len(row) for row in rows}) > 1:
        r = next(k for k, row in enumerate(rows) if len(row) != width)
        return None, complain(f"has {_count(len(rows[r]), 'number')} in row {r}: every row must have {width}.")
    array = np.array(rows, dtype=float).reshape(len(rows), len(rows[0]) if rows else width)
    if task.returns == "array":
        return array, complain("returned a list: it must be a numpy array, as np.zeros((n, d)) makes one.")
    problem = None if array.shape == case else complain(_rows_and_columns(array.shape, case))
    if problem and len(rows) == 1 and length > 1:
        problem = replace(problem, message=problem.message + " Is the return inside the loop? Move it to the left.")
    return array, problem


def _rows_and_columns(shape: Sequence[int], case: Case) -> str:
    length, width = case
    rows, columns = shape
    if (rows, columns) == (width, length):
        return f"has {rows} rows of {columns}: it must have {length} rows of {width}, one row for each position."
    if rows != length:
        words = f"has {_count(rows, 'row')}: it must have {length}, one for each position."
        if rows == length + 1 or rows == length - 1:
            words += f" range({length}) goes from 0 to {length - 1}." if length else " range(0) is empty."
        return words
    words = f"has {_count(columns, 'number')} in each row: it must have {width}."
    if columns == 2 * width:
        words += (
            " You append a sine and a cosine for every column: one of the two for each column, or both for each pair."
        )
    elif columns * 2 == width:
        words += " You append one number for each pair: a sine and a cosine."
    elif length > 1 and columns == length * width:
        words += " One row grows and grows: start a new row = [] inside the loop over positions."
    return words


def _flat_list(answer: dict[str, Any], case: Case) -> str:
    length, width = case
    kinds = set(answer["of"])
    if kinds <= {"int", "float"}:
        return f"returned one flat list of {_count(answer['size'], 'number')}: each position needs a list of its own."
    if "ndarray" in kinds:
        return "returned a list of numpy arrays: it must be a list of lists; .tolist() makes one."
    odd = next(kind for kind in answer["of"] if kind not in ("list", "tuple"))
    return f"returned a list with a {odd} in it: it must hold {length} lists of {width} numbers."


# Help before there is an answer

_RETURN_OUTSIDE = "Line {line}. This return stands outside the function: indent it, so that it belongs to it."


def _missing(source: str, task: Task, outcome: Outcome) -> Report:
    names = outcome.names or {}
    shape = (
        "a list with one list for each position" if task.returns == "list" else "an array with one row each position"
    )
    line = None
    if not _code(source):
        words = f"Nothing here yet. Begin with `def {task.call}:` and return {shape}."
    elif task.function in names:
        words = f"`{task.function}` has type {names[task.function]}: it must be a function, `def {task.call}:`."
        line = _line_of(rf"\s*{task.function}\s*=", source)
    else:
        others = [name for name, kind in names.items() if kind == "function" and name != "len"]
        words = f"There is no function `{task.function}`: the checker calls {task.call}."
        if others:
            words += f" You have `{others[-1]}`: is it that one, under another name?"
            line = _line_of(rf"\s*def\s+{others[-1]}\b", source)
    return Report(False, "missing", words, line)


def _returned_none(source: str, task: Task, outcome: Outcome) -> Report:
    line = _line_of(rf"\s*def\s+{task.function}\b", source)
    outside = _line_of(r"return\b", source)
    body = _code(source)
    if outside:
        line = outside
        words = _RETURN_OUTSIDE.format(line=outside)
    elif any(part.strip() for part in outcome.printed[1:]):
        words = f"{task.function} prints the answer and returns nothing. End it with `return`: the checker reads that."
    elif "return" in body:
        words = f"{task.function} returned None: every way through the function must end in a return with the table."
    elif re.search(r"\bfor\b|\bappend\b|=", body):
        words = f"{task.function} returns nothing yet. End it with `return` and the name of your table."
    else:
        words = (
            f"{task.function} is still empty. Go over the positions, and in each over the columns; "
            "collect the numbers, and return them. The first hint says where to begin."
        )
    return Report(False, "missing", words, line)


def _code(source: str) -> str:
    """The source without comments, docstrings and blank lines."""
    source = re.sub(r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'', "", source)
    return "\n".join(line for line in (re.sub(r"#.*", "", line).rstrip() for line in source.splitlines()) if line)


# Printed text


def _check_printed(source: str, outcome: Outcome) -> Report:
    if outcome.kind != "ok":
        return _stopped(source, None, (), outcome)
    printed = outcome.printed[0] if outcome.printed else ""
    wanted = expected_output().split("\n")
    got = [line for line in map(_squeezed, printed.split("\n")) if line]
    for number, want in enumerate(wanted, 1):
        if number > len(got):
            words = (
                f"Nothing is printed yet. The first line should be {want}."
                if number == 1
                else f"{_count(number - 1, 'line')} right; line {number} of the output is missing. It should be {want}."
            )
            return Report(False, "missing", words, printed=printed)
        if got[number - 1] != _squeezed(want):
            words = f"Line {number} of the output: got {got[number - 1][:120]}, want {want}."
            report = Report(False, "values", words + _about_printed(number, got[number - 1]), printed=printed)
            return _with_mistakes(report, _mistakes_in_print(got) if number in (2, 3) else ())
    if len(got) > len(wanted):
        words = f"The four lines are right, but {_count(len(got) - len(wanted), 'more line')} follow: print only these."
        return Report(False, "values", words, printed=printed)
    words = "All four lines are right: attention alone moves its rows along, with the encoding it does not."
    return Report(True, "ok", words, printed=printed)


def _squeezed(line: str) -> str:
    return re.sub(r"(?<=[\[(]) | (?=[\])])", "", " ".join(line.split()))


def _about_printed(number: int, line: str) -> str:
    if number == 4:
        about = {
            "True True": " Reverse first, then add, x[::-1] + PE: row p of PE belongs to place p, not to a token.",
            "False False": " Without the encoding, compare self_attention(x[::-1]) with self_attention(x)[::-1].",
            "False True": " First without the encoding, then with it.",
        }
        return about.get(line, "")
    if number == 3 and re.search(r"\.\d{4}", line):
        return " Round it: np.round(PE[1], 3)."
    if number in (2, 3) and "," in line:
        return " Print the row of the array itself, not a list."
    return ""


def _mistakes_in_print(got: Sequence[str]) -> tuple[Mistake, ...]:
    """The one mistake whose table prints these two rows; none if several do."""

    def rows(mistake: Mistake) -> list[str]:
        table = wrong_table(4, 6, mistake)
        return [_squeezed(_printed_row(table[0])), _squeezed(_printed_row(np.round(table[1], 3)))]

    found = [mistake for mistake in MISTAKES if got[1:3] == rows(mistake)]
    return tuple(found) if len(found) == 1 else ()


# Any function


def _find_function(source: str) -> tuple[str | None, str]:
    """The name of the function to call, or what to say if there is none."""
    found = [(name, *_arity(parameters)) for name, parameters in _definitions(source)]
    exact = [name for name, required, _ in found if required == 2]
    possible = [name for name, required, most in found if required < 2 <= most]
    if exact or possible:
        known = [name for name in exact if name in {task.function for task in TASKS.values()}]
        return (known or exact or possible)[-1], ""
    if re.search(r"(?m)^class\s", source):
        return None, "This is a class: paste a function of two sizes, length and width, that returns the table."
    if found:
        name, required, most = found[-1]
        needs = f"{required}" if required == most else f"{required} to {most}"
        return None, f"`{name}` takes {needs} arguments: paste a function of two sizes, length and width."
    return None, "There is no function here: paste one that takes two sizes, length and width, and returns the table."


def _definitions(source: str) -> list[tuple[str, str]]:
    """Name and parameters of every function at the top level, in order."""
    found = []
    for match in re.finditer(r"(?m)^(?:def\s+(\w+)\s*\(|(\w+)\s*=\s*lambda\b)", source):
        rest = source[match.end() :]
        depth, end = (1, ")") if match[1] else (0, ":")
        for at, char in enumerate(rest):
            if depth == (1 if match[1] else 0) and char == end:
                found.append((match[1] or match[2], rest[:at]))
                break
            depth += (char in "([{") - (char in ")]}")
    return found


def _arity(parameters: str) -> tuple[int, int]:
    """How many positional arguments a call needs and may give."""
    parts, depth, part = [], 0, ""
    for char in re.sub(r"#.*", "", parameters) + ",":
        depth += (char in "([{") - (char in ")]}")
        if char == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += char
    positional: list[str] = []
    for part in filter(None, parts):
        if part.startswith("*"):
            break
        if part != "/":
            positional.append(part)
    return sum("=" not in part for part in positional), len(positional)


def _other_ways(answers: Sequence[Array], cases: Sequence[Case]) -> tuple[Mistake, ...]:
    """Ways to differ that are no mistakes of the formula: a factor, or another first position."""
    at = max(range(len(cases)), key=lambda k: answers[k].size)
    first, right = answers[at], sinusoidal(*cases[at])
    factor = float(np.sum(first * right) / np.sum(right * right))
    if np.isfinite(factor) and factor and _all_close(answers, [factor * sinusoidal(*case) for case in cases]):
        words = f"It is the right table times {factor:.6g}."
        code = f"return {factor:.6g} * table"
        return (Mistake("scaled", "times a factor", words, code, "finish", partial(np.multiply, factor)),)
    turn = float(np.arctan2(first[0, 0], first[0, 1]))
    for start in range(-64, 65):
        near = abs(np.sin((turn - start) / 2)) < 1e-6
        if near and _all_close(answers, [sinusoidal(*case, start=start) for case in cases]):
            words = f"Its first row is position {start}: all else is right."
            code = f"pos = np.arange({start}, {start} + length)"
            change = partial(_positions_from, start)
            return (Mistake("shifted", "another first position", words, code, "position", change),)
    return ()


def _all_close(answers: Sequence[Array], tables: Sequence[Array]) -> bool:
    return all(np.allclose(a, table, rtol=0, atol=TOLERANCE) for a, table in zip(answers, tables, strict=True))


def _positions_from(start: int, length: int) -> Array:
    return np.arange(start, start + length, dtype=float)[:, None]


def _how_it_differs(table: Array, right: Array) -> str:
    """Where a table that nothing explains agrees with the right one."""
    difference = np.abs(table - right)
    agrees = np.flatnonzero(np.all(difference <= TOLERANCE_FLOAT32, axis=0))
    if not np.isfinite(table).all():
        return " Some cells are not finite."
    words = f" The largest difference is {float(difference.max()):.3g}."
    if not len(agrees):
        return words + " No column agrees."
    shown = ", ".join(map(str, agrees[:8])) + (", ..." if len(agrees) > 8 else "")
    return f"{words} These columns agree: {shown}."


# Words


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _inputs(task: Task, case: Case) -> str:
    return ", ".join(f"{name} = {value}" for name, value in zip(task.arguments, case, strict=True))


def _digits(value: float, other: float) -> str:
    """Six significant digits, or all of them where six do not show the difference."""
    return f"{value:.6g}" if f"{value:.6g}" != f"{other:.6g}" else repr(value)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _tuple(shape: Sequence[int]) -> str:
    return f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"


def _line_of(pattern: str, source: str) -> int | None:
    return next((number for number, line in enumerate(source.split("\n"), 1) if re.match(pattern, line)), None)
