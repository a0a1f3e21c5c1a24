"""How large an encoding is beside the embedding it is added to.

    ‖encoding row‖ = sqrt(width / 2)      each pair adds sin² + cos² = 1

Vaswani et al. 2017, section 3.4, multiply the embeddings by sqrt(width) first; their code draws the weights with
standard deviation 1 / sqrt(width).
"""

from __future__ import annotations

import math
from typing import NamedTuple

from posenc import _validate as check


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
