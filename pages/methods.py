import numpy as np
import streamlit as st

from posenc.bias import alibi_bias, bias_by_distance, t5_bias
from posenc.content.methods import METHODS, ROPE_MODELS
from posenc.content.text import number
from posenc.figures import methods as figures
from posenc.learned import SEAM, learned_table, neighbor_cosines, ripple_periods, row_norms
from posenc.rotary import rope, rope_similarity_by_offset, scaled_inv_freq
from posenc.similarity import (
    mean_by_offset,
    offset_deviation,
    offset_share,
    similarity,
    sinusoidal_similarity_by_offset,
)
from posenc.sinusoidal import inv_freq, sinusoidal, wavelengths
from posenc.ui import link, show
from posenc.ui.settings import begin

settings = begin(__file__)
BY_ID = {method.id: method for method in METHODS}
HEADS, BUCKETS = 8, 32
SMALL = {"selectable": False, "height": 360}


@st.cache_data
def learned_facts() -> dict[str, float]:
    """What the real table learned, measured once: it never changes."""
    table = learned_table()
    cosines, norms, neighbors = similarity(table), row_norms(table), neighbor_cosines(table)
    periods = ripple_periods(mean_by_offset(cosines))
    return {
        "share": offset_share(cosines),
        "first": float(norms[0]),
        "others": float(norms[1:].mean()),
        "seam": float(neighbors[SEAM - 1]),
        "typical": float(np.median(neighbors)),
        "most": 3 * float(table[1:].std()),
        "short": float(periods[0]),
        "long": float(periods[1]),
    }


def draw(id: str, side: str) -> None:
    """The method's own picture, its similarity where it has one, and its facts."""
    method = BY_ID[id]
    width, base = settings.width, settings.base
    n = min(settings.length, 128 if id in ("alibi", "t5") else 512)
    st.subheader(method.name, anchor=False)
    st.markdown(method.how)
    if id == "none":
        st.markdown("Nothing to draw: no position is told from another.")
    elif id == "sinusoidal":
        table = sinusoidal(n, width, base)
        drawing = figures.table(
            table, f"The table, {n} × {width}", "Fast pairs left, slow pairs right.", sinusoidal=True
        )
        show.picture(drawing, key=f"{side} picture", **SMALL)
        cosines = sinusoidal_similarity_by_offset(n, width, base)
        words = "A clean fade: the offset alone decides."
        show.picture(figures.similarity(cosines, None, "Cosine similarity", words), key=f"{side} alike", **SMALL)
    elif id == "learned":
        real, facts = learned_table()[:n], learned_facts()
        words = (
            f"A real table, of all-MiniLM-L6-v2 (Apache-2.0). Row 0 is {number(facts['first'], 3)} long, the others "
            f"{number(facts['others'], 2)} on average. Its numbers are small: the colors end at ±{facts['most']:.2f}."
        )
        show.picture(
            figures.table(real, f"The table, {n} × {real.shape[1]}", words, sinusoidal=False, most=facts["most"]),
            key=f"{side} picture",
            **SMALL,
        )
        words = (
            f"A bright diagonal, ripples {number(facts['short'], 2)} and {number(facts['long'], 2)} positions apart, "
            f"and a seam at row {SEAM}: its cosine with the row before is {number(facts['seam'], 2)}, against "
            f"{number(facts['typical'], 2)} for neighbors in the middle. The offset alone explains "
            f"{100 * facts['share']:.0f}% of the differences; of a sinusoid's, 100%."
        )
        show.picture(
            figures.similarity(None, similarity(real), "Cosine similarity", words), key=f"{side} alike", **SMALL
        )
    elif id == "rope":
        query = np.ones((n, width))
        turned = rope(query, base=base)
        scores = turned @ turned.T / width
        words = (
            "The score of one query and key, turned by their positions: entries of one offset differ by "
            f"{number(offset_deviation(scores), 2)}, which is rounding."
        )
        show.picture(
            figures.table(
                turned / np.sqrt(2), "A query of ones, turned", "Each pair turned by its position.", sinusoidal=False
            ),
            key=f"{side} picture",
            **SMALL,
        )
        show.picture(figures.similarity(None, scores, "Score of query and key", words), key=f"{side} alike", **SMALL)
    else:
        head = alibi_bias(n, HEADS, symmetric=True) if id == "alibi" else t5_bias(n, T5_TABLE)
        words = (
            "Head 0 of 8: the farther the key, the lower its score."
            if id == "alibi"
            else "Head 0 of 8. The table is random here, for illustration; T5 learns it. Far offsets share a bucket."
        )
        show.picture(figures.bias(head[0], "Added to the scores", words), key=f"{side} picture", **SMALL)
    count = method.parameter_count(settings.length, width, HEADS, BUCKETS)
    st.markdown(
        f"- Acts: {method.acts}.\n- Learned numbers: {number(count)} ({method.parameters}).\n"
        f"- Past the trained length: {method.beyond}\n"
        f"- Used by: {', '.join(method.users) or 'some causal models'}.\n"
        f"- Paper: [{method.paper.authors} {method.paper.year}, {method.paper.title}]({method.paper.url})"
    )


