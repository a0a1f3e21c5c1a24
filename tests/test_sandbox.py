"""Whatever a student's code does, it ends in a clear report, and others' code is served meanwhile."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from posenc.content.exercises import exercise
from posenc.exercise import CASES, Report, check
from posenc.sandbox import open_sandbox, run

if TYPE_CHECKING:
    from pydantic_monty import Monty

HONEST = exercise("table").solution
STOPPED = ("time", "memory")


def body(*lines: str) -> str:
    """A `solve` with these lines in it."""
    return "def solve(length, width):\n" + "".join(f"    {line}\n" for line in lines)


# name: (source, the kinds that the report may have)
ABUSE: dict[str, tuple[str, tuple[str, ...]]] = {
    "an endless loop": (body("while True:", "    pass"), ("time",)),
    "an endless loop at the top level": ("while True:\n    pass\n", ("time",)),
    "an endless loop that catches everything": (
        body(
            "while True:",
            "    try:",
            "        while True:",
            "            pass",
            "    except BaseException:",
            "        pass",
        ),
        ("time",),
    ),
    "an endless loop in finally": (
        body("try:", "    return 1", "finally:", "    while True:", "        pass"),
        ("time",),
    ),
    "a loop over far too many numbers": (body("return [[n] for n in range(10**9)]"), STOPPED),
    "a sum over far too many numbers": (body("return sum(range(10**12))"), ("time",)),
    "a list that grows for ever": (body("rows = [1]", "for row in rows:", "    rows.append(row)"), STOPPED),
    "a list of a billion zeros": (body("return [[0] * 10**9]"), ("memory",)),
    "a list of lists of a million zeros": (body("return [[0.5] * 1000 for row in range(10**6)]"), STOPPED),
    "a string of a gigabyte": (body("return 'x' * 10**9"), ("memory",)),
    "a string that doubles": (body("text = 'x'", "while True:", "    text += text"), ("memory",)),
    "a power tower": (body("return 9**9**9"), ("memory",)),
    "powers in a loop": (body("n = 3", "while True:", "    n = n * n"), STOPPED),
    "a huge number as a cell": (body("return [[10**100_000]]"), ("shape", "values", "error", *STOPPED)),
    "a huge number in an exception": ("raise ValueError(10**100_000)", ("error", *STOPPED)),
    "a shift by a billion": (body("return 1 << 10**10"), ("error", *STOPPED)),
    "deep recursion": (body("return solve(length + 1, width)"), ("error",)),
    "recursion that catches itself": (
        body("try:", "    return solve(length, width)", "except RecursionError:", "    return solve(length, width)"),
        ("error", *STOPPED),
    ),
    "mutual recursion": ("def f(x):\n    return g(x)\ndef g(x):\n    return f(x)\nf(0)\n", ("error",)),
    "deeply nested brackets": ("x = " + "(" * 5000 + ")" * 5000, ("syntax",)),
    "deeply nested minus signs": ("x = " + "-" * 15_000 + "1", ("syntax",)),
    "a list nested a hundred thousand deep": (
        body("nest = []", "for _ in range(100_000):", "    nest = [nest]", "return nest"),
        ("shape", *STOPPED),
    ),
    "a list that holds itself": (body("row = []", "row.append(row)", "return row"), ("shape", "values")),
    "a billion cells from three short lists": (
        body("a = [0] * 1000", "b = [a] * 1000", "return [b] * 1000"),
        ("shape", *STOPPED),
    ),
    "a million cells from two short lists": (body("a = [0] * 1000", "return [a] * 1000"), ("shape",)),
    "a nest of lists at the top level": ("a = [0] * 1000\nb = [a] * 1000\nc = [b] * 1000\nc\n", ("missing",)),
    "a nest of lists returned at the top level": (
        "a = [0] * 1000\nb = [a] * 1000\nreturn [b] * 1000\n",
        ("missing", "syntax"),
    ),
    "a flood of output": (body("while True:", "    print('x' * 1000)"), STOPPED),
    "a flood of short lines": (body("for n in range(10**7):", "    print(n)"), STOPPED),
    "a megabyte in one line": (body("print('x' * 1_000_000)"), ("memory", "missing")),
    "a long sleep": (body("import time", "time.sleep(3600)"), ("missing", "error", "time")),
    "a file to read": (body("return open('/etc/passwd').read()"), ("error",)),
    "a file to write": (body("open('answer.txt', 'w').write('x')"), ("error",)),
    "files in a loop that catches everything": (
        body("while True:", "    try:", "        open('/etc/passwd')", "    except BaseException:", "        pass"),
        ("error", "time"),
    ),
    "a directory to list": ("import os\nprint(os.listdir('/'))\n", ("error",)),
    "a socket": ("import socket\nsocket.create_connection(('localhost', 80))\n", ("error",)),
    "a download": ("import urllib.request\nurllib.request.urlopen('http://localhost')\n", ("error",)),
    "another process": ("import subprocess\nsubprocess.run(['ls'])\n", ("error",)),
    "the shell": ("import os\nos.system('ls')\n", ("error",)),
    "the environment": ("import os\nprint(os.environ)\n", ("error",)),
    "a way out of the interpreter": ("print(().__class__.__bases__[0].__subclasses__())\n", ("error",)),
    "leaving by exit": (body("raise SystemExit"), ("error",)),
    "leaving by KeyboardInterrupt": (body("raise KeyboardInterrupt"), ("error",)),
    "waiting for input": (body("return input()"), ("error",)),
    "an invented time limit": (body("raise TimeoutError('feed time limit exceeded')"), ("error",)),
    "a slow regular expression": (
        body("import re", "return re.match('(a+)+(b+)+c', 'a' * 10_000 + 'b' * 10_000)"),
        ("missing", "shape", "error", *STOPPED),
    ),
    "half a million characters of source": ("x = 1\n" * 90_000, ("syntax",)),
    "a null character": ("x = 1\x00\n", ("syntax",)),
    "half a character": ("x = '\ud800'\n", ("syntax",)),
    "an object instead of a table": ("class T:\n    pass\ndef solve(length, width):\n    return T()\n", ("shape",)),
    "builtins replaced": (
        "print = len = list = isinstance = type = float = int = None\n" + body("return [[1]]"),
        ("shape",),
    ),
    "a checker's name replaced": ("ask = describe = json = lambda *a: 1\n" + body("return [[1]]"), ("shape",)),
    "the mark of the next question": (body("print('\\x1e' * 50)", "return 1 / 0"), ("error",)),
    "numpy: an array of a billion cells": (
        "import numpy as np\ndef solve(length, width):\n    return np.zeros((10**5, 10**4))\n",
        STOPPED,
    ),
    "numpy: an endless broadcast": (
        "import numpy as np\nx = np.arange(3000)\nx = x[:, None] * x[None]\n" + body("return x"),
        STOPPED,
    ),
}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Monty]:
    with open_sandbox() as opened:
        yield opened


def is_clear(report: Report, source: str) -> bool:
    """A failed report in words of a bounded length, with a line that exists if it has one."""
    lines = source.count("\n") + 1
    return (
        not report.ok
        and 10 < len(report.message) < 900
        and "Traceback" not in report.message
        and (report.line is None or 1 <= report.line <= lines)
        and (report.case is None or report.case in CASES)
        and not report.mistakes
    )


@pytest.mark.parametrize("name", ABUSE)
def test_abuse_ends_in_a_clear_report(sandbox: Monty, name: str) -> None:
    source, kinds = ABUSE[name]
    report = check(source, sandbox=sandbox)
    assert report.kind in kinds, report
    assert is_clear(report, source), report


def test_the_pool_still_checks_after_all_that(sandbox: Monty) -> None:
    for source, _ in list(ABUSE.values())[:6]:
        check(source, sandbox=sandbox)
    assert check(HONEST, sandbox=sandbox).ok


def test_honest_answers_are_served_beside_twenty_abusers(sandbox: Monty) -> None:
    abusers = [source for source, _ in list(ABUSE.values())[:20]]
    with ThreadPoolExecutor(28) as threads:
        bad = [threads.submit(check, source, sandbox=sandbox) for source in abusers]
        good = [threads.submit(check, HONEST, sandbox=sandbox) for _ in range(8)]
        assert [future.result().kind for future in good] == ["ok"] * 8
        for future, source in zip(bad, abusers, strict=True):
            assert is_clear(future.result(), source), future.result()


def test_one_answer_never_sees_another(sandbox: Monty) -> None:
    assert check("secret = 1\n" + HONEST, sandbox=sandbox).ok
    report = check(body("return secret"), sandbox=sandbox)
    assert report.kind == "error"
    assert "secret" in report.message


def test_a_worker_that_died_while_idle_is_replaced(sandbox: Monty) -> None:
    from pydantic_monty import Monty, MontyCrashedError

    with Monty(request_timeout=0.05) as brief, brief.checkout() as session, pytest.raises(MontyCrashedError) as died:
        session.feed_run("while True: pass")

    class FirstOneDead:
        tries = 0

        def checkout(self, **settings: object) -> object:
            self.tries += 1
            if self.tries == 1:
                raise died.value
            return sandbox.checkout(**settings)  # type: ignore[arg-type]

    pool = FirstOneDead()
    assert check(HONEST, sandbox=pool).ok  # type: ignore[arg-type]
    assert pool.tries == 2


def test_a_full_house_says_busy() -> None:
    from pydantic_monty import Monty

    with Monty(max_processes=1, checkout_timeout=0.01) as pool, pool.checkout():
        report = check(HONEST, sandbox=pool)
    assert (report.ok, report.kind) == (False, "time")
    assert "busy" in report.message


def test_without_the_sandbox_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pydantic_monty", None)
    with pytest.raises(RuntimeError, match=r"pip install 'pydantic-monty>=1\.4,<2'"):
        check(HONEST)


@pytest.mark.parametrize(
    ("before", "loop", "line"),
    [
        ("", "while True: pass", 1),
        ("s = '\u2028'", "while True: pass", 2),
        ("n = 3\nwhile n: n -= 1", "for k in range(10**12): pass", None),
        ("", "for k in range(1000000000000): pass", None),
    ],
)
def test_a_line_is_blamed_for_an_endless_loop_only_if_no_other_can_be(
    sandbox: Monty, before: str, loop: str, line: int | None
) -> None:
    report = check(f"{before}\n{loop}\n".lstrip("\n"), sandbox=sandbox)
    assert (report.kind, report.line) == ("time", line)


def test_cells_beyond_every_format_are_reported_without_a_warning(sandbox: Monty) -> None:
    for cell in ("1e39", "float('inf')", "float('nan')", "-1e308"):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            report = check(f"def solve(length, width):\n    return [[{cell}] * width] * length\n", sandbox=sandbox)
        assert (report.kind, report.mistakes, report.cell) == ("values", (), (0, 0))


def test_a_pool_is_opened_when_none_is_given() -> None:
    assert check(HONEST).ok


@pytest.mark.parametrize(
    ("source", "line", "word"),
    [
        ("import math\n\nx = 1 / 0\n", 3, "ZeroDivisionError"),
        ("def inner():\n    return [][1]\n\ndef solve(length, width):\n    return inner()\n", 2, "IndexError"),
        ("def solve(length, width):\n    for pos in range(length)\n        pass\n", 2, "colon"),
        ("def solve(length, width):\n    x = 1\n   y = 2\n", 3, "neighbors"),
        ("import numpy as np\n\n\nnp.fft.fft([1])\n", 4, "lacks `fft`"),
        ("import math\nimport numpy as np, json\nnp.zeros(3)[5]\n", 3, "out of bounds"),
        ("from numpy import sin, pi\nx = sin(pi)\ny = z\n", 3, "`z`"),
        ("from numpy import (\n    sin,\n    pi,\n)\nx = sin(pi)\ny = z\n", 6, "`z`"),
        ("def f():\n    import numpy as np\n    return np.nothing\nf()\n", 3, "lacks `nothing`"),
        ("def f():\n    yield 1\n", 2, "subset"),
        ("import torch\n", 1, "torch"),
        ("x = math.pi\n", 1, "import math"),
        ("x = 10000 ^ 0.5\n", 1, "**"),
        ('"""return\nto me"""\nx = y\n', 3, "`y`"),
    ],
)
def test_the_failing_line_is_named(sandbox: Monty, source: str, line: int, word: str) -> None:
    report = check(source, sandbox=sandbox)
    assert report.line == line, report
    assert word in report.message
    assert report.message.startswith(f"Line {line}. ")


def test_the_only_while_is_pointed_at(sandbox: Monty) -> None:
    report = check(body("pos = 0", "while pos < length:", "    row = []"), sandbox=sandbox)
    assert (report.kind, report.line) == ("time", 3)


def test_the_case_that_never_ended_is_named(sandbox: Monty) -> None:
    source = HONEST.replace("table = []", "table = []\n    while length == 0:\n        pass")
    report = check(source, sandbox=sandbox)
    assert (report.kind, report.case, report.line) == ("time", (0, 2), 6)
    assert "length = 0, width = 2" in report.message


def test_a_case_that_raises_is_passed_over_once(sandbox: Monty) -> None:
    source = body("return [[1 / (length - 1)], [1 / (width - 1)]]")
    one = run(sandbox, source, "solve", ((1, 2), (3, 4), (5, 6)))
    assert [answer and answer["is"] for answer in one.answers] == [None, "rows", "rows"]
    assert (one.kind, one.line) == ("error", 2)
    two = run(sandbox, source, "solve", ((1, 2), (3, 1), (5, 6)))
    assert two.answers == (None, None, None)


def test_output_is_kept_apart_from_answers(sandbox: Monty) -> None:
    outcome = run(sandbox, "print('top')\n" + body("print(length)", "return []"), "solve", ((1, 2), (3, 4)))
    assert [text.strip() for text in outcome.printed] == ["top", "1", "3"]
    assert [answer["is"] for answer in outcome.answers] == ["rows", "rows"]


def test_numbers_cross_unchanged(sandbox: Monty) -> None:
    values = [0.1, -0.0, 1e-300, 5e-324, 1.7976931348623157e308, 2 / 3, 0.8414709848078965]
    (answer,) = run(sandbox, f"def f():\n    return [{values}]", "f", ((),)).answers
    assert [value.hex() for value in answer["rows"][0]] == [value.hex() for value in values]
