"""A learned position table as it is: the one of all-MiniLM-L6-v2, 512 positions of 384 numbers.

Source and licence: posenc/data/ATTRIBUTION.md.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FILE = Path(__file__).parent / "data" / "all-MiniLM-L6-v2.position_embeddings.f16.npy"
SEAM = 128  # fine-tuned on texts of at most so many tokens: later rows kept what the model before had learned


@cache
def learned_table() -> NDArray[np.float32]:
    """The learned position embeddings, (512, 384) float32, read-only; row p is added to the token at position p.

    Stored as float16, which moves a cosine similarity by less than 1e-4.
    """
    table = np.load(FILE).astype(np.float32)
    table.setflags(write=False)
    return table
