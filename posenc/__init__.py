"""Transformer positional encodings in numpy: tables, similarity, attention and its symmetry, relative methods.

The rooms
    sinusoidal    the table, its angles, frequencies and wavelengths; the rotation between positions
    similarity    dot product, cosine, Euclidean distance; what depends on the offset alone
    attention     softmax, self-attention with masks, heads, biases and rotations
    equivariance  permutations and the honest verdict on what they change
    rotary bias learned grid   RoPE and its context extension; ALiBi, T5; a real learned table; images
    methods tokens             each method as attention takes it; the tokens that attention is tried on
    precision layouts decode   rounding; column orders; how well a row tells its position under noise
    training      a one-layer model that needs order
    exercise      checks a student's code and names the mistake; gallery: mistakes people made
    figures       arrays in, pictures out; heatmap.to_plotly for notebooks
    content ui    the words; the app's own parts

The symbols
    pos           a position, counted from 0 (row of the table); p, q: two positions
    j             a column, counted from 0; i = j // 2 its pair: columns 2i (sine) and 2i + 1 (cosine)
    length        number of positions (seq_len); n where it is the number of tokens
    width         number of columns (d_model); d in attention
    base          10000 in the paper (theta)
    w_i           base^(-2i / width), inverse frequency, radians a position; wavelength 2π / w_i
"""

from posenc.attention import self_attention, softmax
from posenc.bias import alibi_bias, alibi_slopes, t5_bias, t5_bucket
from posenc.equivariance import (
    EquivarianceResult,
    check_equivariance,
    compare_permuted,
    parse_permutation,
    reversal,
    rotation,
    shuffle,
    swap,
)
from posenc.grid import sinusoidal_2d
from posenc.learned import learned_table
from posenc.precision import round_to
from posenc.rotary import rope, scaled_inv_freq, yarn_attention_factor
from posenc.similarity import similarity, sinusoidal_similarity
from posenc.sinusoidal import angle, inv_freq, shift_rotation, sinusoidal, wavelengths

__all__ = [
    "EquivarianceResult",
    "alibi_bias",
    "alibi_slopes",
    "angle",
    "check_equivariance",
    "compare_permuted",
    "inv_freq",
    "learned_table",
    "parse_permutation",
    "reversal",
    "rope",
    "rotation",
    "round_to",
    "scaled_inv_freq",
    "self_attention",
    "shift_rotation",
    "shuffle",
    "similarity",
    "sinusoidal",
    "sinusoidal_2d",
    "sinusoidal_similarity",
    "softmax",
    "swap",
    "t5_bias",
    "t5_bucket",
    "wavelengths",
    "yarn_attention_factor",
]
