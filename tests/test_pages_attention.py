"""The attention page tells the truth about order, in the lesson's case and in the odd ones."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from streamlit.testing.v1 import AppTest

from posenc.attention import self_attention
from posenc.tokens import lesson_tokens
from posenc.ui.parameters import PARAMETERS
from tests.visiting import heatmaps, visit

SENTENCE = {"tokens": "sentence", "sentence": "cat chased dog"}


def metrics(at: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in at.metric}


def said(at: AppTest) -> str:
    return "\n".join(element.value for element in (*at.header, *at.markdown))


def cells(at: AppTest, number: int) -> np.ndarray:
    head, sent = heatmaps(at)[number]
    return np.frombuffer(sent, "<f4").reshape(head["rows"], head["columns"])


def test_the_lessons_example_without_and_with_positions() -> None:
    # the lesson: allclose True without the encoding, False with it; numerics: 2.2e-16 against 1.644
    off, on = visit("attention"), visit("attention", encoding="sinusoidal")
    assert metrics(off)["Verdict"] == "equivariant"
    assert metrics(off)["Largest difference of outputs"].endswith("\u00a0×\u00a010⁻¹⁶")
    assert metrics(off)["Mean of outputs"] == "invariant"
    assert metrics(on)["Verdict"] == "not equivariant"
    assert metrics(on)["Largest difference of outputs"] == "1.64"
    assert metrics(on)["Mean of outputs"] == "changes"
    for at in (off, on):
        lines = at.code[0].value.splitlines()
        assert [line.split("#")[1].strip() for line in lines] == ["True", "False"]
        assert "it says True even of the encoding made fainter, `1e-6 * P`" in said(at)


def test_the_pictures_show_the_attention_of_the_tokens_and_what_changed() -> None:
    at = visit("attention", causal="true")
    x = lesson_tokens()
    output, weights = self_attention(x, causal=True)
    other_output, other_weights = self_attention(x[::-1], causal=True)
    assert_allclose(cells(at, 0), weights[0], atol=1e-6)
    assert_allclose(cells(at, 1), other_weights[0][::-1, ::-1], atol=1e-6)
    assert_allclose(cells(at, 2), other_output[::-1] - output, atol=1e-6)
    strips = cells(at, 3)
    assert_allclose(strips[0:2], [output[0], other_output[3]], atol=1e-6)
    assert_allclose(strips[-2:], [output.mean(axis=0), other_output.mean(axis=0)], atol=1e-6)


def test_the_head_chosen_is_the_head_drawn() -> None:
    at = visit("attention", heads=3, head=2)
    assert_allclose(cells(at, 0), self_attention(lesson_tokens(), heads=3)[1][2], atol=1e-6)


def test_one_toggle_turns_positions_off_and_on_again_by_the_same_method() -> None:
    at = visit("attention")
    at.toggle("on").set_value(True).run()
    assert at.selectbox("encoding").value == "sinusoidal"
    assert metrics(at)["Verdict"] == "not equivariant"
    at.selectbox("encoding").set_value("rope").run()
    at.toggle("on").set_value(False).run()
    assert at.selectbox("encoding").value == "none"
    assert metrics(at)["Verdict"] == "equivariant"
    at.toggle("on").set_value(True).run()
    assert at.selectbox("encoding").value == "rope"
    assert not at.exception


def test_the_toggle_follows_a_link() -> None:
    assert not visit("attention").toggle("on").value
    assert visit("attention", encoding="alibi").toggle("on").value


def test_cat_chased_dog_is_one_bag_without_positions_and_two_things_with_them() -> None:
    off = visit("attention", **SENTENCE)
    assert "“cat chased dog” and “dog chased cat” are the same bag" in said(off)
    assert_allclose(cells(off, 3)[0], cells(off, 3)[1])
    on = visit("attention", **SENTENCE, encoding="sinusoidal")
    assert "“cat chased dog” and “dog chased cat” are two things" in said(on)
    assert np.abs(cells(on, 3)[0] - cells(on, 3)[1]).max() > 0.1
    assert heatmaps(on)[3][0]["axes"][0]["labels"][:2] == ["0 · cat", "2 · cat"]


@pytest.mark.parametrize(
    ("parameters", "verdict", "reason"),
    [
        ({"permutation": "typed", "order": "0 1 2 3"}, "nothing to test", "this permutation moves nothing"),
        ({"permutation": "rotate", "by": 0, "encoding": "sinusoidal"}, "nothing to test", "moves nothing"),
        ({"permutation": "rotate", "by": 4}, "nothing to test", "moves nothing"),
        ({**SENTENCE, "sentence": "cat", "encoding": "sinusoidal"}, "nothing to test", "one order only"),
        ({**SENTENCE, "sentence": ""}, "nothing to test", "No tokens yet"),
        ({**SENTENCE, "sentence": "dog Dog"}, "nothing to test", "only equal tokens changed places, so"),
        ({**SENTENCE, "sentence": "dog cat dog", "encoding": "sinusoidal"}, "not equivariant", "depends on the place"),
        ({**SENTENCE, "sentence": "dog dog", "causal": "true"}, "still equivariant", "All value vectors are the same"),
        ({"encoding": "sinusoidal", "add": "before"}, "still equivariant", "traveled with its token"),
        ({"causal": "true"}, "not equivariant", "The causal mask carries order by itself"),
        ({"encoding": "alibi"}, "still equivariant", "reversing, for one, keeps all distances"),
        ({"encoding": "alibi", "permutation": "swap", "i": 0, "j": 1}, "not equivariant", "stays with the places"),
        ({"encoding": "alibi", "causal": "true"}, "not equivariant", "looks back only"),
        ({"encoding": "rope"}, "not equivariant", "The rotation of queries and keys"),
        ({"encoding": "learned"}, "not equivariant", "the first 4 rows and 6 columns of a real table, 512 × 384"),
        ({"encoding": "t5"}, "not equivariant", "random, for illustration"),
    ],
    ids=str,
)
def test_hard_cases_get_an_honest_verdict_and_its_reason(parameters: dict, verdict: str, reason: str) -> None:
    at = visit("attention", **parameters)
    assert metrics(at)["Verdict"] == verdict
    assert reason in said(at)


@pytest.mark.parametrize("encoding", PARAMETERS["encoding"].options)
@pytest.mark.parametrize("sentence", ["", "a b", "w " * 70])
@pytest.mark.parametrize("more", [{}, {"heads": 4, "head": 3, "causal": "true", "projections": "true"}, {"heads": 6}])
@pytest.mark.parametrize("width", [2, 1024])
def test_no_method_fails_at_any_size(encoding: str, sentence: str, more: dict, width: int) -> None:
    visit("attention", tokens="sentence", sentence=sentence, encoding=encoding, width=width, **more)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("0 0 1 2", "Permutation must hold each of 0 .. 3 once, got [0, 0, 1, 2]. Showing the reversal."),
        ("0 1 two 3", "Permutation must hold whole numbers, got 'two'. Showing the reversal."),
    ],
)
def test_a_typed_order_that_is_none_is_explained_and_a_picture_stays(order: str, message: str) -> None:
    at = visit("attention", permutation="typed", order=order)
    assert at.error[0].value.replace("\\", "") == message
    assert at.text_input("order").value == order
    assert "“a b c d” and “d c b a”" in said(at)
    assert len(heatmaps(at)) == 4


def test_a_typed_order_is_the_order_shown() -> None:
    at = visit("attention", permutation="typed", order="[1, 0, 2, 3]")
    assert not at.error
    assert "“a b c d” and “b a c d” are the same bag" in said(at)
    assert at.code[0].value.startswith("order = [1, 0, 2, 3]\n")


def test_a_place_beyond_the_last_token_is_kept_and_the_last_one_shown() -> None:
    at = visit("attention", permutation="swap", i=0, j=50)
    assert "There is no other place 50: showing 3." in said(at)
    assert "“d b c a”" in said(at)
    assert at.number_input("j").value == 50


def test_heads_that_do_not_divide_the_width_are_not_offered_and_asked_for_are_explained() -> None:
    assert visit("attention").button_group("heads").options == ["1", "2", "3", "6"]
    assert visit("attention", **SENTENCE).button_group("heads").options == ["1", "2", "4", "8"]
    assert visit("attention", encoding="rope").button_group("heads").options == ["1", "3"]
    assert "4 heads do not share 6 columns evenly: showing 3." in said(visit("attention", heads=4))


def test_a_learned_table_narrower_than_the_tokens_is_refused_in_words() -> None:
    at = visit("attention", **SENTENCE, encoding="learned", width=512)
    assert at.error[0].value == "Width must be at most 384, the learned table's own, got 512. Showing no encoding."
    assert metrics(at)["Verdict"] == "equivariant"


def test_the_base_of_the_sidebar_acts() -> None:
    one, other = (visit("attention", encoding="sinusoidal", base=base) for base in (10000, 10))
    assert metrics(one)["Largest difference of outputs"] != metrics(other)["Largest difference of outputs"]


def test_words_are_shown_as_typed_and_never_as_markup() -> None:
    at = visit("attention", tokens="sentence", sentence="*bold* $x$ <b>")
    assert "\\*bold\\* \\$x\\$ \\<\u2060b\\>" in said(at)
    assert heatmaps(at)[0][0]["axes"][0]["labels"] == ["*bold*", "$x$", "<b>"]


def test_a_typed_order_that_is_none_is_quoted_as_it_was_typed() -> None:
    at = visit("attention", permutation="typed", order="$x$ :smile:")
    assert "'\\$x\\$'" in at.error[0].value
    image = visit("attention", permutation="typed", order="![a](http://example.org/a.png)")
    assert "](" not in image.error[0].value  # no picture from elsewhere


def test_a_long_sentence_is_cut_and_the_page_says_so() -> None:
    at = visit("attention", tokens="sentence", sentence="w " * 70)
    assert "The first 64 of 70 words are taken." in said(at)
    assert "Shown are the 6 of 64 tokens whose outputs differ most." in said(at)
