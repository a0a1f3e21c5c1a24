"""Sine and cosine of an encoding's angle to 60 digits, by Python's decimal alone: the ruler for tables and tests."""

from __future__ import annotations

from decimal import Context, Decimal, localcontext
from functools import cache

DIGITS = 60
_GUARD = 30  # digits that a large angle and the series may use up


def exact_pair(position: int | float, pair: int, width: int, base: float = 10000.0) -> tuple[Decimal, Decimal]:
    """sin and cos of position · base^(-2·pair/width)."""
    with localcontext(Context(prec=DIGITS + _GUARD)):
        angle = Decimal(position) * Decimal(base) ** (Decimal(-2 * pair) / width)
        quarter = _pi() / 2
        turns = (angle / quarter).to_integral_value()
        rest = angle - turns * quarter
        sin, cos = _series(rest, rest, 1), _series(Decimal(1), rest, 0)
        return ((sin, cos), (cos, -sin), (-sin, -cos), (-cos, sin))[int(turns % 4)]


def error(value: float, position: int | float, column: int, width: int, base: float = 10000.0) -> float:
    """How far a table's cell is from the exact value."""
    with localcontext(Context(prec=DIGITS)):
        return abs(float(Decimal(float(value)) - exact_pair(position, column // 2, width, base)[column % 2]))


def _series(term: Decimal, x: Decimal, n: int) -> Decimal:
    """x^n/n! - x^(n+2)/(n+2)! + ..., given its first term."""
    total = term
    while abs(term) > Decimal(10) ** -(DIGITS + 5):
        term *= -x * x / ((n + 1) * (n + 2))
        n += 2
        total += term
    return total


@cache
def _pi() -> Decimal:
    """Machin 1706: π = 16 arctan(1/5) - 4 arctan(1/239)."""

    def arctan_of_inverse(n: int) -> Decimal:
        power = total = Decimal(1) / n
        k = 1
        while abs(power) > Decimal(10) ** -(DIGITS + _GUARD + 5):
            power /= -n * n
            k += 2
            total += power / k
        return total

    with localcontext(Context(prec=DIGITS + _GUARD + 10)):
        return 16 * arctan_of_inverse(5) - 4 * arctan_of_inverse(239)
