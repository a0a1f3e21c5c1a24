"""How fast and how exact the table is, beside the usual ways to make it: python benchmarks/table.py

The ways take turns in one process, round after round; a ratio is the median over the rounds, so that a busy moment
touches both sides. Errors are measured against 60-digit arithmetic at the same cells for all.
"""

from __future__ import annotations

import math
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy: a second thread helps only an idle machine
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from benchmarks.exact import error
from posenc import sinusoidal, sinusoidal_similarity

LENGTH, WIDTH = 4096, 512
LONG, NARROW = 65536, 64  # long enough to see an error that grows with the position
SIMILARITY_LENGTH = 2048
ROUNDS = 9

Way = Callable[[int, int], np.ndarray]


def plain_loop(length: int, width: int) -> np.ndarray:
    table = []
    for position in range(length):
        row = []
        for column in range(width):
            angle = position / 10000 ** (2 * (column // 2) / width)
            row.append(math.sin(angle) if column % 2 == 0 else math.cos(angle))
        table.append(row)
    return np.array(table)


def textbook(length: int, width: int) -> np.ndarray:
    angle = np.arange(length)[:, None] / 10000 ** (np.arange(0, width, 2) / width)
    table = np.zeros((length, width))
    table[:, 0::2] = np.sin(angle)
    table[:, 1::2] = np.cos(angle)
    return table


def torch_usual() -> Way:
    import torch

    torch.set_num_threads(1)

    def build(length: int, width: int) -> np.ndarray:
        position = torch.arange(length).unsqueeze(1)
        divisor = torch.exp(torch.arange(0, width, 2) * (-math.log(10000.0) / width))
        table = torch.zeros(length, width)
        table[:, 0::2] = torch.sin(position * divisor)
        table[:, 1::2] = torch.cos(position * divisor)
        return table.numpy()

    return build


def positional_encodings_package() -> Way:
    import torch
    from positional_encodings.torch_encodings import PositionalEncoding1D

    def build(length: int, width: int) -> np.ndarray:
        return PositionalEncoding1D(width)(torch.zeros(1, length, width))[0].numpy()

    return build


def new_base_each_time() -> Way:
    """Nothing is remembered from an earlier call: each has frequencies of its own."""
    bases = iter(range(10001, 10**6))
    return lambda length, width: sinusoidal(length, width, next(bases))


def take_turns(calls: dict[str, Callable[[], object]]) -> dict[str, list[float]]:
    seconds: dict[str, list[float]] = {name: [] for name in calls}
    for call in calls.values():
        call()
    for _ in range(ROUNDS):
        for name, call in calls.items():
            begin = time.perf_counter()
            call()
            seconds[name].append(time.perf_counter() - begin)
    return seconds


def ratio(some: list[float], others: list[float]) -> float:
    return statistics.median(a / b for a, b in zip(some, others, strict=True))


def largest_error(way: Way, length: int, width: int) -> float:
    table = way(length, width)
    rng = np.random.default_rng(0)
    rows = [length - 1] * 8 + rng.integers(length, size=192).tolist()
    columns = [*range(8), *rng.integers(width, size=192).tolist()]
    return max(error(table[p, j], p, j, width) for p, j in zip(rows, columns, strict=True))


def tables() -> None:
    ways: dict[str, Way] = {"plain Python loop": plain_loop, "textbook numpy": textbook}
    missing = []
    for name, make in (
        ("torch, usual form (float32)", torch_usual),
        ("positional-encodings (float32)", positional_encodings_package),
    ):
        try:
            ways[name] = make()
        except ImportError:
            missing.append(name)
    ways["posenc.sinusoidal"] = sinusoidal
    exact = {name: largest_error(way, LENGTH, WIDTH) for name, way in ways.items()}
    exact_long = {name: largest_error(way, LONG, NARROW) for name, way in ways.items()}
    ways["posenc, other frequencies each time"] = new_base_each_time()

    table = sinusoidal(LENGTH, WIDTH)
    seconds = take_turns(
        {name: (lambda way=way: way(LENGTH, WIDTH)) for name, way in ways.items()} | {"plain copy": table.copy}
    )
    print(f"The table, {LENGTH} x {WIDTH}; largest error there and at {LONG} x {NARROW}")
    print(f"{'way':38}{'ms':>9}{'/ textbook':>12}{'/ copy':>9}{'error':>10}{'error':>10}")
    for name, times in seconds.items():
        row = f"{name:38}{1000 * statistics.median(times):9.2f}"
        row += f"{ratio(times, seconds['textbook numpy']):12.3f}{ratio(times, seconds['plain copy']):9.2f}"
        if name in exact:
            row += f"{exact[name]:10.1e}{exact_long[name]:10.1e}"
        print(row)
    for name in missing:
        print(f"{name:38}{'not installed':>13}")


def similarities() -> None:
    def multiplied() -> np.ndarray:
        table = sinusoidal(SIMILARITY_LENGTH, WIDTH)
        return table @ table.T

    def by_offset() -> np.ndarray:
        return sinusoidal_similarity(SIMILARITY_LENGTH, WIDTH, metric="dot")

    far = np.abs(multiplied() - by_offset()).max()
    seconds = take_turns({"table @ table.T": multiplied, "posenc.sinusoidal_similarity": by_offset})
    print(f"\nDot products of all rows, {SIMILARITY_LENGTH} x {WIDTH}; the two differ by {far:.1e} at most")
    print(f"{'way':38}{'ms':>9}{'times faster':>14}")
    for name, times in seconds.items():
        print(f"{name:38}{1000 * statistics.median(times):9.2f}{ratio(seconds['table @ table.T'], times):14.1f}")


if __name__ == "__main__":
    tables()
    similarities()
