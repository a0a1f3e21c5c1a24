"""Rotary position embedding (RoPE) and the ways to stretch it over longer texts.

A query or key of d numbers is d/2 pairs; the pair i of the vector at position m is turned by the angle m w_i:

    (a, b) -> (a cos(m w_i) - b sin(m w_i), a sin(m w_i) + b cos(m w_i)),     w_i = base^(-2i/d)

A turn changes no length, and the score of a query at m with a key at n depends on m - n only.
Su et al. 2021, "RoFormer", arXiv:2104.09864, equations 15 and 34.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc import _validate as check
from posenc.sinusoidal import inv_freq as plain_inv_freq

Array = NDArray[np.float64]

PAIRINGS = ("interleaved", "half")
SCALINGS = ("linear", "ntk", "dynamic", "yarn")
# YaRN: a pair with more turns than this within the trained length is left, one with fewer than that is stretched
BETA_FAST, BETA_SLOW = 32, 1


def rope(
    x: ArrayLike,
    positions: ArrayLike | None = None,
    *,
    base: float = 10000.0,
    pairing: str = "interleaved",
    inv_freq: ArrayLike | None = None,
) -> Array:
    """Turn each pair of x (..., n, d) by its position; returns the shape of x (float32 stays float32, else float64).

    positions: (n,) numbers, 0 to n - 1 by default; fractions and negatives are welcome.
    pairing: "interleaved" pairs neighbors (0, 1), (2, 3), ... as in the paper and in Llama's own code; "half" pairs
    (0, d/2), (1, d/2 + 1), ... as GPT-NeoX and Hugging Face do. Queries and keys must use the same one.
    inv_freq: (d/2,) radians a position, instead of base^(-2i/d); see `scaled_inv_freq`.
    """
    x = check.reals("x", x)
    if x.ndim < 2:
        raise ValueError(f"x must have shape (..., n, d), got {x.shape}")
    n, d = x.shape[-2:]
    check.even("d, the last axis of x,", d, why="each pair takes two numbers")
    check.choice("pairing", pairing, PAIRINGS)
    w = plain_inv_freq(d, base) if inv_freq is None else check.reals("inv_freq", inv_freq)
    if w.shape != (d // 2,):
        raise ValueError(f"inv_freq must have shape ({d // 2},) for d = {d}, got {w.shape}")
    m = np.arange(n) if positions is None else check.reals("positions", positions)
    if m.shape != (n,):
        raise ValueError(f"positions must have shape ({n},), one for each row of x, got {m.shape}")

    angle = m[:, None].astype(np.float64) * w
    cos, sin = np.cos(angle), np.sin(angle)
    if pairing == "interleaved":
        first, second = slice(0, None, 2), slice(1, None, 2)
    else:
        first, second = slice(None, d // 2), slice(d // 2, None)
    a, b = x[..., first], x[..., second]
    turned = np.empty_like(x)
    turned[..., first] = a * cos - b * sin
    turned[..., second] = a * sin + b * cos
    return turned


def scaled_inv_freq(
    head_dim: int,
    base: float = 10000.0,
    *,
    method: str | None = None,
    factor: float = 1.0,
    original_max_position_embeddings: int = 2048,
    length: int | None = None,
) -> Array:
    """RoPE's radians a position (head_dim/2,) after stretching a model to factor times its trained length.

    None       w_i = base^(-2i/d), untouched
    "linear"   w_i / factor: position interpolation (Chen et al. 2023, arXiv:2306.15595)
    "ntk"      base * factor^(d/(d-2)), so w_i / factor^(2i/(d-2)): the slowest pair is stretched by factor, the fastest
               not at all (NTK-aware; not a type in transformers' own list)
    "dynamic"  the same with a factor that grows with the text: factor * length/original - (factor - 1), once length
               exceeds original_max_position_embeddings; before that, and without a length, untouched
    "yarn"     pairs with more than 32 turns in the trained length are left, those with fewer than 1 are divided by
               factor, a ramp between (Peng et al. 2023, arXiv:2309.00071); scale cos and sin by `yarn_attention_factor`

    The conventions, corner cases included, are those of Hugging Face transformers (modeling_rope_utils.py).
    """
    d = check.even("head_dim", head_dim, why="each pair takes two numbers")
    factor = check.real("factor", factor, least=1.0)
    trained = check.whole("original_max_position_embeddings", original_max_position_embeddings, least=1, most=2**53)
    seen = trained if length is None else check.whole("length", length, least=0, most=2**53)
    w = plain_inv_freq(d, base)
    if method is None:
        return w
    check.choice("method", method, SCALINGS)
    if method == "linear":
        return w / factor
    if method == "yarn":
        return _yarn(w, float(base), factor, trained)
    if d == 2:
        raise ValueError(f"head_dim must be at least 4 for method {method!r}, got 2: a single pair has no slowest one")
    stretch = factor if method == "ntk" else 1 + factor * (max(seen, trained) - trained) / trained
    return w / stretch ** (2 * np.arange(d // 2) / (d - 2))


def rope_scores(
    query: ArrayLike,
    key: ArrayLike,
    query_positions: ArrayLike,
    key_positions: ArrayLike,
    *,
    base: float = 10000.0,
    pairing: str = "interleaved",
    key_pairing: str | None = None,
) -> Array:
    """The score of one query (d,) and one key (d,) at each two positions, (n,) and (n,): (n,).

    R(m) q · R(n) k / sqrt(d), which the offset m - n decides alone. With a key_pairing other than the query's it does
    not: that is the mistake of weights made for one pairing and code written for the other.
    """
    q, k = check.reals("query", query), check.reals("key", key)
    m, n = check.reals("query_positions", query_positions), check.reals("key_positions", key_positions)
    for name, vector, other in (("query", q, k), ("query_positions", m, n)):
        if vector.ndim != 1 or vector.shape != other.shape:
            raise ValueError(f"{name} must be a row of numbers like its partner, got {vector.shape} and {other.shape}")
    turned_q = rope(np.tile(q, (len(m), 1)), m, base=base, pairing=pairing)
    turned_k = rope(np.tile(k, (len(n), 1)), n, base=base, pairing=key_pairing or pairing)
    return (turned_q * turned_k).sum(axis=1) / np.sqrt(len(q))


def rope_similarity_by_offset(length: int, inv_freq: ArrayLike) -> Array:
    """The cosine between a vector turned by position p and the same vector turned by p + k, for k = 0 ... length - 1.

    Shape (length,): mean_i cos(k w_i), for a vector with equal weight on all pairs and on average over random ones.
    It is the curve of the sinusoidal table with these frequencies: RoPE moves that table into the score.
    """
    k = np.arange(check.whole("length", length, least=0))
    w = check.reals("inv_freq", inv_freq)
    if w.ndim != 1 or not len(w):
        raise ValueError(f"inv_freq must have shape (head_dim/2,), got {w.shape}")
    return np.cos(k[:, None] * w).mean(axis=1)


def yarn_attention_factor(factor: float) -> float:
    """YaRN's scale for cos and sin, so for queries and keys alike: 0.1 ln(factor) + 1, and 1 for factor <= 1.

    Peng et al. 2023, equation 22 (there sqrt(1/t)); the logits grow by its square.
    """
    factor = check.real("factor", factor)
    return 0.1 * math.log(factor) + 1.0 if factor > 1 else 1.0


def _yarn(w: Array, base: float, factor: float, trained: int) -> Array:
    """Blend w (d/2,) and w / factor by a ramp over the pairs: Peng et al. 2023, section 3.2."""
    if base == 1:
        raise ValueError("base must be more than 1 for method 'yarn', got 1.0: all pairs turn alike")
    d = 2 * len(w)

    def pair_that_turns(turns: float) -> float:  # solve trained * base^(-2i/d) = 2 pi turns for i
        return d * math.log(trained / (turns * 2 * math.pi)) / (2 * math.log(base))

    low = max(math.floor(pair_that_turns(BETA_FAST)), 0)
    high = min(math.ceil(pair_that_turns(BETA_SLOW)), d - 1)
    width = high - low or 0.001  # a step instead of a ramp
    stretched = np.clip((np.arange(d // 2) - low) / width, 0, 1)
    return w / factor * stretched + w * (1 - stretched)
