"""Each method reaches attention as its paper says: added to the tokens, added to the scores, or turning them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc.attention import self_attention
from posenc.bias import alibi_bias
from posenc.equivariance import check_equivariance, reversal, swap
from posenc.learned import learned_table
from posenc.methods import METHODS, positions
from posenc.rotary import rope
from posenc.sinusoidal import sinusoidal
from posenc.tokens import lesson_tokens


def test_no_method_marks_a_place_in_more_than_one_way() -> None:
    for method in METHODS:
        parts = positions(method, 5, 8)
        assert sum(part is not None for part in parts.values()) == (method != "none")


def test_what_is_added_to_the_tokens_is_the_first_rows_of_a_table() -> None:
    assert_allclose(positions("sinusoidal", 5, 8, 500.0)["encoding"], sinusoidal(5, 8, 500.0))
    assert_allclose(positions("learned", 5, 8)["encoding"], learned_table()[:5, :8])


def test_rope_turns_by_the_base_given() -> None:
    x = np.random.default_rng(0).normal(size=(5, 8))
    assert_allclose(positions("rope", 5, 8, 500.0)["rotate"](x), rope(x, base=500.0))


def test_alibi_looks_both_ways_unless_a_causal_mask_hides_what_follows() -> None:
    assert_allclose(positions("alibi", 5, 8, heads=4)["bias"], alibi_bias(5, 4, symmetric=True))
    assert_allclose(positions("alibi", 5, 8, heads=4, causal=True)["bias"], alibi_bias(5, 4))


def test_t5_gives_keys_that_follow_a_bias_of_their_own_unless_they_are_hidden() -> None:
    both, back = (positions("t5", 5, 8, heads=2, causal=causal)["bias"] for causal in (False, True))
    assert both.shape == (2, 5, 5)
    assert_allclose(np.diagonal(both, 1, 1, 2).std(axis=1), 0)
    assert np.abs(both[:, 0, 1] - both[:, 1, 0]).min() > 0.01
    assert_allclose(back[:, 0, 1], back[:, 0, 0])


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("length", "width", "heads"), [(0, 2, 1), (1, 2, 1), (3, 6, 3), (64, 384, 8)])
@pytest.mark.parametrize("causal", [False, True])
def test_every_method_fits_attention_at_every_size(
    method: str, length: int, width: int, heads: int, causal: bool
) -> None:
    x = np.random.default_rng(0).normal(size=(length, width))
    given = positions(method, length, width, heads=heads, causal=causal)
    encoding = given.pop("encoding")
    output, _ = self_attention(x if encoding is None else x + encoding, heads=heads, causal=causal, **given)
    assert output.shape == x.shape


@pytest.mark.parametrize("method", METHODS[1:])
def test_every_method_tells_two_exchanged_tokens_apart(method: str) -> None:
    given = positions(method, 4, 6)
    assert check_equivariance(lesson_tokens(), swap(4, 0, 1), **given).verdict == "broken"


def test_reversing_is_a_symmetry_of_alibi_alone() -> None:
    verdicts = {m: check_equivariance(lesson_tokens(), reversal(4), **positions(m, 4, 6)).verdict for m in METHODS}
    assert verdicts.pop("none") == "equivariant"
    assert verdicts.pop("alibi") == "not separated"
    assert set(verdicts.values()) == {"broken"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("learned", 5, 386), "width must be at most 384, the learned table's own, got 386"),
        (("learned", 513, 6), "length must be at most 512, the learned table's own, got 513"),
        (("sinus", 5, 6), "method must be one of 'none', 'sinusoidal'.*got 'sinus'"),
        (("none", -1, 6), "length must be at least 0, got -1"),
        (("sinusoidal", 5, 7), "width must be even, got 7"),
    ],
)
def test_sizes_that_a_method_cannot_have_are_refused(arguments: tuple, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        positions(*arguments)


def test_heads_must_share_the_columns_and_rope_needs_pairs() -> None:
    with pytest.raises(ValueError, match="heads must divide the width, got 4 heads for width 6"):
        positions("none", 5, 6, heads=4)
    with pytest.raises(ValueError, match="columns a head must be even, got 3: RoPE turns them pair by pair"):
        positions("rope", 5, 6, heads=2)
