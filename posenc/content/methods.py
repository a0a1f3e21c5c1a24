"""What each way to tell positions is: where it acts, what it learns, how far it reaches, who uses it, which paper.

Every model named here says so in its paper or in its published configuration.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

__all__ = ["METHODS", "ROPE_MODELS", "Method", "Paper", "RopeModel"]


class Paper(NamedTuple):
    authors: str
    year: int
    title: str
    arxiv: str

    @property
    def url(self) -> str:
        return f"https://arxiv.org/abs/{self.arxiv}"


class Method(NamedTuple):
    id: str
    name: str
    acts: Literal["nowhere", "added to the embeddings", "turns queries and keys", "added to the scores"]
    how: str  # one sentence
    parameters: str  # the formula of the number of learned parameters, in words
    parameter_count: Callable[[int, int, int, int], int]  # the same, from length, width, heads, buckets
    beyond: str  # what happens past the trained length
    users: tuple[str, ...]
    paper: Paper
    measure: str = ""  # what its curve against distance shows


METHODS = (
    Method(
        "none",
        "None",
        "nowhere",
        "Attention sees a bag of tokens; only a causal mask, where there is one, carries order.",
        "0",
        lambda length, width, heads, buckets: 0,
        "There are no positions to run out of, but longer texts than in training are still new to the model.",
        (),
        Paper(
            "Haviv, Ram, Press, Izsak, Levy",
            2022,
            "Transformer Language Models without Positional Encodings Still Learn Positional Information",
            "2203.16634",
        ),
    ),
    Method(
        "sinusoidal",
        "Sinusoidal",
        "added to the embeddings",
        "Each position has a fixed row of sines and cosines, from fast pairs to slow ones.",
        "0",
        lambda length, width, heads, buckets: 0,
        "The formula has a row for every position, but the model never saw those rows: quality drops soon.",
        ("the original Transformer",),
        Paper("Vaswani and others", 2017, "Attention Is All You Need", "1706.03762"),
        "the cosine of two rows",
    ),
    Method(
        "learned",
        "Learned",
        "added to the embeddings",
        "Each position has a row of its own, trained like the rest of the model.",
        "length × width",
        lambda length, width, heads, buckets: length * width,
        "The table ends: there is no row for the next position. The text is cut, or the table grown and trained again.",
        ("BERT", "GPT-2", "ViT"),
        Paper(
            "Gehring, Auli, Grangier, Yarats, Dauphin",
            2017,
            "Convolutional Sequence to Sequence Learning",
            "1705.03122",
        ),
        "the cosine of two rows",
    ),
    Method(
        "rope",
        "Rotary (RoPE)",
        "turns queries and keys",
        "Each pair of numbers in a query or key is turned by its position, so a score depends on the offset only.",
        "0",
        lambda length, width, heads, buckets: 0,
        "Every position has its angles, but slow pairs reach angles never seen in training; rescaling the frequencies "
        "(linear, NTK-aware, YaRN) brings them back.",
        ("LLaMA", "Mistral", "Qwen"),
        Paper(
            "Su, Lu, Pan, Murtadha, Wen, Liu",
            2021,
            "RoFormer: Enhanced Transformer with Rotary Position Embedding",
            "2104.09864",
        ),
        "the score of a query and a key that are alike",
    ),
    Method(
        "alibi",
        "ALiBi",
        "added to the scores",
        "Each head lowers the score of a key by its slope times the distance.",
        "0",
        lambda length, width, heads, buckets: 0,
        "The line simply goes on; it was made to train on short texts and read longer ones.",
        ("BLOOM", "MPT"),
        Paper(
            "Press, Smith, Lewis",
            2022,
            "Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation",
            "2108.12409",
        ),
        "what is added to a score",
    ),
    Method(
        "t5",
        "T5 relative bias",
        "added to the scores",
        "Each head adds a learned number to a score, one for each bucket of offsets; far offsets share buckets.",
        "buckets × heads",
        lambda length, width, heads, buckets: buckets * heads,
        "All distances past the largest share the last bucket, so every pair of positions has a bias.",
        ("T5", "Flan-T5"),
        Paper(
            "Raffel and others",
            2020,
            "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
            "1910.10683",
        ),
        "which learned number is added",
    ),
)
"""In the order of the lesson: from no positions to relative ones. Years are those the papers are cited by.

T5's count is for one stack, whose layers share the table; encoder and decoder have one each.
"""


class RopeModel(NamedTuple):
    """A public model's RoPE: its base, the numbers in a head, the tokens in a training text, and where that is said."""

    name: str
    base: float
    head_dim: int
    trained_length: int
    source: str


ROPE_MODELS = (
    RopeModel("Llama 2 7B", 1e4, 128, 4096, "arXiv:2307.09288; theta in llama/model.py of meta-llama/llama"),
    RopeModel("Mistral 7B v0.1", 1e4, 128, 8192, "arXiv:2310.06825, table 1; rope_theta in the model's config.json"),
    RopeModel("Llama 3 8B", 5e5, 128, 8192, "arXiv:2407.21783, section 3.2"),
    RopeModel("Qwen2 7B", 1e6, 128, 32768, "arXiv:2407.10671, section 3.2"),
    RopeModel("Mixtral 8x7B", 1e6, 128, 32768, "arXiv:2401.04088; rope_theta in the model's config.json"),
)
