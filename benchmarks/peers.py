"""How far the library agrees with the packages that models are run with: python benchmarks/peers.py

Needs any of: torch, transformers, rotary-embedding-torch, positional-encodings, ml-dtypes. What is not installed is
named and left out. Peers compute in float32, so the differences printed are their rounding; each is held to a bound,
and the script fails when one is passed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from posenc.bias import alibi_slopes, t5_bias, t5_bucket
from posenc.grid import sinusoidal_2d
from posenc.layouts import half_minus_one
from posenc.precision import round_to
from posenc.rotary import rope, scaled_inv_freq, yarn_attention_factor

FLOAT32 = 2.0**-23
Row = tuple[str, str, float, float]  # what is compared, over how much, the largest difference, the most it may be


def transformers() -> Iterator[Row]:
    import torch
    from transformers import LlamaConfig, T5Config
    from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS
    from transformers.models.bloom.modeling_bloom import build_alibi_tensor
    from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding, apply_rotary_pos_emb
    from transformers.models.t5.modeling_t5 import T5Attention
    from transformers.models.whisper.modeling_whisper import sinusoids

    def config(d: int, trained: int, **parameters: object) -> LlamaConfig:
        return LlamaConfig(
            hidden_size=d,
            num_attention_heads=1,
            head_dim=d,
            max_position_embeddings=trained,
            rope_parameters=parameters,
        )

    cases = list(product((16, 64, 128), (1e4, 5e5, 1e6), (1.0, 2.0, 8.0, 32.0), (512, 2048, 8192)))
    factors = []
    for method in ("linear", "dynamic", "yarn"):
        differences = []
        for d, base, factor, trained in cases:
            for length in (trained // 2, 2 * trained, 16 * trained) if method == "dynamic" else (None,):
                where = {"original_max_position_embeddings": trained} if method == "yarn" else {}
                peer, scale = ROPE_INIT_FUNCTIONS[method](
                    config(d, trained, rope_type=method, rope_theta=base, factor=factor, **where), "cpu", length
                )
                ours = scaled_inv_freq(
                    d, base, method=method, factor=factor, original_max_position_embeddings=trained, length=length
                )
                differences.append(relative(ours, peer.double().numpy()))
                if method == "yarn":
                    factors.append(abs(yarn_attention_factor(factor) - scale))
        yield f"frequencies, {method}", f"{len(differences)} settings", max(differences), 32 * FLOAT32
    yield "YaRN's attention factor", f"{len(factors)} settings", max(factors), 1e-15

    x = np.random.default_rng(0).standard_normal((1, 2, 512, 64)).astype(np.float32)
    cos, sin = LlamaRotaryEmbedding(config(64, 512, rope_type="default", rope_theta=1e4))(
        torch.from_numpy(x), torch.arange(512)[None]
    )
    peer, _ = apply_rotary_pos_emb(torch.from_numpy(x), torch.from_numpy(x), cos, sin)
    yield "rope, half pairing", "512 positions x 64", largest(rope(x, pairing="half"), peer.numpy()), 512 * FLOAT32

    heads = range(1, 129)
    masks = torch.ones(1, 2)
    differences = [
        largest(alibi_slopes(h), build_alibi_tensor(masks, h, torch.float32)[:, 0, 1].double().numpy()) for h in heads
    ]
    yield "ALiBi slopes", f"1 to {len(heads)} heads", max(differences), 8 * FLOAT32

    offsets = np.arange(-5000, 5001)
    differing, asked = 0, 0
    for bidirectional, buckets, farthest in product((True, False), (8, 16, 32, 64, 320), (200, 256, 800, 1000)):
        how = {"bidirectional": bidirectional, "num_buckets": buckets, "max_distance": farthest}
        peer = T5Attention._relative_position_bucket(torch.from_numpy(offsets), **how).numpy()
        differing += int((t5_bucket(offsets, **how) != peer).sum())
        asked += len(offsets)
    yield "T5 buckets that differ", f"{asked} offsets", differing, 0

    attention = T5Attention(T5Config(num_heads=8, d_model=64, d_kv=8), has_relative_attention_bias=True)
    table = attention.relative_attention_bias.weight.detach()
    peer = attention.compute_bias(200, 200)[0].detach().numpy()
    yield "T5 bias", "8 heads x 200 x 200", largest(t5_bias(200, table.numpy()), peer), 0

    yield (
        "half - 1 layout (Whisper)",
        "1500 x 384",
        largest(half_minus_one(1500, 384), sinusoids(1500, 384).numpy()),
        1500 * FLOAT32,
    )


def rotary_embedding_torch() -> Iterator[Row]:
    import torch
    from rotary_embedding_torch import RotaryEmbedding

    x = np.random.default_rng(0).standard_normal((1, 2, 512, 64)).astype(np.float32)
    peer = RotaryEmbedding(dim=64).rotate_queries_or_keys(torch.from_numpy(x)).detach().numpy()
    yield "rope, neighboring pairing", "512 positions x 64", largest(rope(x), peer), 512 * FLOAT32


def positional_encodings() -> Iterator[Row]:
    import torch
    from positional_encodings.torch_encodings import PositionalEncoding2D

    peer = PositionalEncoding2D(64)(torch.zeros(1, 24, 32, 64))[0].numpy()
    yield "image grid", "24 x 32 x 64", largest(sinusoidal_2d(24, 32, 64), peer), 32 * FLOAT32


def ml_dtypes() -> Iterator[Row]:
    import ml_dtypes

    random = np.random.default_rng(0)
    x = random.standard_normal(10**6) * 10.0 ** random.integers(-38, 38, 10**6)
    x = x.astype(np.float32)  # from here both round once; from float64 the peer may pass by float32 and round twice
    differ = round_to(x, "bfloat16") != x.astype(ml_dtypes.bfloat16).astype(np.float64)
    yield "bfloat16 roundings that differ", "a million", float(differ.sum()), 0


PEERS: dict[str, Callable[[], Iterator[Row]]] = {
    "transformers": transformers,
    "rotary-embedding-torch": rotary_embedding_torch,
    "positional-encodings": positional_encodings,
    "ml-dtypes": ml_dtypes,
}


def largest(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.abs(np.asarray(a, dtype=np.float64) - b).max())


def relative(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.abs(a / b - 1).max())


def main() -> int:
    apart = 0
    for name, compare in PEERS.items():
        try:
            print(f"{name} {version(name)}")
            for what, over, difference, bound in compare():
                apart += difference > bound
                print(f"  {what:32}{over:24}{difference:10.3g}  {'apart' if difference > bound else 'agrees'}")
        except (PackageNotFoundError, ModuleNotFoundError) as error:
            print(f"{name}: not compared, {error}")
    return 1 if apart else 0


if __name__ == "__main__":
    sys.exit(main())
