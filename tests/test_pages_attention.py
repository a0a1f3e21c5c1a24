"""The attention page tells the truth about order, in the lesson's case and in the odd ones."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc.attention import self_attention
from posenc.figures import attention as figures
from posenc.tokens import lesson_tokens
from posenc.ui.parameters import PARAMETERS
from tests.visiting import heatmaps, visit

SENTENCE = {"tokens": "sentence", "sentence": "cat chased dog"}


def metrics(at) -> dict[str, str]:
    return {metric.label: metric.value for metric in at.metric}


def said(at) -> str:
    return "\n".join(m.value for m in at.markdown)


def test_the_lessons_example_without_and_with_positions() -> None:
    # the lesson: allclose True without the encoding, False with it; numerics: 2.2e-16 against 1.644
    off, on = visit("attention"), visit("attention", encoding="sinusoidal")
    assert metrics(off)["Equivariance"] == "equivariant"
    assert metrics(off)["Largest difference of outputs"].endswith("× 10⁻¹⁶")
    assert metrics(on)["Equivariance"] == "broken"
    assert metrics(on)["Largest difference of outputs"] == "1.64"
    assert metrics(off)["Mean of outputs"] == "invariant"
    for at in (off, on):
        assert at.code[0].value.count("# True") == 1
        assert at.code[0].value.count("# False") == 1


def test_the_weights_shown_are_those_of_the_tokens() -> None:
    (_, cells), *_ = heatmaps(visit("attention"))
    _, weights = self_attention(lesson_tokens())
    assert_allclose(np.frombuffer(cells, "<f4").reshape(4, 4), weights[0], atol=1e-7)


def test_one_toggle_turns_positions_on_and_off() -> None:
    at = visit("attention")
    at.toggle("positions").set_value(True).run()
    assert not at.exception
    assert metrics(at)["Equivariance"] == "broken"
    at.toggle("positions").set_value(False).run()
    assert metrics(at)["Equivariance"] == "equivariant"


def test_cat_chased_dog_is_one_bag_without_positions_and_two_things_with_them() -> None:
    off = visit("attention", **SENTENCE)
    assert "“cat chased dog” and “dog chased cat” are the same bag" in said(off)
    on = visit("attention", **SENTENCE, encoding="sinusoidal")
    assert "“cat chased dog” and “dog chased cat” are two different things now" in said(on)


@pytest.mark.parametrize(
    ("parameters", "verdict"),
    [
        ({"permutation": "typed", "order": "0 1 2 3"}, "nothing to test"),
        ({"permutation": "rotate", "by": 0, "encoding": "sinusoidal"}, "nothing to test"),
        ({"tokens": "sentence", "sentence": "cat", "encoding": "sinusoidal"}, "nothing to test"),
        ({"tokens": "sentence", "sentence": ""}, "nothing to test"),
        ({"encoding": "sinusoidal", "add": "before"}, "not separated"),
        ({"encoding": "sinusoidal", "tokens": "sentence", "sentence": "dog dog dog"}, "broken"),
        ({"causal": "true"}, "broken"),
        ({"encoding": "alibi"}, "not separated"),
        ({"encoding": "alibi", "permutation": "swap", "a": 0, "b": 1}, "broken"),
        ({"encoding": "rope"}, "broken"),
        ({"encoding": "learned"}, "broken"),
        ({"encoding": "t5"}, "broken"),
    ],
    ids=str,
)
def test_hard_cases_get_an_honest_verdict(parameters: dict, verdict: str) -> None:
    assert metrics(visit("attention", **parameters))["Equivariance"] == verdict


@pytest.mark.parametrize("encoding", PARAMETERS["encoding"].options)
@pytest.mark.parametrize("sentence", ["", "a b", "w " * 70])
@pytest.mark.parametrize("more", [{}, {"heads": 4, "head": 3, "causal": "true", "projections": "true"}, {"heads": 6}])
@pytest.mark.parametrize("width", [2, 1024])
def test_no_method_fails_at_any_size(encoding: str, sentence: str, more: dict, width: int) -> None:
    visit("attention", tokens="sentence", sentence=sentence, encoding=encoding, width=width, **more)


def test_a_typed_order_that_is_none_is_explained_and_the_picture_stays() -> None:
    at = visit("attention", permutation="typed", order="0 0 1 2")
    assert "0 .. 3" in at.error[0].value or "each of 0" in at.error[0].value
    assert len(heatmaps(at)) == 3


def test_a_learned_table_narrower_than_the_tokens_is_refused_in_words() -> None:
    at = visit("attention", **SENTENCE, encoding="learned", width=512)
    assert at.error[0].value == "width must be at most 384, the learned table's own, got 512. Showing no encoding."
    assert metrics(at)["Equivariance"] == "equivariant"


def test_words_are_shown_as_typed_and_never_as_markup() -> None:
    at = visit("attention", tokens="sentence", sentence="*bold* $x$ <b>")
    assert r"\*bold\* \$x\$ \<b\>" in said(at)


def test_rounding_stays_blank_in_the_picture_of_the_difference() -> None:
    output = np.ones((2, 3))
    drawing = figures.difference(output, output + 2.2e-16, "ab")
    assert drawing.limits == (-float((output + 2.2e-16).max()), float((output + 2.2e-16).max()))
    assert "2.22 × 10⁻¹⁶" in drawing.description
