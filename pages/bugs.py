import numpy as np
import streamlit as st

from posenc import gallery
from posenc.content.bugs import BUGS, FAMILIES, tell
from posenc.figures import bugs as figures
from posenc.ui import link, show
from posenc.ui.settings import begin

begin(__file__, own_sizes=True)
TITLES = [bug.title for bug in BUGS]


def by_name() -> None:
    st.session_state["bug"] = TITLES.index(st.session_state["bug title"]) + 1


def guesses(title: str) -> list[str]:
    """The right title among three others, in an order that the mistake itself fixes."""
    rng = np.random.default_rng(TITLES.index(title))
    others = rng.choice([other for other in TITLES if other != title], 3, replace=False).tolist()
    return rng.permutation([title, *others]).tolist()


show.heading(
    "Bug gallery",
    f"{len(BUGS)} mistakes and mix-ups from public code. Most raise no error, and the numbers look fine: "
    "compare the pictures.",
)
spot = link.switch("Spot it: pictures first, answer later", "spot")
with st.container(horizontal=True, vertical_alignment="bottom"):
    chosen = BUGS[link.whole(f"Mistake, 1 to {len(BUGS)}", "bug", width=160) - 1]
    if not spot:
        st.session_state["bug title"] = chosen.title
        st.selectbox("By name", TITLES, key="bug title", on_change=by_name, width=420)

exhibit, shown = gallery.exhibit(chosen.id), gallery.picture(chosen.id)
told = True
if spot:
    answer = st.radio(
        "What went wrong?", guesses(chosen.title), index=None, key=f"guess {chosen.id}", persist_state="session"
    )
    told = st.toggle("Show the answer", key=f"answer {chosen.id}", persist_state="session")
    if answer:
        st.markdown("**Right.**" if answer == chosen.title else "**Not this one.** Look at the difference again.")
bug = tell(chosen.id)

if told:
    st.header(bug.title, anchor=False)
    st.markdown(f"*{FAMILIES[bug.family]}.* {bug.effect}")
    wrong, right = st.columns(2)
    with wrong:
        st.markdown("**Written**")
        st.code(bug.wrong, language="python", wrap_lines=True)
    with right:
        st.markdown("**Meant**")
        st.code(bug.right, language="python", wrap_lines=True)

for column, picture, name in zip(
    st.columns(3),
    figures.three(shown.right, shown.wrong, exhibit.kind, exhibit.axes),
    ("meant", "made", "apart"),
    strict=True,
):
    with column:
        show.picture(picture, key=f"bug {name}", selectable=False, height=320)

if exhibit.kind == "table":
    st.header("What it does to similarity", anchor=False)
    if told:
        st.markdown(bug.similarity)
    for column, picture, name in zip(
        st.columns(2), figures.alike(shown.right, shown.wrong), ("meant", "made"), strict=True
    ):
        with column:
            show.picture(picture, key=f"alike {name}", selectable=False, height=320)

if told:
    if exhibit.kind != "table":
        st.markdown(bug.similarity)
    st.header("How one would notice", anchor=False)
    st.markdown(bug.notice)
    st.header("Where it came up", anchor=False)
    for record in bug.where:
        says = f": {record.says}" if record.says else ""
        st.markdown(f"- [{record.project}, {record.kind} {record.number}]({record.url}) ({record.year}){says}")
    if bug.note:
        st.markdown(bug.note)
    st.markdown("The lines of code are short rewritings of ours; the pictures are made by running them.")
