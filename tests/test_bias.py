"""ALiBi's lines and T5's buckets are those of the papers, and depend on the offset only."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from posenc.attention import self_attention
from posenc.bias import alibi_bias, alibi_slopes, bias_by_distance, t5_bias, t5_bucket

# ALiBi


def test_eight_heads_have_the_papers_slopes() -> None:
    # Press et al. 2022, section 3: 1/2^1, 1/2^2, ..., 1/2^8
    assert_allclose(alibi_slopes(8), 1 / 2.0 ** np.arange(1, 9), rtol=0)


def test_sixteen_heads_have_the_papers_slopes() -> None:
    # Press et al. 2022, section 3: 1/2^0.5, 1/2^1, 1/2^1.5, ..., 1/2^8
    assert_allclose(alibi_slopes(16), 1 / 2.0 ** (np.arange(1, 17) / 2), rtol=1e-15)


@settings(deadline=None)
@given(power=st.integers(0, 10))
def test_the_slopes_of_a_power_of_two_are_a_geometric_series(power: int) -> None:
    heads = 2**power
    slopes = alibi_slopes(heads)
    assert_allclose(slopes[1:] / slopes[:-1], slopes[0], rtol=1e-13)
    assert slopes[-1] == 2**-8


@settings(deadline=None)
@given(heads=st.integers(1, 300))
def test_other_numbers_of_heads_follow_the_authors_code(heads: int) -> None:
    # get_slopes of ofirpress/attention_with_linear_biases: recursion on the powers of two around
    def get_slopes(n: int) -> list[float]:
        if math.log2(n).is_integer():
            start = 2 ** (-(2 ** -(math.log2(n) - 3)))
            return [start * start**i for i in range(n)]
        below = 2 ** math.floor(math.log2(n))
        return get_slopes(below) + get_slopes(2 * below)[0::2][: n - below]

    assert_allclose(alibi_slopes(heads), get_slopes(heads), rtol=1e-12)
    assert len(set(alibi_slopes(heads))) == heads


def test_twelve_heads_have_the_slopes_that_bloom_style_code_gives() -> None:
    # eight heads' slopes, then every other one of sixteen heads'
    expected = np.concatenate([2.0 ** -np.arange(1, 9), 2.0 ** -np.array([0.5, 1.5, 2.5, 3.5])])
    assert_allclose(alibi_slopes(12), expected, rtol=1e-15)


def test_the_bias_is_the_triangle_of_the_papers_figure() -> None:
    # Press et al. 2022, figure 3: rows 0; -1 0; -2 -1 0; ... times m
    bias = alibi_bias(3, 8)
    assert bias.shape == (8, 3, 3)
    assert_allclose(bias[0], 0.5 * np.array([[0, 0, 0], [-1, 0, 0], [-2, -1, 0]]), rtol=0)


@settings(deadline=None)
@given(length=st.integers(0, 20), heads=st.integers(1, 12))
def test_each_head_lowers_a_score_by_slope_times_distance(length: int, heads: int) -> None:
    i, j = np.indices((length, length))
    expected = -alibi_slopes(heads)[:, None, None] * np.abs(i - j)
    assert_allclose(alibi_bias(length, heads, symmetric=True), expected, rtol=0)
    assert_allclose(np.tril(alibi_bias(length, heads)), np.tril(expected), rtol=0)
    assert_allclose(np.triu(alibi_bias(length, heads)), 0, rtol=0)


def test_attention_behind_a_causal_mask_cannot_tell_the_two_forms_apart() -> None:
    x = np.random.default_rng(0).standard_normal((6, 8))
    one, other = (
        self_attention(x, heads=4, causal=True, bias=alibi_bias(6, 4, symmetric=symmetric))[0]
        for symmetric in (False, True)
    )
    assert_allclose(one, other, rtol=0, atol=0)


def test_the_last_query_sees_each_distance_once() -> None:
    by_distance = bias_by_distance(alibi_bias(5, 2))
    assert_allclose(by_distance, -alibi_slopes(2)[:, None] * np.arange(5), rtol=0)
    assert bias_by_distance(alibi_bias(0, 2)).shape == (2, 0)


# T5


def starts(bidirectional: bool) -> list[tuple[int, int]]:
    """Where the bucket changes on the way from -200 to 200: (offset, bucket)."""
    offsets = np.arange(-200, 201)
    buckets = t5_bucket(offsets, bidirectional=bidirectional)
    changes = np.flatnonzero(np.diff(buckets, prepend=-1))
    return [(int(offsets[c]), int(buckets[c])) for c in changes]


def test_the_encoders_buckets_are_those_transformers_computes() -> None:
    # Hugging Face transformers 5.24.0, T5Attention._relative_position_bucket: 32 buckets, maximum distance 128
    behind = [(-200, 15), (-90, 14), (-63, 13), (-45, 12), (-31, 11), (-22, 10), (-15, 9), (-11, 8)]
    behind += [(-7, 7), (-6, 6), (-5, 5), (-4, 4), (-3, 3), (-2, 2), (-1, 1), (0, 0)]
    ahead = [(1, 17), (2, 18), (3, 19), (4, 20), (5, 21), (6, 22), (7, 23)]
    ahead += [(8, 24), (12, 25), (16, 26), (23, 27), (32, 28), (46, 29), (64, 30), (91, 31)]
    assert starts(bidirectional=True) == behind + ahead


def test_the_decoders_buckets_are_those_transformers_computes() -> None:
    # the same with bidirectional=False
    expected = [(-200, 31), (-112, 30), (-98, 29), (-86, 28), (-76, 27), (-66, 26), (-58, 25), (-51, 24)]
    expected += [(-45, 23), (-39, 22), (-34, 21), (-30, 20), (-26, 19), (-23, 18), (-20, 17), (-18, 16)]
    expected += [(-distance, distance) for distance in range(15, -1, -1)]
    assert starts(bidirectional=False) == expected


sizes = st.tuples(st.integers(2, 40).map(lambda half: 2 * half), st.integers(41, 3000))


@settings(deadline=None)
@given(size=sizes)
def test_a_farther_key_never_has_a_lower_bucket(size: tuple[int, int]) -> None:
    buckets, farthest = size
    distance = np.arange(2 * farthest)
    for bidirectional, limit in ((True, buckets // 2), (False, buckets)):
        behind = t5_bucket(-distance, bidirectional=bidirectional, num_buckets=buckets, max_distance=farthest)
        assert (np.diff(behind) >= 0).all()
        assert behind[0] == 0
        assert (behind[farthest:] == limit - 1).all()


@settings(deadline=None)
@given(size=sizes)
def test_keys_ahead_have_the_same_buckets_half_way_on(size: tuple[int, int]) -> None:
    buckets, farthest = size
    distance = np.arange(1, farthest + 5)
    how = {"num_buckets": buckets, "max_distance": farthest}
    assert_allclose(t5_bucket(distance, **how), t5_bucket(-distance, **how) + buckets // 2, rtol=0)
    assert not t5_bucket(distance, bidirectional=False, **how).any()


@settings(deadline=None)
@given(size=sizes)
def test_the_buckets_are_the_logarithm_where_a_float_can_tell(size: tuple[int, int]) -> None:
    buckets, farthest = size
    near = buckets // 2
    distance = np.arange(near, farthest)
    exact = (buckets - near) * np.log(distance / near) / np.log(farthest / near)
    clear = np.abs(exact - np.rint(exact)) > 1e-9
    found = t5_bucket(-distance, bidirectional=False, num_buckets=buckets, max_distance=farthest)
    assert_allclose(found[clear], near + np.floor(exact[clear]), rtol=0)


def test_a_bucket_keeps_the_shape_it_is_asked_in() -> None:
    assert t5_bucket(5) == 21
    assert t5_bucket([[0, -1], [3, 2**62]]).tolist() == [[0, 1], [19, 31]]
    assert t5_bucket(np.array(-128, dtype=np.int8)) == 15
    assert t5_bucket(np.zeros((0, 3), dtype=int)).shape == (0, 3)
    assert t5_bucket([]).shape == (0,)
    assert t5_bucket(np.array([2**63], dtype=np.uint64)).tolist() == [31]


def test_t5s_bias_looks_up_the_bucket_of_key_minus_query() -> None:
    table = np.arange(64.0).reshape(32, 2)
    bias = t5_bias(40, table)
    assert bias.shape == (2, 40, 40)
    for i, j in ((0, 0), (0, 39), (39, 0), (3, 5), (20, 4)):
        assert_allclose(bias[:, i, j], table[t5_bucket(j - i)], rtol=0)
    assert_allclose(t5_bias(3, table, bidirectional=False)[0], [[0, 0, 0], [2, 0, 0], [4, 2, 0]], rtol=0)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: alibi_slopes(0), "heads must be at least 1, got 0"),
        (lambda: alibi_slopes(2.5), "heads must be a whole number, got 2.5"),
        (lambda: alibi_bias(-1, 2), "length must be at least 0, got -1"),
        (lambda: t5_bucket(0, num_buckets=2), "num_buckets must be at least 4, got 2"),
        (lambda: t5_bucket(0, num_buckets=7), "num_buckets must be even, got 7: each direction takes half"),
        (lambda: t5_bucket(0, max_distance=8), "max_distance must be at least 9, got 8"),
        (lambda: t5_bias(2, np.ones(32)), r"table must have shape \(num_buckets, heads\), got \(32,\)"),
        (lambda: bias_by_distance(np.ones((2, 3))), r"bias must have shape \(heads, n, n\), got \(2, 3\)"),
    ],
)
def test_a_bias_says_what_it_cannot_be(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_offsets_are_whole_numbers_and_switches_are_switches() -> None:
    with pytest.raises(TypeError, match="relative_position must hold whole numbers, got dtype float64"):
        t5_bucket([0.5])
    with pytest.raises(TypeError, match="symmetric must be True or False, got 1"):
        alibi_bias(2, 2, symmetric=1)
