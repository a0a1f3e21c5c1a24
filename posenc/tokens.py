"""What attention is tried on: the lesson's numbers, or words with fixed random embeddings, and random projections."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from posenc._validate import whole

Array = NDArray[np.float64]

MOST_WORDS = 64


def lesson_tokens() -> Array:
    """The lesson's four tokens, (4, 6): standard normal numbers of numpy's default_rng(0)."""
    return np.random.default_rng(0).normal(size=(4, 6))


def words(sentence: str, most: int = MOST_WORDS) -> tuple[str, ...]:
    """The words of a sentence as typed, split at white space; no more than `most`."""
    return tuple(sentence.split()[: whole("most", most, least=0)])


def embed(words: Sequence[str], width: int) -> Array:
    """One random vector a word, (n, width): equal words get equal vectors, whatever their capitals.

    A word's own letters seed its vector, so it is the same on every machine and in every sentence. Normal numbers of
    variance 2 / sqrt(width): a word's score with itself is then about 2, so that it looks at others too.
    """
    width = whole("width", width, least=1)
    scale = np.sqrt(2 / np.sqrt(width))
    vectors = [scale * np.random.default_rng(_letters(word)).normal(size=width) for word in words]
    return np.array(vectors).reshape(len(words), width)


def random_projections(width: int, seed: int = 1) -> tuple[Array, Array, Array]:
    """W_q, W_k, W_v, each (width, width): normal numbers of variance 1 / width, which keep the tokens' size."""
    width = whole("width", width, least=1)
    w_q, w_k, w_v = np.random.default_rng(seed).normal(size=(3, width, width)) / np.sqrt(width)
    return w_q, w_k, w_v


def _letters(word: str) -> list[int]:
    """The bytes of a word, whatever its capitals and however its accents were typed; no two words share them."""
    return list(normalize("NFC", normalize("NFC", word).casefold()).encode("utf-8", "surrogatepass"))
