"""The code that the pages show makes exactly what they show."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc.attention import self_attention
from posenc.content import code
from posenc.equivariance import compare_permuted, reversal, swap
from posenc.methods import positions
from posenc.sinusoidal import sinusoidal
from posenc.tokens import embed, lesson_tokens, random_projections, words


@pytest.mark.parametrize("language", ["Python", "NumPy"])
@pytest.mark.parametrize(("length", "width", "base"), [(3, 4, 10000.0), (50, 64, 500.5), (1, 2, 1.0), (0, 6, 10000.0)])
def test_the_code_shown_makes_the_table_shown(language: str, length: int, width: int, base: float) -> None:
    names: dict = {}
    exec(code.table(language, length, width, base), names)
    if language == "Python" and length == 0:
        assert names["table"] == []
    else:
        assert_allclose(names["table"], sinusoidal(length, width, base), rtol=0, atol=1e-13)


def test_the_pytorch_code_says_the_same_as_the_numpy_code() -> None:
    class Torch:  # as much of torch as the code uses, on numpy
        float64 = np.float64

        @staticmethod
        def arange(n: int, dtype: type):
            return np.arange(n, dtype=dtype).view(Torch.Tensor)

        @staticmethod
        def empty(length: int, width: int, dtype: type):
            return np.empty((length, width), dtype).view(Torch.Tensor)

        class Tensor(np.ndarray):
            def sin(self):
                return np.sin(self)

            def cos(self):
                return np.cos(self)

    source = code.table("PyTorch", 20, 6, 10000.0)
    assert source.startswith("import torch\n")
    names: dict = {"torch": Torch}
    exec(source.removeprefix("import torch\n"), names)
    assert_allclose(names["table"], sinusoidal(20, 6), rtol=0, atol=1e-13)


@pytest.mark.parametrize(
    ("sentence", "width", "method", "heads", "causal", "projected", "add"),
    [
        (None, 6, "none", 1, False, False, "after"),
        (None, 6, "sinusoidal", 3, False, True, "before"),
        ("say \"x\\y\" 'z'", 8, "rope", 2, True, False, "after"),
        ("cat chased dog", 8, "t5", 4, True, True, "after"),
        ("", 8, "alibi", 1, False, False, "after"),
    ],
)
def test_the_code_shown_makes_the_difference_of_outputs_shown(
    sentence: str | None, width: int, method: str, heads: int, causal: bool, projected: bool, add: str
) -> None:
    x = lesson_tokens() if sentence is None else embed(words(sentence), width)
    how = {"heads": heads, "causal": causal}
    compared = compare_permuted(
        x,
        reversal(len(x)),
        **positions(method, *x.shape, 500.5, **how),
        **how,
        projections=random_projections(width) if projected else None,
        add=add,
    )
    names: dict = {}
    exec(code.attention(sentence, width, reversal(len(x)), method, 500.5, heads, causal, projected, add), names)
    assert_allclose(names["difference"], compared.restored_output - compared.original_output, atol=1e-15)
    assert names["compared"].result.verdict == compared.result.verdict


def test_the_lessons_lines_give_the_answers_written_beside_them() -> None:
    x, P = lesson_tokens(), sinusoidal(4, 6)
    for permutation in (reversal(4), swap(4, 0, 2)):
        names = {"np": np, "x": x, "P": P, "attention": lambda x: self_attention(x)[0]}
        *order, plain, encoded = code.allclose(permutation, True, False).splitlines()
        exec("\n".join(order), names)
        for line in (plain, encoded):
            asked, answer = line.split("#")
            assert str(bool(eval(asked.strip(), names))) == answer.strip()
