"""Run a student's Python where it can do no harm: in the worker processes of pydantic-monty.

Monty is an interpreter for a subset of Python. It has no files, no network and no host objects, and it counts time,
memory and calls. Two habits keep the host safe beside that:

- The student's source runs by `exec` in a namespace of its own, so it can neither see nor replace the code that
  questions it, and its lines keep their numbers.
- Nothing a student makes becomes a host object. An answer crosses as one string of bounded length: a list that holds
  one list a thousand times would otherwise fill the memory of the host, not of the sandbox.

No Streamlit in this file: a server opens one pool for all its sessions, a script opens one for one call.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic_monty import Monty, MontySession, OSPolicy, ResourceLimits

__all__ = ["Outcome", "open_sandbox", "run"]

INSTALL = "The checker needs its sandbox: install it with `pip install 'pydantic-monty>=1.4,<2'`."

SECONDS = 0.4  # for the student's own lines, and again for the questions put to them
GRACE = 0.15  # after that a worker that does not stop by itself is ended
PATIENCE = 20.0  # how long a call waits for a free worker
SOURCE = 20_000  # characters
PRINTED = 256_000  # bytes
ANSWER = 4_000_000  # characters

_LIMITS: ResourceLimits = {
    "max_feed_duration_secs": SECONDS,
    "max_memory": 32_000_000,
    "max_recursion_depth": 200,
    "max_suspensions": 1,
    "max_total_sleep_secs": 0.0,
}
_POLICY: OSPolicy = {"datetime": "system", "sleep": "zero", "random_start": {"seed": 0}}

_HERE = Path(__file__)
_NUMPY = _HERE.with_name("_subset.py").read_text(encoding="utf-8")
_ASK = _HERE.with_name("_ask.py").read_text(encoding="utf-8")
_CALLABLE = ("function", "builtin_function_or_method", "type")
_MARK = "\x1e"  # printed before each question, so that output and errors can be told apart by question


@dataclass(frozen=True)
class Outcome:
    """What became of a source: `kind` is "ok", "syntax", "error", "time", "memory" or "busy".

    names: the names that the source left at its top level, each with the name of its type
    answers: what each question was answered, as `_ask.describe` tells it, None where it raised or was not reached
    printed: the output of the source itself, then of each question
    line: 1-based in the source, where that is known
    """

    kind: str
    message: str = ""
    line: int | None = None
    names: Mapping[str, str] | None = None
    answers: tuple[dict[str, Any] | None, ...] = ()
    printed: tuple[str, ...] = ()


def open_sandbox(workers: int | None = None) -> Monty:
    """A pool of worker processes, to be entered by `with`; any number of threads may share it.

    There are more workers than cores by default: an endless loop holds its worker for a fixed time of the clock, and
    others should not queue behind it. An idle worker takes about 12 MB. Raises RuntimeError that says what to install
    where pydantic-monty is missing.
    """
    try:
        from pydantic_monty import Monty
    except ImportError as error:
        raise RuntimeError(INSTALL) from error
    return Monty(
        min_processes=1,
        max_processes=workers or max(12, 4 * (os.cpu_count() or 1)),
        checkout_timeout=PATIENCE,
        request_timeout=SECONDS + GRACE,
        feed_duration_limit_grace=GRACE,
        turn_duration_limit_grace=GRACE,
    )


def run(
    sandbox: Monty,
    source: str,
    function: str | None = None,
    cases: tuple[tuple[int, ...], ...] = (),
    *,
    given: str = "",
    normals: tuple[float, ...] = (),
    forgiving: bool = False,
) -> Outcome:
    """Run a source, then call its function once for each case; never raises for anything the source does.

    given: trusted source that runs first; its names stand ready for the student's
    normals: the numbers that `default_rng(0).normal` hands out
    forgiving: call the function even if a line after it raised, as the plot at the end of a pasted script does
    """
    if len(source) > SOURCE:
        return Outcome("syntax", f"That is more than {SOURCE:,} characters; an answer needs a few lines.")
    if re.search(r"[\x00\ud800-\udfff]", source):
        return Outcome("syntax", "There is a character in the code that no Python file may hold.")

    from pydantic_monty import CollectString, MontyCrashedError, MontyError, MontyRuntimeError

    printed = CollectString(PRINTED)
    names: dict[str, str] = {}
    answers: list[dict[str, Any] | None] = []
    failures: list[MontyRuntimeError] = []
    try:
        with _session(sandbox) as session:
            if "numpy" in source + given:
                session.feed_run(_NUMPY + _ENTER_NUMPY, inputs={"_normals": list(normals)})
            if given:
                session.feed_run(_EXEC, inputs={"_source": _own_imports(given)})
            try:
                session.feed_run(_EXEC, inputs={"_source": _own_imports(source)}, print_callback=printed)
            except MontyRuntimeError as error:
                if not forgiving or _is_limit(error):
                    raise
                failures.append(error)
            names = json.loads(session.feed_run(_NAMES, inputs={"_name": function}))
            if names.get(function or "") not in _CALLABLE:
                if failures:
                    raise failures[0]
                return Outcome("ok", names=names, printed=_by_case(printed.output))

            # A case that raises is passed over once, so that the others can still tell which mistake it is.
            failures.clear()
            while len(answers) < len(cases) and len(failures) < 2:
                inputs = {"_name": function, "_cases": [list(case) for case in cases[len(answers) :]]}
                try:
                    session.feed_run(_CALL, inputs=inputs, print_callback=printed)
                except MontyRuntimeError as error:
                    if _is_limit(error):
                        raise
                    failures.append(error)
                    session.feed_run(_PASS_OVER)
                answers = json.loads(session.feed_run(_ANSWERS))
    except TimeoutError:
        return Outcome("busy", "The checker is busy with others' code. Try again in a moment.")
    except MontyCrashedError as error:
        return _ended("time" if error.timed_out else "memory", source, printed.output, names)
    except MontyError as error:
        return _failed(error, source, printed.output, names)
    except json.JSONDecodeError:  # an answer cut at its longest
        return _ended("memory", source, printed.output, names)
    padded = (*answers, *[None] * (len(cases) - len(answers)))
    if failures:
        return replace(_failed(failures[0], source, printed.output, names), answers=padded)
    return Outcome("ok", names=names, answers=padded, printed=_by_case(printed.output))


@contextmanager
def _session(sandbox: Monty) -> Iterator[MontySession]:
    """A worker of one's own, ready to be asked; one that died while it was idle is replaced."""
    from pydantic_monty import MontyCrashedError

    for tries_left in (1, 0):
        with ExitStack() as stack:
            try:
                session = stack.enter_context(sandbox.checkout(limits=_LIMITS, os_policy=_POLICY))
                session.feed_run(_ASK + _ENTER)
            except MontyCrashedError:
                if tries_left:
                    continue
                raise
            yield session
            return


