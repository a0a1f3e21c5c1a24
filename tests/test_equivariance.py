"""The verdict is honest: what differs is told from what rounding explains, and an empty test is called one."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from posenc.attention import self_attention
from posenc.equivariance import (
    check_equivariance,
    compare_permuted,
    parse_permutation,
    reversal,
    rotation,
    shuffle,
    swap,
)
from posenc.sinusoidal import angles, sinusoidal

EPS = np.finfo(np.float64).eps
x = np.random.default_rng(0).normal(size=(4, 6))  # the lesson "Positional encoding"
E = sinusoidal(4, 6)
W = np.random.default_rng(1).normal(size=(3, 6, 6))
BACK = reversal(4)
DISTANCE = np.abs(np.subtract.outer(np.arange(4), np.arange(4)))


def rope(columns: np.ndarray) -> np.ndarray:
    """Su et al. 2021, neighbors paired: enough of it to rotate queries and keys."""
    n, d = columns.shape[-2:]
    pairs = columns.reshape(*columns.shape[:-1], d // 2, 2).copy().view(np.complex128)[..., 0]
    turned = pairs * np.exp(1j * angles(np.arange(n), d))
    return turned[..., None].view(np.float64).reshape(columns.shape)


# The lesson


def test_without_an_encoding_the_lessons_attention_does_not_notice_a_reversal() -> None:
    result = check_equivariance(x, BACK)
    assert result.verdict == "equivariant"
    assert result.difference <= 4 * EPS  # 2.220446049250313e-16 where this was first run
    assert np.allclose(self_attention(x[::-1])[0], self_attention(x)[0][::-1])


def test_with_an_encoding_the_lessons_attention_notices_it() -> None:
    result = check_equivariance(x, BACK, E)
    assert result.verdict == "broken"
    assert_allclose(result.difference, 1.6442821935450365, rtol=1e-12)
    assert not np.allclose(self_attention(x[::-1] + E)[0], self_attention(x + E)[0][::-1])


def test_of_the_24_orders_of_the_lessons_tokens_all_but_one_are_noticed_with_the_encoding_only() -> None:
    without, with_encoding = [], []
    for order in itertools.permutations(range(4)):
        plain, placed = check_equivariance(x, order), check_equivariance(x, order, E)
        if order == (0, 1, 2, 3):
            assert plain.verdict == placed.verdict == "nothing to test"
            continue
        assert (plain.verdict, placed.verdict) == ("equivariant", "broken")
        without.append(plain.difference)
        with_encoding.append(placed.difference)
    assert len(without) == 23
    assert max(without) <= 8 * EPS  # 4.44e-16 where this was first run
    assert min(with_encoding) > 0.72695


# Any tokens


tokens = st.builds(
    lambda n, pairs, seed, log_size, single: (
        np.random.default_rng(seed).normal(size=(n, 2 * pairs)) * 10.0**log_size
    ).astype(np.float32 if single else np.float64),
    st.integers(2, 24),
    st.integers(1, 16),
    st.integers(0, 10**6),
    st.floats(-6, 4),  # the range that the tolerance was measured over
    st.booleans(),
)


@settings(deadline=None)
@given(tokens, st.integers(0, 10**6), st.booleans(), st.booleans())
def test_attention_without_positions_is_equivariant(x: np.ndarray, seed: int, projected: bool, two_heads: bool) -> None:
    n, d = x.shape
    order = shuffle(n, seed)
    projections = np.random.default_rng(seed).normal(size=(3, d, d)) if projected else None
    comparison = compare_permuted(x, order, projections=projections, heads=2 if two_heads else 1)
    expected = "nothing to test" if order == tuple(range(n)) else "equivariant"
    assert comparison.result.verdict == expected
    assert comparison.result.relative <= comparison.result.tolerance
    assert comparison.invariant


@settings(deadline=None)
@given(st.integers(2, 12), st.integers(4, 16), st.integers(0, 10**6))
def test_an_encoding_breaks_it_for_every_order_but_the_given_one(n: int, pairs: int, seed: int) -> None:
    x = np.random.default_rng(seed).normal(size=(n, 2 * pairs))
    order = shuffle(n, seed)
    verdict = check_equivariance(x, order, sinusoidal(n, 2 * pairs)).verdict
    assert verdict == ("nothing to test" if order == tuple(range(n)) else "broken")


# Honest about the hard cases


@pytest.mark.parametrize(
    ("result", "verdict", "word"),
    [
        (check_equivariance(x, range(4), E), "nothing to test", "moves no token"),
        (check_equivariance(x[:1], [0], E[:1]), "nothing to test", "moves no token"),
        (check_equivariance(x[:0], []), "nothing to test", "no tokens"),
        (check_equivariance(np.ones((4, 6)), BACK), "nothing to test", "equal tokens"),
        (check_equivariance(x[[0, 1, 0, 2]], swap(4, 0, 2)), "nothing to test", "equal tokens"),
        (check_equivariance(x, BACK, projections=[W[0], W[1], 0 * W[2]]), "nothing to test", "value vectors"),
        (check_equivariance(x, BACK, np.ones((4, 6))), "not separated", "same row at every place"),
        (check_equivariance(x, BACK, np.zeros((4, 6))), "not separated", "same row at every place"),
        (check_equivariance(x, BACK, E[[0, 1, 1, 0]]), "not separated", "palindrome"),
        (check_equivariance(x, BACK, E, add="before"), "not separated", "traveled with its token"),
        (check_equivariance(x, BACK, bias=-DISTANCE), "not separated", "keeps all distances"),
        (check_equivariance(np.ones((4, 6)), BACK, causal=True), "not separated", "value vectors"),
        (check_equivariance(x, BACK, rotate=lambda q: q), "not separated", "rotation of queries and keys"),
        (check_equivariance(x, BACK, E, projections=[0 * W[0], 0 * W[1], W[2]]), "not separated", "the encoding"),
        (check_equivariance(x, BACK, 1e-17 * E), "below rounding", "float64"),
        (check_equivariance(x, BACK, 1e-15 * E), "below rounding", "float64"),
        (check_equivariance(x.astype(np.float32), BACK, 1e-8 * E), "below rounding", "float32"),
        (check_equivariance(0 * x, BACK, 1e-17 * E), "below rounding", "float64"),
        (check_equivariance(x, swap(4, 0, 1), bias=-1e-18 * DISTANCE), "below rounding", "The bias"),
        (check_equivariance(1e20 * x, BACK, E), "below rounding", "too coarsely"),
        (check_equivariance(x, BACK, 1e10 * E), "broken", "The encoding stays with the places"),
        (check_equivariance(np.ones((4, 6)), BACK, 1e10 * E), "broken", "only exchanges equal tokens"),
        (check_equivariance(x.astype(np.float32), BACK, 3e3 * E), "broken", "The encoding stays with the places"),
        (check_equivariance(x.astype(np.float32), BACK, np.full((4, 6), 1e4)), "not separated", "same row at every"),
        (check_equivariance(x.astype(np.float32), BACK, 1e4 * E[[0, 1, 1, 0]]), "not separated", "palindrome"),
        (check_equivariance(x.astype(np.float32), BACK, bias=-1e9 * np.triu(np.ones((4, 4)), 1)), "broken", "The bias"),
        (check_equivariance(x, BACK, bias=np.full((4, 4), 7.0)), "not separated", "same for every two places"),
        (check_equivariance(x, BACK, 1e-6 * E), "broken", "The encoding stays with the places"),
        (check_equivariance(np.ones((4, 6)), BACK, E), "broken", "the encoding alone"),
        (check_equivariance(x, BACK, causal=True), "broken", "mask carries order by itself"),
        (check_equivariance(x, BACK, E, causal=True), "broken", "The encoding and the causal mask stay"),
        (check_equivariance(x, BACK, E, add="before", causal=True), "broken", "mask carries order by itself"),
        (check_equivariance(x, swap(4, 0, 1), bias=-DISTANCE / 2), "broken", "The bias on the scores stays"),
        (check_equivariance(x, BACK, rotate=rope), "broken", "The rotation of queries and keys stays"),
    ],
)
def test_each_case_gets_its_verdict_and_a_reason(result: object, verdict: str, word: str) -> None:
    assert (result.verdict, word in result.reason) == (verdict, True), result
    assert result.reason.endswith(".")


def test_known_differences_are_met() -> None:
    # computed once in another program, from the same seed
    assert_allclose(check_equivariance(x, BACK, causal=True).difference, 0.813, atol=5e-4)
    assert_allclose(check_equivariance(x, BACK, rotate=rope).difference, 0.465, atol=5e-4)
    assert_allclose(check_equivariance(x, swap(4, 0, 1), bias=-DISTANCE / 2).difference, 0.128, atol=5e-4)


def test_allclose_alone_would_be_wrong_both_ways() -> None:
    rng = np.random.default_rng(0)
    many, projections = rng.normal(size=(64, 64)).astype(np.float32), rng.normal(size=(3, 64, 64))
    plain = compare_permuted(many, reversal(64), projections=projections)
    assert not np.allclose(plain.restored_output, plain.original_output)
    assert plain.result.verdict == "equivariant"
    faint = compare_permuted(x, BACK, 1e-9 * E)
    assert np.allclose(faint.restored_output, faint.original_output)
    assert faint.result.verdict == "broken"


# What a picture needs


def test_a_comparison_holds_both_runs_and_the_second_one_put_back() -> None:
    order = (2, 0, 3, 1)
    seen = compare_permuted(x, order, E, heads=2, causal=True)
    assert seen.permutation == order
    assert_allclose(seen.original_input, x + E)
    assert_allclose(seen.permuted_input, x[list(order)] + E)
    output, weights = self_attention(x + E, heads=2, causal=True)
    assert_allclose(seen.original_output, output)
    assert_allclose(seen.original_weights, weights)
    for p, token in enumerate(order):
        assert_allclose(seen.restored_output[token], seen.permuted_output[p])
        for q, other in enumerate(order):
            assert_allclose(seen.restored_weights[:, token, other], seen.permuted_weights[:, p, q])
    assert seen.result.verdict == check_equivariance(x, order, E, heads=2, causal=True).verdict == "broken"
    difference = np.abs(seen.restored_output - seen.original_output).max()
    assert_allclose(difference, seen.result.difference)


def test_an_encoding_that_travels_is_permuted_with_its_tokens() -> None:
    seen = compare_permuted(x, BACK, E, add="before")
    assert_allclose(seen.permuted_input, (x + E)[::-1])


def test_without_an_encoding_the_weights_come_back_as_they_were() -> None:
    seen = compare_permuted(x, BACK)
    assert_allclose(seen.restored_weights, seen.original_weights, rtol=1e-12)
    assert_allclose(seen.restored_output, seen.original_output, rtol=1e-12, atol=1e-15)


def test_the_pooled_output_is_invariant_exactly_when_the_rows_only_moved() -> None:
    plain, placed = compare_permuted(x, BACK), compare_permuted(x, BACK, E)
    assert (plain.invariant, placed.invariant) == (True, False)
    assert_allclose(plain.original_pooled, self_attention(x)[0].mean(axis=0))
    assert_allclose(placed.pooled_difference, np.abs(placed.permuted_pooled - placed.original_pooled).max())


def test_no_tokens_make_a_comparison_too() -> None:
    seen = compare_permuted(np.empty((0, 6)), [], np.empty((0, 6)))
    assert seen.original_pooled.tolist() == [0] * 6
    assert seen.result.difference == seen.pooled_difference == 0


def test_single_precision_is_judged_by_its_own_rounding() -> None:
    single = check_equivariance(x.astype(np.float32), BACK)
    assert single.verdict == "equivariant"
    assert single.tolerance > 1e8 * check_equivariance(x, BACK).tolerance / 2
    assert compare_permuted(x.astype(np.float32), BACK, E).original_output.dtype == np.float32


def test_a_result_cannot_be_changed() -> None:
    result = check_equivariance(x, BACK)
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.verdict = "broken"


# Permutations


def test_permutations_have_names() -> None:
    assert reversal(4) == (3, 2, 1, 0)
    assert swap(4, 0, 2) == (2, 1, 0, 3)
    assert rotation(4, 1) == (3, 0, 1, 2)
    assert rotation(4, -1) == rotation(4, 3) == (1, 2, 3, 0)
    assert shuffle(9, 5) == tuple(np.random.default_rng(5).permutation(9))
    assert reversal(0) == rotation(0, 3) == shuffle(0, 1) == ()


@pytest.mark.parametrize("text", ["2 0 1", "2,0,1", " [2, 0, 1] ", "(2; 0; 1)", "2\n0\n1"])
def test_a_permutation_can_be_typed_in_many_ways(text: str) -> None:
    assert parse_permutation(text, 3) == (2, 0, 1)
    assert parse_permutation("", 0) == ()


@given(st.permutations(range(9)))
def test_a_permutation_is_the_same_as_list_tuple_and_array(order: list[int]) -> None:
    x = np.random.default_rng(0).normal(size=(9, 4))
    results = [compare_permuted(x, kind) for kind in (order, tuple(order), np.array(order))]
    assert {result.permutation for result in results} == {tuple(order)}


@pytest.mark.parametrize(
    ("call", "error_type", "message"),
    [
        (lambda: check_equivariance(x, [0, 0, 1, 2]), ValueError, "each of 0 .. 3 once, got [0, 0, 1, 2]"),
        (lambda: check_equivariance(x, [0, 1, 2]), ValueError, "permutation must hold each of 0 .. 3 once"),
        (lambda: check_equivariance(x, [0, 1, 2, -1]), ValueError, "permutation must hold each of 0 .. 3 once"),
        (lambda: check_equivariance(x[:0], [0]), ValueError, "permutation must be empty for no tokens, got [0]"),
        (lambda: check_equivariance(x, range(99)), ValueError, "11, ...], 99 numbers"),
        (lambda: check_equivariance(x, [0.0, 1, 2, 3]), ValueError, "each entry of permutation must be a whole number"),
        (lambda: check_equivariance(x, [True, 0, 2, 3]), TypeError, "each entry of permutation must be a whole number"),
        (lambda: check_equivariance(x, "3210"), TypeError, "each entry of permutation must be a whole number"),
        (lambda: check_equivariance(x, 3), TypeError, "permutation must be a sequence of whole numbers, got 3"),
        (lambda: check_equivariance(x, {3, 2, 1, 0}), TypeError, "permutation must be a sequence of whole numbers"),
        (lambda: check_equivariance(x, BACK, 1e200 * E), ValueError, "x + encoding must keep the scores finite"),
        (
            lambda: check_equivariance(x, BACK, projections=1e200 * W),
            ValueError,
            "x and projections must keep the scores",
        ),
        (lambda: check_equivariance(x.astype(np.float32), BACK, 1e39 * E), ValueError, "encoding must be finite"),
        (lambda: check_equivariance(x[0], [0]), ValueError, "x must have shape (n, d), got (6,)"),
        (lambda: check_equivariance(x, BACK, E[:3]), ValueError, "encoding must have the shape of x, (4, 6), got"),
        (lambda: check_equivariance(x, BACK, np.nan * E), ValueError, "encoding must be finite"),
        (lambda: check_equivariance(x, BACK, E, add="inside"), ValueError, "add must be one of 'after', 'before'"),
        (lambda: check_equivariance(x, BACK, heads=4), ValueError, "heads must divide the width of x"),
        (lambda: check_equivariance(x, BACK, bias=np.zeros(4)), ValueError, "bias must have shape (4, 4)"),
        (lambda: swap(4, 0, 4), ValueError, "j must be at most 3, got 4"),
        (lambda: swap(0, 0, 0), ValueError, "n must be at least 1, got 0"),
        (lambda: reversal(-1), ValueError, "n must be at least 0, got -1"),
        (lambda: rotation(4, 0.5), ValueError, "k must be a whole number, got 0.5"),
        (lambda: shuffle(4, -1), ValueError, "seed must be at least 0, got -1"),
        (lambda: parse_permutation("2 0 x", 3), ValueError, "permutation must hold whole numbers, got 'x'"),
        (lambda: parse_permutation("0 1 1", 3), ValueError, "permutation must hold each of 0 .. 2 once, got [0, 1, 1]"),
        (lambda: parse_permutation("1e0 0", 2), ValueError, "permutation must hold whole numbers, got '1e0'"),
        (lambda: parse_permutation([1, 0], 2), TypeError, "permutation must be text, got [1, 0]"),
    ],
)
def test_bad_input_is_named_with_its_rule_and_value(
    call: Callable[[], object], error_type: type[Exception], message: str
) -> None:
    with pytest.raises(error_type) as caught:
        call()
    assert message in str(caught.value)
