import numpy as np
import streamlit as st

from posenc.bias import alibi_bias, alibi_slopes, bias_by_distance, t5_bucket
from posenc.content import readings_methods as say
from posenc.content.methods import METHODS, ROPE_MODELS
from posenc.content.text import number
from posenc.figures import methods as figures
from posenc.learned import SEAM, learned_table, neighbor_cosines, ripple_periods, row_norms
from posenc.rotary import (
    PAIRINGS,
    rope,
    rope_scores,
    rope_similarity_by_offset,
    scaled_inv_freq,
    yarn_attention_factor,
)
from posenc.similarity import (
    first_rise,
    mean_by_offset,
    offset_share,
    similarity,
    sinusoidal_similarity,
    sinusoidal_similarity_by_offset,
)
from posenc.sinusoidal import inv_freq, sinusoidal
from posenc.ui import link, show
from posenc.ui.drawing import drawing
from posenc.ui.settings import begin

HEADS, BUCKETS = 8, 32
SMALL = {"selectable": False, "height": 360}

settings = begin(__file__)
length, width, base = settings.length, settings.width, settings.base
BY_ID = {method.id: method for method in METHODS}
n = min(length, len(learned_table()))


@st.cache_data
def learned_facts() -> dict[str, float]:
    """What the real table learned, measured once: it never changes."""
    table = learned_table()
    cosines, neighbors = similarity(table), neighbor_cosines(table)
    periods = ripple_periods(mean_by_offset(cosines))
    return {
        "share": offset_share(cosines),
        "sinusoid": offset_share(sinusoidal_similarity(*table.shape)),
        "seam": float(neighbors[SEAM - 1]),
        "typical": float(np.median(neighbors)),
        "most": 3 * float(table[1:].std()),
        "short": float(periods[0]),
        "long": float(periods[1]),
    }


def likeness(id: str) -> np.ndarray | None:
    """Similarity of the first n positions: (n,) where the offset alone decides, (n, n) else, None for a bias."""
    if id == "sinusoidal":
        return sinusoidal_similarity_by_offset(n, width, base)
    if id == "rope":
        return rope_similarity_by_offset(n, inv_freq(width, base))
    return similarity(learned_table()[:n]) if id == "learned" else None


def bias_by_offset(id: str) -> np.ndarray:
    """For a key at -(n - 1) ... n - 1 from the query: ALiBi's bias in its first head, or T5's bucket, minus before."""
    offset = np.arange(1 - n, n)
    if id == "alibi":
        return -alibi_slopes(HEADS)[0] * np.abs(offset)
    return np.sign(offset) * t5_bucket(-np.abs(offset), num_buckets=BUCKETS)


def draw(id: str, side: str) -> None:
    """The method's own picture."""
    method = BY_ID[id]
    words = method.how + say.limit(n, length)
    if id == "none":
        shown = figures.nothing(n, words)
    elif id == "sinusoidal":
        shown = figures.table(sinusoidal(n, width, base), f"The table, {n} × {width}", words, sinusoidal=True)
    elif id == "learned":
        table, most = learned_table(), learned_facts()["most"]
        words += (
            f" This is a real one, of all-MiniLM-L6-v2 (Apache-2.0): {table.shape[0]} rows of {table.shape[1]} "
            f"numbers, most of them small, so the colors end at ±{most:.2f}."
        )
        shown = figures.table(table[:n], f"The table, {n} × {table.shape[1]}", words, most=most)
    elif id == "rope":
        turned = rope(np.ones((n, width)), base=base) / np.sqrt(2)
        words += " Here every pair starts at the same angle."
        shown = figures.table(turned, f"A query at each position, {n} × {width}", words)
    elif id == "alibi":
        words += f" This is the first of {HEADS} heads; with a causal mask the upper triangle is hidden."
        shown = figures.bias(bias_by_offset(id), "Added to the scores", "bias", words)
    else:
        words += " The colors number the buckets, keys before the query minus, keys after it plus."
        shown = figures.bias(bias_by_offset(id), "Which learned number is added", "bucket", words)
    st.header(method.name, anchor=False)
    show.picture(shown, key=f"{side} picture", **SMALL)


show.heading("Methods", "Ways to tell a model where a token stands, and none at all. Choose two and compare them.")
with st.container(horizontal=True):
    chosen = link.choice("Method", "method"), link.choice("Beside", "beside")
sides = list(zip(chosen, ("left", "right"), strict=True))
for column, (id, side) in zip(st.columns(2, gap="large"), sides, strict=True):
    with column:
        draw(id, side)

st.header("Score against distance", anchor=False)
panels: dict[str, dict[str, np.ndarray]] = {}
readings = []
alike = [likeness(id) for id in chosen]
columns = st.columns(2, gap="large") if any(values is not None for values in alike) else [st.container()] * 2
for column, values, (id, side) in zip(columns, alike, sides, strict=True):
    name = BY_ID[id].name
    if id == "alibi":
        unit, by_distance = "added to the score", bias_by_distance(alibi_bias(n, HEADS)) if n else np.zeros((HEADS, 0))
        said = say.bias(alibi_slopes(HEADS))
    elif id == "t5":
        unit, by_distance = "bucket", t5_bucket(-np.arange(n), num_buckets=BUCKETS)
        said = say.buckets(by_distance)
    else:
        if values is None:
            by_distance = np.ones(n)
        else:
            by_distance = mean_by_offset(values) if values.ndim == 2 else values
            with column:
                show.picture(figures.similarity(values, f"{name}: cosine", ""), key=f"{side} alike", **SMALL)
        unit, said = "similarity", say.curve(by_distance, first_rise(by_distance), average=id == "learned")
    panels.setdefault(unit, {})[name] = by_distance
    if (line := f"{', '.join(filter(None, (name, BY_ID[id].measure)))}: {said}") not in readings:
        readings.append(line)
