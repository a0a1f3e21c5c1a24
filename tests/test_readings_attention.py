"""The attention page's sentences are true where there is nothing, one token, equal tokens, or many."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest

from posenc.attention import self_attention
from posenc.content import readings_attention as say
from posenc.equivariance import Verdict

PET = ("cat", "chased", "dog")


@pytest.mark.parametrize(
    ("verdict", "tokens", "permutation", "same", "sentence"),
    [
        ("nothing to test", (), (), True, "No tokens yet: type a sentence."),
        ("nothing to test", ("cat",), (0,), True, "“cat” is a single token and has one order only."),
        ("nothing to test", PET, (0, 1, 2), True, "“cat chased dog” stays as it is: this permutation moves nothing."),
        (
            "equivariant",
            PET,
            (2, 1, 0),
            False,
            "“cat chased dog” and “dog chased cat” are the same bag: every token comes out the same.",
        ),
        (
            "broken",
            PET,
            (2, 1, 0),
            False,
            "“cat chased dog” and “dog chased cat” are two things: not every token comes out the same.",
        ),
        (
            "not separated",
            PET,
            (2, 1, 0),
            False,
            "“cat chased dog” and “dog chased cat” still come out the same, token by token.",
        ),
        (
            "below rounding",
            PET,
            (2, 1, 0),
            False,
            "“cat chased dog” and “dog chased cat” differ by less than this arithmetic shows.",
        ),
        (
            "broken",
            ("dog", "dog"),
            (1, 0),
            True,
            "“dog dog”: only equal tokens changed places, yet what comes out depends on the place.",
        ),
        (
            "nothing to test",
            ("Dog", "dog"),
            (1, 0),
            True,
            "“dog Dog”: only equal tokens changed places, so there is nothing to see.",
        ),
    ],
)
def test_a_headline_says_what_happened(
    verdict: str, tokens: tuple, permutation: tuple, same: bool, sentence: str
) -> None:
    assert say.headline(verdict, tokens, permutation, same) == sentence


def test_a_long_sentence_is_cut_in_the_headline_only() -> None:
    assert say.quoted(["word"] * 64) == "“" + "word " * 7 + "word…”"
    assert say.quoted(["w" * 40]) == f"“{'w' * 40}”"


def test_typed_signs_are_shown_and_not_obeyed() -> None:
    shown = say.quoted(["*a*", "$x$", "<b>", "&amp;", ":red[x]", "->", "a->b"])
    assert shown.replace("\u2060", "") == r"“\*a\* \$x\$ \<b\> \&amp; \:red\[x\] \-\> a\-\>b”"
    assert "\\:\u2060red" in shown  # apart, or Streamlit would read a color
    assert "\\-\u2060\\>" in shown  # or an arrow
    assert "| a\\|b | 0 | 0 | 0 |" in say.moves(["a|b"], [0], [0], np.zeros(1))


def test_a_sentence_says_how_many_tokens_it_gives() -> None:
    assert say.tokens(0, 0, 64) == "No words, no tokens."
    assert say.tokens(1, 1, 64).startswith("1 word of 64 random numbers: ")
    assert say.tokens(3, 3, 64).startswith("3 words of 64 random numbers each: ")
    assert say.tokens(64, 90, 64).startswith("The first 64 of 90 words are taken. 64 words")


def test_the_mean_is_called_invariant_only_where_it_is() -> None:
    assert say.pooled(True, 0.0) == "The mean of all outputs stays the same to the last bit: it is invariant."
    assert "to within 8.33\u00a0×\u00a010⁻¹⁷, which is rounding" in say.pooled(True, 8.3267e-17)
    assert say.pooled(False, 0.154) == "The mean of all outputs changes by up to 0.154: it is not invariant."


def test_the_tokens_shown_are_those_that_differ_most_in_their_order() -> None:
    assert say.most_moved(np.array([0.1, 3.0, 0.2, 1.0]), 2) == (1, 3)
    assert say.most_moved(np.zeros(3), 6) == (0, 1, 2)
    assert say.most_moved(np.zeros(0), 6) == ()
    assert say.shown(3, 3) == ""
    assert say.shown(6, 64) == "Shown are the 6 of 64 tokens whose outputs differ most."


def test_the_table_of_moves_says_where_each_token_went() -> None:
    lines = say.moves("abc", (0, 2), (2, 0, 1), np.array([0.5, 0.0, 2e-16])).splitlines()
    assert lines[2:] == ["| a | 0 | 1 | 0.5 |", "| c | 2 | 0 | 2\u00a0×\u00a010⁻¹⁶ |"]


def test_settings_away_from_their_defaults_are_named() -> None:
    assert say.options(1, False, False, False) == ""
    assert say.options(2, False, False, False) == "With 2 heads."
    assert say.options(2, True, True, True) == (
        "With 2 heads, a causal mask, random projections and the encoding added before permuting."
    )


def test_fewer_heads_come_with_the_reason() -> None:
    assert say.fewer_heads(4, 3, 6) == "4 heads do not share 6 columns evenly: showing 3."
    assert say.fewer_heads(2, 1, 6) == "2 heads do not leave each an even number of 6 columns: showing 1."


def test_a_method_that_is_not_the_real_one_says_so() -> None:
    assert "random, for illustration" in say.method("t5", 4, 6, (512, 384), False)
    assert "the first 1 row and 6 columns of a real table, 512 × 384" in say.method("learned", 1, 6, (512, 384), False)
    assert "looks both ways" in say.method("alibi", 4, 6, (512, 384), False)
    assert "looks back only" in say.method("alibi", 4, 6, (512, 384), True)
    assert say.method("none", 4, 6, (512, 384), False) == say.method("sinusoidal", 4, 6, (512, 384), False) == ""


def test_allclose_is_blamed_only_for_what_it_did() -> None:
    assert "says True even of the encoding made fainter, `1e-6 * P`" in say.why_not_allclose(1e-6, True, True)
    for accepted, broken in ((False, True), (True, False), (False, False)):
        assert "says True" not in say.why_not_allclose(1e-6, accepted, broken)


def test_allclose_allows_too_little_for_many_sums_in_float32() -> None:
    # numerics: float32, 64 x 64, with projections, no encoding at all
    rng = np.random.default_rng(0)
    x, *projections = rng.normal(size=(4, 64, 64)).astype(np.float32)
    straight, turned = (self_attention(t, projections=projections)[0] for t in (x, x[::-1]))
    assert not np.allclose(turned, straight[::-1])


def test_a_difference_of_nothing_is_called_nothing() -> None:
    assert say.difference(0.0) == "The outputs do not differ in a single digit."
    assert say.difference(1.644).startswith("The outputs differ by up to 1.64.")


def test_a_verdict_is_told_in_words_that_say_what_was_found() -> None:
    words = [say.verdict(found) for found in get_args(Verdict)]
    assert words == ["equivariant", "not equivariant", "nothing to test", "still equivariant", "below rounding"]
