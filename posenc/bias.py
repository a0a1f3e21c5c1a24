"""Relative position as a number added to attention's logits: ALiBi and T5.

Both leave the token embeddings alone. The bias of a query at position i and a key at position j depends on j - i only.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc import _validate as check

Array = NDArray[np.float64]


def alibi_slopes(heads: int) -> Array:
    """The slope m of each head: (heads,).

    Press et al. 2022, arXiv:2108.12409, section 3: for a power of two, m_h = 2^(-8h/heads), h = 1 ... heads. For other
    numbers, as in the authors' code: the slopes of the power of two below, then every other slope of the one above.
    """
    heads = check.whole("heads", heads, least=1)
    below = 1 << (heads.bit_length() - 1)
    own = 2.0 ** (-8 * np.arange(1, below + 1) / below)
    between = 2.0 ** (-8 * np.arange(1, 2 * (heads - below), 2) / (2 * below))
    return np.concatenate([own, between])


def alibi_bias(length: int, heads: int, *, symmetric: bool = False) -> Array:
    """ALiBi's bias (heads, length, length), query by key: -m (i - j) for a key j at or before the query i.

    Later keys get 0: the paper's models hide them behind a causal mask, which this bias does not replace. With
    symmetric=True every key gets -m |i - j|, for models that look both ways.
    """
    length = check.whole("length", length, least=0)
    slopes = alibi_slopes(heads)
    behind = np.subtract.outer(np.arange(length), np.arange(length))
    distance = np.abs(behind) if check.flag("symmetric", symmetric) else np.maximum(behind, 0)
    return slopes[:, None, None] * -distance


def t5_bucket(
    relative_position: ArrayLike, *, bidirectional: bool = True, num_buckets: int = 32, max_distance: int = 128
) -> NDArray[np.int64]:
    """The bucket of relative_position = key - query, whole numbers of any shape; returns that shape.

    Near distances have a bucket each, farther ones share buckets that widen like a logarithm, and all from max_distance
    on share the last. Looking both ways, the first half is for keys at or before the query and the second for keys
    after it; otherwise keys after the query count as distance 0. Raffel et al. 2020, arXiv:1910.10683, section 2.1,
    with the arithmetic of Hugging Face's `_relative_position_bucket`, but in exact whole numbers.
    """
    relative = check.numbers("relative_position", relative_position)
    if relative.dtype.kind not in "iu" and relative.size:
        raise TypeError(f"relative_position must hold whole numbers, got dtype {relative.dtype}")
    bidirectional = check.flag("bidirectional", bidirectional)
    if bidirectional:
        num_buckets = check.even("num_buckets", num_buckets, least=4, why="each direction takes half") // 2
    else:
        num_buckets = check.whole("num_buckets", num_buckets, least=2)
    near = num_buckets // 2
    max_distance = check.whole("max_distance", max_distance, least=near + 1, most=2**53)

    if relative.dtype == np.uint64:
        relative = np.minimum(relative, np.uint64(2**63 - 1))  # or the largest would turn negative
    relative = np.clip(relative.astype(np.int64), -max_distance, max_distance)
    distance = np.abs(relative) if bidirectional else np.maximum(-relative, 0)
    bucket = np.searchsorted(_bucket_starts(num_buckets, max_distance), distance, side="right") - 1
    return bucket + num_buckets * (bidirectional & (relative > 0))


def t5_bias(length: int, table: ArrayLike, *, bidirectional: bool = True, max_distance: int = 128) -> Array:
    """T5's bias (heads, length, length), query by key, from its learned table (num_buckets, heads).

    Entry [h, i, j] is table[bucket(j - i), h]. T5 shares one table among all its layers.
    """
    length = check.whole("length", length, least=0)
    table = check.matrix("table", table, shape="(num_buckets, heads)")
    key_minus_query = np.subtract.outer(np.arange(length), np.arange(length)).T
    bucket = t5_bucket(key_minus_query, bidirectional=bidirectional, num_buckets=len(table), max_distance=max_distance)
    return table.T[:, bucket].astype(np.float64)


def bias_by_distance(bias: ArrayLike) -> Array:
    """A bias (heads, n, n) as the last query meets it: (heads, n), entry k for the key k places before it."""
    array = check.reals("bias", bias)
    if array.ndim != 3 or array.shape[1] != array.shape[2]:
        raise ValueError(f"bias must have shape (heads, n, n), got {array.shape}")
    return array[:, -1:, ::-1].reshape(array.shape[0], -1).astype(np.float64)


def _bucket_starts(buckets: int, max_distance: int) -> list[int]:
    """The smallest distance of each bucket of one direction.

    Bucket near + k holds the distances with floor(far ln(distance/near) / ln(max_distance/near)) = k, so it begins at
    the smallest whole number with distance^far >= near^(far - k) max_distance^k.
    """
    near = buckets // 2
    far = buckets - near
    starts = list(range(near + 1))
    for k in range(1, far):
        power = near ** (far - k) * max_distance**k
        start = round(near * (max_distance / near) ** (k / far))
        while start**far >= power:
            start -= 1
        while start**far < power:
            start += 1
        starts.append(start)
    return starts