def scores(id: str, n: int) -> np.ndarray | None:
    """Cosine-like score at distance 0 .. n - 1; None for methods that add to the logits."""
    if id == "sinusoidal":
        return sinusoidal_similarity_by_offset(n, settings.width, settings.base)
    if id == "rope":
        return rope_similarity_by_offset(n, inv_freq(settings.width, settings.base))
    if id == "learned":
        return mean_by_offset(similarity(learned_table()[:n]))
    return np.ones(n) if id == "none" else None


T5_TABLE = np.random.default_rng(2).normal(size=(BUCKETS, HEADS))
show.heading(
    "Methods", "Six ways to tell a model where a token stands. Choose two and compare them on the same scales."
)
with st.container(horizontal=True):
    first = link.choice("Method", "method")
    second = link.choice("Beside", "beside")
for column, id, side in zip(st.columns(2, gap="large"), (first, second), ("left", "right"), strict=True):
    with column:
        draw(id, side)

n = min(settings.length, 512)
chosen = dict.fromkeys((first, second))
curves = {BY_ID[id].name: found for id in chosen if (found := scores(id, n)) is not None}
if n and curves:
    st.subheader("Score against distance", anchor=False)
    same = {"sinusoidal", "rope"} <= set(chosen)
    reading = "Similarity at each distance, 1 at distance 0."
    if same:
        reading += " The two curves are the same: RoPE turns by the sinusoid's own angles."
    show.chart(figures.by_distance(curves, "similarity"), reading, key="methods scores")
biases = {
    BY_ID[id].name: bias_by_distance(alibi_bias(n, HEADS) if id == "alibi" else t5_bias(n, T5_TABLE))[0]
    for id in chosen
    if id in ("alibi", "t5")
}
if n and biases:
    show.chart(
        figures.by_distance(biases, "added to the score"),
        "What head 0 adds to the score of a key so many places before the query.",
        key="methods bias",
    )

if "rope" in chosen:
    st.subheader("RoPE beyond its trained length", anchor=False)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        how = link.choice("Rescaling", "scaling")
        factor = link.real("Factor", "factor", width=160)
        trained = link.whole("Trained length", "trained", width=180)
    plain = inv_freq(settings.width, settings.base)
    try:
        scaled = scaled_inv_freq(
            settings.width,
            settings.base,
            method=None if how == "no rescaling" else how,
            factor=factor,
            original_max_position_embeddings=trained,
            length=round(factor * trained),
        )
    except ValueError as error:
        st.error(f"{str(error)[0].upper()}{str(error)[1:]}.")
        scaled = plain
    before, after = wavelengths(settings.width, settings.base), 2 * np.pi / scaled
    show.chart(
        figures.stretched(before, after, trained, factor * trained),
        figures.stretched_reading(before, after, factor),
        key="methods stretched",
    )
    st.markdown(
        "Bases in public models: "
        + "; ".join(f"{model.name} {number(model.base)}" for model in ROPE_MODELS)
        + ". Set the base in the sidebar."
    )
