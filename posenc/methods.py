"""How each method tells attention its positions: as rows to add, as a bias on the scores, or as a rotation.

`attention.self_attention` and `equivariance.compare_permuted` take the parts as keyword arguments.
"""

from __future__ import annotations

from functools import partial
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from posenc import _validate as check
from posenc.attention import Rotate
from posenc.bias import alibi_bias, t5_bias
from posenc.learned import learned_table
from posenc.rotary import rope
from posenc.sinusoidal import sinusoidal

Array = NDArray[np.float64]

METHODS = ("none", "sinusoidal", "learned", "rope", "alibi", "t5")
T5_BUCKETS = 32


class Positions(TypedDict):
    """One of the three at most; all None where nothing marks the places."""

    encoding: Array | None  # (length, width), added to the tokens
    bias: Array | None  # (heads, length, length), added to the scores
    rotate: Rotate | None  # applied to queries and keys, (heads, length, width / heads)


def positions(
    method: str, length: int, width: int, base: float = 10000.0, *, heads: int = 1, causal: bool = False
) -> Positions:
    """What `method`, one of METHODS, gives `length` tokens of `width` columns.

    "learned" is the first rows and columns of a real table, so it ends at the table's size. "alibi" and "t5" look both
    ways, or back only with `causal`. "t5" looks its bias up in a table that no model learned: standard normal numbers
    of default_rng(2), (32, heads). `base` acts on "sinusoidal" and "rope" alone.

    Raises ValueError for sizes beyond the learned table, and for an odd number of columns a head with "rope".
    """
    method = check.choice("method", method, METHODS)
    length, width = check.whole("length", length, least=0), check.whole("width", width, least=1)
    heads, causal = check.whole("heads", heads, least=1), check.flag("causal", causal)
    if width % heads:
        raise ValueError(f"heads must divide the width, got {heads} heads for width {width}")
    given: Positions = {"encoding": None, "bias": None, "rotate": None}
    if method == "sinusoidal":
        given["encoding"] = sinusoidal(length, width, base)
    elif method == "learned":
        learned = learned_table()
        for name, size, most in zip(("length", "width"), (length, width), learned.shape, strict=True):
            if size > most:
                raise ValueError(f"{name} must be at most {most}, the learned table's own, got {size}")
        given["encoding"] = learned[:length, :width].astype(np.float64)
    elif method == "rope":
        check.even("columns a head", width // heads, why="RoPE turns them pair by pair")
        given["rotate"] = partial(rope, base=base)
    elif method == "alibi":
        given["bias"] = alibi_bias(length, heads, symmetric=not causal)
    elif method == "t5":
        table = np.random.default_rng(2).normal(size=(T5_BUCKETS, heads))
        given["bias"] = t5_bias(length, table, bidirectional=not causal)
    return given
