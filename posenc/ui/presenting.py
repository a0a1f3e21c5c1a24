"""Presenting mode: large type, no menu, and, above the page, what a stop of the tour says, asks and reveals.

Two parameters of the URL: `present` is the mode, `stop` the stop whose words are shown, 0 for none.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from posenc.content.links import PAGES, Link
from posenc.content.tour import STOPS, Stop, stops

from . import link, onward
from .parameters import PARAMETERS

_REVEALED = "_revealed_stop"
_PLACES = {*PAGES["/lesson"], *PAGES["/practice"], *PAGES["/quiz"], *PAGES["/tour"]}

# The type grows with the window: a projector's picture is as wide on the wall however many pixels it has.
_STYLE = """
<style>
html { font-size: clamp(17px, 9.2px + 1.05vw, 30px) !important; --map-share: 0.48; }
#MainMenu, [data-testid=stToolbarActions], [data-testid=stElementToolbar] { display: none !important; }
[data-testid=stHeader] { background: transparent; }
[data-testid=stHeader], [data-testid=stHeader] * { pointer-events: none; }
[data-testid=stHeader] :is(button, button *) { pointer-events: auto; }
[data-testid=stMain] h1 { font-size: 1.4rem; padding: 0 0 0.2rem; }
[data-testid=stMain] [data-testid=stColumn] { min-width: min(100%, 12.5rem); }
[data-testid=stElementContainer]:has(> [data-testid=stNumberInput]) { min-width: 8.5rem; }
.st-key-stop { min-width: 4.6rem; }
[data-testid=stMetricValue] { font-size: 1.5rem; }
[data-testid=stApp] :has(.st-key-tour), .st-key-tour { background: inherit; }
.st-key-tour-words { padding-bottom: 0.3rem; }
.st-key-tour-words p { font-size: 1.2rem; line-height: 1.35; }
@media (min-width: 641px) {
  [data-testid=stMainBlockContainer] { padding: 0 1.75rem 3rem; }
  :has(> .st-key-tour) { position: sticky; top: 0; z-index: 90; }
  .st-key-tour { padding: 0.65rem 0 0; border-bottom: 1px solid color-mix(in srgb, currentcolor 25%, transparent); }
  [data-testid=stHeader]:has([data-testid=stExpandSidebarButton]) ~ * .st-key-tour-row { padding-left: 1.9rem; }
}
@media (max-width: 640px) {
  [data-testid=stMainBlockContainer] { padding-bottom: 20rem; }
  .st-key-tour { position: fixed; inset: auto 0 0 0; z-index: 90; padding: 0.6rem 1rem 0.3rem; gap: 0.4rem;
    border-top: 1px solid color-mix(in srgb, currentcolor 25%, transparent); }
  .st-key-tour-row > :nth-child(2) { flex: 1 0 60% !important; }
  .st-key-tour-words p { font-size: 1.05rem; }
}
</style>
"""
_COVERED = """
<style>
:has(> .st-key-tour) ~ *, :has(> .st-key-tour) ~ * * { visibility: hidden !important; }
@media (min-width: 641px) { .st-key-tour-words p { font-size: 1.9rem; } .st-key-tour { border: 0; } }
</style>
"""
_LIST = """
<style>
.st-key-stops [data-testid=stButton] button { text-align: left; min-height: 0; padding: 0; }
.st-key-stops [data-testid=stButton] p { font-size: 1rem; }
.st-key-stops [data-testid=stHorizontalBlock] { gap: 0.3rem 1rem; }
@media print {
  [data-testid=stSidebar], [data-testid=stHeader], .st-key-tour-head { display: none; }
  .st-key-stops [data-testid=stHorizontalBlock] { break-inside: avoid; }
}
</style>
"""
_keys = st.components.v2.component(
    "posenc.presenting", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"), html="<span></span>"
)


def on() -> bool:
    """Whether this run presents; known before any control is made."""
    return bool(st.session_state.get("present", st.query_params.get("present") == "true"))


def address(number: int) -> Link:
    """What opens a stop, with its words above the page, in a new visit."""
    where = stops()[number - 1].link
    return Link(where.page, {**where.query, "present": "true", "stop": str(number)})


def go(number: int) -> None:
    """In a control's callback: open a stop as its address does in a new visit, whatever has been set before.

    How far a visitor has come in lesson, practice and quiz stays.
    """
    where = address(number)
    others = onward.defaults(key for key in PARAMETERS if key not in _PLACES)
    onward.go(Link(where.page, others | dict(where.query)))
    st.session_state[_REVEALED] = None


def overview(notes: str) -> None:
    """Every stop with what is said and asked there, with the answers as well, or with the address that opens it."""
    st.html(_LIST)
    site = (st.context.url or "").removesuffix("/tour")
    with st.container(key="stops"):
        for number, stop in enumerate(stops(), 1):
            left, right = st.columns([1, 3])
            title = f":primary[**{number}. {stop.title}**]"
            left.button(title, key=f"to stop {number}", type="tertiary", on_click=go, args=(number,))
            if notes == "addresses":
                right.code(site + address(number).url, language=None, wrap_lines=True)
            else:
                answer = f"  \n{stop.reveal}" if notes == "answers" else ""
                right.markdown(f"{stop.say}  \n**{stop.predict}**{answer}")


def switch() -> None:
    """The switch of the mode, in the sidebar."""
    with st.sidebar:
        link.switch("Presenting mode", "present", help="Larger type and no menu, for a projector. The tour uses it.")


def bar(page: StreamlitPage) -> None:
    """In app.py, above the page while presenting: the stop's words, and the way to reveal, go back, on, and out."""
    if not on():
        return
    st.html(_STYLE)
    with st.container(key="tour", gap="xsmall"):
        row = st.container(key="tour-row", horizontal=True, vertical_alignment="center", gap="xsmall")
        with row:
            number = st.selectbox(
                "Stop of the tour",
                range(len(STOPS) + 1),
                format_func=lambda number: str(number) if number else "–",
                key="stop",
                bind="query-params",
                on_change=_chosen,
                label_visibility="collapsed",
                width=80,
            )
        stop = stops()[number - 1] if number else None
        here = stop is not None and _shows(page, stop)
        revealed = here and st.session_state.get(_REVEALED) == number
        with row:
            st.markdown(f"of {len(STOPS)} · **{stop.title}**" if stop else f"of {len(STOPS)} stops", width="stretch")
            if here:
                again = None if revealed else number
                _button("Hide" if revealed else "Reveal", "reveal", _reveal, again, first=not revealed)
            elif number:
                _button("Go there", "there", go, number, first=True)
            _button("Back", "back", go, number - 1, possible=number > 1)
            _button(
                "Next" if number else "Start the tour",
                "next",
                go,
                number + 1,
                first=revealed or not number,
                possible=number < len(STOPS),
            )
            _button("Leave", "leave", _leave)
        if stop and here:
            with st.container(key="tour-words", gap="xxsmall"):
                st.markdown(stop.say)
                st.markdown(f"**{stop.predict}**")
                if revealed:
                    st.markdown(stop.reveal)
            if stop.covered and not revealed:
                st.html(_COVERED)
        _keys(key="tour-keys", data={"stop": number, "here": here}, height=1)


def _button(
    label: str, key: str, act: Callable[..., None], *args: object, first: bool = False, possible: bool = True
) -> None:
    st.button(
        label,
        key=f"tour-{key}",
        on_click=act,
        args=args,
        type="primary" if first else "secondary",
        disabled=not possible,
    )


def _shows(page: StreamlitPage, stop: Stop) -> bool:
    return f"/{page.url_path}" == stop.link.page


def _chosen() -> None:
    if number := st.session_state["stop"]:
        go(number)


def _reveal(number: int | None) -> None:
    st.session_state[_REVEALED] = number


def _leave() -> None:
    st.session_state["present"] = False