# What is said to the sandbox. Its last line is what comes back: nothing, or one string of bounded length.

_ENTER = """
import json
_space = {"__name__": "__main__"}
_answers = []
None"""

_ENTER_NUMPY = """
_space["__numpy__"] = numpy(_normals)
_space["len"] = length
None"""

_EXEC = """exec(_source, _space)
None"""

_NAMES = f"""f"{{json.dumps(names(_space, _name))}}"[:{ANSWER}]"""

_CALL = """ask(_space[_name], _cases, _answers)
None"""

_PASS_OVER = """_answers.append(None)
None"""

_ANSWERS = f"""f"{{json.dumps(_answers)}}"[:{ANSWER}]"""


def _is_limit(error: Any) -> bool:
    """Whether the sandbox stopped the code, after which its session is not to be used."""
    return isinstance(error.exception(), MemoryError) or (
        isinstance(error.exception(), TimeoutError) and not error.traceback()
    )


_IMPORT = re.compile(
    r"(?m)^(?P<before>[ \t]*|[^#\n'\"]*;[ \t]*)import[ \t]+(?P<what>[^\n;#]*\b(?:numpy|matplotlib)\b[^\n;#]*)"
)
_FROM = re.compile(r"(?m)^(?P<before>[ \t]*)from[ \t]+numpy[ \t]+import[ \t]+(?P<what>\([\w\s,]*\)|[\w \t,]+)")


