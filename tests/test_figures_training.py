"""The pictures of a training hold the numbers they were given, and their sentences say what they show."""

from __future__ import annotations

import re

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc.figures import training as figures

CURVES = {
    "none": (np.array([0, 20]), np.array([0.2, 0.248])),
    "learned": (np.array([0, 20, 40]), np.array([0.1, 0.6, 0.9999])),
}


def line(svg: str, name: str) -> np.ndarray:
    """The points of a curve, (k, 2), in percent of the plot from its top left."""
    (path,) = re.findall(rf'class="{name}"(?: stroke="[^"]+")? d="M([^"]+)"', svg)
    return np.array([[float(x) for x in point.split()] for point in path.split("L")])


@pytest.mark.parametrize("name", CURVES)
def test_a_curve_is_the_one_given_on_the_axes_of_the_whole_training(name: str) -> None:
    svg = figures.accuracy_curves(CURVES, steps=400, ceiling=0.248, description="what is shown")
    x, y = CURVES[name]
    assert_allclose(line(svg, f"line {name}"), np.stack([x / 4, 100 - 100 * y], axis=1), atol=0.006)
    assert 'aria-label="what is shown"' in svg


def test_the_ceiling_and_the_blind_guess_are_drawn_where_they_are() -> None:
    accuracy = figures.accuracy_curves(CURVES, steps=400, ceiling=0.248, description="")
    assert_allclose(line(accuracy, "level")[:, 1], 75.2)
    assert "most without positions: 24.8%" in accuracy
    loss = figures.loss_curves({}, steps=400, answers=2, description="")
    assert_allclose(line(loss, "level")[:, 1], 100 - 100 / 1.1, atol=0.006)  # the axis ends at 1.1 times ln 2


def test_a_curve_over_longer_sentences_ends_where_the_table_does() -> None:
    svg = figures.longer_sentences(
        [12, 16, 24],
        {"sinusoidal": [1.0, 0.9, 0.6], "learned": [1.0, None, None]},
        ceilings=[0.25, 0.22, 0.19],
        trained=12,
        description="",
    )
    assert len(line(svg, "line sinusoidal")) == 3
    assert len(line(svg, "line learned")) == 1


def test_the_ruler_is_drawn_over_positions_and_read_honestly() -> None:
    along = np.array([-2.0, -0.5, 1.0, 1.5])
    places = line(figures.ruler(along, description=""), "line learned")
    assert_allclose(places[:, 0], [0, 100 / 3, 200 / 3, 100], atol=0.006)
    assert (np.diff(places[:, 1]) < 0).all()
    assert "every position lies further" in figures.ruler_reading(along, 0.9)
    assert "2 of 3 steps to the next position lead further" in figures.ruler_reading(along[[0, 2, 1, 3]], 0.5)
    assert "knows no order" in figures.ruler_reading(np.zeros(4), 0.0)


def test_the_reading_says_where_the_curves_stand_and_rounds_nothing_up_to_all() -> None:
    assert figures.accuracy_reading(CURVES, ceiling=0.248) == (
        "Right answers after 40 steps: none 24.8%, learned 99.9%. Without positions no model gets above 24.8%."
    )
    assert figures.accuracy_reading({}, ceiling=0.5).startswith("Nothing is trained yet.")


def test_a_name_is_written_as_text_and_not_as_markup() -> None:
    assert "&lt;b&gt;" in figures.accuracy_curves({}, steps=4, ceiling=0.5, description="<b>")
