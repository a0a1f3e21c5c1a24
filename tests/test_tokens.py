"""Tokens are the same on every machine, and equal words are equal."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from posenc.tokens import embed, lesson_tokens, random_projections, words


def test_the_lessons_tokens_are_those_of_the_lesson() -> None:
    # numpy's default_rng(0).normal(): its first numbers are documented with numpy's Generator
    assert lesson_tokens().shape == (4, 6)
    assert_allclose(lesson_tokens()[0, :3], [0.12573022, -0.13210486, 0.64042265], atol=1e-8)


def test_equal_words_have_equal_vectors_in_every_sentence_whatever_their_capitals() -> None:
    a, b = embed(["Cat", "chased", "dog"], 8), embed(["dog", "cat"], 8)
    assert_allclose(a[0], b[1])
    assert_allclose(a[2], b[0])
    assert abs(a[0] - a[1]).max() > 0.1


def test_an_accent_is_the_same_letter_however_it_was_typed() -> None:
    assert_allclose(embed(["caf\u00e9"], 8), embed(["CAFE\u0301"], 8))
    assert abs(embed(["caf\u00e9"], 8) - embed(["cafe"], 8)).max() > 0.1


def test_a_vector_belongs_to_its_word_for_good() -> None:
    # numpy's default_rng([99, 97, 116]), the letters c, a, t; times sqrt(2 / sqrt(4)) = 1
    assert_allclose(embed(["cat"], 4)[0, :2], [2.04087799, -1.44297882], atol=1e-8)


def test_a_vector_does_not_hang_on_pythons_hash_seed() -> None:
    code = "from posenc.tokens import embed; print(embed(['cat', 'chased', 'dog'], 4).tolist())"
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[1])},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


@given(st.text(min_size=1), st.integers(1, 32))
def test_every_text_is_a_word_with_finite_numbers(word: str, width: int) -> None:
    vectors = embed([word, word], width)
    assert np.isfinite(vectors).all()
    assert_allclose(vectors[0], vectors[1])


def test_a_word_looks_at_itself_with_a_score_of_about_two_at_any_width() -> None:
    for width in (16, 64, 1024):
        x = embed([f"word{k}" for k in range(200)], width)
        assert abs(((x * x).sum(axis=1) / np.sqrt(width)).mean() - 2) < 0.15


def test_words_are_split_at_white_space_and_capped() -> None:
    assert words("  cat\tchased  dog ") == ("cat", "chased", "dog")
    assert len(words("a " * 100)) == 64
    assert words("") == ()
    assert embed((), 4).shape == (0, 4)


def test_a_width_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="width must be at least 1, got 0"):
        embed(["cat"], 0)
    with pytest.raises(ValueError, match="width must be at least 1, got 0"):
        random_projections(0)


def test_projections_keep_the_size_of_the_tokens_and_are_always_the_same() -> None:
    x = np.random.default_rng(3).normal(size=(500, 64))
    for w in random_projections(64):
        assert w.shape == (64, 64)
        assert abs((x @ w).std() - 1) < 0.1
    assert_allclose(random_projections(8), random_projections(8))
    assert np.abs(random_projections(8)[0] - random_projections(8, seed=2)[0]).max() > 0.1
