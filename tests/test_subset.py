"""The sandbox's subset of numpy answers as numpy does, or says that it cannot."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose

from posenc import _subset
from posenc.sandbox import open_sandbox, run

NORMALS = np.random.default_rng(0).normal(size=24)
SUBSET = _subset.numpy(NORMALS.tolist())

FLOATS = hnp.arrays(
    np.float64,
    hnp.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=4),
    elements=st.floats(-1e3, 1e3, allow_nan=False).map(lambda x: round(x, 3)),
)


def ours(a: Any) -> Any:
    return SUBSET.array(a.tolist()).reshape(a.shape) if a.size else SUBSET.zeros(a.shape)


def assert_same(mine: Any, theirs: Any) -> None:
    theirs = np.asarray(theirs)
    if isinstance(mine, _subset.ndarray):
        assert mine.shape == theirs.shape
        assert mine.dtype.name == theirs.dtype.name
        mine = np.array(_subset.flat(mine), dtype=theirs.dtype).reshape(mine.shape)
    assert_allclose(mine, theirs, rtol=1e-12, atol=1e-9)


def test_every_name_of_the_subset_is_a_name_of_numpy() -> None:
    for name in vars(SUBSET):
        assert hasattr(np, name), name


@settings(deadline=None)
@given(FLOATS)
def test_elements_sums_and_shapes_agree_with_numpy(a: Any) -> None:
    b = ours(a)
    for name in ("sin", "cos", "exp", "sqrt", "abs", "floor", "radians", "square", "negative", "transpose", "ravel"):
        with np.errstate(all="ignore"):
            want = getattr(np, name)(a)
        assert_same(getattr(SUBSET, name)(b), want)
    assert_same(SUBSET.round(b, 1), np.round(a, 1))
    for axis in (None, *range(a.ndim)):
        for keepdims in (False, True):
            assert_same(b.sum(axis=axis, keepdims=keepdims), a.sum(axis=axis, keepdims=keepdims))
            if a.size:
                assert_same(SUBSET.max(b, axis, keepdims), a.max(axis=axis, keepdims=keepdims))
                assert_same(b.mean(axis=axis, keepdims=keepdims), a.mean(axis=axis, keepdims=keepdims))
    assert_same(SUBSET.stack([b, b], axis=-1), np.stack([a, a], axis=-1))
    assert_same(SUBSET.concatenate([b, b * 2], axis=-1), np.concatenate([a, a * 2], axis=-1))
    assert_same(SUBSET.repeat(b, 2, axis=0), np.repeat(a, 2, axis=0))
    assert_same(SUBSET.tile(b, (2, 1)), np.tile(a, (2, 1)))
    assert_same(SUBSET.flip(b), np.flip(a))


@settings(deadline=None)
@given(st.data())
def test_arithmetic_broadcasts_as_numpy_does(data: st.DataObject) -> None:
    shapes = data.draw(hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=3, max_side=3)).input_shapes
    kinds = st.sampled_from([np.float64, np.int64])
    values = st.integers(-5, 5)
    a, b = (data.draw(hnp.arrays(data.draw(kinds), shape, elements=values)) for shape in shapes)
    if a.ndim == 0 or b.ndim == 0:
        a, b = np.atleast_1d(a), np.atleast_1d(b)
    mine = [SUBSET.array(x.tolist(), dtype=x.dtype.name).reshape(x.shape) for x in (a, b)]
    for f in (
        lambda x, y: x + y,
        lambda x, y: x - y,
        lambda x, y: x * y,
        lambda x, y: x / y,
        lambda x, y: x // y,
        lambda x, y: x % y,
        lambda x, y: x == y,
        lambda x, y: 2 * x - y / 4,
        lambda x, y: 10000.0 ** (x / 8) + y,
    ):
        with np.errstate(all="ignore"):
            want = f(a, b)
        if want.dtype.kind == "f":  # numpy gives nan where Python's // and % of floats by 0 are undefined alike
            got = f(*mine)
            assert got.shape == want.shape
            assert_allclose(got.tolist(), want.tolist(), rtol=1e-13, atol=1e-13)
        else:
            assert_same(f(*mine), want)


@settings(deadline=None)
@given(st.data())
def test_indexing_reads_and_writes_as_numpy_does(data: st.DataObject) -> None:
    shape = data.draw(hnp.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=5))
    a = np.arange(float(np.prod(shape))).reshape(shape)
    key = data.draw(hnp.basic_indices(shape, allow_newaxis=True))
    b = ours(a)
    assert_same(b[key], a[key])
    b[key], a[key] = -1.5, -1.5
    assert_same(b, a)
    if isinstance(a[key], np.ndarray) and a[key].ndim:
        value = np.arange(float(a[key].size)).reshape(a[key].shape)
        b[key], a[key] = ours(value), value
        assert_same(b, a)
        b[key] += 2
        a[key] += 2
        assert_same(b, a)


@settings(deadline=None)
@given(
    hnp.arrays(np.float64, (3, 4), elements=st.floats(-9, 9)), hnp.arrays(np.float64, (4, 2), elements=st.floats(-9, 9))
)
def test_products_agree_with_numpy(a: Any, b: Any) -> None:
    for x, y in ((a, b), (a, b[:, 0]), (a[0], b), (a[0], b[:, 0])):
        got = ours(x) @ ours(y)
        assert_allclose(got.tolist() if isinstance(got, _subset.ndarray) else got, x @ y, rtol=1e-12, atol=1e-12)
    assert_same(SUBSET.outer(ours(a[0]), ours(b[0])), np.outer(a[0], b[0]))


@given(
    hnp.arrays(
        st.sampled_from([np.float64, np.float32, np.int64]),
        hnp.array_shapes(min_dims=1, max_dims=2, min_side=1, max_side=12),
        elements=st.integers(-(10**6), 10**6),
        fill=st.nothing(),
    ),
    st.sampled_from([1, 2, 3, 7, 1000, 3e5, 1e9]),
)
@settings(max_examples=300, deadline=None)
def test_arrays_print_as_numpy_prints_them(a: Any, divisor: float) -> None:
    if a.dtype.kind == "f":
        a = (a / a.dtype.type(divisor)).astype(a.dtype)
    with np.printoptions(precision=8, linewidth=75):
        b = SUBSET.array(a.tolist(), dtype=a.dtype.name)
        assert str(b) == str(a)
        assert repr(b) == repr(a)


def test_float32_rounds_as_numpy_rounds() -> None:
    x = np.concatenate([np.random.default_rng(1).normal(size=500), [1e-30, 3e38, 1e39, 0.1, -0.0]])
    with np.errstate(over="ignore"):
        want = x.astype(np.float32).astype(float)
    assert_allclose(ours(x).astype("float32").tolist(), want, rtol=0, atol=0)


def test_whole_numbers_wrap_and_refuse_negative_powers_as_in_numpy() -> None:
    n = np.arange(6)
    assert_same(10000 ** SUBSET.arange(6), 10000**n)
    with pytest.raises(ValueError, match="Integers to negative integer powers"):
        10000 ** -SUBSET.arange(3)


def test_views_share_their_numbers() -> None:
    table = SUBSET.zeros((3, 4))
    row = table[1]
    row[2] = 5.0
    table.T[0, 2] = 7.0
    assert table.tolist() == [[0, 0, 0, 0], [0, 0, 5, 0], [7, 0, 0, 0]]


def test_masks_and_index_arrays_choose_columns() -> None:
    for key in (np.arange(0, 6, 2), np.arange(6) % 2 == 0):
        a, mine = np.zeros((2, 6)), SUBSET.zeros((2, 6))
        a[:, key] = 3
        mine[:, SUBSET.array(key.tolist())] = 3
        assert_same(mine, a)
        assert_same(mine[:, SUBSET.array(key.tolist())], a[:, key])


def test_the_lessons_random_numbers_are_numpys() -> None:
    assert_same(SUBSET.random.default_rng(0).normal(size=(4, 6)), NORMALS.reshape(4, 6))
    assert_same(SUBSET.random.default_rng(0).standard_normal((2, 3)), np.random.default_rng(0).standard_normal((2, 3)))


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("np.fft", "lacks `fft`"),
        ("np.zeros(3).sort()", "lacks `.sort`"),
        ("np.random.default_rng(1)", "one generator"),
        ("np.random.default_rng(0).normal(size=99)", "only the lesson's random numbers"),
        ("np.random.rand(3)", "lacks `rand`"),
        ("np.where(np.arange(3) != 1, 1, 0)", "np.not_equal"),
        ("np.arange(3) < 2", "np.less"),
        ("np.zeros(3, 4)", "one tuple"),
        ("np.zeros((2, 3)) + np.zeros((3, 2))", "broadcast together with shapes (2,3) (3,2)"),
        ("np.zeros((2, 3))[0, 0, 0]", "too many indices"),
        ("np.zeros((2, 3))[2]", "out of bounds"),
        ("np.arange(4)[0.5]", "only integers"),
        ("np.zeros(3, dtype=complex)", "knows the kinds"),
        ("np.arange(6).reshape(4, 2)", "cannot reshape"),
    ],
)
def test_beyond_the_subset_the_error_says_so(code: str, words: str) -> None:
    with open_sandbox() as sandbox:
        outcome = run(sandbox, f"import numpy as np\n{code}")
    assert (outcome.kind, outcome.line) == ("error", 2)
    assert words in outcome.message


def test_the_sandbox_computes_what_python_computes() -> None:
    """One program of everything, printed in the sandbox and here."""
    lines = [
        "a = np.arange(12.0).reshape(3, 4)",
        "print(a[::-1, 1::2], a.T.shape, len(a), a[1, 2], abs(-a).sum(), round(a / 7, 2))",
        "print(np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(3, -1))",
        "print(np.concatenate([a, a], axis=1)[:, None].shape, np.where(a % 2 == 0, a, -a))",
        "print(a.max(axis=1, keepdims=True), a.mean(), np.exp(a - a.max()), [row.sum() for row in a])",
        "b = a.astype(np.float32) / 3; b[0] += 1; print(b, b.dtype, np.allclose(b, b + 1e-9))",
        "print(np.power(10000, -2 * np.arange(4) / 8), np.linspace(0, 1, 5), 2 ** np.arange(5))",
        "print(np.outer([1, 2], [3, 4]), np.tile([1, 2], (2, 2)), np.repeat(np.arange(3), 2), np.zeros((0, 3)))",
        "n, d = a.shape; print(n, d, -a[0] @ a[1], float(a[0, 1]), isinstance(a, np.ndarray), np.pi)",
    ]
    here: list[str] = []
    space = {"np": SUBSET, "len": _subset.length, "print": lambda *words: here.append(" ".join(map(str, words)))}
    exec("\n".join(lines), space)
    with open_sandbox() as sandbox:
        outcome = run(sandbox, "\n".join(["import numpy as np", *lines]))
    assert outcome.kind == "ok", outcome.message
    assert outcome.printed[0].rstrip("\n") == "\n".join(here)