if {"sinusoidal", "rope"} == set(chosen) and n > 1:
    readings.append("The two curves are the same: RoPE turns by the sinusoid's own angles.")
vacant = [column for column, values in zip(columns, alike, strict=True) if values is None]
with vacant[0] if vacant else st.container():
    show.chart(
        figures.by_distance(panels, list(dict.fromkeys(BY_ID[id].name for id in chosen))),
        "  \n".join(readings),
        key="methods scores",
    )

st.header("In short", anchor=False)
st.markdown(say.facts([BY_ID[id] for id in dict.fromkeys(chosen)], length, width, HEADS, BUCKETS))

if "learned" in chosen:
    st.header("What the table learned", anchor=False)
    whole = learned_table()
    rows, columns = whole.shape
    left, right = st.columns(2, gap="large")
    with left:
        shown = figures.similarity(similarity(whole), f"Learned, all {rows} rows", "")
        show.picture(shown, key="whole learned", **SMALL)
    with right:
        shown = figures.similarity(
            sinusoidal_similarity_by_offset(rows, columns), f"Sinusoidal, {rows} × {columns}, base 10000", ""
        )
        show.picture(shown, key="whole sinusoidal", **SMALL)
    st.markdown(say.table(learned_facts(), SEAM))
    norms = row_norms(whole)
    show.chart(figures.norms(norms, SEAM), say.norms(norms, SEAM, np.sqrt(columns / 2)), key="methods norms")


def clock_hands() -> None:
    """Query and key turning, and what is left of their positions in the score."""

    def move(by: int) -> None:
        by = min(by, 2047 - max(st.session_state["query_at"], st.session_state["key_at"]))
        st.session_state["query_at"] += by
        st.session_state["key_at"] += by

    with st.container(horizontal=True, vertical_alignment="bottom"):
        m = link.whole("Query at", "query_at", width=150, help="The query's position.")
        k = link.whole("Key at", "key_at", width=150, help="The key's position.")
        for by in (1, 10, 100):
            st.button(f"Move both by {by}", on_click=move, args=(by,))
    pairs = sorted({0, width // 32, width // 16})
    drawing(figures.hands(pairs, inv_freq(width, base)[pairs].tolist(), m, k), key="methods hands")
    query, key = np.random.default_rng(0).standard_normal((2, width))
    on = np.arange(length)
    scores = rope_scores(query, key, on + m, on + k, base=base)
    mixed = rope_scores(query, key, on + m, on + k, base=base, key_pairing="half")
    st.markdown(say.hands(m, k, float(rope_scores(query, key, [m], [k], base=base)[0])))
    st.markdown(say.moved(scores, mixed))


def pairings() -> None:
    """The same turn in neighboring columns and in halves."""
    order = np.concatenate([np.arange(0, width, 2), np.arange(1, width, 2)])
    query, key = np.random.default_rng(0).standard_normal((2, n, width))
    one = rope(query, base=base) @ rope(key, base=base).T
    other = rope(query[:, order], base=base, pairing="half") @ rope(key[:, order], base=base, pairing="half").T
    for column, pairing in zip(st.columns(2, gap="large"), PAIRINGS, strict=True):
        with column:
            turned = rope(np.ones((n, width)), base=base, pairing=pairing) / np.sqrt(2)
            title = "Neighbors (interleaved)" if pairing == "interleaved" else "Halves"
            show.picture(figures.table(turned, title, ""), key=f"paired {pairing}", **SMALL)
    change = float(np.abs(one - other).max(initial=0) / np.sqrt(width))
    st.markdown(
        f"{say.pairing(change, width)} The paper and Llama's own code take neighbors. GPT-NeoX takes halves, and so "
        "does Hugging Face's Llama, whose query and key weights were reordered when they were converted."
    )


def longer_texts() -> None:
    """Wavelengths before and after context extension."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = link.pick("Model", "model", width=190, help="Sizes and base of a public model.")
        how = link.choice("Rescaling", "scaling")
        factor = link.real("Factor", "factor", width=150, help="How many times the trained length is read now.")
        model = next((model for model in ROPE_MODELS if model.name == name), None)
        if model is None:
            d, theta, trained = width, base, link.whole("Trained length", "trained", width=160)
        else:
            d, theta, trained = model.head_dim, model.base, model.trained_length
    method = None if how == "no rescaling" else how
    plain, now = inv_freq(d, theta), round(factor * trained)
    try:
        scaled = scaled_inv_freq(
            d, theta, method=method, factor=factor, original_max_position_embeddings=trained, length=now
        )
    except ValueError as error:
        st.error(f"{str(error)[0].upper()}{str(error)[1:]}.")
        how, scaled = "no rescaling", plain
    before, after = 2 * np.pi / plain, 2 * np.pi / scaled
    reading = say.stretched(before, after, factor)
    if how == "yarn":
        reading += f" YaRN also scales cosine and sine by {number(yarn_attention_factor(factor))}."
    show.chart(figures.stretched(before, after, trained, now), reading, key="methods stretched")
    if model:
        st.markdown(
            f"{model.name}: base {number(model.base)}, {model.head_dim} numbers a head, trained on texts "
            f"of up to {number(model.trained_length)} tokens. Source: {model.source}."
        )


if "rope" in chosen:
    st.header("RoPE: a score knows the offset only", anchor=False)
    view = link.choice("Look at", "rope_view")
    {"clock hands": clock_hands, "pairing": pairings, "longer texts": longer_texts}[view]()
