"""One voice for bad input: every error names the parameter, the rule and the value.

A wrong kind of thing is a TypeError, a wrong value a ValueError: "width must be even, got 7".
"""

from __future__ import annotations

import math
import operator
import reprlib
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


def whole(name: str, value: object, *, least: int | None = None, most: int | None = None) -> int:
    """A whole number in [least, most] as a Python int; numpy integers are welcome, bools are not."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be a whole number, got {value!r}")
    if isinstance(value, (float, np.floating)):
        raise ValueError(f"{name} must be a whole number, got {float(value)!r}; pass an integer")
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} must be a whole number, got {value!r}") from None
    _within(name, number, least, most)
    return number


def even(name: str, value: object, *, least: int = 2, most: int = 2**53, why: str = "") -> int:
    """A positive even whole number; `why` is added to the message."""
    number = whole(name, value, least=least, most=most)
    if number % 2:
        raise ValueError(f"{name} must be even, got {number}" + (f": {why}" if why else ""))
    return number


def real(name: str, value: object, *, least: float | None = None, most: float | None = None) -> float:
    """A finite number in [least, most] as a float; bools, NaN and infinities are not."""
    if isinstance(value, (bool, str, bytes, bytearray)) or getattr(value, "dtype", np.dtype(float)).kind not in "fiu":
        raise TypeError(f"{name} must be a number, got {value!r}")
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number, got {value!r}") from None
    except OverflowError:
        raise ValueError(f"{name} must be finite, got a number beyond the range of a float") from None
    if not math.isfinite(number):
        raise ValueError(f"{name} must be finite, got {number}")
    _within(name, number, least, most)
    return number


def choice(name: str, value: object, options: Iterable[str]) -> str:
    """One of the given words."""
    options = tuple(options)
    if not isinstance(value, str):
        raise TypeError(f"{name} must be one of {', '.join(map(repr, options))}, got {value!r}")
    if value not in options:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, options))}, got {value!r}")
    return value


def flag(name: str, value: object) -> bool:
    """True or False, nothing that merely looks like it."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False, got {value!r}")
    return bool(value)


def numbers(name: str, value: ArrayLike) -> NDArray[Any]:
    """An array of real numbers of any shape, finite or not, in the dtype that it has."""
    try:
        array = np.asarray(value)
    except ValueError:
        raise ValueError(f"{name} must have rows of one length, got {reprlib.repr(value)}") from None
    if array.dtype.kind not in "fiu":
        raise TypeError(f"{name} must hold real numbers, got dtype {array.dtype}")
    return array


def reals(name: str, value: ArrayLike) -> Array:
    """A finite array of any shape as float64 (float32 stays float32)."""
    array = numbers(name, value)
    if array.dtype != np.float32:
        array = array.astype(np.float64, copy=False)
    if not np.isfinite(array).all():
        place = tuple(map(int, np.argwhere(~np.isfinite(array))[0]))
        raise ValueError(f"{name} must be finite, got NaN or infinity at {place}")
    return array


def matrix(name: str, value: ArrayLike, *, shape: str = "(n, d)") -> Array:
    """A finite two-dimensional array as float64 (float32 stays float32)."""
    array = reals(name, value)
    if array.ndim != 2:
        raise ValueError(f"{name} must have shape {shape}, got {array.shape}")
    return array


def _within(name: str, number: float, least: float | None, most: float | None) -> None:
    if least is not None and number < least:
        raise ValueError(f"{name} must be at least {least}, got {number}")
    if most is not None and number > most:
        raise ValueError(f"{name} must be at most {most}, got {number}")
