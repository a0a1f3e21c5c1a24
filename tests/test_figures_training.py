"""The pictures of a training hold the numbers they were given, and their sentences say what they show."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc.figures import training as figures

CURVES = {
    "none": (np.array([0, 20]), np.array([0.2, 0.248])),
    "learned": (np.array([0, 20, 40]), np.array([0.1, 0.6, 0.9999])),
}


def trace(chart, name: str):
    return next(drawn for drawn in chart.data if drawn.name.startswith(name))


@pytest.mark.parametrize("draw", ["accuracy", "loss"])
def test_the_curves_are_the_ones_given_each_in_a_color_and_a_mark_of_its_own(draw: str) -> None:
    if draw == "accuracy":
        chart = figures.accuracy_curves(CURVES, steps=400, ceiling=0.248)
    else:
        chart = figures.loss_curves(CURVES, steps=400, answers=12)
    for name, (x, y) in CURVES.items():
        assert_allclose(trace(chart, name).x, x)
        assert_allclose(trace(chart, name).y, y)
    drawn = [trace(chart, name) for name in CURVES]
    assert len({line.line.color for line in drawn}) == len({line.marker.symbol for line in drawn}) == 2
    assert chart.layout.xaxis.title.text == "step"


def test_the_axes_hold_still_while_the_curves_grow() -> None:
    early = figures.accuracy_curves({}, steps=400, ceiling=0.5)
    late = figures.accuracy_curves(CURVES, steps=400, ceiling=0.5)
    assert early.layout.xaxis.range == late.layout.xaxis.range
    assert early.layout.yaxis.range == late.layout.yaxis.range
    assert early.layout.xaxis.range[0] <= 0 < 400 <= early.layout.xaxis.range[1]


def test_the_ceiling_and_the_blind_guess_are_drawn_where_they_are() -> None:
    ceiling = trace(figures.accuracy_curves(CURVES, steps=400, ceiling=0.248), "ceiling")
    assert_allclose(ceiling.x, [0, 400])
    assert_allclose(ceiling.y, [0.248, 0.248])
    guess = trace(figures.loss_curves(CURVES, steps=400, answers=2), "ln 2")
    assert_allclose(guess.y, [0.6931, 0.6931], atol=1e-4)


def test_a_curve_over_longer_sentences_ends_where_the_table_does() -> None:
    lengths = [12, 16, 24]
    shares = {"sinusoidal": [1.0, 0.86, 0.6], "learned": [1.0, None, None]}
    chart = figures.longer_sentences(lengths, shares, ceilings=[0.25, 0.22, 0.19], trained=12)
    assert_allclose(trace(chart, "sinusoidal").y, shares["sinusoidal"])
    assert_allclose(trace(chart, "learned").y, [1, np.nan, np.nan])
    assert_allclose(trace(chart, "ceiling").y, [0.25, 0.22, 0.19])
    assert chart.layout.shapes[0].x0 == 12
    assert figures.longer_reading(lengths, shares, trained=12) == (
        "Trained on 12 words. sinusoidal: 100% right at 12 words, 60.0% at 24. "
        "learned: 100% right at 12 words; for a longer sentence its table has no rows."
    )


def test_the_ruler_is_drawn_over_positions_and_read_honestly() -> None:
    along = np.array([-2.0, -0.5, 0.5, 2.0])
    drawn = figures.ruler(along).data[0]
    assert_allclose(drawn.x, [0, 1, 2, 3])
    assert_allclose(drawn.y, along)
    assert figures.ruler_reading(along, 0.93) == (
        "One direction holds 93.0% of the variance of the rows; "
        "along it every position lies further than the one before."
    )
    assert "2 of 3 steps to the next position lead further" in figures.ruler_reading(along[[0, 2, 1, 3]], 0.5)
    assert "knows no order" in figures.ruler_reading(np.zeros(4), 0.0)


def test_the_reading_says_where_each_curve_stands_and_rounds_nothing_up_to_all() -> None:
    assert figures.accuracy_reading(CURVES, ceiling=0.248) == (
        "Right answers: none 24.8% after 20 steps, learned 99.9% after 40 steps. "
        "Without positions no model gets above 24.8%."
    )
    assert figures.accuracy_reading({}, ceiling=0.5) == "Nothing is trained yet."
