import numpy as np
import streamlit as st

from posenc.content import lenses as words
from posenc.content import readings_lenses as say
from posenc.decode import decode, search
from posenc.figures import lenses as figures
from posenc.grid import patch_similarity, sinusoidal_2d
from posenc.layouts import compare_layouts, half_minus_one, half_minus_one_base
from posenc.precision import error_ahead, error_by_position, merged_with, rounded_table, whole_numbers_up_to
from posenc.scale import norms, random_embeddings
from posenc.sinusoidal import sinusoidal, wavelengths
from posenc.ui import link, show
from posenc.ui.settings import begin

STARTS = 2 ** np.arange(21)  # where errors are looked for: positions 1 to 1048576
WIDTHS = 2 ** np.arange(1, 11)
DECODED = 512  # positions among which a row is looked for, at most
NOISY = 1024  # rows that are decoded for one point of a curve, about
NOISE = np.geomspace(0.03, 30, 21)

settings = begin(__file__)
length, width, base = settings.length, settings.width, settings.base


def layout() -> None:
    with controls:
        kind = link.choice("Other table", "layout")
    paper = sinusoidal(length, width, base)
    concatenated = sinusoidal(length, width, base, layout="concatenated")
    halves = kind == "concatenated"
    other = concatenated if halves else half_minus_one(length, width, base)
    found = compare_layouts(paper, other)
    difference = error_by_position(concatenated, other).max(initial=0)
    left, right = st.columns(2, gap="medium")
    with left:
        show.picture(
            figures.table(paper, "The paper's table", "Sine and cosine of a pair stand side by side."),
            key="lens paper",
            selectable=False,
            height=440,
        )
    with right:
        picture = figures.table(other, "The other table", words.ORIGINS[kind], layout="concatenated")
        show.picture(picture, key="lens other", selectable=False, height=440)
    st.markdown(say.layout(found.verdict, found.order, difference, length, width))
    paper_waves = wavelengths(width, base)
    other_waves = paper_waves if halves else wavelengths(width, half_minus_one_base(width, base))
    show.chart(
        figures.wavelengths(paper_waves, other_waves), say.wavelengths(paper_waves, other_waves), key="lens wavelengths"
    )
    show.save(f"table_{kind}_{length}x{width}", lambda: other, words.layout_code(kind, length, width, base))


def precision() -> None:
    with controls:
        dtype = link.choice("Format", "format", help="bfloat16 keeps 8 significant bits, float16 11, float32 24.")
        stage = link.choice(
            "Rounded",
            "stage",
            help="The positions before anything else, the angles before sine and cosine, or the finished table.",
        )
        start = link.whole("First position", "start", width=160)
    table = rounded_table(length, width, base, dtype=dtype, stage=stage, start=start)
    error = error_by_position(table, sinusoidal(length, width, base, start=start))
    reading = say.precision(dtype, stage, merged_with(table), error, start, whole_numbers_up_to(dtype))
    left, right = st.columns([1.3, 1], gap="medium")
    with left:
        show.picture(
            figures.table(
                table,
                f"The table in {dtype}" if stage == "table" else f"The table with {stage} in {dtype}",
                reading,
                start=start,
            ),
            key="lens precision",
            selectable=False,
        )
    with right:
        ahead = {
            name: error_ahead(STARTS, width, base, dtype=name, stage=stage)
            for name in ("bfloat16", "float16", "float32", "float64")
        }
        show.chart(figures.errors(STARTS, ahead, dtype), say.errors(STARTS, ahead), key="lens errors")
    show.save(
        f"table_{stage}_{dtype}_{start}_{length}x{width}",
        lambda: table,
        words.precision_code(dtype, stage, start, length, width, base),
    )


