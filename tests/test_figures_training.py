"""The pictures of a training hold the numbers they were given, and their sentences say what they show."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc.figures import training as figures

CURVES = {
    "none": (np.array([0, 20]), np.array([0.2, 0.248])),
    "learned": (np.array([0, 20, 40]), np.array([0.1, 0.6, 0.9999])),
}
TWINS = (("sun", "cat", "dog"), ("sun", "dog", "cat"))


def parsed(html: str) -> ElementTree.Element:
    """The picture as a tree: what is not well formed fails here."""
    return ElementTree.fromstring(f"<div>{html.replace('<br>', '<br/>')}</div>")


def drawn(html: str, kind: str) -> np.ndarray:
    """The places of a path in percent of the plot, from its left and from its foot: (k, 2)."""
    (path,) = [p for p in parsed(html).iter("path") if p.get("class") == kind]
    numbers = re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path.get("d") or "")
    return np.array(numbers, dtype=float).reshape(-1, 2) * [1, -1] + [0, 100]


def key(html: str) -> list[str]:
    return ["".join(item.itertext()) for item in parsed(html).iter("li")]


def cells(html: str) -> list[list[str]]:
    return [["".join(cell.itertext()) for cell in row] for row in parsed(html).iter("tr")]


@pytest.mark.parametrize("draw", ["accuracy", "loss"])
def test_the_curves_are_the_ones_given_each_in_a_color_of_its_own(draw: str) -> None:
    if draw == "accuracy":
        html, high = figures.accuracy_curves(CURVES, steps=400, ceiling=0.248, description=""), 1.0
    else:
        html, high = figures.loss_curves(CURVES, steps=400, answers=12, description=""), 1.1 * np.log(12)
    for name, (x, y) in CURVES.items():
        places = 100 * np.stack([x / 400, y / high], axis=1)
        assert_allclose(drawn(html, f"line {name}"), places, atol=0.01)
        assert_allclose(drawn(html, f"dots {name}"), places, atol=0.01)
    strokes = [p.get("stroke") for p in parsed(html).iter("path") if (p.get("class") or "").startswith("line")]
    assert len(set(strokes)) == 2


def test_the_axes_hold_still_while_the_curves_grow() -> None:
    empty = {name: ([], []) for name in CURVES}
    early = figures.accuracy_curves(empty, steps=400, ceiling=0.5, description="")
    late = figures.accuracy_curves(CURVES, steps=400, ceiling=0.5, description="")
    marks = [
        [(s.get("style"), s.text) for s in parsed(html).iter("span") if s.get("class") in ("x", "y", "level")]
        for html in (early, late)
    ]
    assert marks[0] == marks[1]
    assert [text for _, text in marks[0]][1:] == [
        *("0%", "25%", "50%", "75%", "100%"),
        *("0", "100", "200", "300", "400"),
    ]
    assert key(early) == ["none", "learned"]


def test_the_ceiling_and_the_blind_guess_are_drawn_where_they_are() -> None:
    accuracy = figures.accuracy_curves(CURVES, steps=400, ceiling=0.248, description="")
    assert_allclose(drawn(accuracy, "level"), [[0, 24.8], [100, 24.8]])
    assert "most without positions: 24.8%" in accuracy
    loss = figures.loss_curves(CURVES, steps=400, answers=2, description="")
    assert_allclose(drawn(loss, "level")[:, 1], 100 * np.log(2) / 0.9999, atol=0.01)  # 0.9999 is the highest loss
    assert "a blind guess: ln 2" in loss


def test_the_key_tells_the_latest_share_or_the_one_looked_back_at() -> None:
    now = figures.accuracy_curves(CURVES, steps=400, ceiling=0.5, description="")
    assert key(now) == ["none 24.8%", "learned 99.9%"]
    then = figures.accuracy_curves(CURVES, steps=400, ceiling=0.5, at=20, description="")
    assert key(then) == ["none 24.8%", "learned 60.0%"]
    assert_allclose(drawn(then, "at"), [[5, 100]])


def test_each_exam_tells_its_numbers_under_the_pointer_and_the_bands_leave_no_gap() -> None:
    html = figures.accuracy_curves(CURVES, steps=40, ceiling=0.5, description="")
    bands = [d for d in parsed(html).iter("div") if (d.get("class") or "").startswith("band")]
    assert ["".join(band.itertext()) for band in bands] == [
        "step 0none 20.0%learned 10.0%",
        "step 20none 24.8%learned 60.0%",
        "step 40learned 99.9%",
    ]
    sizes = np.array([re.findall(r"[\d.]+", band.get("style") or "") for band in bands], dtype=float)
    assert_allclose(sizes[:, 0], [0, *np.cumsum(sizes[:, 1])[:-1]], atol=0.02)
    assert_allclose(sizes[:, 1].sum(), 100)
    assert "band" not in figures.accuracy_curves(CURVES, steps=40, ceiling=0.5, readable=False, description="")


def test_a_picture_is_described_to_those_who_cannot_see_it() -> None:
    html = figures.accuracy_curves(CURVES, steps=40, ceiling=0.5, description='5 < 6 & "so"')
    (svg,) = parsed(html).iter("svg")
    assert (svg.get("role"), svg.get("aria-label")) == ("img", '5 < 6 & "so"')


def test_a_curve_over_longer_sentences_ends_where_the_table_does() -> None:
    lengths = [8, 12, 16, 24]
    shares = {"sinusoidal": [0.9, 1.0, 0.86, 0.6], "learned": [0.8, 1.0, None, None]}
    html = figures.longer_sentences(
        lengths, shares, ceilings=[0.3, 0.25, 0.22, 0.19], trained=12, description="So it is."
    )
    assert_allclose(drawn(html, "line sinusoidal"), [[0, 90], [25, 100], [50, 86], [100, 60]])
    assert_allclose(drawn(html, "line learned"), [[0, 80], [25, 100]])
    assert_allclose(drawn(html, "level"), [[0, 30], [25, 25], [50, 22], [100, 19]])
    assert_allclose(drawn(html, "at"), [[25, 100]])
    assert figures.longer_reading(lengths, shares, trained=12) == (
        "Trained on 12 words. sinusoidal: 100% right at 12 words, 60.0% at 24. "
        "learned: 100% right at 12 words; for a longer sentence its table has no rows."
    )


def test_the_ruler_is_drawn_over_positions_and_read_honestly() -> None:
    along = np.array([-2.0, -0.5, 0.5, 2.0])
    places = drawn(figures.ruler(along, description=""), "dots learned")
    assert_allclose(places[:, 0], [0, 33.33, 66.67, 100])
    assert_allclose(places[:, 1] - 50, 50 * along / 2.2, atol=0.01)
    assert figures.ruler_reading(along, 0.93) == (
        "One direction holds 93.0% of the variance of the rows; "
        "along it every position lies further than the one before."
    )
    assert "2 of 3 steps to the next position lead further" in figures.ruler_reading(along[[0, 2, 1, 3]], 0.5)
    assert "knows no order" in figures.ruler_reading(np.zeros(4), 0.0)
    assert_allclose(drawn(figures.ruler(np.zeros(4), description=""), "dots learned")[:, 1], 50)


def test_the_reading_says_where_each_curve_stands_and_rounds_nothing_up_to_all() -> None:
    assert figures.accuracy_reading(CURVES, ceiling=0.248) == (
        "Right answers after 40 steps: none 24.8%, learned 99.9%. Without positions no model gets above 24.8%."
    )
    once = {"none": ([0, 1], [0.5, 0.5])}
    assert figures.accuracy_reading(once, ceiling=0.5).startswith("Right answers after 1 step: none 50.0%.")
    assert figures.accuracy_reading({}, ceiling=0.5) == (
        "Nothing is trained yet. Without positions no model will get above 50.0%."
    )
    assert figures.loss_reading(CURVES, answers=12) == (
        "Mean surprise at the right answer: none 0.248, learned 1. A blind guess among 12 costs ln 12."
    )


def test_a_sentence_stands_beside_its_twin_and_wrong_answers_are_struck_through() -> None:
    html = figures.swapped_twins(TWINS, ("cat", "dog"), ("cat", "dog"), {"none": ("cat", "cat")})
    assert cells(html) == [
        ["", "sentence", "its twin"],
        ["0", "sun", "sun"],
        ["1", "cat", "dog"],
        ["2", "dog", "cat"],
        ["came first", "cat", "dog"],
        ["none says", "cat", "cat"],
    ]
    assert [s.text for s in parsed(html).iter("s")] == ["cat"]
    marked = [c.text for c in parsed(html).iter("td") if c.get("class") == "marked"]
    assert marked == ["cat", "dog", "dog", "cat", "cat", "dog"]
    assert len(cells(figures.swapped_twins(TWINS, ("cat", "dog"), ("cat", "dog"), {}))) == 5


def test_beside_each_word_stands_the_one_before_it_and_what_each_model_says() -> None:
    html = figures.words_before(TWINS[0], ("", "sun", "cat"), {"learned": ("", "sun", "sun")})
    assert cells(html) == [
        ["", "word", "before it", "learned"],
        ["0", "sun", "–", "–"],
        ["1", "cat", "sun", "sun"],
        ["2", "dog", "cat", "sun"],
    ]
    assert [s.text for s in parsed(html).iter("s")] == ["sun"]


def test_attention_and_the_learned_table_are_shown_on_scales_that_fit() -> None:
    weights = np.full((3, 3), 1 / 3)
    picture = figures.attention_map(TWINS[0], weights, "none", 1 / 3, None, answer="the previous word")
    assert picture.limits == (0, 1)
    assert picture.column_labels == TWINS[0]
    assert picture.description == "33.3% of its attention goes to the previous word, on average over the exam."
    assert figures.learned_map(np.array([[0.5, -2.0]]), description="").limits == (-2, 2)
    assert figures.learned_map(np.zeros((2, 2)), description="").limits == (-1, 1)
