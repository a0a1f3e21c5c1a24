"""Tokens to attend to: the lesson's numbers, and words with fixed random embeddings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from posenc._validate import whole


def lesson_tokens() -> NDArray[np.float64]:
    """The lesson's four tokens, (4, 6): standard normal numbers of numpy's default_rng(0)."""
    return np.random.default_rng(0).normal(size=(4, 6))


def words(sentence: str, most: int = 64) -> tuple[str, ...]:
    """The words of a sentence as typed, split at white space; no more than `most`."""
    return tuple(sentence.split()[: whole("most", most, least=0)])


def embed(words: Sequence[str], width: int) -> NDArray[np.float64]:
    """One random vector a word, (n, width): equal words get equal vectors, whatever their capitals.

    A word's own letters seed its vector, so it is the same on every machine and in every sentence. Normal numbers of
    variance 2 / sqrt(width): a word's score with itself is then about 2, so that it looks at others too.
    """
    width = whole("width", width, least=1)
    scale = np.sqrt(2 / np.sqrt(width))
    vectors = [scale * np.random.default_rng([*word.casefold().encode()]).normal(size=width) for word in words]
    return np.array(vectors).reshape(len(words), width)