def _own_imports(source: str) -> str:
    """The source with every import of numpy turned into an assignment on the same line; plots are left out."""

    def plain(match: re.Match[str]) -> str:
        return match["before"] + "; ".join(_import(part) for part in match["what"].split(","))

    def chosen(match: re.Match[str]) -> str:
        names = [name for name in match["what"].strip("()").split(",") if name.strip()]
        lines = "\n" * match["what"].count("\n")  # the lines below keep their numbers
        return match["before"] + "; ".join(_import(name, "__numpy__.") for name in names) + lines

    return _FROM.sub(chosen, _IMPORT.sub(plain, source))


def _import(part: str, owner: str = "") -> str:
    name, _, alias = (word.strip() for word in part.partition(" as "))
    if owner:
        return f"{alias or name} = {owner}{name}"
    if name.startswith("matplotlib"):
        return f"{alias or 'matplotlib'} = None"
    return f"{alias or name} = __numpy__" if name == "numpy" else f"import {part.strip()}"


def _by_case(printed: str) -> tuple[str, ...]:
    return tuple(printed.split(_MARK))


def _ended(kind: str, source: str, printed: str, names: Mapping[str, str]) -> Outcome:
    """The outcome of code that a limit stopped."""
    line = None
    if kind == "time":
        whiles = [number for number, text in enumerate(source.split("\n"), 1) if re.match(r"\s*while\b", text)]
        message = f"Stopped after {SECONDS} seconds."
        far = re.search(r"\brange\([^\n]*(\*\*|\d{7}|\de\d)", source)  # that may be what never ends
        if len(whiles) == 1 and not far:
            line = whiles[0]
            message += f" Line {line} holds the only `while`: does its condition ever become false?"
        else:
            message += " Is there a loop that never ends, or one that goes over far too many numbers?"
    elif len(printed) > PRINTED // 2:
        message = f"Stopped: the code printed more than {PRINTED // 1000} kB. Print less, or look for an endless loop."
    else:
        message = "Stopped: the code needed more memory than the sandbox gives (32 MB)."
    return Outcome(kind, message, line, names, printed=_by_case(printed))


def _failed(error: Any, source: str, printed: str, names: Mapping[str, str]) -> Outcome:
    """The outcome of an exception, with the student's line that it came from."""
    frames = error.traceback() if hasattr(error, "traceback") else None
    name, _, message = (str(error) if frames is None else error.display("type-msg")).partition(": ")
    if frames is not None and _is_limit(error):
        return _ended("memory" if name == "MemoryError" else "time", source, printed, names)

    if name == "SyntaxError":
        message, line = _syntax(message)
        kind = "syntax"
    else:
        lines = [frame.line for frame in frames or [] if frame.filename == "<string>"]
        kind, line = "error", lines[-1] if lines else None
        message = _in_words(name, message)
    if line is not None and not 1 <= line <= source.count("\n") + 1:
        line = None
    return Outcome(kind, message[:400], line, names, printed=_by_case(printed))


