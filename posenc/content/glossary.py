"""The words to know, each explained in one or two plain sentences, and the letters used in formulas."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["SYMBOLS", "TERMS", "Term", "define"]


@dataclass(frozen=True)
class Term:
    """A word, its meaning, and the other names it goes by (in papers, code and libraries)."""

    name: str
    meaning: str
    also: tuple[str, ...] = ()


TERMS: tuple[Term, ...] = (
    Term(
        "token",
        "One unit of text as a model sees it: a character, a piece of a word, or a whole word.",
        ("tokens",),
    ),
    Term(
        "embedding",
        "A list of numbers that stands for a token. A model learns these numbers during training.",
        ("token embedding", "embeddings"),
    ),
    Term(
        "positional encoding",
        "Numbers that tell a model where in the sequence a token stands. In the original transformer they are"
        " computed by a formula and added to the token's embedding.",
        ("position encoding", "PE"),
    ),
    Term(
        "position",
        "Where a token stands in its sequence, counted from 0. Position p is row p of the table.",
        ("pos", "positions"),
    ),
    Term(
        "column",
        "One place in the list of numbers that every position gets, counted from 0. An even column of the table"
        " holds a sine and the odd column after it the cosine of the same angle.",
        ("dimension", "channel", "columns"),
    ),
    Term(
        "pair",
        "Two columns that share one angle: columns 2i and 2i + 1 are pair i. Column j belongs to pair j // 2.",
        ("pairs", "column pair"),
    ),
    Term(
        "length",
        "How many positions the table has, which is how many tokens the sequence may hold.",
        ("seq_len", "n_positions", "sequence length"),
    ),
    Term(
        "width",
        "How many numbers each position gets. It equals the length of a token's embedding, and it is even, because"
        " columns come in pairs.",
        ("d_model", "embedding dimension", "hidden size"),
    ),
    Term(
        "base",
        "The number whose powers slow the pairs down: pair i divides the position by base to the power 2i / width."
        " The original paper uses 10000.",
        ("theta", "rope_theta", "max_timescale"),
    ),
    Term(
        "angle",
        "How far a pair's clock hand has turned at a position, in radians: the position times the pair's inverse"
        " frequency.",
        ("phase", "angles"),
    ),
    Term(
        "radian",
        "A unit for angles. One full turn is 2π radians, about 6.283.",
        ("radians",),
    ),
    Term(
        "inverse frequency",
        "How far a pair turns from one position to the next, in radians: 1 / base to the power 2i / width. Libraries"
        " call it inv_freq, although it is an angular frequency.",
        ("inv_freq", "angular frequency", "speed"),
    ),
    Term(
        "wavelength",
        "How many positions a pair needs for one full turn: 2π divided by its inverse frequency.",
        ("period", "wavelengths"),
    ),
    Term(
        "sine and cosine",
        "The height and the sideways reach of a clock hand of length 1. Together they say where the hand points;"
        " either one alone leaves two possibilities.",
        ("sine", "cosine", "sin", "cos"),
    ),
    Term(
        "aliasing",
        "When something turns more than half a turn from one sample to the next, the samples look like a slower turn."
        " Positions are whole numbers and the fastest pair turns 1 radian from one to the next, so a right table does"
        " not alias; one that multiplies where it should divide does.",
        ("alias",),
    ),
    Term(
        "rotation",
        "Turning a pair of numbers by an angle, as a clock hand turns, without changing its length. Going k positions"
        " on turns every pair of the table by a fixed angle, whatever the position.",
        ("rotation matrix",),
    ),
    Term(
        "dot product",
        "Multiply two lists of numbers entry by entry and add up. It is large when the lists point the same way.",
        ("inner product",),
    ),
    Term(
        "norm",
        "The length of a list of numbers seen as an arrow: the square root of its dot product with itself.",
        ("length of a vector",),
    ),
    Term(
        "cosine similarity",
        "The dot product of two lists divided by both their norms: 1 for the same direction, 0 for a right angle,"
        " -1 for opposite directions.",
        (),
    ),
    Term(
        "Euclidean distance",
        "The norm of the difference of two lists: 0 when they are equal.",
        ("euclidean",),
    ),
    Term(
        "Toeplitz matrix",
        "A square table in which every diagonal that runs from top left to bottom right holds one value, so that an"
        " entry depends only on column minus row.",
        ("toeplitz",),
    ),
    Term(
        "offset",
        "How far apart two positions are: one position minus the other.",
        ("relative distance", "relative offset"),
    ),
    Term(
        "attention",
        "A step in which every token collects information from the tokens: it compares its query with all keys and"
        " takes the average of the values, weighted by how well they match.",
        ("self-attention",),
    ),
    Term(
        "query, key, value",
        "Three lists computed from each token. The query says what a token looks for, the key what it offers to be"
        " found by, the value what it hands over.",
        ("query", "key", "value", "qkv"),
    ),
    Term(
        "score",
        "The dot product of a query and a key, divided by the square root of how many numbers each has,"
        " before the softmax.",
        ("logit", "attention score", "scores"),
    ),
    Term(
        "softmax",
        "Turns a list of scores into positive weights that add up to 1; a larger score gets a larger weight.",
        (),
    ),
    Term(
        "head",
        "One of several attentions that run side by side, each on its own share of the columns.",
        ("heads", "attention head"),
    ),
    Term(
        "causal mask",
        "A rule that lets a token look only at itself and at earlier tokens. It makes attention depend on order even"
        " without any positional encoding.",
        ("mask",),
    ),
    Term(
        "permutation",
        "The same items in another order, none added and none lost; reversing is one example.",
        ("shuffle", "permutations"),
    ),
    Term(
        "equivariant",
        "A function is permutation-equivariant when permuting its input permutes its output in the same way and does"
        " nothing else.",
        ("permutation-equivariant", "equivariance", "permutation equivariance"),
    ),
    Term(
        "invariant",
        "A function is permutation-invariant when permuting its input does not change its output at all. The average"
        " of an equivariant function's output rows is invariant.",
        ("permutation-invariant", "invariance"),
    ),
    Term(
        "learned position embedding",
        "A second embedding table with one row for each position, learned in training like the first. It ends at its"
        " last row. BERT and GPT-2 use one.",
        ("learned positional embedding", "position embedding", "learned table"),
    ),
    Term(
        "relative position",
        "Information about how far apart two tokens are, and not about where each of them stands.",
        ("relative positional encoding",),
    ),
    Term(
        "RoPE",
        "Rotary position embedding: queries and keys are turned, pair by pair, by an angle that grows with their"
        " position. Nothing is added to the embedding, and the score depends on the positions through their offset"
        " alone.",
        ("rotary", "rotary position embedding"),
    ),
    Term(
        "ALiBi",
        "Attention with linear biases: from each score a head's slope times the distance is subtracted, so that far"
        " keys count less. Nothing is added to the embedding.",
        ("alibi slopes", "linear bias"),
    ),
    Term(
        "T5 bias",
        "A learned number added to each score, looked up by the offset's bucket: small offsets have a bucket each,"
        " larger ones share.",
        ("T5 relative bias", "relative bias"),
    ),
    Term(
        "layout",
        "The order of the columns: interleaved puts sine and cosine of a pair side by side, concatenated puts all sines"
        " first. The numbers are the same.",
        ("interleaved", "concatenated"),
    ),
    Term(
        "float64",
        "A number stored in 64 bits, exact to about 16 significant digits. Python and numpy use it unless told"
        " otherwise.",
        ("double", "double precision"),
    ),
    Term(
        "float32",
        "A number stored in 32 bits, exact to about 7 significant digits. Whole numbers are exact up to 16777216.",
        ("single precision",),
    ),
    Term(
        "float16",
        "A number stored in 16 bits with about 3 significant digits. Whole numbers are exact up to 2048; above, some"
        " share one value.",
        ("half precision",),
    ),
    Term(
        "bfloat16",
        "A number stored in 16 bits with the range of float32 but only 2 to 3 significant digits. Whole numbers are"
        " exact up to 256; above, some share one value.",
        ("bf16",),
    ),
    Term(
        "extrapolation",
        "Using a model on sequences longer than those it was trained on. A formula gives every position a row, which"
        " does not mean that the model has learned to use it.",
        ("length extrapolation",),
    ),
)

SYMBOLS: dict[str, str] = {
    "pos": "a position, counted from 0",
    "i": "a pair, counted from 0: columns 2i and 2i + 1",
    "j": "a column, counted from 0: its pair is j // 2",
    "n": "the number of tokens, the length",
    "d": "the width, d_model in the paper",
    "k": "an offset: how many positions apart",
    "x": "the tokens as a table: n rows, one for each token, and d columns",
    "P": "the table of positional encodings: n rows and d columns",
    "q, k, v": "a query, a key and a value (here k is no offset)",
    "m, n": "the positions of a query and of a key (there n is no length)",
    "R": "RoPE's rotation: Rₘ turns every pair by its angle at position m",
    "ω": "a pair's inverse frequency, in radians per position",
}


def _key(word: str) -> str:
    return " ".join(word.casefold().replace("-", " ").replace("_", " ").split())


def define(term: str) -> Term:
    """The glossary's entry for a word, found by its name or any of its other names, in any case.

    Raises ValueError for a word that the glossary does not hold.
    """
    for entry in TERMS:
        if _key(term) in map(_key, (entry.name, *entry.also)):
            return entry
    raise ValueError(f"term must be a word of the glossary, got {term!r}")
