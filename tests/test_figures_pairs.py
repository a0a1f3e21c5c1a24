"""The pictures of the Pairs page hold the numbers they were given."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc import findings
from posenc.figures import colors
from posenc.figures import pairs as figures
from posenc.sinusoidal import angles, sinusoidal, wavelengths


def waves(pairs: list[int], length: int, width: int = 64):
    columns = np.array([[2 * pair, 2 * pair + 1] for pair in pairs])
    curves = angles(figures.between(length), width)[:, pairs]
    rows = sinusoidal(length, width)[:, columns]
    return figures.waves(
        pairs, findings.turns(length, width)[pairs], rows, np.stack([np.sin(curves), np.cos(curves)], axis=2)
    )


def test_the_dots_are_the_tables_own_and_lie_on_their_curve() -> None:
    chart = waves([0, 4], 20)
    curves, dots = chart.data[0::2], chart.data[1::2]
    assert [(t.name, t.yaxis, t.line.color) for t in dots] == [
        ("sin", "y", colors.SIN), ("cos", "y", colors.COS), ("sin", "y2", colors.SIN), ("cos", "y2", colors.COS),
    ]  # fmt: skip
    assert_allclose(np.stack([t.y for t in dots], axis=1), sinusoidal(20, 64)[:, [0, 1, 8, 9]])
    for curve, dot in zip(curves, dots, strict=True):
        assert curve.dx * figures.FINE == dot.dx == 1
        assert_allclose(curve.y[:: figures.FINE], dot.y, atol=1e-6)


def test_each_pair_has_a_row_of_its_own_from_top_to_bottom() -> None:
    chart = waves([3, 0, 7], 20)
    domains = [chart.layout[axis].domain for axis in ("yaxis", "yaxis2", "yaxis3")]
    assert [chart.layout[axis].title.text for axis in ("yaxis", "yaxis2", "yaxis3")] == ["pair 3", "pair 0", "pair 7"]
    assert all(above[0] > below[1] for above, below in pairwise(domains))
    assert chart.layout.xaxis.title.text == "position"


def test_few_positions_lie_on_a_curve_that_goes_on() -> None:
    curve, dots = waves([0], 2).data[:2]
    assert len(dots.y) == 2
    assert (len(curve.y) - 1) * curve.dx == figures.FEW


def test_many_positions_are_joined_by_a_line_and_never_thinned_out() -> None:
    chart = waves([0, 31], 2048)
    assert [t.mode for t in chart.data] == ["lines"] * 4
    assert all(len(t.y) == 2048 for t in chart.data)


def test_the_legend_names_sine_and_cosine_once() -> None:
    assert sorted(t.name for t in waves([0, 1, 2], 50).data if t.showlegend) == ["cos", "sin"]


@pytest.mark.parametrize("width", [2, 64, 1024])
@pytest.mark.parametrize("length", [0, 1, 2, 50, 2048])
@pytest.mark.parametrize("base", [1.0, 10000.0])
def test_every_wavelength_is_drawn_once_on_a_log_axis(width: int, length: int, base: float) -> None:
    turns = findings.turns(length, width, base)
    chart = figures.wavelengths(wavelengths(width, base), turns, length, [0])
    assert chart.layout.yaxis.type == "log"
    low, high = chart.layout.yaxis.range
    drawn = {}
    for trace in chart.data:
        if trace.name in ("at least one turn", "less than one turn"):
            drawn |= dict(zip(trace.x, trace.y, strict=True))
            assert all((turns[trace.x] >= 1) == (trace.name == "at least one turn"))
    assert_allclose([drawn[i] for i in range(width // 2)], wavelengths(width, base))
    assert low < np.log10(min(drawn.values()))
    assert high > np.log10(max(drawn.values()))


def test_the_way_from_the_first_position_to_the_last_is_a_line_where_there_is_one() -> None:
    def lines(length: int) -> list:
        chart = figures.wavelengths(wavelengths(8), findings.turns(length, 8), length, [1])
        return [list(t.y) for t in chart.data if t.mode.startswith("lines")]

    assert lines(50) == [[49, 49]]
    assert lines(1) == lines(0) == []


def test_bits_and_signs_are_black_and_white_on_one_scale() -> None:
    bits = figures.counter(findings.bits(10), "said")
    signs = figures.signs(sinusoidal(10, 8)[:, ::2] < 0, "said")
    assert bits.limits == signs.limits == (0, 1)
    assert (bits.row_title, bits.column_title, signs.column_title) == ("position", "bit", "pair")
    assert_allclose(bits.cells[5], [1, 0, 1, 0])
    assert_allclose(signs.cells, sinusoidal(10, 8)[:, ::2] < 0)
