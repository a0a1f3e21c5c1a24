"""How large an encoding is beside the embedding it is added to.

    ‖encoding row‖ = sqrt(width / 2)      each pair adds sin² + cos² = 1

Vaswani et al. 2017, section 3.4, multiply the embeddings by sqrt(width) first; their code (tensor2tensor), like
fairseq's, draws the weights from N(0, 1 / width). BERT and GPT-2 draw with standard deviation 0.02, PyTorch's
nn.Embedding with 1, unless told otherwise.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc import _validate as check

Array = NDArray[np.float64]


class Norms(NamedTuple):
    """Lengths of the vectors that meet in the sum: of embeddings, the root mean square over random ones."""

    encoding: float
    embedding: float
    scaled_embedding: float  # times sqrt(width)


def norms(width: int, deviation: float | None = None) -> Norms:
    """The norms for a width, with embedding weights of standard deviation `deviation`, 1 / sqrt(width) by default."""
    width = check.even("width", width, why="columns come in pairs, a sine and a cosine of one angle")
    deviation = width**-0.5 if deviation is None else check.real("deviation", deviation, least=0)
    embedding = deviation * math.sqrt(width)
    return Norms(math.sqrt(width / 2), embedding, embedding * math.sqrt(width))


def random_embeddings(length: int, width: int, deviation: float, *, seed: int = 0) -> Array:
    """Embeddings (length, width) before any training: each number drawn from N(0, deviation²)."""
    length = check.whole("length", length, least=0)
    width = check.whole("width", width, least=1)
    deviation = check.real("deviation", deviation, least=0)
    random = np.random.default_rng(check.whole("seed", seed, least=0))
    return deviation * random.standard_normal((length, width))
