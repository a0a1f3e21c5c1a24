"""The sinusoidal encoding of an image grid: half of the channels tell the row, half the column.

The order, rows first and each half interleaved, is that of DETR (Carion et al. 2020, arXiv:2005.12872), but counted
from 0 and without its rescaling of coordinates. MAE (He et al. 2021, arXiv:2111.06377; get_2d_sincos_pos_embed) has the
column first and, within each half, all sines first: the same channels in another order.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc import _validate as check
from posenc.sinusoidal import sinusoidal

Array = NDArray[np.float64]


def sinusoidal_2d(height: int, width: int, channels: int, base: float = 10000.0) -> Array:
    """The encoding (height, width, channels) of a grid: [row, column] holds the row's encoding, then the column's.

    Each is a row of `sinusoidal(..., channels / 2)`, so channels is a multiple of 4.
    """
    height = check.whole("height", height, least=0)
    width = check.whole("width", width, least=0)
    channels = check.whole("channels", channels, least=4)
    if channels % 4:
        raise ValueError(f"channels must be a multiple of 4, got {channels}: rows and columns each take pairs")
    grid = np.empty((height, width, channels))
    grid[..., : channels // 2] = sinusoidal(height, channels // 2, base)[:, None]
    grid[..., channels // 2 :] = sinusoidal(width, channels // 2, base)
    return grid


def patch_similarity(grid: ArrayLike, row: int, column: int) -> Array:
    """The cosine of one patch with every patch of grid (height, width, channels): (height, width)."""
    patches = check.reals("grid", grid).astype(np.float64, copy=False)
    if patches.ndim != 3 or not patches.size:
        raise ValueError(f"grid must have shape (height, width, channels), none of them 0, got {patches.shape}")
    height, width, _ = patches.shape
    row = check.whole("row", row, least=0, most=height - 1)
    column = check.whole("column", column, least=0, most=width - 1)
    norms = np.linalg.norm(patches, axis=-1)
    if not norms.all():
        place = tuple(map(int, np.argwhere(norms == 0)[0]))
        raise ValueError(f"grid must have no patch of zeros for a cosine, got one at {place}")
    return np.clip(patches @ patches[row, column] / (norms * norms[row, column]), -1, 1)
