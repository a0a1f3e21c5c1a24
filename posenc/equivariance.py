"""Does attention notice the order of its tokens? Permutations, and an honest verdict on one of them.

A map f is permutation-equivariant when f(P x) = P f(x): permute the tokens, and the outputs come out permuted the
same way. Attention without positions is. With an encoding E added to the places, f(P x + E) and P f(x + E) differ.
Computers round, so "the same" needs a measure, taken here relative to the largest value vector:

    max|a - b| / max|V|  <=  8 · eps · (1 + max|score|)

A softmax turns a rounding of its scores, eps · max|score|, into a relative error of its weights. Measured in float32
and float64, the left side took a factor of at most 2 for random tokens (lengths 2 to 1024, widths 2 to 256, scales
1e-6 to 1e4), and 5.6 for nearly parallel ones; hence 8. Scores whose weight is 0, as behind a mask of -1e9, are left out:
no rounding brings them back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc._validate import choice, matrix, whole
from posenc.attention import Attended, Floats, Rotate, attend

Verdict = Literal["equivariant", "broken", "nothing to test", "not separated", "below rounding"]

ADD = ("after", "before")

_FAR_BELOW = 1e-3  # rounding that is this much smaller than a difference did not make it


@dataclass(frozen=True)
class EquivarianceResult:
    """What one permutation shows."""

    difference: float  # max|f(P x + E) - P f(x + E)|
    relative: float  # the same as a part of max|V|
    tolerance: float  # the largest relative difference that rounding explains
    verdict: Verdict
    reason: str  # a sentence


@dataclass(frozen=True, eq=False)
class Comparison:
    """Attention on tokens as they stand and permuted, with everything that a picture of it needs.

    "Permuted" is what attention gives for the permuted tokens, "restored" the same put back into the original order:
    equal to "original" exactly when attention did not notice.
    """

    permutation: tuple[int, ...]
    original_input: Floats  # (n, d), the encoding included
    permuted_input: Floats
    original_weights: Floats  # (heads, n, n)
    permuted_weights: Floats
    restored_weights: Floats
    original_output: Floats  # (n, d)
    permuted_output: Floats
    restored_output: Floats
    original_pooled: Floats  # (d,), the mean of the output's rows; 0 without rows
    permuted_pooled: Floats
    pooled_difference: float
    invariant: bool  # the pooled outputs agree within the tolerance
    result: EquivarianceResult


def check_equivariance(
    x: ArrayLike,
    permutation: Sequence[int] | NDArray[np.integer],
    encoding: ArrayLike | None = None,
    *,
    add: str = "after",
    projections: Sequence[ArrayLike] | None = None,
    heads: int = 1,
    causal: bool = False,
    bias: ArrayLike | None = None,
    rotate: Rotate | None = None,
) -> EquivarianceResult:
    """Whether self-attention notices that tokens x (n, d) were permuted: a number, a verdict and its reason.

    permutation: each of 0 .. n - 1 once; place p receives token permutation[p].
    encoding: (n, d). add="after": tokens are permuted, then row p is added to place p. add="before": row p is added
    to token p and travels with it.
    projections, heads, causal, bias, rotate: as in `self_attention`; all of them stay with the places.

    The verdict is "equivariant"; "broken", when the outputs differ by more than rounding; "nothing to test", when no
    outcome was possible but one; "not separated", when positions are given yet look the same after this permutation;
    "below rounding", when they differ by too little for this arithmetic.
    """
    return compare_permuted(
        x,
        permutation,
        encoding,
        add=add,
        projections=projections,
        heads=heads,
        causal=causal,
        bias=bias,
        rotate=rotate,
    ).result


def compare_permuted(
    x: ArrayLike,
    permutation: Sequence[int] | NDArray[np.integer],
    encoding: ArrayLike | None = None,
    *,
    add: str = "after",
    projections: Sequence[ArrayLike] | None = None,
    heads: int = 1,
    causal: bool = False,
    bias: ArrayLike | None = None,
    rotate: Rotate | None = None,
) -> Comparison:
    """`check_equivariance` with all arrays on the way to its verdict."""
    x = matrix("x", x)
    n = len(x)
    order = _permutation("permutation", permutation, n)
    choice("add", add, ADD)
    if encoding is not None:
        with np.errstate(over="ignore"):  # reported in words
            encoding = matrix("encoding", matrix("encoding", encoding).astype(x.dtype, copy=False))
        if encoding.shape != x.shape:
            raise ValueError(f"encoding must have the shape of x, {x.shape}, got {encoding.shape}")

    how = _How(order, add, projections, heads, causal, bias, rotate)
    run = _run(x, encoding, how)
    verdict, reason = _judge(x, encoding, how, run)
    original, permuted, back = run.original, run.permuted, np.argsort(order)
    pooled = [one.output.mean(axis=0) if n else np.zeros(x.shape[1], x.dtype) for one in (original, permuted)]
    pooled_difference = _largest(pooled[1] - pooled[0])
    return Comparison(
        permutation=tuple(order.tolist()),
        original_input=run.original_input,
        permuted_input=run.permuted_input,
        original_weights=original.weights,
        permuted_weights=permuted.weights,
        restored_weights=_reordered(permuted.weights, back),
        original_output=original.output,
        permuted_output=permuted.output,
        restored_output=permuted.output[back],
        original_pooled=pooled[0],
        permuted_pooled=pooled[1],
        pooled_difference=pooled_difference,
        invariant=pooled_difference <= run.tolerance * run.scale,
        result=EquivarianceResult(run.difference, run.relative, run.tolerance, verdict, reason),
    )


def reversal(n: int) -> tuple[int, ...]:
    """n - 1, ..., 1, 0."""
    return tuple(range(whole("n", n, least=0)))[::-1]


def swap(n: int, i: int, j: int) -> tuple[int, ...]:
    """0 .. n - 1 with i and j exchanged."""
    order = list(range(whole("n", n, least=1)))
    i, j = whole("i", i, least=0, most=n - 1), whole("j", j, least=0, most=n - 1)
    order[i], order[j] = order[j], order[i]
    return tuple(order)


def rotation(n: int, k: int) -> tuple[int, ...]:
    """Every token k places to the right, those that leave come in again at the left: place p receives (p - k) mod n."""
    n, k = whole("n", n, least=0), whole("k", k)
    return tuple((p - k) % n for p in range(n))


def shuffle(n: int, seed: int) -> tuple[int, ...]:
    """A random order, the same for the same seed: default_rng(seed).permutation(n)."""
    return tuple(np.random.default_rng(whole("seed", seed, least=0)).permutation(whole("n", n, least=0)).tolist())


def parse_permutation(text: str, n: int) -> tuple[int, ...]:
    """A typed permutation of 0 .. n - 1, as "2 0 1", "2,0,1" or "[2, 0, 1]"."""
    if not isinstance(text, str):
        raise TypeError(f"permutation must be text, got {text!r}")
    words = re.sub(r"[\[\](),;]", " ", text).split()
    strange = [word for word in words if not re.fullmatch(r"[+-]?[0-9]{1,9}", word)]
    if strange:
        raise ValueError(f"permutation must hold whole numbers, got {strange[0]!r}")
    return tuple(_permutation("permutation", [int(word) for word in words], whole("n", n, least=0)).tolist())


def _permutation(name: str, value: Sequence[int] | NDArray[np.integer], n: int) -> NDArray[np.intp]:
    try:
        if isinstance(value, Set):
            raise TypeError("a set has no order")
        order = [whole(f"each entry of {name}", entry) for entry in value]
    except TypeError as error:
        if str(error).startswith("each"):
            raise
        raise TypeError(f"{name} must be a sequence of whole numbers, got {value!r}") from None
    if sorted(order) != list(range(n)):
        rule = f"hold each of 0 .. {n - 1} once" if n else "be empty for no tokens"
        raise ValueError(f"{name} must {rule}, got {_shortened(order)}")
    return np.array(order, dtype=np.intp)


def _shortened(order: list[int]) -> str:
    return str(order) if len(order) <= 12 else f"{str(order[:12])[:-1]}, ...], {len(order)} numbers"


class _How(NamedTuple):
    """All but the tokens and the encoding."""

    order: NDArray[np.intp]
    add: str
    projections: Sequence[ArrayLike] | None
    heads: int
    causal: bool
    bias: ArrayLike | None
    rotate: Rotate | None


class _Run(NamedTuple):
    original_input: Floats
    permuted_input: Floats
    original: Attended
    permuted: Attended
    difference: float
    scale: float
    relative: float
    tolerance: float

    @property
    def differs(self) -> bool:
        return self.relative > self.tolerance


def _run(x: Floats, encoding: Floats | None, how: _How) -> _Run:
    if encoding is None:
        original_input, permuted_input = x, x[how.order]
    elif how.add == "after":
        original_input, permuted_input = x + encoding, x[how.order] + encoding
    else:
        original_input = x + encoding
        permuted_input = original_input[how.order]
    original, permuted = (
        attend(
            tokens,
            name="x" if encoding is None else "x + encoding",
            projections=how.projections,
            heads=how.heads,
            causal=how.causal,
            bias=how.bias,
            rotate=how.rotate,
        )
        for tokens in (original_input, permuted_input)
    )
    difference = _largest(permuted.output - original.output[how.order])
    scale = _largest(original.values, permuted.values)
    relative = difference / scale if scale else 0.0
    scores = [np.where(one.weights > 0, one.scores, 0) for one in (original, permuted)]  # a mask of -1e9 rounds nothing
    tolerance = float(8 * np.finfo(x.dtype).eps * (1 + _largest(*scores)))
    return _Run(original_input, permuted_input, original, permuted, difference, scale, relative, tolerance)


def _judge(x: Floats, encoding: Floats | None, how: _How, run: _Run) -> tuple[Verdict, str]:
    if not len(x):
        return "nothing to test", "There are no tokens, so there is nothing to compare."
    if (how.order == np.arange(len(x))).all():
        return "nothing to test", "This permutation moves no token, so it tests nothing."

    travels = encoding is not None and how.add == "before"
    present = {
        "the encoding": encoding is not None and not travels,
        "the causal mask": how.causal,
        "the bias on the scores": how.bias is not None,
        "the rotation of queries and keys": how.rotate is not None,
    }
    places = [name for name, here in present.items() if here]
    names = " and ".join(places)
    stay, differ, make = ("stays", "differs", "makes") if len(places) == 1 else ("stay", "differ", "make")
    still = np.array_equal(x[how.order], x)

    lone = encoding if places == ["the encoding"] else None
    symmetry = "" if lone is None else _symmetry(lone, how.order, 0)
    if run.differs or (
        lone is not None and not symmetry and run.tolerance >= 1 and _outgrows_rounding(x, lone, how, run)
    ):
        if not places:
            return "broken", "The outputs differ by more than rounding explains, though nothing marks the places."
        if still:
            return "broken", f"The permutation only exchanges equal tokens: {names} alone {make} the outputs differ."
        if places == ["the causal mask"]:
            return "broken", "The causal mask carries order by itself: a moved token sees other tokens than before."
        return "broken", f"{_sentence(names)} {stay} with the places while the tokens move, so the outputs differ."

    values = run.original.values
    alike = _largest(values - values[:, :1]) <= 8 * np.finfo(x.dtype).eps * run.scale
    if not places and not travels:
        if still:
            return "nothing to test", "The permutation only exchanges equal tokens, so the input is the same as before."
        if alike:
            return "nothing to test", "All value vectors are the same, so the output cannot depend on the order."
        return "equivariant", "The rows of the output moved with their tokens: attention did not notice the order."
    if not places:
        return "not separated", (
            "The encoding was added before the permutation and traveled with its token, "
            "so it marks tokens, not places: attention is equivariant again."
        )
    if run.tolerance >= 1 and symmetry:
        return "not separated", symmetry
    if run.tolerance >= 1:
        largest = _largest(run.original.scores, run.permuted.scores)
        return (
            "below rounding",
            f"Scores of up to {largest:.1g} are rounded too coarsely in {x.dtype} to judge {names}.",
        )
    if _run(*_magnified(x, encoding, how)).differs:
        return "below rounding", f"{_sentence(names)} {differ} between the places by too little for {x.dtype} to show."
    if alike:
        return "not separated", f"All value vectors are the same, so {names} cannot show in the output."
    if lone is not None and (symmetry := _symmetry(lone, how.order, run.tolerance * _largest(lone))):
        return "not separated", symmetry
    if places == ["the bias on the scores"]:
        if np.ptp(np.asarray(how.bias)) == 0:
            return "not separated", "The bias is the same for every two places, so it tells none from another."
        return "not separated", (
            "The bias is the same after this permutation: reversing, for one, keeps all distances. "
            "Exchange two tokens instead."
        )
    return "not separated", f"This permutation leaves the output as it is in spite of {names}. Try another."


def _outgrows_rounding(x: Floats, encoding: Floats, how: _How, run: _Run) -> bool:
    """Whether the outputs differ by far more than where the encoding travels, which exact sums would leave at 0."""
    return _run(x, encoding, how._replace(add="before")).relative < _FAR_BELOW * run.relative


def _symmetry(encoding: Floats, order: NDArray[np.intp], rounding: float) -> str:
    """Why this encoding tells no places apart under this permutation, or nothing."""
    if _largest(encoding - encoding[:1]) <= rounding:
        return "The encoding has the same row at every place, so it tells none from another."
    if _largest(encoding[order] - encoding) <= rounding:
        return "The encoding reads the same after this permutation, as a palindrome does reversed."
    return ""


def _magnified(x: Floats, encoding: Floats | None, how: _How) -> tuple[Floats, Floats | None, _How]:
    """The same with every part brought to size 1: what still does not show is not merely small."""

    def unit(array: ArrayLike) -> Floats:
        values = np.asarray(array)
        return values / (_largest(values) or 1.0)

    how = how._replace(
        projections=None if how.projections is None else [unit(w) for w in how.projections],
        bias=None if how.bias is None else unit(how.bias),
    )
    return unit(x), None if encoding is None else unit(encoding), how


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _reordered(square: Floats, order: NDArray[np.intp]) -> Floats:
    """(..., n, n) with both its rows and its columns in the given order."""
    return square[..., order, :][..., order]


def _largest(*arrays: Floats) -> float:
    """The largest finite magnitude; 0 if there is none."""
    return max(float(np.abs(array).max(where=np.isfinite(array), initial=0)) for array in arrays)
