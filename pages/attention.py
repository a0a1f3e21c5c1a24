import numpy as np
import streamlit as st

from posenc.content import code, text
from posenc.content import readings_attention as say
from posenc.equivariance import compare_permuted, parse_permutation, reversal, rotation, shuffle, swap
from posenc.figures import attention as figures
from posenc.learned import learned_table
from posenc.methods import positions
from posenc.sinusoidal import sinusoidal
from posenc.tokens import embed, lesson_tokens, random_projections, words
from posenc.ui import glossary, link, show
from posenc.ui.parameters import PARAMETERS
from posenc.ui.settings import begin

MOST = 6  # tokens drawn one by one
FAINT = 1e-6

settings = begin(__file__)
notes: list[str] = []
problems: list[str] = []


def turn_on_or_off() -> None:
    on = st.session_state["on"]
    st.session_state["encoding"] = st.session_state.get("last method", "sinusoidal") if on else "none"


def one_of(count: int, label: str, key: str) -> int:
    """A number below count. A link may ask for more, and keeps it; what is shown is the last one then, with a word."""
    wanted = int(st.session_state.get(key, st.query_params.get(key, 0)))
    asked = link.whole(label, key, most=max(count - 1, wanted), width=130)
    if asked >= count > 0:
        notes.append(f"There is no {label.lower()} {asked}: showing {count - 1}.")
    return max(0, min(asked, count - 1))


def choose_permutation(n: int) -> tuple[int, ...]:
    kind = link.choice("Permutation", "permutation", help="The same tokens in another order.")
    if kind == "swap":
        i, j = one_of(n, "Place", "i"), one_of(n, "Other place", "j")
        return swap(n, i, j) if n else ()
    if kind == "rotate":
        return rotation(n, link.whole("Places to the right", "by", width=150))
    if kind == "shuffle":
        return shuffle(n, link.whole("Seed", "seed", width=130))
    if kind == "typed":
        example = " ".join(map(str, reversal(n)))
        typed = link.text("Which token stands where", "order", placeholder=example, width=220)
        try:
            return parse_permutation(typed or example, n)
        except ValueError as error:
            problems.append(f"{error}. Showing the reversal.")
    return reversal(n)


show.heading(
    "Attention and order",
    "Does attention know which token came first? Put the same tokens in another order and compare what comes out.",
)
with st.container(horizontal=True, vertical_alignment="center"):
    toggle = st.container(width="content")
    method = link.pick("Method", "encoding", label_visibility="collapsed", width=200)
    if method == "none":
        st.html("<style>.st-key-encoding { display: none }</style>")
    else:
        st.session_state["last method"] = method
    st.session_state["on"] = method != "none"
    toggle.toggle("**Positional encoding**", key="on", on_change=turn_on_or_off)

with st.container(horizontal=True, vertical_alignment="bottom"):
    if link.choice("Tokens", "tokens", help="The lesson's random numbers, or words of your own.") == "lesson":
        sentence, x, labels = None, lesson_tokens(), ("a", "b", "c", "d")
        notes.append("The lesson's four tokens, of six random numbers each, have their own length and width.")
    else:
        sentence = link.text(
            "Sentence",
            "sentence",
            width=260,
            help="Split at spaces. Equal words are equal tokens, whatever their capitals.",
        )
        labels = words(sentence)
        x = embed(labels, settings.width)
        notes.append(say.tokens(len(labels), len(sentence.split()), settings.width))
    n, d = x.shape
    permutation = choose_permutation(n)
    with st.popover("More"):
        fitting = [h for h in PARAMETERS["heads"].options if d % (int(h) * (2 if method == "rope" else 1)) == 0]
        wanted = int(link.choice("Heads", "heads", among=fitting, help="Each works on its own share of the columns."))
        causal = link.switch("Causal mask", "causal", help="Each place sees only itself and the places before it.")
        projected = link.switch(
            "Projections", "projections", help="Random matrices make queries, keys and values; off: all are the tokens."
        )
        add = link.choice(
            "The encoding is added",
            "add",
            disabled=method not in ("sinusoidal", "learned"),
            help="After permuting it stays with the place. Before permuting it travels with the token.",
        )
        glossary.words("attention", "permutation", "equivariant", "invariant", "causal mask", "head")
    heads = max(h for h in map(int, fitting) if h <= wanted)
    if heads < wanted:
        notes.append(say.fewer_heads(wanted, heads, d))
    head = one_of(heads, "Head", "head") if heads > 1 else 0

try:
    given = positions(method, n, d, settings.base, heads=heads, causal=causal)
except ValueError as error:
    problems.append(f"{error}. Showing no encoding.")
    method, given = "none", positions("none", n, d)
else:
    notes.append(say.method(method, n, d, learned_table().shape, causal))
notes.append(say.options(heads, causal, projected, add == "before" and given["encoding"] is not None))
projections = random_projections(d) if projected else None
compared = compare_permuted(x, permutation, **given, add=add, projections=projections, heads=heads, causal=causal)
result = compared.result
apart = np.abs(compared.restored_output - compared.original_output).max(axis=1)

for problem in problems:
    st.error(text.plain(problem[0].upper() + problem[1:]))
st.markdown(" ".join(filter(None, notes)))
same_input = np.array_equal(x[list(permutation)], x)
st.header(say.headline(result.verdict, labels, permutation, same_input), anchor=False)
pooled = "none" if n == 0 else "invariant" if compared.invariant else "changes"
with st.container(border=True):
    with st.container(horizontal=True, gap="medium"):
        st.metric("Largest difference of outputs", show.short(result.difference) if n else "none", width="content")
        st.metric("Verdict", say.verdict(result.verdict), width="content")
        st.metric("Mean of outputs", pooled, width="content")
    st.markdown(result.reason)

if n:
    before, after = figures.weights(compared.original_weights[head], compared.restored_weights[head], labels)
    change = figures.difference(
        compared.original_output, compared.restored_output, labels, say.difference(result.difference)
    )
    for column, picture, name in zip(
        st.columns(3), (before, after, change), ("before", "after", "change"), strict=True
    ):
        with column:
            show.picture(picture, key=f"attention {name}", selectable=False, height=300)

    chosen = say.most_moved(apart, MOST)
    st.header("Token by token", anchor=False)
    left, right = st.columns([1.7, 1], gap="medium")
    with left:
        show.picture(
            figures.strips(
                labels,
                chosen,
                permutation,
                compared.original_output,
                compared.restored_output,
                (compared.original_pooled, compared.permuted_pooled),
                say.strips(result.verdict, say.pooled(compared.invariant, compared.pooled_difference)),
            ),
            key="attention strips",
            selectable=False,
            height=24 * (3 * len(chosen) + 2),
        )
    with right:
        st.markdown(say.moves(labels, chosen, permutation, apart))
        st.markdown(say.shown(len(chosen), n))

    st.header("The lesson's check", anchor=False)
    P = sinusoidal(n, d, settings.base)
    plain, encoded, faint = (compare_permuted(x, permutation, e) for e in (None, P, FAINT * P))
    answers = [
        bool(np.allclose(c.permuted_output, c.original_output[list(permutation)])) for c in (plain, encoded, faint)
    ]
    st.code(code.allclose(permutation, *answers[:2]), language="python", wrap_lines=True)
    st.markdown(say.why_not_allclose(FAINT, answers[2], faint.result.verdict == "broken"))
    st.markdown(say.tolerance(result.relative, result.tolerance))
    show.save(
        "attention_difference",
        lambda: compared.restored_output - compared.original_output,
        code.attention(sentence, d, permutation, method, settings.base, heads, causal, projected, add),
    )
