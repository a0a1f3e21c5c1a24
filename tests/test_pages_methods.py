"""The methods page stands for every choice at every size, and its numbers are those of the methods."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc.content.methods import METHODS
from posenc.figures import methods as figures
from posenc.learned import learned_table
from posenc.ui.parameters import PARAMETERS
from tests.visiting import charts, heatmaps, visit

IDS = [method.id for method in METHODS]


def said(at) -> str:
    return "\n".join(m.value for m in at.markdown)


def test_every_method_of_the_catalogue_can_be_chosen_on_both_sides() -> None:
    assert set(PARAMETERS["method"].options) == set(PARAMETERS["beside"].options) == set(IDS)


@pytest.mark.parametrize("method", IDS)
@pytest.mark.parametrize(("length", "width", "base"), [(0, 64, 1e4), (1, 2, 1e4), (2, 4, 1.0), (2048, 1024, 1e6)])
def test_no_method_fails_at_any_size(method: str, length: int, width: int, base: float) -> None:
    at = visit("methods", method=method, beside="none", length=length, width=width, base=base)
    assert METHODS[IDS.index(method)].name in [heading.value for heading in at.subheader]


def test_the_learned_table_is_shown_as_it_is_and_described_by_what_was_measured() -> None:
    # numerics: row 0 norm 2.36 against .47; ripples 5.7 and 17; the offset alone explains 49%
    at = visit("methods", method="learned", beside="none")
    _, cells = heatmaps(at)[0]
    assert_allclose(np.frombuffer(cells, "<f4").reshape(50, 384), learned_table()[:50])
    assert "Row 0 is 2.36 long, the others 0.47 on average" in said(at)
    assert "ripples 5.7 and 17 positions apart" in said(at)
    assert "explains 49%" in said(at)


def test_rope_and_the_sinusoid_have_one_curve_and_the_page_says_so() -> None:
    at = visit("methods", method="sinusoidal", beside="rope")
    one, other = charts(at)[0]["data"]
    assert_allclose(one["y"], other["y"], atol=1e-12)
    assert "The two curves are the same" in said(at)


@pytest.mark.parametrize("scaling", PARAMETERS["scaling"].options)
def test_every_rescaling_draws_wavelengths_before_and_after(scaling: str) -> None:
    before, after = charts(visit("methods", method="rope", scaling=scaling))[-1]["data"][:2]
    ratio = np.array(after["y"]) / np.array(before["y"])
    assert ratio.min() >= 1 - 1e-12
    assert ratio.max() <= (13 if scaling == "dynamic" else 4) + 1e-9  # dynamic: 4 · 4 - 3 at four times the length
    if scaling == "linear":
        assert_allclose(ratio, 4)


def test_a_rescaling_that_one_pair_cannot_have_is_explained() -> None:
    at = visit("methods", method="rope", scaling="ntk", width=2)
    assert "Head_dim must be at least 4" in at.error[0].value


def test_the_reading_counts_the_pairs_left_alone() -> None:
    before = np.array([6.0, 60.0, 600.0])
    assert figures.stretched_reading(before, before, 4.0) == "All 3 pairs are left alone."
    assert figures.stretched_reading(before, before * [1, 2, 4], 4.0).startswith(
        "1 of 3 pairs are left alone, 1 are stretched by the whole factor 4;"
    )
