import numpy as np
import streamlit as st

from posenc import findings
from posenc.content import code
from posenc.content import readings_pairs as say
from posenc.content.text import number
from posenc.figures import pairs as figures
from posenc.sinusoidal import angles, inv_freq, sinusoidal, wavelengths
from posenc.ui import link, show
from posenc.ui.clocks import clocks
from posenc.ui.settings import begin

settings = begin(__file__)
length, width, base = settings.length, settings.width, settings.base
periods = wavelengths(width, base)
turns = findings.turns(length, width, base)


def choose(text: str) -> None:
    st.session_state["pairs"] = text


show.heading(
    "Pairs",
    "Two columns make a pair, and a pair is a clock hand that turns as the position grows: "
    "its sine is the height of the tip, its cosine the reach to the right.",
)
with st.container(horizontal=True, vertical_alignment="bottom"):
    text = link.text(
        "Pairs to draw",
        "pairs",
        width=260,
        help=f"Numbers from 0 to {width // 2 - 1}, counted from the fastest; pair i is columns 2i and 2i + 1. "
        f"At most {say.MOST} are drawn.",
    )
    for name, preset in say.presets(width).items():
        st.button(name, on_click=choose, args=(preset,))
    reach = link.choice("Positions drawn", "reach") if length > figures.FIRST else "all"
pairs, error, note = say.choose(text, width)
with st.container():  # there even when empty, so that the hands below it stay where they are
    if error:
        st.warning(error)
    if note:
        st.markdown(note)

chosen = list(pairs)
columns = np.array([[2 * pair, 2 * pair + 1] for pair in chosen])
drawn = length if reach == "all" else figures.FIRST
curves = angles(figures.between(drawn), width, base)[:, chosen]
show.chart(
    figures.waves(
        chosen,
        turns[chosen],
        sinusoidal(drawn, width, base)[:, columns],
        np.stack([np.sin(curves), np.cos(curves)], axis=2),
    ),
    say.waves(chosen, periods, turns, length, drawn),
    key="waves",
)
show.save(
    f"pairs_{length}x{width}",
    lambda: sinusoidal(length, width, base)[:, columns.ravel()],
    code.pairs(chosen, length, width, base),
)

st.header("The hands", anchor=False)
st.markdown(
    "Each hand starts on the right, at angle 0, and turns counterclockwise. Gray dots show where its tip has just been."
)
clocks(
    chosen,
    inv_freq(width, base)[chosen].tolist(),
    [f"{number(periods[pair], 3)} positions a turn" for pair in chosen],
    length,
    key="clocks",
)

st.header("How long a turn takes", anchor=False)
show.chart(
    figures.wavelengths(periods, turns, length, chosen),
    say.wavelengths(periods, turns, length),
    key="wavelengths",
)

st.header("The same idea in bits", anchor=False)
st.markdown(
    "A binary counter tells positions apart in the same way: the lowest bit, on the left, flips at every step, "
    "and each further bit half as often as the one before. The sines do it smoothly."
)
counted = min(length, figures.FIRST)
bits = findings.bits(counted)
below = sinusoidal(counted, width, base)[:, ::2] < 0
left, right = st.columns([1, 2], gap="medium")
with left:
    show.picture(
        figures.counter(bits, say.counter(findings.flips(bits), counted - 1)), key="bits", selectable=False, height=360
    )
with right:
    flips = findings.flips(below.astype(float))
    show.picture(figures.signs(below, say.signs(flips, counted - 1)), key="signs", selectable=False, height=360)
if counted < length:
    st.markdown(f"The first {counted} of {length} positions are shown.")
