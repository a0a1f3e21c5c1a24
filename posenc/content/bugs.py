"""The bug gallery's words: real mistakes of public code, what they do, how to notice them, and where they happened.

Each record was read in the project's tracker, or in its code, before it was told here. The lines of code are our own
short rewritings in numpy; a test runs them and compares the result with the picture. What a line does to the table is
measured by `posenc.gallery`; `{{name}}` in a text stands for such a number, and `tell` puts it in.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from posenc import gallery
from posenc.content.text import Values, fill, number
from posenc.sinusoidal import inv_freq, wavelengths

__all__ = ["BUGS", "FAMILIES", "Bug", "Record", "tell"]

FAMILIES: dict[str, str] = {
    "speeds": "The pairs turn at the wrong speeds",
    "columns": "The columns hold the wrong thing",
    "positions": "The rows stand for the wrong positions",
    "relative": "Relative methods: RoPE and ALiBi",
}


@dataclass(frozen=True)
class Record:
    """Where a mistake was reported: a project on GitHub, the number of its issue or pull request, and the year."""

    project: str
    number: int
    year: int
    kind: Literal["issue", "pull request"] = "issue"
    says: str = ""

    @property
    def url(self) -> str:
        return f"https://github.com/{self.project}/{'issues' if self.kind == 'issue' else 'pull'}/{self.number}"


@dataclass(frozen=True)
class Bug:
    """One mistake. `id` is that of its exhibit in `posenc.gallery`; `numbers` computes values for the texts."""

    id: str
    title: str
    family: Literal["speeds", "columns", "positions", "relative"]
    wrong: str  # the line of code, rewritten
    right: str
    effect: str  # on the picture
    similarity: str  # on the comparison of two positions
    notice: str
    where: tuple[Record, ...]
    note: str = ""
    numbers: Callable[[gallery.Picture], Values] | None = None


def tell(id: str) -> Bug:
    """The bug of that id with every number in its texts computed at its exhibit's own size.

    Raises ValueError for an id that the gallery does not hold.
    """
    exhibit = gallery.exhibit(id)
    bug = next(bug for bug in BUGS if bug.id == id)
    values: Values = {
        name: value for name, value in dataclasses.asdict(gallery.effects(id)).items() if value is not None
    }
    values |= {"length": exhibit.length, "width": exhibit.width, "last": exhibit.length - 1}
    values["norm_right"] = (exhibit.width / 2) ** 0.5
    if bug.numbers:
        values |= bug.numbers(gallery.picture(id))
    texts = {name: fill(getattr(bug, name), values) for name in ("effect", "similarity", "notice", "note")}
    return dataclasses.replace(bug, **texts)  # type: ignore[arg-type]


def _alike(table: gallery.Array, offset: int) -> float:
    """Cosine similarity of positions 0 and offset."""
    a, b = table[0], table[offset]
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))


def _neighbors(picture: gallery.Picture) -> Values:
    return {"right_1": _alike(picture.right, 1), "wrong_1": _alike(picture.wrong, 1)}


def _multiply(picture: gallery.Picture) -> Values:
    speed = 1 / inv_freq(picture.right.shape[1])
    return _neighbors(picture) | {
        "pairs": len(speed),
        "aliased": int((speed > np.pi).sum()),
        "speed_1": float(speed[1]),
        "speed_last": float(speed[-1]),
    }


def _base(picture: gallery.Picture) -> Values:
    width = picture.right.shape[1]
    return {"right_wave": float(wavelengths(width)[-1]), "wrong_wave": float(wavelengths(width, 1000.0)[-1])}


def _half_minus_one(picture: gallery.Picture) -> Values:
    return _neighbors(picture) | {"divisor": float(1 / inv_freq(picture.right.shape[1])[-1])}


def _same_speed(picture: gallery.Picture) -> Values:
    alike = {"wrong_22": _alike(picture.wrong, 22), "wrong_44": _alike(picture.wrong, 44)}
    return {name: number(value, 5) for name, value in alike.items()} | {"right_44": _alike(picture.right, 44)}


def _floor_division(picture: gallery.Picture) -> Values:
    still = np.abs(picture.wrong[:, 0::2]).max(axis=0) < 0.001
    return {"still": int(still.sum()), "pairs": len(still), "ratio": float(np.exp(2))}


def _power_chain(picture: gallery.Picture) -> Values:
    return _neighbors(picture) | {"slowest": float(10.0**4 ** (1 - 2 / picture.right.shape[1]))}


def _odd_width(picture: gallery.Picture) -> Values:
    lone_sine = picture.wrong[:, -2]
    return {"odd": picture.wrong.shape[1] - 1, "lost": number(float(np.sqrt(1 - lone_sine**2).min()), 5)}


def _rows_not_columns(picture: gallery.Picture) -> Values:
    odd_rows = picture.wrong[1::2]
    dot = picture.wrong @ picture.wrong.T
    return {
        "odd_least": float(odd_rows.min()),
        "even_even": float(dot[0::2, 0::2].mean()),
        "odd_odd": float(dot[1::2, 1::2].mean()),
        "even_odd": float(dot[0::2, 1::2].mean()),
    }


def _overwritten(picture: gallery.Picture) -> Values:
    changed = np.abs(picture.difference).max(axis=0) > gallery.TOLERANCE
    return {"cosines": picture.wrong.shape[1] // 2, "least": float(picture.wrong[:, changed].min())}


def _too_short(picture: gallery.Picture) -> Values:
    return {"rows_kept": gallery.TRAINED_LENGTH}


def _cache(picture: gallery.Picture) -> Values:
    return {"chunk": gallery.CHUNK, "chunk_last": gallery.CHUNK - 1}


def _bases(picture: gallery.Picture) -> Values:
    width = picture.right.shape[1]
    return {
        "right_base": int(gallery.LLAMA_3_BASE),
        "right_wave": float(wavelengths(width, gallery.LLAMA_3_BASE)[-1]),
        "wrong_wave": float(wavelengths(width)[-1]),
    }


def _alibi_sign(picture: gallery.Picture) -> Values:
    wrong = np.exp(picture.wrong[-1])
    return {
        "slope": float(picture.right[1, 1] - picture.right[1, 0]),
        "far": number(float(100 * wrong[0] / wrong.sum()), 3),
    }


def _alibi_slopes(picture: gallery.Picture) -> Values:
    heads = len(picture.right)
    power = 2 ** int(np.log2(heads))
    return {
        "heads": heads,
        "power": power,
        "doubled": 2 * power,
        "right_first": float(-picture.right[0, 1]),
        "wrong_first": float(-picture.wrong[0, 1]),
    }


BUGS: tuple[Bug, ...] = (
    # speeds
    Bug(
        id="exponent-2j",
        title="The column in the power",
        family="speeds",
        wrong="angle = position / 10000 ** (2 * column / width)",
        right="angle = position / 10000 ** (2 * (column // 2) / width)",
        effect="Every column gets a speed of its own, and from column to column the speeds fall as far as they should"
        " from pair to pair. Column 0 alone is right: {{columns}} of {{width}} columns change, by up to {{largest}}.",
        similarity="Sine and cosine of a pair no longer share an angle, so how alike two positions are depends on more"
        " than their offset: at one offset the dot product varies by up to {{offset_spread}}.",
        notice="In a row, sine squared plus cosine squared of a pair is not 1: the rows' norms run from {{norm_least}}"
        " to {{norm_most}}, where all should be √({{width}} / 2) = {{norm_right}}.",
        where=(
            Record("jadore801120/attention-is-all-you-need-pytorch", 32, 2017, says="fixed within eight days"),
            Record("Kyubyong/transformer", 38, 2018),
            Record("DongjunLee/transformer-tensorflow", 6, 2018),
            Record("dmlc/gluon-nlp", 178, 2018),
            Record("SamLynnEvans/Transformer", 25, 2020, says="a loop in steps of two, with i and i + 1 in the power"),
            Record("YutaroOgawa/pytorch_advanced", 79, 2020, says="the code of a textbook; the author agreed"),
            Record("shenweichen/DeepCTR", 379, 2021, says="first defended, then confirmed and fixed"),
        ),
    ),
    Bug(
        id="cosine-own-exponent",
        title="A power of its own for the cosine",
        family="speeds",
        wrong="table[:, 1::2] = np.cos(position / 10000 ** ((2 * pair + 1) / width))",
        right="table[:, 1::2] = np.cos(position / 10000 ** (2 * pair / width))",
        effect="All sines are right. Each cosine turns more slowly than its sine, at the speed that lies halfway to the"
        " next pair on a log scale: {{columns}} of {{width}} columns change, by up to {{largest}}.",
        similarity="A pair's two numbers no longer point at one place on a circle. At one offset the dot product varies"
        " by up to {{offset_spread}}.",
        notice="The rows' norms differ: {{norm_least}} to {{norm_most}}. Dividing the column by the width, j / width,"
        " makes exactly the same table.",
        where=(
            Record("luhengshiwo/LLMForEverybody", 106, 2026, says="the cosine's numerator in a formula of a text"),
            Record("maxjcohen/transformer", 62, 2023, says="together with base 1000; fixed"),
        ),
    ),
    Bug(
        id="multiply",
        title="Multiply for divide",
        family="speeds",
        wrong="angle = position * 10000 ** (2 * pair / width)",
        right="angle = position / 10000 ** (2 * pair / width)",
        effect="Pair 0 is right; every later pair speeds up where it should slow down. Pair 1 turns {{speed_1}} radians"
        " from one position to the next, the last pair {{speed_last}}. {{aliased}} of {{pairs}} pairs turn more than"
        " half a turn a position, so whole positions catch them at angles that look random.",
        similarity="It still depends on the offset alone, but neighbors are strangers: the cosine similarity of"
        " positions 0 and 1 is {{wrong_1}}, where it should be {{right_1}}.",
        notice="Columns to the right look like noise. In a right table they look almost constant.",
        where=(
            Record(
                "harvardnlp/annotated-transformer",
                131,
                2024,
                says="a reader divided by the inverse frequency; a copying task converged all the faster",
            ),
            Record("goodfire-ai/spd", 88, 2025, "pull request", says="found and fixed by its own author"),
        ),
        numbers=_multiply,
    ),
    Bug(
        id="base-1000",
        title="A zero lost from the base",
        family="speeds",
        wrong="angle = position / 1000 ** (2 * pair / width)",
        right="angle = position / 10000 ** (2 * pair / width)",
        effect="Pair 0 is right, all others turn too fast: the longest wavelength is {{wrong_wave}} positions instead"
        " of {{right_wave}}. Cells change by up to {{largest}}.",
        similarity="It depends on the offset alone, as it should, but falls faster. Nothing breaks, so it is easy to"
        " miss.",
        notice="Compare one number in a slow column with a table you trust.",
        where=(Record("maxjcohen/transformer", 62, 2023, says="1000 stood in both lines"),),
        numbers=_base,
    ),
    Bug(
        id="half-minus-one",
        title="Other frequencies: (half − 1)",
        family="speeds",
        wrong="speed = np.exp(-math.log(10000) * pair / (half - 1))",
        right="speed = np.exp(-math.log(10000) * pair / half)",
        effect="The first pair is right, and the last one divides by 10000 itself, where the paper's formula gives"
        " {{divisor}}. All pairs between are a little too slow: {{columns}} of {{width}} columns change, by up to"
        " {{largest}}.",
        similarity="Hardly visible: the cosine similarity of positions 0 and 1 is {{wrong_1}} instead of {{right_1}}.",
        notice="By comparing numbers only. By itself it is as good an encoding as the paper's. It is a mistake when a"
        " model that was trained with one of the two runs with the other.",
        where=(
            Record(
                "kohya-ss/sd-scripts",
                1187,
                2024,
                "pull request",
                says="the option was set by accident, against the model's own code",
            ),
            Record("hojonathanho/diffusion", 15, 2022, says="asked why; the code says that it follows tensor2tensor"),
            Record("tensorflow/tensor2tensor", 1423, 2019, says="code and paper compared"),
        ),
        note="These projects also put all sines before all cosines. The picture keeps them side by side, so that the"
        " frequencies alone differ.",
        numbers=_half_minus_one,
    ),
    Bug(
        id="integer-speeds",
        title="Whole numbers where fractions belong",
        family="speeds",
        wrong="speed = np.exp(np.arange(0, width, 2) * int(-math.log(10000) / width))",
        right="speed = np.exp(np.arange(0, width, 2) * (-math.log(10000) / width))",
        effect="The fraction becomes 0 before it is multiplied, so every speed is 1: all pairs are copies of pair 0."
        " {{columns}} of {{width}} columns change, by up to {{largest}}.",
        similarity="Every pair comes round together. Positions 0 and 44 have a cosine similarity of {{wrong_44}}"
        " (right: {{right_44}}), positions 0 and 22 one of {{wrong_22}}.",
        notice="Print the speeds, or look at the table: every pair of columns looks the same.",
        where=(
            Record(
                "codertimo/BERT-pytorch",
                18,
                2018,
                says="PyTorch of that time turned the factor into an integer; a printed vector of ones proved it",
            ),
            Record("Kyubyong/transformer", 81, 2019, "pull request", says="“the result of dividing the integer is 0”"),
        ),
        note="The call of int is ours: it shows what the array library did unasked.",
        numbers=_same_speed,
    ),
    Bug(
        id="floor-division",
        title="a / d // 2 is not a / (d // 2)",
        family="speeds",
        wrong="speed = np.exp(np.arange(0, d // 2, 2) * (-math.log(10000) / d // 2))",
        right="speed = np.exp(np.arange(0, d // 2, 2) * (-math.log(10000) / (d // 2)))",
        effect="The floor division comes last and makes the factor −1, whatever the width. Each pair is {{ratio}} times"
        " slower than the one before, and {{still}} of {{pairs}} pairs stand still for all {{length}} positions.",
        similarity="A few fast pairs decide alone; the many slow ones add the same amount everywhere, so far positions"
        " look alike.",
        notice="Most of the heatmap is flat. Print the factor: it should not be a whole number.",
        where=(
            Record(
                "zju3dv/LoFTR",
                41,
                2021,
                says="fixed; a model trained anew scored slightly better, and the old line was kept for old weights",
            ),
        ),
        note="There each axis of an image takes half of the d columns; the picture shows one axis.",
        numbers=_floor_division,
    ),
    Bug(
        id="power-chain",
        title="a ** b ** c is a ** (b ** c)",
        family="speeds",
        wrong="angle = position / 10.0 ** 4 ** (2 * pair / width)",
        right="angle = position / (10.0 ** 4) ** (2 * pair / width)",
        effect="Powers chain from the right, so the divisor starts at 10 instead of 1 and ends at {{slowest}}. Pair 0"
        " is ten times too slow, and {{columns}} of {{width}} columns change.",
        similarity="Neighbors are too much alike: positions 0 and 1 have a cosine similarity of {{wrong_1}} instead of"
        " {{right_1}}.",
        notice="Row 1 should begin with sin 1 = 0.84. Brackets around 10.0 ** 4 cure it.",
        where=(
            Record(
                "janvainer/speedyspeech",
                23,
                2021,
                says="confirmed; the fix went to another branch, because trained models relied on the old line",
            ),
            Record("janvainer/speedyspeech", 52, 2022, says="found again by somebody else"),
        ),
        numbers=_power_chain,
    ),
    Bug(
        id="power-reversed",
        title="Base and exponent change places",
        family="speeds",
        wrong="speed = (2 * pair / width) ** 1e-4",
        right="speed = 1e-4 ** (2 * pair / width)",
        effect="Pair 0 never turns: its columns are all 0 and all 1. The others turn by almost 1 radian a position,"
        " nearly copies of each other. All {{columns}} columns change.",
        similarity="Like one clock: positions 0 and 44 have a cosine similarity of {{wrong_44}}, positions 0 and 22 one"
        " of {{wrong_22}}.",
        notice="Apart from pair 0, which stands still, no column is slow. In a right table most are.",
        where=(
            Record(
                "ivanvovk/WaveGrad",
                12,
                2020,
                says="agreed and fixed; speech from a model trained with it had sounded okay",
            ),
        ),
        note="There it encodes a noise level and all sines come first; the picture uses positions, side by side.",
        numbers=_same_speed,
    ),
    # columns
    Bug(
        id="odd-width",
        title="An odd width",
        family="columns",
        wrong="table[:, 1::2] = np.cos(angle)[:, : width // 2]",
        right='if width % 2: raise ValueError(f"width must be even, got {width}")',
        effect="Without the cut the program stops: {{odd}} columns have room for one cosine fewer than there are sines."
        " With it the last sine has no partner. The picture shows width {{odd}} and an empty column where the cosine"
        " would stand, beside the table of width {{width}}.",
        similarity="The last pair is a hand of which only the height is known, so the dot product depends on more than"
        " the offset, here by {{offset_spread}}: little, since the last pair is slow.",
        notice="By the error. The lost cosine is nearly constant, at least {{lost}}, so a model may not miss it;"
        " but no rotation leads from one row to the next any more.",
        where=(
            Record("codertimo/BERT-pytorch", 78, 2020, says="the error, and this cure for it"),
            Record("zhouhaoyi/Informer2020", 224, 2021),
            Record("gc-os-ai/pyaptamer", 607, 2026),
        ),
        numbers=_odd_width,
    ),
    Bug(
        id="other-layout",
        title="Two layouts mixed up",
        family="columns",
        wrong="table = np.concatenate([np.sin(angle), np.cos(angle)], axis=1)",
        right="table[:, 0::2], table[:, 1::2] = np.sin(angle), np.cos(angle)",
        effect="The same columns in another order: first all sines, then all cosines. {{columns}} of {{width}} columns"
        " change place; no value is lost.",
        similarity="Not at all changed: reordering columns leaves every dot product as it was.",
        notice="A test that compares cells fails, one that compares P Pᵀ passes. Trained from the start, a model does"
        " not mind; weights trained with one layout do mind the other.",
        where=(
            Record("tensorflow/tensor2tensor", 391, 2017, says="a maintainer: it should not matter"),
            Record("allenai/allennlp", 2993, 2019, says="“essentially arbitrary”"),
            Record("tensorflow/text", 1122, 2023, says="a tutorial: formula in one layout, code in the other"),
            Record(
                "Open-Deep-ML/DML-OpenProblem", 495, 2025, says="an exercise: example in one, solution in the other"
            ),
        ),
    ),
    Bug(
        id="halves-swapped",
        title="Sine and cosine change places",
        family="columns",
        wrong="table = np.concatenate([np.cos(angle), np.sin(angle)], axis=1)",
        right="table = np.concatenate([np.sin(angle), np.cos(angle)], axis=1)",
        effect="Every cell changes, by up to {{largest}}: the halves are exchanged. Row 0 begins with ones where it"
        " should begin with zeros.",
        similarity="Not at all changed.",
        notice="Look at row 0. To the model every number comes in the wrong place.",
        where=(
            Record(
                "flashinfer-ai/flashinfer",
                3819,
                2026,
                "pull request",
                says="a flip came after the wrong order; the output was off by 37 percent, and videos were sharp but"
                " did not show what was asked for",
            ),
            Record("huggingface/diffusers", 1369, 2022, "pull request", says="a port had one order fixed in its code"),
        ),
        note="There the wanted order was cosine first. Either order is right, if the weights expect it.",
    ),
    Bug(
        id="overwritten",
        title="Overwritten before it was read",
        family="columns",
        wrong="angles[:, :half] = np.sin(angles[:, 0::2])\nangles[:, half:] = np.cos(angles[:, 1::2])",
        right="table[:, :half] = np.sin(angles[:, 0::2])\ntable[:, half:] = np.cos(angles[:, 1::2])",
        effect="The first line overwrites angles that the second line still needs. Half of the {{cosines}} cosines"
        " become cosines of sines, which never fall below {{least}}: {{columns}} columns change.",
        similarity="At one offset the dot product varies by up to {{offset_spread}}.",
        notice="The rows' norms differ: {{norm_least}} to {{norm_most}}. Look for values that should be negative.",
        where=(Record("huggingface/transformers", 11724, 2021, says="in two models; confirmed by a maintainer"),),
        numbers=_overwritten,
    ),
    Bug(
        id="rows-not-columns",
        title="Even rows for even columns",
        family="columns",
        wrong="table[even] = np.sin(table[even])\ntable[1 - even] = np.cos(table[even])",
        right="table[:, even] = np.sin(table[:, even])\ntable[:, even + 1] = np.cos(table[:, even + 1])",
        effect="Even positions are all sines. Odd positions hold cosines of those sines, last position first, and never"
        " fall below {{odd_least}}. All {{columns}} columns change.",
        similarity="A chessboard instead of a fading diagonal: the mean dot product is {{odd_odd}} between odd"
        " positions, {{even_even}} between even ones and {{even_odd}} across.",
        notice="Draw P Pᵀ. That is how it was found.",
        where=(
            Record(
                "BrianPulfer/PapersReimplementations", 9, 2023, says="confirmed within the day, fixed by the finder"
            ),
        ),
        note="There the power also held the column (see “The column in the power”). The picture shows this mistake"
        " alone.",
        numbers=_rows_not_columns,
    ),
    # positions
    Bug(
        id="one-row-for-all",
        title="A colon too few",
        family="positions",
        wrong="x = x + table[length]",
        right="x = x + table[:length]",
        effect="One row, and not even one of the sequence's own, is added to every token. The shape fits, so nothing"
        " complains: all {{twins}} pairs of positions have equal rows.",
        similarity="All positions are the same, and attention is permutation-equivariant again, as if nothing had been"
        " added.",
        notice="Swap two words: a model that reads order must answer differently.",
        where=(
            Record("DiffPoseTalk/DiffPoseTalk", 20, 2024),
            Record(
                "explosion/curated-transformers",
                254,
                2023,
                "pull request",
                says="one position was returned instead of all",
            ),
        ),
    ),
    Bug(
        id="batch-axis",
        title="Positions along the batch",
        family="positions",
        wrong="x = x + table[: x.shape[0], None]",
        right="x = x + table[None, : x.shape[1]]",
        effect="With x of shape (batch, length, width) every sentence gets one row for all its tokens, and its place in"
        " the batch decides which. The picture shows the second sentence: row 1 again and again.",
        similarity="Within a sentence all positions are the same: {{twins}} pairs of equal rows.",
        notice="The same sentence gives another output at another place in the batch.",
        where=(
            Record("songyangco/GETNext", 2, 2022, says="asked, and asked again by others"),
            Record("NeuracoreAI/neuracore", 154, 2025, "pull request", says="unsqueezed on axis 0 instead of 1"),
            Record("KasperGroesLudvigsen/influenza_transformer", 9, 2022, says="here the shapes disagreed: an error"),
        ),
    ),
    Bug(
        id="table-too-short",
        title="The table ends too early",
        family="positions",
        wrong="rows = table[np.minimum(np.arange(length), len(table) - 1)]",
        right="rows = sinusoidal(length, width)",
        effect="A table made for {{rows_kept}} positions has no row for the next one, and the program stops. The"
        " picture shows a quick cure of ours, which silences the error: from row {{rows_kept}} on, all rows equal the"
        " last one the table has.",
        similarity="Beyond the end all positions are the same: {{twins}} pairs of equal rows.",
        notice="By the error, if you are lucky. A formula gives a row for every position; whether a model can use it is"
        " another question.",
        where=(
            Record(
                "OpenNMT/CTranslate2",
                1157,
                2023,
                says="no encodings from position 210 on; the advice: limit the generated text",
            ),
            Record(
                "bentrevett/pytorch-seq2seq", 89, 2020, says="a learned table of 100 rows, a sentence of 128 tokens"
            ),
        ),
        numbers=_too_short,
    ),
    Bug(
        id="cache-forgets-offset",
        title="A cache that forgets the start",
        family="positions",
        wrong="rows = cache.setdefault(length, encode(start, length))",
        right="rows = cache.setdefault((start, length), encode(start, length))",
        effect="The second call with the same length gets the rows of the first, wherever it starts. In chunks of"
        " {{chunk}} positions, rows {{chunk}} to {{last}} repeat rows 0 to {{chunk_last}}.",
        similarity="Positions {{chunk}} apart are the same: {{twins}} pairs of equal rows.",
        notice="Compute a sequence at once and in two parts, and compare.",
        where=(Record("lucidrains/rotary-embedding-torch", 11, 2023, says="in RoPE's angles; confirmed the same day"),),
        numbers=_cache,
    ),
    Bug(
        id="bfloat16-positions",
        title="Positions in 16 bits",
        family="positions",
        wrong="angle = bfloat16(position) * speed",
        right="angle = position * speed",
        effect="bfloat16 keeps 8 significant bits, so whole numbers merge above 256: 257 becomes 256, and 259 and 261"
        " both become 260. Up to row 256 the table is right; of the {{length}} rows {{rows}} are wrong.",
        similarity="{{twins}} pairs of positions have equal rows.",
        notice="Only in long texts. Compute angles in float32 or better, and round the sines if you must.",
        where=(
            Record(
                "huggingface/transformers",
                29285,
                2024,
                "pull request",
                says="RoPE's angles fell to bfloat16 when the rest did; merged",
            ),
            Record("KellerJordan/modded-nanogpt", 39, 2024, says="the rounded sines and cosines"),
            Record(
                "huggingface/transformers",
                48428,
                2026,
                says="the same above 2048, on a processor that multiplies in TF32",
            ),
        ),
    ),
    Bug(
        id="zero-first-row",
        title="Row 0 left out",
        family="positions",
        wrong="table[1:, 0::2] = np.sin(angle[1:])\ntable[1:, 1::2] = np.cos(angle[1:])",
        right="table[:, 0::2] = np.sin(angle)\ntable[:, 1::2] = np.cos(angle)",
        effect="Row 0 is all zeros, where its {{columns}} cosines should be 1. Right if position 0 is kept for padding,"
        " wrong if a word stands there.",
        similarity="Position 0 is at a right angle to every other one: its dot products are 0 where the offsets alone"
        " would give up to {{offset_spread}}.",
        notice="Look at row 0: it must be 0, 1, 0, 1, ...",
        where=(
            Record("kaushalshetty/Positional-Encoding", 1, 2019, says="the author: meant for a padding token"),
            Record("jadore801120/attention-is-all-you-need-pytorch", 99, 2019, says="the same question"),
        ),
    ),
    Bug(
        id="off-by-two",
        title="Counting from another number",
        family="positions",
        wrong="position = np.arange(2, length + 2)[:, None]",
        right="position = np.arange(length)[:, None]",
        effect="Every row holds what belongs two rows further down: all {{rows}} rows change. Counting from 1 is the"
        " same mistake with one row.",
        similarity="Not at all changed: the offsets are what they were.",
        notice="Row 0 is not 0, 1, 0, 1, ... A model trained that way wants it that way; a mistake is to count"
        " differently in training and in use.",
        where=(
            Record(
                "facebookresearch/fairseq",
                1187,
                2019,
                says="why RoBERTa has 514 rows for 512 tokens: by design, positions begin after the padding index",
            ),
            Record("facebookresearch/fairseq", 1177, 2019, says="the same question"),
            Record("huggingface/transformers", 20761, 2022, says="why OPT's positions are offset by 2"),
        ),
    ),
    Bug(
        id="rolled-positions",
        title="The last comes first",
        family="positions",
        wrong="position = np.append(np.arange(1, length), 0)[:, None]",
        right="position = np.arange(length)[:, None]",
        effect="Positions 1, 2, 3, ..., 0: the last token gets the row of the first, all others the row of their"
        " successor. All {{rows}} rows change.",
        similarity="Right between all tokens but the last, which takes its place before the first. At one offset the"
        " dot product varies by up to {{offset_spread}}.",
        notice="Print the positions that go in, not only the table.",
        where=(
            Record(
                "graykode/nlp-tutorial",
                73,
                2022,
                says="a tutorial's [1, 2, 3, 4, 0], still open; its last token is padding, so there it does little harm",
            ),
        ),
    ),
    # relative
    Bug(
        id="rope-base",
        title="The base of another model",
        family="relative",
        wrong="speed = 10000.0 ** (-2 * pair / width)",
        right='speed = config["rope_theta"] ** (-2 * pair / width)',
        effect="Pair 0 is right, all others turn faster than the model learned: the longest wavelength is"
        " {{wrong_wave}} positions instead of {{right_wave}}. The picture shows sine and cosine of RoPE's angles, right"
        " with base {{right_base}}.",
        similarity="It still depends on the offset alone, by another curve than the weights expect.",
        notice="Short texts may look plausible; long ones fall apart.",
        where=(
            Record("karpathy/llama2.c", 356, 2023, says="Code Llama wants 1000000; it closed too many brackets"),
            Record("google-deepmind/penzai", 102, 2024, "pull request", says="Llama 3 wants 500000; merged"),
        ),
        numbers=_bases,
    ),
    Bug(
        id="rope-other-pairing",
        title="RoPE: the other pairing",
        family="relative",
        wrong="a, b = x[..., :half], x[..., half:]",
        right="a, b = x[..., 0::2], x[..., 1::2]",
        effect="Neighbors 0 and 1, 2 and 3 make a pair, or column i and column i + half do. Either works if the weights"
        " were trained with it. With the other one each score comes out differently, here by up to {{largest}}.",
        similarity="Both depend on the offset alone, so no plot of one of them betrays it. At offset 0 they agree.",
        notice="Position 0 is not turned, so the first token may be right; then the text turns into gibberish. Compare"
        " with the code that the weights come from.",
        where=(
            Record(
                "huggingface/transformers",
                25199,
                2023,
                says="asked why it does not break: there the weights are reordered when they are converted",
            ),
            Record("rasbt/LLMs-from-scratch", 747, 2025, "pull request", says="weights loaded without that step"),
            Record("jzhang38/TinyLlama", 24, 2023, says="gibberish after conversion for another program"),
        ),
        note="The picture shows the scores of one query and one key, the same at every position.",
    ),
    Bug(
        id="rope-mixed-pairing",
        title="RoPE: two pairings in one",
        family="relative",
        wrong="cos, sin = np.tile(np.cos(angle), 2), np.tile(np.sin(angle), 2)",
        right="cos, sin = np.repeat(np.cos(angle), 2, axis=-1), np.repeat(np.sin(angle), 2, axis=-1)",
        effect="The vector is taken in neighboring pairs, the angles come in the order of halves. A pair's two numbers"
        " are turned by two angles, which is no rotation: scores change by up to {{largest}}.",
        similarity="The score is no longer a matter of the offset alone: at one offset it varies by up to"
        " {{offset_spread}}.",
        notice="Move both tokens on by 100 positions: with RoPE the score must stay. Or check that the norm stays.",
        where=(Record("xiangking/ark-nlp", 47, 2022, says="first defended, then tested, confirmed and fixed"),),
        note="The picture shows the scores of one query and one key, the same at every position.",
    ),
    Bug(
        id="alibi-sign",
        title="ALiBi: the sign",
        family="relative",
        wrong="bias = slope * (query - key)",
        right="bias = slope * (key - query)",
        effect="Distance is rewarded instead of punished: the first token gets the most, the token itself nothing. The"
        " picture has slope {{slope}}; entries differ by up to {{largest}}.",
        similarity="With equal scores the last token gives {{far}} percent of its attention to the first, where it"
        " should give it next to nothing.",
        notice="Draw the bias: it must be 0 on the diagonal and fall to the left.",
        where=(Record("meta-pytorch/attention-gym", 86, 2024, "pull request", says="in the examples; merged"),),
        numbers=_alibi_sign,
    ),
    Bug(
        id="alibi-slopes",
        title="ALiBi: heads that are no power of two",
        family="relative",
        wrong="slope = 2.0 ** (-8 * (head + 1) / heads)",
        right="power = 2 ** int(math.log2(heads))\n"
        "first = 2.0 ** (-8 * (np.arange(power) + 1) / power)\n"
        "more = 2.0 ** (-8 * (np.arange(2 * power) + 1) / (2 * power))\n"
        "slope = np.concatenate([first, more[0::2][: heads - power]])",
        effect="For a power of two both give the same. For {{heads}} heads the authors' code takes the slopes of"
        " {{power}} heads and then every other slope of {{doubled}}; the short formula gives another set: the first"
        " slope is {{wrong_first}} instead of {{right_first}}.",
        similarity="Each head still falls evenly with the distance, at a slope its weights do not expect.",
        notice="Only with a number of heads like 12 or 40. Print the slopes.",
        where=(
            Record("ml-explore/mlx", 343, 2024),
            Record("ml-explore/mlx", 3071, 2026, "pull request", says="fixed as in the authors' code"),
            Record("baichuan-inc/Baichuan2", 225, 2023, says="the paper's sentence, read literally, is the formula"),
        ),
        numbers=_alibi_slopes,
    ),
)
