"""The learned table is the model's, and shows what it is said to have learned."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from posenc.learned import FILE, SEAM, learned_table, neighbor_cosines, ripple_periods, row_norms
from posenc.similarity import mean_by_offset, offset_share, similarity
from posenc.sinusoidal import sinusoidal


def test_the_table_is_that_of_all_minilm_l6_v2() -> None:
    table = learned_table()
    assert table.shape == (512, 384)
    assert table.dtype == np.float32
    # sentence-transformers/all-MiniLM-L6-v2, embeddings.position_embeddings.weight: cosines as measured on it
    cosine = similarity(table)
    pairs = {(10, 11): 0.8907, (10, 14): 0.6110, (100, 116): 0.6236, (0, 1): 0.2757}
    for place, value in pairs.items():
        assert_allclose(cosine[place], value, atol=1e-4)
    assert_allclose(mean_by_offset(cosine)[[1, 2, 3, 6, 9]], [0.85, 0.59, 0.44, 0.69, 0.21], atol=0.005)


def test_nobody_can_change_the_table_for_others() -> None:
    with pytest.raises(ValueError, match="read-only"):
        learned_table()[0, 0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        learned_table().setflags(write=True)


def test_the_table_comes_with_its_licence() -> None:
    words = (Path(FILE).parent / "ATTRIBUTION.md").read_text(encoding="utf-8")
    for word in ("sentence-transformers/all-MiniLM-L6-v2", "Apache License, Version 2.0", FILE.name, "float16"):
        assert word in words


def test_the_first_row_stands_apart() -> None:
    norms = row_norms(learned_table())
    assert_allclose([norms[0], norms[1:].mean()], [2.36, 0.47], atol=0.005)
    assert norms[0] > 2 * norms[1:].max()


def test_the_seam_lies_where_the_fine_tuning_texts_ended() -> None:
    table = learned_table()
    weakest = np.argsort(neighbor_cosines(table))[:3]
    assert set(weakest) == {0, SEAM - 2, 510}  # the first row, the seam, the end of the table
    norms = row_norms(table)
    assert norms[2 : SEAM - 1].max() < norms[SEAM:500].min()  # rows 2 to 126 are all shorter than the later ones


def test_the_offset_alone_explains_half_of_the_learned_table_and_all_of_the_sinusoid() -> None:
    assert_allclose(offset_share(similarity(learned_table())), 0.49, atol=0.005)
    assert_allclose(offset_share(similarity(sinusoidal(128, 64))), 1, atol=1e-12)


def test_the_learned_ripples_are_about_six_and_seventeen_positions_apart() -> None:
    periods = ripple_periods(mean_by_offset(similarity(learned_table())))
    assert_allclose(periods, [5.7, 17.0], atol=0.05)


@settings(deadline=None)
@given(first=st.floats(4, 12), second=st.floats(20, 60))
def test_ripples_are_found_where_they_are(first: float, second: float) -> None:
    k = np.arange(512)
    fade = np.exp(-k / 100)
    curve = fade + 0.3 * np.cos(2 * np.pi * k / first) + 0.3 * np.cos(2 * np.pi * k / second)
    assert_allclose(ripple_periods(curve), [first, second], rtol=0.03)


def test_a_flat_or_tiny_curve_has_no_ripples() -> None:
    for curve in ([], [1.0], [1.0, 0.5, 0.2], np.ones(50)):
        assert ripple_periods(curve).shape == (0,)


@settings(deadline=None)
@given(length=st.integers(2, 40), pairs=st.integers(1, 16))
def test_rows_of_a_sinusoid_are_equally_long_and_equally_near(length: int, pairs: int) -> None:
    table = sinusoidal(length, 2 * pairs)
    assert_allclose(row_norms(table), np.sqrt(pairs), rtol=1e-14)
    assert_allclose(neighbor_cosines(table), similarity(table)[0, 1], atol=1e-14)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: row_norms([1.0]), r"table must have shape \(n, width\), got \(1,\)"),
        (
            lambda: neighbor_cosines([[1.0, 0.0], [0.0, 0.0]]),
            "table must have no row of zeros for a cosine, got one at row 1",
        ),
        (lambda: ripple_periods([[1.0]]), r"by_offset must have shape \(n,\), got \(1, 1\)"),
        (lambda: ripple_periods([1.0], 0), "count must be at least 1, got 0"),
    ],
)
def test_a_table_that_cannot_be_read_is_named(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
