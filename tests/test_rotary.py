"""RoPE turns without stretching, scores see the offset only, and stretched frequencies are those models run with."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from posenc.rotary import rope, rope_scores, rope_similarity_by_offset, scaled_inv_freq, yarn_attention_factor
from posenc.similarity import sinusoidal_similarity_by_offset
from posenc.sinusoidal import inv_freq, shift_rotation, wavelengths

pairings = st.sampled_from(["interleaved", "half"])
widths = st.integers(1, 32).map(lambda pairs: 2 * pairs)
seeds = st.integers(0, 2**32 - 1)


def vectors(seed: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape)


# Turning


def test_a_pair_turns_by_its_position() -> None:
    # Su et al. 2021, equation 13: (1, 0) at position m becomes (cos m, sin m)
    turned = rope([[1.0, 0.0]] * 3)
    assert_allclose(turned, [[1, 0], [math.cos(1), math.sin(1)], [math.cos(2), math.sin(2)]], atol=1e-15)


def test_the_papers_formula_holds_number_by_number() -> None:
    # Su et al. 2021, equation 34, for d = 4 at position 3: x cos + (-x2, x1, -x4, x3) sin, with theta_2 = 10000^(-1/2)
    x = np.array([1.0, 2.0, 3.0, 4.0])
    angle = 3 * np.array([1.0, 1.0, 0.01, 0.01])
    expected = x * np.cos(angle) + np.array([-2.0, 1.0, -4.0, 3.0]) * np.sin(angle)
    assert_allclose(rope(x[None], [3])[0], expected, atol=1e-15)


def test_half_pairing_is_x_cos_plus_rotate_half_sin() -> None:
    x = vectors(0, 5, 8)
    angle = np.arange(5)[:, None] * np.tile(inv_freq(8), 2)
    rotated = np.concatenate([-x[:, 4:], x[:, :4]], axis=1)
    assert_allclose(rope(x, pairing="half"), x * np.cos(angle) + rotated * np.sin(angle), atol=1e-14)


@settings(deadline=None)
@given(seed=seeds, d=widths)
def test_the_two_pairings_are_one_turn_in_other_columns(seed: int, d: int) -> None:
    x = vectors(seed, 4, d)
    halves = np.concatenate([np.arange(0, d, 2), np.arange(1, d, 2)])
    assert_allclose(rope(x[:, halves], pairing="half"), rope(x)[:, halves], atol=1e-14)


@settings(deadline=None)
@given(seed=seeds, d=widths, pairing=pairings, start=st.integers(-(10**6), 10**6))
def test_no_vector_changes_its_length(seed: int, d: int, pairing: str, start: int) -> None:
    x = vectors(seed, 3, 6, d)
    turned = rope(x, np.arange(start, start + 6), pairing=pairing)
    assert turned.shape == x.shape
    assert_allclose(np.linalg.norm(turned, axis=-1), np.linalg.norm(x, axis=-1), rtol=1e-14)


@settings(deadline=None)
@given(seed=seeds, d=widths, pairing=pairings, shift=st.integers(-2000, 2000), base=st.floats(1, 1e6))
def test_a_score_depends_on_the_offset_only(seed: int, d: int, pairing: str, shift: int, base: float) -> None:
    q, k = vectors(seed, 2, 7, d)
    places = np.arange(7)

    def scores(start: int) -> np.ndarray:
        turn = {"positions": places + start, "base": base, "pairing": pairing}
        return rope(q, **turn) @ rope(k, **turn).T

    tolerance = 8 * np.finfo(float).eps * (1 + abs(shift)) * np.abs(q).max() * np.abs(k).max() * d
    assert_allclose(scores(shift), scores(0), rtol=0, atol=tolerance)


def test_turning_on_is_the_rotation_of_the_sinusoidal_table() -> None:
    # its columns are (sine, cosine): the pair with its two numbers exchanged
    exchanged = np.arange(16).reshape(-1, 2)[:, ::-1].ravel()
    x = vectors(1, 1, 16)
    turned = rope(x, [5])[0]
    assert_allclose(turned[exchanged], shift_rotation(5, 16) @ x[0, exchanged], atol=1e-14)


def test_mixed_pairings_lose_the_offset() -> None:
    q, k = vectors(0, 2, 1, 8)
    scores = [float((rope(q, [p]) @ rope(k, [p], pairing="half").T).item()) for p in (0, 100)]
    assert abs(scores[0] - scores[1]) > 0.1


def test_position_zero_is_left_as_it_is() -> None:
    x = vectors(0, 1, 8)
    assert_allclose(rope(x), x, rtol=0, atol=0)


def test_linear_scaling_is_turning_by_fractions_of_positions() -> None:
    x = vectors(0, 6, 8)
    stretched = rope(x, inv_freq=scaled_inv_freq(8, method="linear", factor=4))
    assert_allclose(stretched, rope(x, np.arange(6) / 4), atol=1e-15)


def test_float32_stays_float32_and_whole_numbers_become_float64() -> None:
    assert rope(np.ones((3, 4), dtype=np.float32)).dtype == np.float32
    assert rope(np.ones((3, 4), dtype=np.int64)).dtype == np.float64
    assert rope(np.ones((2, 0, 4))).shape == (2, 0, 4)


@pytest.mark.parametrize(
    ("x", "how", "message"),
    [
        (np.ones(4), {}, r"x must have shape \(\.\.\., n, d\), got \(4,\)"),
        (np.ones((2, 3)), {}, "d, the last axis of x, must be even, got 3"),
        (np.ones((2, 4)), {"pairing": "neighbors"}, "pairing must be one of 'interleaved', 'half', got 'neighbors'"),
        (np.ones((2, 4)), {"positions": [0]}, r"positions must have shape \(2,\), one for each row of x, got \(1,\)"),
        (np.ones((2, 4)), {"positions": [0, np.nan]}, r"positions must be finite, got NaN or infinity at \(1,\)"),
        (np.ones((2, 4)), {"inv_freq": [1.0]}, r"inv_freq must have shape \(2,\) for d = 4, got \(1,\)"),
        (np.ones((2, 4)), {"base": 0.5}, "base must be at least 1, got 0.5"),
        (np.full((2, 4), np.inf), {}, r"x must be finite, got NaN or infinity at \(0, 0\)"),
    ],
)
def test_rope_says_what_it_cannot_turn(x: np.ndarray, how: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rope(x, **how)


def test_rope_does_not_change_what_it_is_given() -> None:
    x = vectors(0, 3, 4)
    before = x.copy()
    rope(x)
    assert_allclose(x, before, rtol=0, atol=0)


# The score by offset


@settings(deadline=None)
@given(pairs=st.integers(1, 64))
def test_ropes_curve_is_the_sinusoids_curve(pairs: int) -> None:
    curve = rope_similarity_by_offset(30, inv_freq(2 * pairs))
    assert_allclose(curve, sinusoidal_similarity_by_offset(30, 2 * pairs), atol=1e-13)


def test_ropes_curve_is_the_cosine_of_a_turned_vector_with_itself() -> None:
    turned = rope(np.ones((20, 16)))
    assert_allclose(rope_similarity_by_offset(20, inv_freq(16)), turned @ turned[0] / 16, atol=1e-14)


def test_the_curve_needs_frequencies() -> None:
    with pytest.raises(ValueError, match=r"inv_freq must have shape \(head_dim/2,\), got \(0,\)"):
        rope_similarity_by_offset(3, [])


# Stretching


METHODS = ["linear", "ntk", "dynamic", "yarn"]
even_heads = st.integers(2, 128).map(lambda pairs: 2 * pairs)


def test_without_a_method_the_frequencies_are_the_models_own() -> None:
    assert_allclose(scaled_inv_freq(128, 5e5), inv_freq(128, 5e5), rtol=0)


def test_within_the_trained_length_no_factor_stretches_dynamically() -> None:
    assert_allclose(scaled_inv_freq(8, method="dynamic", factor=1e30), inv_freq(8), rtol=0)


@pytest.mark.parametrize("method", METHODS)
@settings(deadline=None)
@given(d=even_heads, base=st.floats(2, 1e7))
def test_a_factor_of_one_stretches_nothing(method: str, d: int, base: float) -> None:
    assert_allclose(scaled_inv_freq(d, base, method=method, factor=1.0), inv_freq(d, base), rtol=1e-15)


@settings(deadline=None)
@given(d=even_heads, factor=st.floats(1, 64), base=st.floats(2, 1e7))
def test_ntk_keeps_the_fastest_pair_and_divides_the_slowest_by_the_factor(d: int, factor: float, base: float) -> None:
    ratio = inv_freq(d, base) / scaled_inv_freq(d, base, method="ntk", factor=factor)
    assert_allclose(ratio[[0, -1]], [1, factor], rtol=1e-14)


@settings(deadline=None)
@given(d=even_heads, factor=st.floats(1, 64), base=st.floats(2, 1e7))
def test_ntk_is_a_larger_base(d: int, factor: float, base: float) -> None:
    expected = inv_freq(d, base * factor ** (d / (d - 2)))
    assert_allclose(scaled_inv_freq(d, base, method="ntk", factor=factor), expected, rtol=1e-12)


def test_dynamic_scaling_waits_for_the_trained_length_and_then_grows() -> None:
    def stretch(length: int | None) -> float:
        scaled = scaled_inv_freq(64, method="dynamic", factor=2.0, original_max_position_embeddings=2048, length=length)
        return float(inv_freq(64)[-1] / scaled[-1])

    # factor * length / original - (factor - 1)
    assert_allclose([stretch(n) for n in (None, 0, 2048, 4096, 8192)], [1, 1, 1, 3, 7], rtol=1e-14)


@settings(deadline=None)
@given(d=even_heads, factor=st.floats(1, 64), trained=st.integers(64, 2**17), base=st.floats(100, 1e7))
def test_yarn_leaves_fast_pairs_and_divides_slow_ones(d: int, factor: float, trained: int, base: float) -> None:
    own = inv_freq(d, base)
    scaled = scaled_inv_freq(d, base, method="yarn", factor=factor, original_max_position_embeddings=trained)
    turns = trained / wavelengths(d, base)
    neighbor = base ** (2 / d)  # the range is widened to whole pairs
    assert_allclose(scaled[turns > 32 * neighbor], own[turns > 32 * neighbor], rtol=1e-15)
    slow = turns < 1 / neighbor
    assert_allclose(scaled[slow], own[slow] / factor, rtol=1e-14)
    assert (scaled <= own * (1 + 1e-15)).all()
    assert (scaled >= own / factor * (1 - 1e-15)).all()


def test_yarn_is_what_transformers_computes() -> None:
    # Hugging Face transformers 5.24.0, ROPE_INIT_FUNCTIONS["yarn"], float32:
    # head_dim 16, base 10000, factor 4, original_max_position_embeddings 2048
    expected = [1, 0.3162277638912201, 0.10000000149011612, 0.025693506002426147]
    expected += [0.00624999962747097, 0.0013834965648129582, 0.0002500000118743628, 7.905694656074047e-05]
    scaled = scaled_inv_freq(16, method="yarn", factor=4.0, original_max_position_embeddings=2048)
    assert_allclose(scaled, expected, rtol=1e-6)


def test_yarns_factor_for_attention() -> None:
    # Peng et al. 2023, equation 22: 0.1 ln(s) + 1; the number is transformers 5.24.0's for a factor of 4
    assert_allclose(yarn_attention_factor(4), 1.138629436111989, rtol=1e-15)
    assert yarn_attention_factor(1) == yarn_attention_factor(0.5) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"head_dim": 7}, "head_dim must be even, got 7"),
        ({"head_dim": 8, "method": "cubic"}, "method must be one of 'linear', 'ntk', 'dynamic', 'yarn', got 'cubic'"),
        ({"head_dim": 8, "factor": 0.5}, "factor must be at least 1.0, got 0.5"),
        ({"head_dim": 8, "original_max_position_embeddings": 0}, "original_max_position_embeddings must be at least 1"),
        ({"head_dim": 8, "length": -1}, "length must be at least 0, got -1"),
        ({"head_dim": 8, "base": 1, "method": "yarn"}, "base must be more than 1 for method 'yarn'"),
        ({"head_dim": 2, "method": "ntk"}, "head_dim must be at least 4 for method 'ntk', got 2"),
        ({"head_dim": 2, "method": "dynamic"}, "head_dim must be at least 4 for method 'dynamic', got 2"),
    ],
)
def test_scaling_says_what_it_cannot_stretch(arguments: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        scaled_inv_freq(**arguments)


@settings(deadline=None)
@given(seed=st.integers(0, 99), d=st.sampled_from([2, 4, 16]), shift=st.integers(0, 1000))
def test_one_query_and_key_keep_their_score_wherever_they_stand_together(seed: int, d: int, shift: int) -> None:
    query, key = np.random.default_rng(seed).normal(size=(2, d))
    here, there = rope_scores(query, key, [5, 5 + shift], [2, 2 + shift])
    assert_allclose(there, here, atol=1e-11)
    assert_allclose(rope_scores(query, key, [shift], [shift]), query @ key / np.sqrt(d), atol=1e-11)


def test_scores_with_two_pairings_depend_on_more_than_the_offset() -> None:
    query, key = np.random.default_rng(0).normal(size=(2, 8))
    mixed = rope_scores(query, key, [5, 15], [2, 12], key_pairing="half")
    assert abs(mixed[1] - mixed[0]) > 0.1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1.0, 2.0], [1.0], [0], [0]), r"query must be a row of numbers like its partner, got \(2,\) and \(1,\)"),
        (([1.0, 2.0], [1.0, 2.0], [0, 1], [0]), "query_positions must be a row of numbers like its partner"),
        (([1.0] * 3, [1.0] * 3, [0], [0]), "d, the last axis of x, must be even, got 3"),
    ],
)
def test_scores_say_what_they_cannot_compare(arguments: tuple, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rope_scores(*arguments)
