"""The teacher's tour: stops through the whole app, each with a sentence to say, a question to predict, and the reveal.

Every number in a reveal is computed; `stops` puts it in.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np

from posenc.attention import self_attention
from posenc.content.bugs import BUGS
from posenc.content.lesson import values as lesson_values
from posenc.content.links import Link
from posenc.content.text import Values, fill, number
from posenc.similarity import first_rise, sinusoidal_similarity_by_offset
from posenc.sinusoidal import shift_rotation, sinusoidal, wavelengths
from posenc.tokens import lesson_tokens

__all__ = ["STOPS", "Stop", "stops", "values"]


@dataclass(frozen=True)
class Stop:
    """One stop: what to say, what to let the class predict, what to reveal, and the page that shows it.

    covered: the page would give the answer away, so it waits for the reveal.
    """

    id: str
    title: str
    say: str
    predict: str
    reveal: str
    link: Link
    covered: bool = False


def stops() -> tuple[Stop, ...]:
    """All stops in order, numbers filled in."""
    found = values()
    return tuple(
        dataclasses.replace(stop, predict=fill(stop.predict, found), reveal=fill(stop.reveal, found)) for stop in STOPS
    )


def values() -> Values:
    """Every number of the tour, by the name it has in the text."""
    table = sinusoidal(100, 64)
    waves = wavelengths(64)
    by_offset = sinusoidal_similarity_by_offset(50, 64)
    rise = first_rise(by_offset)
    assert rise is not None
    moved = table[:-10] @ shift_rotation(10, 64).T
    x = lesson_tokens()
    causal = self_attention(x[::-1], causal=True)[0] - self_attention(x, causal=True)[0][::-1]
    return lesson_values() | {
        "unchanged": number(float(np.abs(table[:50] - sinusoidal(50, 64)).max()), 2),
        "pairs": len(waves),
        "turning": int((waves <= 49).sum()),
        "still": number(float(49 / waves[-1]), 2),
        "turns_44": number(float(44 / waves[0]), 4),
        "sine_44": number(float(table[44, 0]), 2),
        "cosine_44": number(float(table[44, 1]), 5),
        "offset_low": rise,
        "alike_low": float(by_offset[rise]),
        "alike_further": float(by_offset[rise + 1]),
        "rotation_error": number(float(np.abs(moved - table[10:]).max()), 2),
        "bug": BUGS[0].title,
        "difference_causal": number(float(np.abs(causal).max()), 3),
    }


def _attention(**query: str) -> Link:
    return Link("/attention", query)


STOPS: tuple[Stop, ...] = (
    Stop(
        id="table",
        title="A table of positions",
        say="Each row is a position in a text, each column a number that every position gets.",
        predict="Which columns change fastest as we go down: those to the left or those to the right?",
        reveal="Those to the left. The last pair on the right makes {{still}} of a turn over all 50 positions.",
        link=Link("/", {"length": "50", "width": "64"}),
    ),
    Stop(
        id="row-zero",
        title="Row 0",
        say="The numbers are sines in even columns and cosines in odd ones.",
        predict="What stands in row 0?",
        reveal="At position 0 every angle is 0, so it reads {{sin_zero}}, {{cos_zero}}, {{sin_zero}}, {{cos_zero}}, and"
        " so on.",
        link=Link("/", {"length": "50", "width": "64", "row": "0", "column": "0"}),
    ),
    Stop(
        id="cell",
        title="One cell",
        say="Every cell can be worked out by hand: pair, angle, then sine or cosine.",
        predict="Row 7, column 5: which pair is it, and is it a sine or a cosine?",
        reveal="Pair 5 // 2 = {{cell_pair}}, and a cosine, since 5 is odd. The angle is {{cell_angle}}, the value"
        " {{cell_value}}.",
        link=Link("/", {"length": "50", "width": "64", "row": "7", "column": "5"}),
        covered=True,
    ),
    Stop(
        id="small",
        title="Three positions, four columns",
        say="The smallest table that shows everything: two pairs, three positions.",
        predict="What will row 1, column 0 be? And which of the two pairs moves more?",
        reveal="The sine of 1, {{value_1_0}}. Pair 0 moves a lot; pair 1 only gets to {{value_2_2}} by row 2.",
        link=Link("/", {"length": "3", "width": "4"}),
        covered=True,
    ),
    Stop(
        id="longer",
        title="A longer table",
        say="Now the table gets twice as long.",
        predict="What happens to the first 50 rows?",
        reveal="Nothing: they change by {{unchanged}}. A row depends on its position and the width alone.",
        link=Link("/", {"length": "100", "width": "64"}),
        covered=True,
    ),
    Stop(
        id="clocks",
        title="Clocks",
        say="Each pair is a clock hand: the sine is its height, the cosine its reach to the side.",
        predict="Of {{pairs}} hands, how many come round at least once from position 0 to 49?",
        reveal="{{turning}} of {{pairs}}. The fastest needs {{two_pi}} positions for a turn, the slowest hardly moves.",
        link=Link("/pairs", {"length": "50", "width": "64", "pairs": "0,4,8,31"}),
    ),
    Stop(
        id="forty-four",
        title="One clock is not enough",
        say="Look at pair 0 alone.",
        predict="Is there a position where it looks as it did at position 0?",
        reveal="Position 44, after {{turns_44}} turns: sine {{sine_44}}, cosine {{cosine_44}}. The slower hands tell"
        " the two apart.",
        link=Link("/pairs", {"length": "50", "width": "64", "pairs": "0"}),
    ),
    Stop(
        id="alike",
        title="Who is like whom",
        say="Compare every row with every row. The closer two positions are, the more alike, or so it seems.",
        predict="Does the similarity fall at every step away?",
        reveal="No. It falls to {{alike_low}} at offset {{offset_low}}, and one step further it is {{alike_further}}:"
        " ripples. But it depends on the offset alone, so every diagonal has one color.",
        link=Link("/similarity", {"length": "50", "width": "64", "metric": "cosine"}),
        covered=True,
    ),
    Stop(
        id="rotation",
        title="Ten steps on",
        say="To go ten positions on, each hand turns by a fixed angle, wherever it starts.",
        predict="Can one matrix lead from every row to the row ten further down?",
        reveal="Yes, one rotation for all positions; the largest error is {{rotation_error}}.",
        link=Link("/similarity", {"length": "100", "width": "64", "offset": "10"}),
    ),
    Stop(
        id="bag",
        title="A bag of words",
        say="“cat chased dog” goes into attention without any positions. Then the words are reversed.",
        predict="Will attention notice?",
        reveal="No. Every word comes out as it did before, to the last digits.",
        link=_attention(tokens="sentence", sentence="cat chased dog", encoding="none", permutation="reverse"),
        covered=True,
    ),
    Stop(
        id="sentence",
        title="A sentence",
        say="Now each word gets the row of its place added.",
        predict="Will “cat” come out the same in both sentences?",
        reveal="No. “cat” in first place and “cat” in last place are two things now: who chased whom has become"
        " visible.",
        link=_attention(tokens="sentence", sentence="cat chased dog", encoding="sinusoidal", permutation="reverse"),
        covered=True,
    ),
    Stop(
        id="true-false",
        title="True and False",
        say="Four tokens, reversed. Is the output of the reversed input the reversed output?",
        predict="Without positions, then with them: True or False?",
        reveal="{{allclose_without}}, with a difference of {{difference_without}}. Then {{allclose_with}}, with"
        " {{difference_with}}.",
        link=_attention(tokens="lesson", encoding="none", permutation="reverse"),
        covered=True,
    ),
    Stop(
        id="causal",
        title="A mask knows order too",
        say="Language models that write let a word look back only. We take the positions away again.",
        predict="With such a mask, does attention see order without any positions?",
        reveal="Yes: the difference is {{difference_causal}}. The mask itself says who stands before whom.",
        link=_attention(tokens="lesson", encoding="none", permutation="reverse", causal="true"),
        covered=True,
    ),
    Stop(
        id="bugs",
        title="Spot the mistake",
        say="Real programs got this table wrong, in many ways. Here is one: as it was meant, and as it was made.",
        predict="What went wrong?",
        reveal="{{bug}}: neighbors no longer share an angle. Row 0, the slow columns and P Pᵀ show most mistakes.",
        link=Link("/bugs", {"bug": "1", "spot": "true"}),
    ),
    Stop(
        id="methods",
        title="How others do it",
        say="The formula is one way. Most of today's models use others.",
        predict="How do BERT and GPT know positions, and how does Llama?",
        reveal="BERT and GPT learn a second table, one row for each position. Llama turns queries and keys: RoPE.",
        link=Link("/methods", {"method": "learned", "beside": "rope"}),
        covered=True,
    ),
)