def embedding() -> None:
    with controls:
        kind = link.choice("Embedding drawn as in", "drawn", help="\n\n".join(words.DRAWN.values()))
        scaled = link.switch("Times √width first", "scaled", help="As the paper does, section 3.4.")
    deviation = words.DEVIATIONS[kind]
    told = np.array([norms(w, deviation) for w in WIDTHS.tolist()])
    here = norms(width, deviation)
    added = here.scaled_embedding if scaled else here.embedding
    table = random_embeddings(length, width, added / width**0.5) + sinusoidal(length, width, base)
    left, right = st.columns([1.3, 1], gap="medium")
    with left:
        show.picture(
            figures.summed(table, say.embedding(here.encoding, added, scaled, length)),
            key="lens embedding",
            selectable=False,
        )
    with right:
        chart = figures.norms(WIDTHS, told, width, scaled)
        show.chart(chart, f"{words.DRAWN[kind]} The dashed line is the chosen width, {width}.", key="lens norms")
    show.save(f"embedding_{length}x{width}", lambda: table, words.embedding_code(kind, scaled, length, width, base))


def decoded() -> None:
    if length == 0:
        st.markdown(say.NOTHING)
        return
    n = min(length, DECODED)
    with controls:
        noise = link.real(
            "Noise", "noise", step=0.1, width=160, help="Standard deviation of what is added to each number."
        )
        position = link.whole("Position", "noisy", most=n - 1, width=160)
        seed = link.whole("Draw", "draw", width=160, help="The seed of the noise: another number, another draw.")
    table = sinusoidal(n, width, base)
    one = search(table, position, noise, seed=seed)
    trials = max(1, NOISY // n)
    share, distance = decode(table, [noise], trials=trials, seed=seed)
    shares = {
        w: decode(sinusoidal(n, w, base), NOISE, trials=trials, seed=seed).accuracy
        for w in sorted({4, 16, 64, 256, width})
    }
    left, right = st.columns(2, gap="medium")
    with left:
        show.chart(
            figures.distances(one.distances, position, one.found),
            say.search(position, one.found, one.distances[position], one.distances[one.found]),
            key="lens search",
        )
    with right:
        show.chart(
            figures.accuracy(NOISE, shares, width, (noise, share[0]), 1 / n),
            say.accuracy(share[0], distance[0], noise, width, n, trials * n, n < length),
            key="lens accuracy",
        )
    show.save(
        f"distances_{position}_{n}x{width}",
        lambda: one.distances,
        words.decode_code(position, noise, seed, n, width, base),
    )


def image() -> None:
    channels = max(4, width - width % 4)
    with controls:
        side = link.whole("Patches a side", "side", width=160, help="14 is an image of 224 pixels in patches of 16.")
        row = link.whole("Row", "patch_row", most=side - 1, width=130)
        column = link.whole("Column", "patch_column", most=side - 1, width=130)
        channel = link.whole("Channel", "channel", most=channels - 1, width=130)
    grid = sinusoidal_2d(side, side, channels, base)
    similar = patch_similarity(grid, row, column)

    def choose(cell: tuple[int, int]) -> None:
        st.session_state["patch_row"], st.session_state["patch_column"] = cell

    left, right = st.columns(2, gap="medium")
    with left:
        show.picture(
            figures.patches(similar, say.patches(similar, row, column)),
            key="lens patches",
            selected=(row, column),
            on_choose=choose,
        )
    with right:
        picture = figures.channel(grid[..., channel], channel, say.channel(channel, channels))
        show.picture(picture, key="lens channel", selectable=False)
    note = "" if channels == width else f", as {width} is not a multiple of 4"
    st.markdown(f"The width sets the channels: {channels}{note}. The length has no say here.")
    show.save(
        f"patch_{row}_{column}_{side}x{side}x{channels}",
        lambda: similar,
        words.image_code(row, column, side, channels, base),
    )


top = st.container()
lens = link.choice("Lens", "lens")
with top:
    show.heading("Lenses", words.LEADS[lens])
controls = st.container(horizontal=True, vertical_alignment="bottom")
{"layout": layout, "precision": precision, "embedding": embedding, "decode": decoded, "image": image}[lens]()
