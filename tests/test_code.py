"""The code that the pages show makes exactly what they show."""

from __future__ import annotations

import pytest
from numpy.testing import assert_allclose

from posenc.content import code
from posenc.sinusoidal import sinusoidal


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
        import numpy as np

        float64 = np.float64

        @staticmethod
        def arange(n: int, dtype: type):
            return Torch.np.arange(n, dtype=dtype).view(Torch.Tensor)

        @staticmethod
        def empty(length: int, width: int, dtype: type):
            return Torch.np.empty((length, width), dtype).view(Torch.Tensor)

        class Tensor(np.ndarray):
            def sin(self):
                return Torch.np.sin(self)

            def cos(self):
                return Torch.np.cos(self)

    source = code.table("PyTorch", 20, 6, 10000.0)
    assert source.startswith("import torch\n")
    names: dict = {"torch": Torch}
    exec(source.removeprefix("import torch\n"), names)
    assert_allclose(names["table"], sinusoidal(20, 6), rtol=0, atol=1e-13)
