"""Heatmaps as data and as Plotly figures, and the colors of both."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc.figures import colors
from posenc.figures.heatmap import Heatmap, Series, pair_series, to_plotly

# A picture


def test_a_table_keeps_its_values_and_shows_minus_one_to_one() -> None:
    picture = Heatmap([[0, 0.5], [1, -1]])
    assert picture.shape == (2, 2)
    assert picture.limits == (-1.0, 1.0)
    assert_allclose(picture.matrix(), [[0, 0.5], [1, -1]])


def test_a_sequential_scale_starts_at_zero_and_ends_at_the_largest_value() -> None:
    assert Heatmap([[0.25, 3.0, np.nan]], scale="sequential").limits == (0.0, 3.0)
    assert Heatmap([[-2.0, 3.0]], scale="sequential").limits == (-2.0, 3.0)


@pytest.mark.parametrize("values", [np.zeros((3, 3)), np.zeros((0, 4)), np.full((2, 2), np.nan)])
def test_a_sequential_scale_without_a_range_still_has_one(values: np.ndarray) -> None:
    assert Heatmap(values, scale="sequential").limits == (0.0, 1.0)


def test_given_limits_are_kept() -> None:
    assert Heatmap([[5.0]], scale="sequential", low=-2, high=9).limits == (-2.0, 9.0)


def test_a_picture_by_offset_is_the_matrix_of_distances() -> None:
    curve = np.array([1.0, 0.5, 0.25, 0.125])
    picture = Heatmap(by_offset=curve)
    position = np.arange(4)
    assert picture.shape == (4, 4)
    assert picture.square
    assert_allclose(picture.matrix(), curve[np.abs(position[:, None] - position)])


def test_a_signed_picture_by_offset_runs_from_query_to_key() -> None:
    matrix = Heatmap(by_offset=[-2.0, -1.0, 0.0, 1.0, 2.0], signed=True, low=-2, high=2).matrix()
    position = np.arange(3)
    assert_allclose(matrix, position - position[:, None])


def test_a_large_picture_by_offset_copies_nothing() -> None:
    matrix = Heatmap(by_offset=np.linspace(1, 0, 4096)).matrix()
    assert np.shares_memory(matrix[0], matrix[4095])


def test_no_positions_by_offset_is_an_empty_matrix() -> None:
    assert Heatmap(by_offset=[]).matrix().shape == (0, 0)


def test_columns_know_their_pair_and_function() -> None:
    assert Heatmap(np.zeros((1, 4)), series=pair_series(4)).column_notes() == [
        "pair 0, sin",
        "pair 0, cos",
        "pair 1, sin",
        "pair 1, cos",
    ]
    assert Heatmap(np.zeros((1, 4)), series=pair_series(4, "concatenated")).column_notes() == [
        "pair 0, sin",
        "pair 1, sin",
        "pair 0, cos",
        "pair 1, cos",
    ]


@pytest.mark.parametrize(
    ("fields", "error", "says"),
    [
        ({}, ValueError, "either values or by_offset, got none"),
        ({"values": [[1.0]], "by_offset": [1.0]}, ValueError, "either values or by_offset, got both"),
        ({"values": [1.0, 2.0]}, ValueError, r"values must have 2 dimensions, got shape \(2,\)"),
        ({"by_offset": [[1.0]]}, ValueError, r"by_offset must have 1 dimension, got shape \(1, 1\)"),
        ({"values": [["a"]]}, TypeError, "values must hold real numbers, got dtype <U1"),
        ({"by_offset": [1.0, 2.0], "signed": True}, ValueError, r"odd length 2n - 1, got by_offset of shape \(2,\)"),
        ({"values": [[1.0]], "signed": True}, ValueError, "signed needs by_offset"),
        (
            {"values": [[1.0]], "scale": "rainbow"},
            ValueError,
            "scale must be one of 'diverging', 'sequential', got 'rainbow'",
        ),
        ({"values": [[1.0]], "low": 1, "high": 1}, ValueError, "low must be below high, got low=1.0 and high=1.0"),
        ({"values": [[1.0]], "high": float("nan")}, ValueError, "high must be finite, got nan"),
        ({"values": [[1.0]], "row_start": 0.5}, ValueError, "row_start must be a whole number, got 0.5"),
        ({"values": [[1.0]], "row_labels": ["a", "b"]}, ValueError, "row_labels must hold one label each for 1, got 2"),
        ({"values": [[1.0]], "series": pair_series(4)}, ValueError, "'sin' must stay within 1 columns, got range"),
    ],
)
def test_an_impossible_picture_says_what_is_wrong(fields: dict, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        Heatmap(**fields)


# Plotly


def test_the_plotly_figure_holds_the_values_and_the_scale() -> None:
    values = np.random.default_rng(0).uniform(-1, 1, (3, 4))
    figure = to_plotly(Heatmap(values, title="A table", row_start=-1, value_title="sine", series=pair_series(4)))
    trace = figure.data[0]
    assert_allclose(trace.z, values)
    assert_allclose([trace.zmin, trace.zmax], [-1, 1])
    assert_allclose(trace.y, [-1, 0, 1])
    assert trace.text[2][3] == "pair 1, cos"
    assert trace.colorscale[0][1] == colors.DIVERGING[0]
    assert trace.colorbar.title.text == "sine"
    assert figure.layout.title.text == "A table"


def test_positions_run_down_in_plotly_too() -> None:
    assert to_plotly(Heatmap([[1.0]])).layout.yaxis.autorange == "reversed"


def test_a_plotly_figure_by_offset_is_the_full_matrix_with_square_cells() -> None:
    figure = to_plotly(Heatmap(by_offset=[1.0, 0.5]))
    assert_allclose(figure.data[0].z, [[1, 0.5], [0.5, 1]])
    assert figure.layout.yaxis.scaleanchor == "x"


def test_tokens_name_the_ticks_of_the_plotly_figure() -> None:
    figure = to_plotly(Heatmap(np.eye(2), row_labels=["cat", "dog"], column_labels=["cat", "dog"]))
    assert figure.layout.yaxis.ticktext == figure.layout.xaxis.ticktext == ("cat", "dog")


def test_no_positions_is_a_plotly_figure_too() -> None:
    assert np.shape(to_plotly(Heatmap(np.zeros((0, 4)), series=pair_series(4))).data[0].z)[0] == 0


# Colors

LINES = (colors.SIN, colors.COS, *colors.CATEGORICAL)

# G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model for simulation of color vision
# deficiency", 2009, table 1, severity 1.0, on linear light.
SEEN_BY = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


def linear(color: str) -> np.ndarray:
    """Linear light of an sRGB color (IEC 61966-2-1)."""
    c = np.array(colors.rgb(color)) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def contrast(a: str, b: str) -> float:
    """Contrast ratio (WCAG 2.2)."""
    dark, light = sorted(float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (a, b))
    return (light + 0.05) / (dark + 0.05)


def oklab(light: np.ndarray) -> np.ndarray:
    """Lightness and two opponent colors (B. Ottosson, "A perceptual color space for image processing", 2020)."""
    cones = [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
    opponents = [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
    return np.array(opponents) @ np.cbrt(np.array(cones) @ light)


def lightness(stops: tuple[str, ...]) -> np.ndarray:
    return np.array([oklab(linear(stop))[0] for stop in stops])


@pytest.mark.parametrize("color", LINES)
@pytest.mark.parametrize("ground", ["#ffffff", "#0e1117"])
def test_every_line_color_stands_out_on_white_and_on_near_black(color: str, ground: str) -> None:
    assert contrast(color, ground) >= 3


def test_minus_and_plus_weigh_the_same_and_the_middle_is_lightest() -> None:
    light = lightness(colors.DIVERGING)
    assert_allclose(light, light[::-1], atol=0.005)
    assert_allclose(np.diff(light[:7]), np.diff(light[:7]).mean(), atol=0.004)


def test_the_sequential_scale_darkens_in_equal_steps() -> None:
    steps = np.diff(lightness(colors.SEQUENTIAL))
    assert (steps < 0).all()
    assert_allclose(steps, steps.mean(), atol=0.004)


@pytest.mark.parametrize("eye", SEEN_BY)
@pytest.mark.parametrize(
    ("a", "b"), [(colors.SIN, colors.COS), (colors.DIVERGING[0], colors.DIVERGING[-1]), *pairwise(colors.CATEGORICAL)]
)
def test_color_blind_readers_tell_neighbors_apart(a: str, b: str, eye: str) -> None:
    seen = [oklab(np.clip(np.array(SEEN_BY[eye]) @ linear(color), 0, 1)) for color in (a, b)]
    assert np.linalg.norm(seen[0] - seen[1]) >= 0.07  # about three times the least difference that is seen


def test_the_palette_runs_from_end_to_end_through_the_middle() -> None:
    table = colors.palette("diverging", 255)
    assert table.shape == (255, 3)
    assert tuple(table[0]) == colors.rgb(colors.DIVERGING[0])
    assert tuple(table[127]) == colors.rgb(colors.DIVERGING[6])
    assert tuple(table[254]) == colors.rgb(colors.DIVERGING[-1])


def test_zero_has_the_same_color_on_both_scales() -> None:
    assert colors.SEQUENTIAL[0] == colors.DIVERGING[len(colors.DIVERGING) // 2]


def test_a_plotly_scale_spans_zero_to_one() -> None:
    places = [place for place, _ in colors.plotly_scale("sequential")]
    assert_allclose(places, np.linspace(0, 1, len(colors.SEQUENTIAL)))


def test_a_series_is_a_range_of_columns() -> None:
    sines, cosines = pair_series(6)
    assert sines == Series("sin", colors.SIN, range(0, 6, 2))
    assert list(cosines.columns) == [1, 3, 5]
