# mypy: ignore-errors
# This file runs inside the sandbox, before the student's code. It is Python of the kind that pydantic-monty knows.
"""Tell what a function answered, in numbers and words that cross to the host as JSON."""

MOST_CELLS = 20_000


def cell(value):
    """A number as a float, anything else as the name of its type."""
    if type(value) is float:
        return value
    if type(value) is int:
        try:
            return float(value)
        except OverflowError:
            return float("inf") if value > 0 else float("-inf")
    return type(value).__name__[:40]


def describe(value):
    """What kind of thing a value is, with its cells if it is a table: see `posenc.exercise`."""
    kind = type(value).__name__[:40]
    if kind == "ndarray":
        if value.size > MOST_CELLS:
            return {"is": "huge"}
        return {"is": "array", "shape": list(value.shape), "dtype": value.dtype.name, "cells": value.flatten().tolist()}
    if not isinstance(value, (list, tuple)):
        return {"is": kind}
    if not all(isinstance(row, (list, tuple)) for row in value):
        return {"is": "list", "size": len(value), "of": [type(item).__name__[:40] for item in value[:8]]}
    if len(value) > MOST_CELLS or sum(len(row) for row in value) > MOST_CELLS:
        return {"is": "huge"}
    return {"is": "rows", "rows": [[cell(item) for item in row] for row in value]}


def ask(function, cases, answers):
    for case in cases:
        print("\x1e", end="")
        answers.append(describe(function(*case)))


def names(space, wanted):
    """The student's names, with the names of their types; the one that is wanted, and some hundreds of the others."""
    known = [(str(key), type(value).__name__[:40]) for key, value in space.items()]
    known = [(key, kind) for key, kind in known if not key.startswith("__") and len(key) < 60]
    return dict(known[-200:] + [pair for pair in known if pair[0] == wanted])
