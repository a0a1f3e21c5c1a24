"""Code that makes exactly what a page shows, with the page's numbers in it. Tests run each and compare."""

from __future__ import annotations

from collections.abc import Sequence


def table(language: str, length: int, width: int, base: float) -> str:
    """The table, from nothing, in "Python", "NumPy" or "PyTorch"; the result is called `table`."""
    write = {"Python": _table_python, "NumPy": _table_numpy, "PyTorch": _table_pytorch}[language]
    return write(length, width, _number(base))


def _table_python(length: int, width: int, base: str) -> str:
    return f"""\
import math

length, width, base = {length}, {width}, {base}

table = []
for pos in range(length):
    row = []
    for i in range(width // 2):              # pair i: columns 2i and 2i + 1
        angle = pos / base ** (2 * i / width)
        row += [math.sin(angle), math.cos(angle)]
    table.append(row)
"""


def _table_numpy(length: int, width: int, base: str) -> str:
    return f"""\
import numpy as np

length, width, base = {length}, {width}, {base}

pos = np.arange(length)[:, None]             # (length, 1)
i = np.arange(width // 2)                    # (width/2,)
angle = pos / base ** (2 * i / width)        # (length, width/2)
table = np.empty((length, width))
table[:, 0::2] = np.sin(angle)
table[:, 1::2] = np.cos(angle)
"""


def _table_pytorch(length: int, width: int, base: str) -> str:
    return f"""\
import torch

length, width, base = {length}, {width}, {base}

# float64: in float32 the angle loses a digit with every tenfold position
pos = torch.arange(length, dtype=torch.float64)[:, None]
i = torch.arange(width // 2, dtype=torch.float64)
angle = pos / base ** (2 * i / width)
table = torch.empty(length, width, dtype=torch.float64)
table[:, 0::2] = angle.sin()
table[:, 1::2] = angle.cos()
"""


def pairs(chosen: Sequence[int], length: int, width: int, base: float) -> str:
    """The columns of these pairs in NumPy, a sine and a cosine for each; the result is called `columns`."""
    return f"""\
import numpy as np

length, width, base = {length}, {width}, {_number(base)}

pos = np.arange(length)[:, None]             # (length, 1)
i = np.array({list(chosen)})                 # the chosen pairs
angle = pos / base ** (2 * i / width)        # (length, pairs)
columns = np.stack([np.sin(angle), np.cos(angle)], axis=2).reshape(length, 2 * len(i))
wavelength = 2 * np.pi * base ** (2 * i / width)
"""


def similarity(length: int, width: int, base: float, metric: str) -> str:
    """Every position against every other in NumPy, by one of similarity.METRICS; the result is called `similar`."""
    measure = {
        "dot": "similar = table @ table.T",
        "cosine": "similar = table @ table.T / (width / 2)      # every row has the norm sqrt(width / 2)",
        "euclidean": "similar = np.array([np.linalg.norm(table - row, axis=1) for row in table])",
    }[metric]
    return f"{_table_numpy(length, width, _number(base))}\n{measure}\n"


def allclose(permutation: tuple[int, ...], plain: bool, encoded: bool) -> str:
    """The lesson's two lines on equivariance, with the answers they give. x: tokens, P: the sinusoidal table."""
    reverse = permutation == tuple(range(len(permutation)))[::-1]
    moved = "[::-1]" if reverse else "[order]"
    lines = [
        f"np.allclose(attention(x{moved}), attention(x){moved})",
        f"np.allclose(attention(x{moved} + P), attention(x + P){moved})",
    ]
    width = max(map(len, lines)) + 2
    return ("" if reverse else f"order = {list(permutation)}\n") + "\n".join(
        f"{line:<{width}}# {answer}" for line, answer in zip(lines, (plain, encoded), strict=True)
    )


def attention(
    sentence: str | None,
    width: int,
    permutation: tuple[int, ...],
    method: str,
    base: float,
    heads: int,
    causal: bool,
    projected: bool,
    add: str,
) -> str:
    """Attention on tokens in two orders, with this library: the lesson's tokens if there is no sentence.

    The results are called `difference`, (n, width), and `compared`.
    """
    tokens = "lesson_tokens()" if sentence is None else f"embed(words({sentence!r}), {width})"
    names = ["lesson_tokens"] if sentence is None else ["embed", "words"]
    names += ["random_projections"] if projected else []
    how = f", heads={heads}" * (heads > 1) + ", causal=True" * causal
    more = how + ", projections=random_projections(x.shape[1])" * projected + f", add={add!r}" * (add != "after")
    return f"""\
from posenc.equivariance import compare_permuted
from posenc.methods import positions
from posenc.tokens import {", ".join(sorted(names))}

x = {tokens}
permutation = {list(permutation)}
given = positions({method!r}, *x.shape, {_number(base)}{how})
compared = compare_permuted(x, permutation, **given{more})
difference = compared.restored_output - compared.original_output
print(compared.result)
"""


def _number(value: float) -> str:
    """A float as code, exact, with its point so that no integer power can overflow."""
    return repr(float(value))
