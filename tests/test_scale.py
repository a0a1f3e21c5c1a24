"""How long an encoding is beside an embedding."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from posenc.scale import norms, random_embeddings
from posenc.sinusoidal import sinusoidal


@given(st.integers(1, 512).map(lambda i: 2 * i), st.floats(1, 1e6))
def test_every_row_has_the_norm_told(width: int, base: float) -> None:
    assert_allclose(np.linalg.norm(sinusoidal(9, width, base), axis=1), norms(width).encoding, rtol=1e-12)


@pytest.mark.parametrize("width", [2, 64, 512])
@pytest.mark.parametrize("deviation", [None, 0.02, 1.0])
def test_random_embeddings_have_the_norm_told(width: int, deviation: float | None) -> None:
    told = norms(width, deviation)
    drawn = random_embeddings(4000, width, width**-0.5 if deviation is None else deviation)
    assert_allclose(np.sqrt((drawn**2).sum(axis=1).mean()), told.embedding, rtol=0.05)
    assert_allclose(told.scaled_embedding, told.embedding * np.sqrt(width), rtol=1e-15)


def test_the_factor_of_the_paper_brings_both_to_one_scale() -> None:
    told = norms(512)
    assert (told.encoding, told.embedding, told.scaled_embedding) == pytest.approx((16, 1, 512**0.5))


def test_random_embeddings_are_the_same_for_the_same_seed() -> None:
    assert_allclose(random_embeddings(3, 4, 1.0, seed=5), random_embeddings(3, 4, 1.0, seed=5))
    assert (random_embeddings(3, 4, 1.0, seed=5) != random_embeddings(3, 4, 1.0, seed=6)).any()
    assert random_embeddings(0, 4, 1.0).shape == (0, 4)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: norms(5), "width must be even, got 5"),
        (lambda: norms(4, -1.0), "deviation must be at least 0, got -1"),
        (lambda: random_embeddings(-1, 4, 1.0), "length must be at least 0, got -1"),
        (lambda: random_embeddings(1, 4, float("nan")), "deviation must be finite, got nan"),
    ],
)
def test_bad_input_is_named(call, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()
