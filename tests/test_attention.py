"""Attention is the paper's: weights sum to one, heads keep to their columns, a mask hides what comes later."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose

from posenc.attention import self_attention, softmax

x = np.random.default_rng(0).normal(size=(4, 6))
W = np.random.default_rng(1).normal(size=(3, 6, 6))


def textbook(x: np.ndarray) -> np.ndarray:
    """The attention of the lesson "Positional encoding", one place at a time."""
    rows = []
    for query in x:
        e = np.exp([query @ key / np.sqrt(x.shape[1]) for key in x])
        rows.append(sum(weight * value for weight, value in zip(e / e.sum(), x, strict=True)))
    return np.array(rows)


def test_the_lessons_attention_is_met() -> None:
    output, weights = self_attention(x)
    assert (output.shape, weights.shape) == ((4, 6), (1, 4, 4))
    assert_allclose(output, textbook(x), rtol=1e-14)
    assert_allclose(output, weights[0] @ x, rtol=1e-14)


@given(arrays(np.float64, (5, 4), elements=st.floats(-50, 50)), st.sampled_from([1, 2, 4]), st.booleans())
def test_what_a_place_gives_out_sums_to_one(x: np.ndarray, heads: int, causal: bool) -> None:
    output, weights = self_attention(x, heads=heads, causal=causal)
    assert weights.shape == (heads, 5, 5)
    assert (weights >= 0).all()
    assert_allclose(weights.sum(axis=-1), 1)
    assert (output <= x.max(axis=0) + 1e-12).all()
    assert (output >= x.min(axis=0) - 1e-12).all()


def test_each_head_works_on_its_own_columns() -> None:
    output, weights = self_attention(x, heads=3)
    for h in range(3):
        columns = slice(2 * h, 2 * h + 2)
        alone, alone_weights = self_attention(x[:, columns])
        assert_allclose(output[:, columns], alone, rtol=1e-14)
        assert_allclose(weights[h], alone_weights[0], rtol=1e-14)


def test_projections_make_queries_keys_and_values() -> None:
    output, weights = self_attention(x, projections=W)
    q, k, v = x @ W[0], x @ W[1], x @ W[2]
    assert_allclose(weights[0], softmax(q @ k.T / np.sqrt(6)))
    assert_allclose(output, weights[0] @ v)
    assert_allclose(self_attention(x, projections=3 * [np.eye(6)])[0], self_attention(x)[0], rtol=1e-14)


def test_a_causal_mask_hides_what_comes_later() -> None:
    output, weights = self_attention(x, causal=True, heads=2)
    assert (weights[:, ~np.tri(4, dtype=bool)] == 0).all()
    assert_allclose(output[0], x[0])
    assert_allclose(output[:2], self_attention(x[:2], causal=True, heads=2)[0])


def test_a_bias_is_added_to_the_scores_of_every_head_or_of_its_own() -> None:
    hide = np.where(np.tri(4, dtype=bool), 0, -np.inf)
    assert_allclose(self_attention(x, bias=hide)[0], self_attention(x, causal=True)[0])
    both = self_attention(x, heads=2, bias=np.stack([np.zeros((4, 4)), hide]))[1]
    assert_allclose(both[0], self_attention(x, heads=2)[1][0])
    assert_allclose(both[1], self_attention(x, heads=2, causal=True)[1][1])
    assert_allclose(self_attention(x, bias=np.full((4, 4), 7))[0], self_attention(x)[0])


def test_a_rotation_is_applied_to_queries_and_keys_but_not_to_values() -> None:
    seen = []

    def twice(columns: np.ndarray) -> np.ndarray:
        seen.append(columns.shape)
        return 2 * columns

    output, weights = self_attention(x, heads=2, rotate=twice)
    assert seen == [(2, 4, 3), (2, 4, 3)]
    expected = softmax(4 * x[:, :3] @ x[:, :3].T / np.sqrt(3))
    assert_allclose(weights[0], expected)
    assert_allclose(output[:, :3], expected @ x[:, :3])


def test_single_precision_stays_single_precision() -> None:
    single = x.astype(np.float32)
    for result in self_attention(single, projections=W, causal=True, bias=np.zeros((4, 4)), rotate=lambda q: q * 1.0):
        assert result.dtype == np.float32
    assert softmax(single).dtype == np.float32
    assert self_attention(np.arange(6).reshape(3, 2))[0].dtype == np.float64


def test_no_tokens_give_no_output() -> None:
    output, weights = self_attention(np.empty((0, 6)), heads=2, causal=True)
    assert (output.shape, weights.shape) == ((0, 6), (2, 0, 0))


def test_a_place_that_sees_nothing_is_named() -> None:
    bias = np.zeros((4, 4))
    bias[2, :3] = -np.inf
    self_attention(x, bias=bias)
    with pytest.raises(ValueError, match="bias must leave each place one to see, got none for place 2"):
        self_attention(x, bias=bias, causal=True)


def test_softmax_works_along_any_axis_and_survives_large_numbers() -> None:
    z = np.array([[1000.0, 1000.0], [-1000.0, 1000.0], [-np.inf, 3.0]])
    assert_allclose(softmax(z), [[0.5, 0.5], [0, 1], [0, 1]])
    assert_allclose(softmax(z[:2], axis=0), [[1, 0.5], [0, 0.5]])
    assert_allclose(softmax([1, 2, 3]), np.exp([1, 2, 3]) / np.exp([1, 2, 3]).sum())
    assert softmax(np.empty((3, 0))).shape == (3, 0)


@given(arrays(np.float64, 5, elements=st.floats(-50, 50)), st.floats(-50, 50))
def test_softmax_does_not_care_about_a_common_offset(z: np.ndarray, offset: float) -> None:
    assert_allclose(softmax(z + offset), softmax(z), rtol=1e-11)


@pytest.mark.parametrize(
    ("call", "error_type", "message"),
    [
        (lambda: self_attention([1.0, 2.0]), ValueError, "x must have shape (n, d), got (2,)"),
        (lambda: self_attention([[np.nan]]), ValueError, "x must be finite"),
        (lambda: self_attention(np.empty((3, 0))), ValueError, "x must have at least one column, got shape (3, 0)"),
        (lambda: self_attention(x, heads=4), ValueError, "heads must divide the width of x, got 4 heads for width 6"),
        (lambda: self_attention(x, heads=0), ValueError, "heads must be at least 1, got 0"),
        (lambda: self_attention(x, heads=True), TypeError, "heads must be a whole number, got True"),
        (lambda: self_attention(x, causal=1), TypeError, "causal must be True or False, got 1"),
        (lambda: self_attention(x, projections=W[:2]), ValueError, "projections must be the three matrices"),
        (lambda: self_attention(x, projections=7), TypeError, "projections must be the three matrices"),
        (lambda: self_attention(x, projections=W[:, :5, :5]), ValueError, "W_q must have shape (6, 6) to fit x"),
        (lambda: self_attention(x, bias=np.zeros((3, 4))), ValueError, "bias must have shape (4, 4) or (1, 4, 4)"),
        (lambda: self_attention(x, bias=np.full((4, 4), np.nan)), ValueError, "bias must be finite or -inf"),
        (lambda: self_attention(x, bias=np.full((4, 4), -np.inf)), ValueError, "bias must leave each place one to see"),
        (lambda: self_attention(x, bias="none"), TypeError, "bias must hold real numbers"),
        (lambda: self_attention(x, rotate=lambda q: q[:, :1]), ValueError, "rotate must keep the shape (1, 4, 6)"),
        (lambda: self_attention(x, rotate=lambda q: q * np.nan), ValueError, "the scores finite"),
        (
            lambda: self_attention(x * 1e200),
            ValueError,
            "x must keep the scores finite, got entries up to 2.33e+200",
        ),
        (lambda: softmax([[-np.inf, -np.inf]]), ValueError, "z must have a finite entry in each row"),
        (lambda: softmax([np.nan, 0]), ValueError, "z must be finite or -inf, got NaN or +inf"),
        (lambda: softmax([np.inf, 0]), ValueError, "z must be finite or -inf, got NaN or +inf"),
        (lambda: softmax(["a"]), TypeError, "z must hold real numbers"),
    ],
)
def test_bad_input_is_named_with_its_rule_and_value(
    call: Callable[[], object], error_type: type[Exception], message: str
) -> None:
    with pytest.raises(error_type) as caught:
        call()
    assert message in str(caught.value)
