import streamlit as st

from posenc import findings
from posenc.content import code
from posenc.content import readings_similarity as say
from posenc.figures import similarity as figures
from posenc.similarity import closest_offset, first_rise, sinusoidal_similarity, sinusoidal_similarity_by_offset
from posenc.sinusoidal import angle, shift_rotation, sinusoidal
from posenc.ui import link, show
from posenc.ui.settings import begin

WIDE = 128  # columns up to which the rotation's matrix is drawn unasked

settings = begin(__file__)
length, width, base = settings.length, settings.width, settings.base


def choose(cell: tuple[int, int]) -> None:
    st.session_state["offset"] = abs(cell[1] - cell[0])


def choose_block(cell: tuple[int, int]) -> None:
    st.session_state["block"] = cell[1] // 2


show.heading(
    "Similarity",
    "How alike are the rows of two positions? However it is measured, the answer depends on one thing: "
    "the offset, how far apart the two positions are.",
)
with st.container(horizontal=True):
    metric = link.choice(
        "Metric",
        "metric",
        help="Cosine: 1 for the same direction, 0 for a right angle, -1 for opposite ones. Dot product: the cosine "
        "times both norms. Euclidean: the distance of the two rows, 0 when they are equal.",
    )
    offset = link.whole(
        "Offset", "offset", width=160, help="One position minus the other. A click into the picture chooses it too."
    )
by_offset = sinusoidal_similarity_by_offset(length, width, base, metric)
rise = first_rise(by_offset, metric)

left, right = st.columns([1.5, 1], gap="medium")
with left:
    show.picture(
        figures.picture(by_offset, metric, width, say.picture(by_offset, metric)),
        key="similarity",
        selected=(0, offset) if offset < length else None,
        on_choose=choose,
    )
with right:
    show.chart(figures.curve(by_offset, metric, offset, rise), say.curve(by_offset, metric, offset), key="curve")
    show.save(
        f"similarity_{metric}_{length}x{width}",
        lambda: sinusoidal_similarity(length, width, base, metric),
        code.similarity(length, width, base, metric),
    )

euclidean = metric == "euclidean"
distances = by_offset if euclidean else sinusoidal_similarity_by_offset(length, width, base, "euclidean")
error, every = findings.offset_error(sinusoidal(length, width, base), metric)
for column, finding in zip(
    st.columns(3, gap="medium"),
    (
        say.offset_alone(error, every, length, width, metric),
        say.monotone(rise, length),
        say.distinct(closest_offset(distances), distances[1:2].sum()),
    ),
    strict=True,
):
    column.markdown(f"**{finding.question}**  \n{finding.answer}")

st.header("From one row to the other: a rotation", anchor=False)
st.markdown(
    "Going on by an offset $k$ turns each pair by the same angle at every position, so one matrix moves every row: "
    r"$M\,\mathrm{row}(\mathrm{pos}) = \mathrm{row}(\mathrm{pos} + k)$."
)
st.markdown(say.rotation(findings.rotation_error(offset, length, width, base), offset, length))
if width <= WIDE or link.switch("Draw the matrix", "rotation"):
    matrix = shift_rotation(offset, width, base)
    left, right = st.columns([1.5, 1], gap="medium")
    with right:
        pair = link.whole("Block of pair", "block", most=width // 2 - 1, width=160)
    with left:
        show.picture(
            figures.rotation(matrix, say.matrix(offset, width)),
            key="rotation matrix",
            height=440,
            selected=(2 * pair, 2 * pair),
            on_choose=choose_block,
        )
    with right:
        st.markdown(f"**The block of pair {pair}**")
        st.latex(figures.block(matrix, pair, offset, angle(offset, 2 * pair, width, base)))
        st.markdown("Click a cell to see the block of its pair.")
