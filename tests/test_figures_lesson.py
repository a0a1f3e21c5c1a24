"""The lesson's drawings, read back from their HTML."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from posenc.figures import colors
from posenc.figures import lesson as draw


def attributes(svg: str, element: str, *names: str) -> np.ndarray:
    found = re.findall(rf"<{element} [^>]*>", svg)
    return np.array([[float(re.search(rf' {name}="([^"]*)"', tag)[1]) for name in names] for tag in found])


def luminance(color: str) -> float:
    channels = [c / 255 for c in colors.rgb(color)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return float(np.dot([0.2126, 0.7152, 0.0722], linear))


@given(st.floats(-3, 3))
def test_the_number_in_a_cell_can_be_read_on_its_color(part: float) -> None:
    back, ink = (luminance(color) for color in draw._cell_colors(part))
    assert (max(back, ink) + 0.05) / (min(back, ink) + 0.05) >= 4.5  # WCAG 2.2, criterion 1.4.3


def test_a_grid_names_its_rows_and_columns_and_holds_its_numbers() -> None:
    html = draw.grid([[0.125, -0.001], [1, -1]], title="A <b>", rows=("one", "two"), columns=("x", "y"))
    assert "<caption>A &lt;b&gt;</caption>" in html
    assert re.findall(r'<th scope="row">(\w+)', html) == ["one", "two"]
    assert re.findall(r'<th scope="col">(\w+)', html) == ["x", "y"]
    assert re.findall(r"<td style[^>]*>([^<]+)<", html) == ["0.12", "0.00", "1.00", "−1.00"]


def test_a_covered_cell_keeps_its_number_to_itself() -> None:
    html = draw.grid([[0.25, 0.75]], covered=[(0, 0), (0, 1)], marked=[(0, 1)])
    assert re.findall(r">([^<]*)</td>", html) == ["", "?"]
    assert "0.75" not in html


def test_colors_run_from_one_end_of_the_limit_to_the_other() -> None:
    found = re.findall(r"background:(#\w+)", draw.grid([[-2, 0, 2, 5]], limit=2))
    assert [found[0], found[2], found[3]] == [colors.DIVERGING[0], colors.DIVERGING[-1], colors.DIVERGING[-1]]
    assert found[1] == "#{:02x}{:02x}{:02x}".format(*colors.palette("diverging")[128])


@pytest.mark.parametrize(("values", "reach"), [([0.1, -0.2], 1.0), ([3.0, -4.0], 4.0), ([], 1.0)])
def test_a_scale_reaches_as_far_as_the_values_and_no_less_than_one(values: list[float], reach: float) -> None:
    assert draw.reach(values) == reach


@pytest.mark.parametrize("angle", [0.0, 1.0, math.pi, 4.0, 100.0])
def test_the_tip_of_a_hand_stands_at_cosine_and_sine_of_its_angle(angle: float) -> None:
    svg = draw.clock([draw.Hand(angle, colors.SIN, "5")], "a hand")
    tip = attributes(svg.replace('class="quiet" r="100"', 'cx="0" cy="0" r="100"'), "circle", "cx", "cy")[1]
    assert_allclose(tip / 100, [math.cos(angle), -math.sin(angle)], atol=1e-3)
    assert 'role="img" aria-label="a hand"' in svg


def test_points_of_a_curve_stand_at_their_places() -> None:
    x = np.arange(5.0)
    svg = draw.curves(
        [draw.Line(x, np.array([1, 0, -1, 0, 0.5]), colors.SIN, "", dots=True)], "dots", x_title="x", y_title="y"
    )
    at = attributes(svg, "circle", "cx", "cy")
    assert_allclose(np.diff(at[:, 0]), 346 / 4, atol=0.11)
    assert_allclose((at[:, 1] - at[1, 1]) / (at[2, 1] - at[1, 1]), [-1, 0, 1, 0, -0.5], atol=1e-2)


@pytest.mark.parametrize("column", [0, 1, 5, 62, 63])
def test_a_strip_frames_the_column_and_names_the_first_the_last_and_the_chosen(column: int) -> None:
    svg = draw.strip(np.linspace(-1, 1, 64), column, "pair", "a row")
    cells = attributes(svg, "rect", "x", "width")
    assert len(cells) == 64 + 1
    assert_allclose(cells[-1, 0], cells[column, 0], atol=0.01)
    assert f">{column}</text>" in svg
