"""How large an encoding is beside an embedding, with and without the factor sqrt(width)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from posenc.scale import norms
from posenc.sinusoidal import sinusoidal


@given(pairs=st.integers(1, 200))
def test_the_encodings_norm_is_that_of_every_row(pairs: int) -> None:
    assert_allclose(np.linalg.norm(sinusoidal(20, 2 * pairs), axis=1), norms(2 * pairs).encoding, rtol=1e-13)


@pytest.mark.parametrize("deviation", [None, 0.02, 1.0])
def test_the_embeddings_norm_is_that_of_random_ones(deviation: float | None) -> None:
    width = 64
    drawn = np.random.default_rng(0).standard_normal((4000, width)) * (width**-0.5 if deviation is None else deviation)
    measured = np.sqrt((drawn**2).sum(axis=1).mean())
    expected = norms(width, deviation)
    assert_allclose(measured, expected.embedding, rtol=0.01)
    assert_allclose(measured * np.sqrt(width), expected.scaled_embedding, rtol=0.01)


def test_in_the_papers_model_the_factor_turns_sixteen_to_one_into_seven_tenths() -> None:
    # Vaswani et al. 2017: width 512, embeddings scaled by sqrt(512)
    encoding, embedding, scaled = norms(512)
    assert_allclose([encoding / embedding, encoding / scaled], [16, 2**-0.5], rtol=1e-14)


def test_a_norm_needs_pairs_and_a_real_deviation() -> None:
    with pytest.raises(ValueError, match="width must be even, got 7"):
        norms(7)
    with pytest.raises(ValueError, match="deviation must be at least 0, got -1"):
        norms(8, -1)
