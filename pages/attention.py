import numpy as np
import streamlit as st

from posenc.bias import alibi_bias, t5_bias
from posenc.content import code
from posenc.equivariance import compare_permuted, parse_permutation, reversal, rotation, shuffle, swap
from posenc.figures import attention as figures
from posenc.learned import learned_table
from posenc.rotary import rope
from posenc.sinusoidal import sinusoidal
from posenc.tokens import embed, lesson_tokens, words
from posenc.ui import link, show
from posenc.ui.settings import begin

settings = begin(__file__)
T5_NOTE = "T5 learns its bias; here it is 32 random numbers a head, for illustration."


def turn_on_or_off() -> None:
    st.session_state["encoding"] = "sinusoidal" if st.session_state["positions"] else "none"


def choose_permutation(n: int) -> tuple[int, ...]:
    """The permutation that the controls ask for; ValueError says what is wrong with a typed one."""
    kind = link.choice("Permutation", "permutation")
    if kind == "swap" and n:
        with st.container(horizontal=True):
            a = link.whole("Place", "a", most=n - 1, width=140)
            b = link.whole("and place", "b", most=n - 1, width=140)
        return swap(n, a, b)
    if kind == "rotate":
        return rotation(n, link.whole("By", "by", most=max(n - 1, 0), width=140))
    if kind == "shuffle":
        return shuffle(n, link.whole("Seed", "seed", width=140))
    if kind == "typed":
        example = " ".join(map(str, reversal(n)))
        return parse_permutation(link.text(f"Order of the {n} tokens", "order", placeholder=example) or example, n)
    return reversal(n)


show.heading(
    "Attention and order",
    "Without positions, attention sees a bag of tokens: shuffle them, and the outputs are shuffled the same way. "
    "Turn the encoding on and see that end.",
)
top = st.container(horizontal=True, vertical_alignment="bottom")
left, right = st.columns([1, 2.2], gap="medium")
with left:
    if link.choice("Tokens", "tokens") == "lesson":
        x, labels = lesson_tokens(), ("a", "b", "c", "d")
        st.markdown("The lesson's four tokens of six random numbers each.")
    else:
        sentence = link.text("Sentence", "sentence")
        labels = words(sentence)
        x = embed(labels, settings.width)
        if len(labels) < len(sentence.split()):
            st.markdown(f"The first {len(labels)} words; the rest is left out.")
    n, d = x.shape
    if st.session_state["tokens"] == "sentence":
        st.markdown(f"{n} words set the length, the sidebar the width: {d}.")
    try:
        permutation = choose_permutation(n)
    except ValueError as error:
        st.error(f"{str(error)[0].upper()}{str(error)[1:]}. Showing the reversal.")
        permutation = reversal(n)
    with st.popover("More: heads, mask, projections"):
        wanted = int(link.choice("Heads", "heads"))
        causal = link.switch("Causal mask", "causal", help="Each place sees only itself and the places before it.")
        projected = link.switch("Projections", "projections", help="Random matrices make queries, keys and values.")
        add = link.choice(
            "The encoding is added", "add", help="After permuting it stays with the place; before, with the token."
        )
    heads = next(h for h in range(wanted, 0, -1) if d % h == 0)
    if heads < wanted:
        st.markdown(f"{wanted} heads do not divide {d} columns: showing {heads}.")
with top:
    toggle = st.container(width="content")
    method = link.choice("Method", "encoding")
    st.session_state["positions"] = method != "none"
    toggle.toggle("Positional encoding", key="positions", on_change=turn_on_or_off)

rng = np.random.default_rng(1)
projections = [rng.normal(size=(d, d)) / np.sqrt(d) for _ in "qkv"] if projected else None
encoding = bias = rotate = None
note = ""
if method == "sinusoidal":
    encoding = sinusoidal(n, d + d % 2, settings.base)[:, :d]
elif method == "learned":
    real = learned_table()
    note = (
        f"The first {n} rows and {d} columns of a real table, {real.shape[0]} × {real.shape[1]}, of all-MiniLM-L6-v2."
    )
    if d > real.shape[1]:
        st.error(f"width must be at most {real.shape[1]}, the learned table's own, got {d}. Showing no encoding.")
    else:
        encoding = real[:n, :d].astype(np.float64)
elif method == "rope":
    if (d // heads) % 2:
        st.error(f"columns per head must be even for RoPE, got {d // heads}. Showing no encoding.")
    else:
        rotate = lambda columns: rope(columns, base=settings.base)  # noqa: E731
elif method == "alibi":
    bias = alibi_bias(n, heads, symmetric=not causal)
elif method == "t5":
    bias = t5_bias(n, np.random.default_rng(2).normal(size=(32, heads)), bidirectional=not causal)
    note = T5_NOTE

compared = compare_permuted(
    x,
    permutation,
    encoding,
    add=add,
    projections=projections,
    heads=heads,
    causal=causal,
    bias=bias,
    rotate=rotate,
)
result = compared.result
with right:
    with st.container(horizontal=True, gap="large"):
        st.metric("Largest difference of outputs", show.short(result.difference), width="content")
        st.metric("Equivariance", result.verdict, width="content")
        st.metric("Mean of outputs", "invariant" if compared.invariant else "changes", width="content")
    st.markdown(result.reason)
    if n > 1 and result.verdict != "nothing to test":
        st.markdown(
            figures.headline(result.verdict != "broken", compared.invariant, labels, [labels[k] for k in permutation])
        )
    st.markdown(
        f"Equivariant: the outputs move along with their tokens. Invariant: the mean of the outputs stays, "
        f"here to within {show.short(compared.pooled_difference)}."
    )
    if note:
        st.markdown(note)

head = link.whole("Head", "head", most=heads - 1, width=140) if heads > 1 else 0
pictures = (
    figures.weights(compared.original_weights[head], labels, "Attention, as it stands", "Who looks at whom."),
    figures.weights(
        compared.restored_weights[head],
        labels,
        "Permuted, then put back",
        "The permuted tokens' attention, back in the first order.",
    ),
    figures.difference(compared.original_output, compared.restored_output, labels),
)
for column, picture, name in zip(st.columns(3), pictures, ("before", "after", "difference"), strict=True):
    with column:
        show.picture(picture, key=f"attention {name}", selectable=False, height=300)

if n:
    st.subheader("Token by token", anchor=False)
    st.markdown(figures.token_table(labels, permutation, compared.original_output, compared.restored_output, 12))
    if n > 12:
        st.markdown(f"The first 12 of {n} tokens.")
    st.subheader("The lesson's check", anchor=False)
    answers = [
        bool(np.allclose(c.permuted_output, c.original_output[list(permutation)]))
        for c in (
            compare_permuted(x, permutation),
            compare_permuted(x, permutation, sinusoidal(n, d + d % 2, settings.base)[:, :d]),
        )
    ]
    st.code(code.allclose(permutation, *answers), language="python", wrap_lines=True)
    st.markdown(
        f"`np.allclose` compares with a fixed tolerance; the verdict above uses one that fits the numbers, "
        f"{show.short(result.tolerance)} of the largest value vector here, so neither small encodings nor large "
        "inputs mislead it."
    )
