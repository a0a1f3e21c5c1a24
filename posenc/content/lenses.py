"""The words and the code of the Lenses page: what each lens asks, and how to make its picture."""

from __future__ import annotations

LEADS = {
    "layout": "Papers and libraries arrange the columns in different ways. Which differences matter?",
    "precision": "Models run in 16 bits to save memory. Which numbers may be rounded, and which must not?",
    "embedding": "The encoding is added to the word's embedding. Which of the two does a model then see?",
    "decode": "Can a position still be read from its row when the row is noisy?",
    "image": "An image has two positions, row and column. Half of the channels tell the row, half the column.",
}
"""The question of each lens, in one or two sentences."""

ORIGINS = {
    "concatenated": "All sines first, then all cosines: often seen in code, as one call to concatenate is enough.",
    "half minus one": (
        "tensor2tensor, fairseq and Whisper: all sines first, and the exponent divided by half − 1 instead of half, "
        "where half is width / 2."
    ),
}
"""Where a layout is met."""

DEVIATIONS: dict[str, float | None] = {"paper": None, "BERT": 0.02, "PyTorch": 1.0}
"""Standard deviation of an embedding's numbers before training; None for 1 / √width."""

DRAWN = {
    "paper": "Embeddings drawn from N(0, 1 / width), as in tensor2tensor and fairseq.",
    "BERT": "Embeddings drawn with standard deviation 0.02, as in BERT, which learns its positions too.",
    "PyTorch": "Embeddings drawn from N(0, 1), as PyTorch's nn.Embedding does unless told otherwise.",
}


def layout_code(layout: str, length: int, width: int, base: float) -> str:
    """Both tables and the verdict; the results are called `table` and `comparison`."""
    other = (
        'sinusoidal(length, width, base, layout="concatenated")'
        if layout == "concatenated"
        else "half_minus_one(length, width, base)"
    )
    return f"""\
from posenc import sinusoidal
from posenc.layouts import compare_layouts, half_minus_one

length, width, base = {length}, {width}, {base!r}

table = {other}
comparison = compare_layouts(sinusoidal(length, width, base), table)
"""


def precision_code(dtype: str, stage: str, start: int, length: int, width: int, base: float) -> str:
    """The rounded table and what merged; the results are called `table` and `merged`."""
    return f"""\
from posenc.precision import merged_with, rounded_table

length, width, base = {length}, {width}, {base!r}

table = rounded_table(length, width, base, dtype="{dtype}", stage="{stage}", start={start})
merged = merged_with(table)      # for each row, the first row with the same numbers
"""


def embedding_code(kind: str, scaled: bool, length: int, width: int, base: float) -> str:
    """Embeddings plus encoding; the result is called `table`."""
    deviation = "width**-0.5" if DEVIATIONS[kind] is None else repr(DEVIATIONS[kind])
    factor = " * width**0.5" if scaled else ""
    return f"""\
import numpy as np
from posenc import sinusoidal

length, width, base = {length}, {width}, {base!r}

embedding = {deviation} * np.random.default_rng(0).standard_normal((length, width))
table = embedding{factor} + sinusoidal(length, width, base)
"""


def decode_code(position: int, noise: float, seed: int, length: int, width: int, base: float) -> str:
    """The search of one noisy row; the results are called `distances` and `found`."""
    return f"""\
import numpy as np
from posenc import sinusoidal

length, width, base = {length}, {width}, {base!r}

table = sinusoidal(length, width, base)
noisy = table[{position}] + {noise!r} * np.random.default_rng({seed}).standard_normal(width)
distances = np.linalg.norm(table - noisy, axis=1)
found = distances.argmin()
"""


def image_code(row: int, column: int, side: int, channels: int, base: float) -> str:
    """The grid and one patch against all; the results are called `grid` and `table`."""
    return f"""\
from posenc.grid import patch_similarity, sinusoidal_2d

side, channels, base = {side}, {channels}, {base!r}

grid = sinusoidal_2d(side, side, channels, base)      # (row, column, channel)
table = patch_similarity(grid, {row}, {column})
"""
