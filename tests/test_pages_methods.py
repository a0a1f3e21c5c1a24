"""The methods page stands for every choice at every size, and its numbers are those of the methods."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc.bias import alibi_bias
from posenc.content.methods import METHODS, ROPE_MODELS
from posenc.learned import learned_table
from posenc.rotary import rope
from posenc.similarity import mean_by_offset, similarity
from posenc.sinusoidal import sinusoidal, wavelengths
from posenc.ui.parameters import PARAMETERS
from tests.visiting import charts, heatmaps, visit

IDS = [method.id for method in METHODS]
NAMES = [method.name for method in METHODS]


def said(at) -> str:
    return "\n".join(m.value for m in at.markdown)


def cells(at, place: int) -> np.ndarray:
    return np.frombuffer(heatmaps(at)[place][1], "<f4")


def test_every_method_of_the_catalogue_can_be_chosen_on_both_sides() -> None:
    assert set(PARAMETERS["method"].options) == set(PARAMETERS["beside"].options) == set(IDS)


def test_every_public_model_can_be_chosen() -> None:
    assert list(PARAMETERS["model"].options[1:]) == [model.name for model in ROPE_MODELS]


@pytest.mark.parametrize("method", IDS)
@pytest.mark.parametrize(("length", "width", "base"), [(0, 64, 1e4), (1, 2, 1e4), (2, 4, 1.0), (2048, 1024, 1e6)])
def test_no_method_fails_at_any_size(method: str, length: int, width: int, base: float) -> None:
    at = visit("methods", method=method, beside="none", length=length, width=width, base=base)
    assert METHODS[IDS.index(method)].name in [heading.value for heading in at.header]


@pytest.mark.parametrize("beside", IDS)
@pytest.mark.parametrize("method", IDS)
def test_any_two_stand_side_by_side_with_facts_and_curves_for_both(method: str, beside: str) -> None:
    at = visit("methods", method=method, beside=beside, length=6, width=4)
    both = list(dict.fromkeys((NAMES[IDS.index(method)], NAMES[IDS.index(beside)])))
    assert [heading.value for heading in at.header][:2] == [NAMES[IDS.index(id)] for id in (method, beside)]
    assert {trace["name"] for trace in charts(at)[0]["data"]} == set(both)
    assert f"| Method | {' | '.join(both)} |" in said(at)


def test_the_first_screen_is_the_sinusoid_beside_a_real_table() -> None:
    at = visit("methods")
    first, second = cells(at, 0), cells(at, 1)
    assert_allclose(first.reshape(50, 64), sinusoidal(50, 64), atol=1e-7)
    assert_allclose(second.reshape(50, 384), learned_table()[:50])
    sinusoid, learned = charts(at)[0]["data"]
    assert sinusoid["y"][0] == 1
    assert_allclose(learned["y"], mean_by_offset(similarity(learned_table()[:50])))


def test_the_learned_table_is_described_by_what_was_measured() -> None:
    # numerics: row 0 norm 2.36 against .47; ripples 5.7 and 17; the offset alone explains 49%
    words = said(visit("methods", method="learned", beside="none"))
    assert "Row 0 is 2.36 long, the others 0.47 on average" in words
    assert "ripples 5.7 and 17 positions apart" in words
    assert "explains 49% of the variance; of the sinusoid's, 100%" in words


def test_the_sizes_of_the_sidebar_count_the_learned_numbers() -> None:
    words = said(visit("methods", method="learned", beside="t5", length=100, width=32))
    assert "3200 = 100 × 32 (length × width)" in words
    assert "256 = 32 buckets × 8 heads" in words


def test_a_long_table_is_cut_to_the_learned_tables_length_and_says_so() -> None:
    assert "The first 512 of 600 positions are shown." in said(visit("methods", length=600))
    assert "are shown." not in said(visit("methods", length=512))


def test_alibi_adds_what_its_formula_says_in_all_heads() -> None:
    heads = [trace["y"] for trace in charts(visit("methods", method="alibi", beside="none", length=9))[0]["data"]][:8]
    assert_allclose(heads, alibi_bias(9, 8)[:, -1, ::-1])


def test_rope_and_the_sinusoid_have_one_curve_and_the_page_says_so() -> None:
    at = visit("methods", method="sinusoidal", beside="rope")
    one, other = charts(at)[0]["data"]
    assert_allclose(one["y"], other["y"], atol=1e-12)
    assert "The two curves are the same" in said(at)


def test_moving_query_and_key_together_keeps_their_score() -> None:
    at = visit("methods", method="rope", query_at=9, key_at=4)
    (before,) = (m.value for m in at.markdown if "The score of one query" in m.value)
    next(button for button in at.button if button.label == "Move both by 10").click().run()
    assert [at.number_input(key=key).value for key in ("query_at", "key_at")] == [19, 14]
    (after,) = (m.value for m in at.markdown if "The score of one query" in m.value)
    assert before == after
    assert "which is rounding" in said(at)


def test_the_hands_stop_together_at_the_last_position() -> None:
    at = visit("methods", method="rope", query_at=2040, key_at=2000)
    next(button for button in at.button if button.label == "Move both by 100").click().run()
    assert [at.number_input(key=key).value for key in ("query_at", "key_at")] == [2047, 2007]


def test_both_pairings_are_drawn_and_compared() -> None:
    at = visit("methods", method="rope", rope_view="pairing", length=7, width=8)
    drawn = [raw for header, raw in heatmaps(at) if header["title"] in ("Neighbors (interleaved)", "Halves")]
    for raw, pairing in zip(drawn, ("interleaved", "half"), strict=True):
        turned = rope(np.ones((7, 8)), pairing=pairing) / np.sqrt(2)
        assert_allclose(np.frombuffer(raw, "<f4").reshape(7, 8), turned, atol=1e-7)
    assert "no score differs by more than" in said(at)


@pytest.mark.parametrize("view", PARAMETERS["rope_view"].options)
@pytest.mark.parametrize(("length", "width", "base"), [(0, 64, 1e4), (1, 2, 1e4), (2, 4, 1.0), (2048, 1024, 1e6)])
def test_no_view_of_rope_fails_at_any_size(view: str, length: int, width: int, base: float) -> None:
    at = visit("methods", method="rope", beside="none", rope_view=view, length=length, width=width, base=base)
    assert "RoPE: a score knows the offset only" in [heading.value for heading in at.header]


@pytest.mark.parametrize("scaling", PARAMETERS["scaling"].options)
def test_every_rescaling_draws_wavelengths_before_and_after(scaling: str) -> None:
    at = visit("methods", method="rope", rope_view="longer texts", scaling=scaling)
    before, after = (trace for trace in charts(at)[-1]["data"] if trace.get("name") in ("before", "after"))
    ratio = np.array(after["y"]) / np.array(before["y"])
    assert ratio.min() >= 1 - 1e-12
    assert ratio.max() <= (13 if scaling == "dynamic" else 4) + 1e-9  # dynamic: 4 · 4 - 3 at four times the length
    if scaling == "linear":
        assert_allclose(ratio, 4)
    assert ("YaRN also scales cosine and sine by 1.139" in said(at)) == (scaling == "yarn")  # 0.1 ln 4 + 1


@pytest.mark.parametrize("model", ROPE_MODELS, ids=lambda model: model.name)
def test_a_public_model_brings_its_own_sizes_and_their_source(model) -> None:
    at = visit("methods", method="rope", rope_view="longer texts", model=model.name)
    (before,) = (trace for trace in charts(at)[-1]["data"] if trace.get("name") == "before")
    assert_allclose(before["y"], wavelengths(model.head_dim, model.base))
    assert model.source in said(at)


def test_a_rescaling_that_one_pair_cannot_have_is_explained() -> None:
    at = visit("methods", method="rope", rope_view="longer texts", scaling="ntk", width=2)
    assert "Head_dim must be at least 4" in at.error[0].value