_SYNTAX = (
    (r"Expected `:`, found `=`", "one = sets a name; to compare, write =="),
    (r"Expected `:`", "a colon is missing at the end of the line"),
    (r"Expected an indented block", "the lines that belong to it are missing, or not indented; `pass` holds the place"),
    (r"unindent does not match|Unexpected indentation", "the line does not start where its neighbors start"),
    (r"unexpected EOF|Expected `,`|Expected `\)`", "a bracket that opens here or above may never close"),
    (r"missing closing quote", "a quote opens and never closes"),
    (r"unexpected token [“”‘’]", "quotes must be straight, not curly: they may come from a word processor"),
    (r"separated by newlines or semicolons", "an operator or a bracket is missing between two parts"),
    (r"too deeply nested", "brackets or blocks are nested too deeply"),
)


def _syntax(message: str) -> tuple[str, int | None]:
    """A parser's message in words for a learner, and its line."""
    match = re.search(r" ?\(<string>, line (\d+)\)$", message)
    line = int(match[1]) if match else None
    message = message[: match.start()] if match else message
    help_ = next((words for pattern, words in _SYNTAX if re.search(pattern, message)), "")
    return f"Python cannot read this: {message}." + (f" Perhaps {help_}." if help_ else ""), line


_ERRORS = (
    ("NameError", r"name '(math|random|time|json)' is not defined", "Put `import {0}` at the top."),
    ("NameError", r"name 'np' is not defined", "Put `import numpy as np` at the top."),
    ("NameError", r"name '(sin|cos|pi|exp|log|sqrt|pow)' is not defined", "Put `import math` at the top: math.{0}."),
    ("NameError", r"name '(torch|tf|plt|nn|jnp|jax)' is not defined", "`{0}` is not in the sandbox."),
    ("NameError", r"name '(open|input|exit|quit|__import__|globals|compile|dir|vars)' is not", "Not in the sandbox."),
    ("NameError", r"name '(.+)' is not defined", "Is `{0}` spelled the same everywhere, and set before this line?"),
    ("ModuleNotFoundError", r"", "The sandbox holds plain Python with math, and a subset of numpy; nothing else."),
    ("PermissionError", r"", "There are no files in the sandbox."),
    ("RuntimeError", r"suspension limit|not supported in this environment", "There are no files in the sandbox."),
    ("RecursionError", r"", "A function calls itself without end."),
    ("NotImplementedError", r"not yet support|not supported", "It is good Python, but the sandbox runs a subset."),
    ("AttributeError", r"'(?:numpy|random)' object has no attribute '(\w+)'", "The subset of numpy here lacks `{0}`."),
    ("AttributeError", r"'ndarray' object has no attribute '(\w+)'", "The subset of numpy here lacks `.{0}`."),
    ("AttributeError", r"'(list|tuple|float|int)' object has no", "A {0} is not a numpy array."),
    ("AttributeError", r"module '(os|sys)' has no", "The sandbox has no operating system to speak to."),
    (
        "TypeError",
        r"'[<>]=?' not supported between instances of 'ndarray'",
        "The subset of numpy here has np.less etc.",
    ),
    ("TypeError", r"unsupported operand type\(s\) for \^", "In Python a power is written **, not ^."),
    ("TypeError", r"'NoneType' object", "A value here is None: does a function before it lack its `return`?"),
    ("TypeError", r"'(float|int|list)' object is not callable", "Is there a * missing before a bracket?"),
    ("TypeError", r"'float' object cannot be interpreted as an integer", "Use // where a whole number is needed."),
    ("ZeroDivisionError", r"", "Which divisor is 0 for the first pair, the first position, or a single pair?"),
    ("OverflowError", r"", "A power became too large: the exponent of 10000 goes from 0 to just below 1."),
    ("IndexError", r"", "Counting starts at 0, so the last index is one less than the length."),
)


def _in_words(name: str, message: str) -> str:
    """An exception's message, with a sentence of help where one is known."""
    message = message.replace("The monty syntax parser does not yet support ", "not supported: ")
    for error, pattern, words in _ERRORS:
        match = re.search(pattern, message)
        if name == error and match:
            message = f"{message}. {words.format(*match.groups())}"
            break
    return f"{name}: {message}" if message else name
