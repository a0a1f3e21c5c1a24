"""Self-attention as in the original Transformer: softmax(q kᵀ / √d_head) v.

Vaswani et al. 2017, equation 1 and section 3.2.2, without the output projection, which mixes columns, never places.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc._validate import flag, matrix, whole

Floats: TypeAlias = NDArray[np.floating[Any]]
Rotate: TypeAlias = Callable[[Floats], ArrayLike]


def softmax(z: ArrayLike, axis: int = -1) -> Floats:
    """exp(z) / Σ exp(z) along an axis, shape of z; -inf is a weight of 0.

    The largest entry is subtracted first, which changes nothing but keeps exp from overflowing.
    """
    z = np.asarray(z)
    if z.dtype.kind not in "fiu":
        raise TypeError(f"z must hold real numbers, got dtype {z.dtype}")
    if z.dtype.kind != "f":
        z = z.astype(np.float64)
    largest = z.max(axis=axis, keepdims=True, initial=-np.inf)
    if z.size and not np.isfinite(largest).all():
        if np.isneginf(largest).any():
            raise ValueError(f"z must have a finite entry in each row along axis {axis}, got a row of -inf")
        raise ValueError("z must be finite or -inf, got NaN or +inf")
    e = np.exp(z - largest)
    return e / e.sum(axis=axis, keepdims=True)


def self_attention(
    x: ArrayLike,
    *,
    projections: Sequence[ArrayLike] | None = None,
    heads: int = 1,
    causal: bool = False,
    bias: ArrayLike | None = None,
    rotate: Rotate | None = None,
) -> tuple[Floats, Floats]:
    """Attention of tokens x (n, d) among themselves: output (n, d) and weights (heads, n, n).

    projections: W_q, W_k, W_v, each (d, d), so that q = x W_q and so on; q = k = v = x without them.
    heads: divides d; head h works on columns h·d/heads up to (h + 1)·d/heads.
    causal: place p sees places 0 .. p only.
    bias: added to the scaled scores, (n, n) or (heads, n, n); -inf hides a place, as in ALiBi or a mask.
    rotate: applied to queries and to keys, each (heads, n, d_head), before the scores, as in RoPE.

    Row p of the weights says how much place p takes from every place; rows sum to 1. float32 stays float32.
    """
    attended = attend(x, projections=projections, heads=heads, causal=causal, bias=bias, rotate=rotate)
    return attended.output, attended.weights


class Attended(NamedTuple):
    """One pass of attention with what lies between: all that a picture or a tolerance needs."""

    output: Floats  # (n, d)
    weights: Floats  # (heads, n, n)
    scores: Floats  # (heads, n, n), before the softmax, -inf where hidden
    values: Floats  # (heads, n, d_head)


def attend(
    x: ArrayLike,
    *,
    name: str = "x",
    projections: Sequence[ArrayLike] | None = None,
    heads: int = 1,
    causal: bool = False,
    bias: ArrayLike | None = None,
    rotate: Rotate | None = None,
) -> Attended:
    """`self_attention` that also returns the scores and the values; `name`: what its errors call x."""
    x = matrix(name, x)
    n, d = x.shape
    heads = whole("heads", heads, least=1)
    if d == 0:
        raise ValueError(f"x must have at least one column, got shape {x.shape}")
    if d % heads:
        raise ValueError(f"heads must divide the width of x, got {heads} heads for width {d}")
    causal = flag("causal", causal)

    def split(columns: Floats) -> Floats:
        return columns.reshape(n, heads, d // heads).swapaxes(0, 1)

    with np.errstate(over="ignore", invalid="ignore"):  # overflow is reported below, in words
        q, k, v = (split(x @ w) for w in _projections(projections, x)) if projections is not None else 3 * (split(x),)
        if rotate is not None:
            q, k = _rotated(rotate, q), _rotated(rotate, k)
        scores = q @ k.swapaxes(-1, -2) / np.sqrt(d // heads).astype(x.dtype)
        if not (np.isfinite(scores).all() and np.isfinite(v).all()):
            given = {name: x} if projections is None else {name: x, "projections": np.asarray(projections)}
            largest = max(np.abs(array).max() for array in given.values())
            raise ValueError(f"{' and '.join(given)} must keep the scores finite, got entries up to {largest:.3g}")
    if bias is not None:
        scores = scores + _bias(bias, heads, n, x.dtype)
    if causal:
        scores = np.where(np.tri(n, dtype=bool), scores, -np.inf).astype(x.dtype, copy=False)
    blind = np.isneginf(scores).all(axis=-1).any(axis=0)
    if blind.any():
        raise ValueError(f"bias must leave each place one to see, got none for place {blind.argmax()}")
    weights = softmax(scores)
    output = (weights @ v).swapaxes(0, 1).reshape(n, d)
    return Attended(output, weights, scores, v)


def _projections(projections: Sequence[ArrayLike], x: Floats) -> list[Floats]:
    names = ("W_q", "W_k", "W_v")
    if not isinstance(projections, (Sequence, np.ndarray)) or isinstance(projections, str):
        raise TypeError(f"projections must be the three matrices W_q, W_k, W_v, got {projections!r}")
    if len(projections) != len(names):
        raise ValueError(f"projections must be the three matrices W_q, W_k, W_v, got {len(projections)} of them")
    d = x.shape[1]
    matrices = []
    for name, w in zip(names, projections, strict=True):
        w = matrix(name, w, shape=f"({d}, {d})")
        if w.shape != (d, d):
            raise ValueError(f"{name} must have shape ({d}, {d}) to fit x, got {w.shape}")
        matrices.append(w.astype(x.dtype, copy=False))
    return matrices


def _rotated(rotate: Rotate, columns: Floats) -> Floats:
    turned = np.asarray(rotate(columns), dtype=columns.dtype)
    if turned.shape != columns.shape:
        raise ValueError(f"rotate must keep the shape {columns.shape}, got {turned.shape}")
    return turned


def _bias(bias: ArrayLike, heads: int, n: int, dtype: np.dtype[Any]) -> Floats:
    array = np.asarray(bias)
    if array.dtype.kind not in "fiu":
        raise TypeError(f"bias must hold real numbers, got dtype {array.dtype}")
    if array.shape not in ((n, n), (heads, n, n)):
        raise ValueError(f"bias must have shape ({n}, {n}) or ({heads}, {n}, {n}), got {array.shape}")
    if np.isnan(array).any() or np.isposinf(array).any():
        raise ValueError("bias must be finite or -inf, got NaN or +inf")
    return array.astype(dtype, copy=False)
