"""Controls whose value lives in the URL, so that a link reproduces the picture.

Each control is one keyed widget bound to the URL parameter of the same name (parameters.py). Streamlit turns a bad
value into the default without a word; here `mend` opens the nearest good picture, and a notice says what was changed.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any, NamedTuple, TypeVar

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from . import parameters
from .parameters import PARAMETERS, Choice, Real, Switch, Text, Whole

_NOTICES = "_notices"
_NOTICED_ON = "_noticed_on"
_T = TypeVar("_T")


class Notice(NamedTuple):
    """What a link had wrong."""

    value: str
    """What was taken instead, as the URL has it."""
    words: str
    high: int | None = None
    """Where the picture ended, if that is what was wrong."""


def mend(page: StreamlitPage) -> None:
    """Before any control is made: where a link asks for what cannot be, start over from the nearest good link."""
    arriving = {key: text for key, text in st.query_params.to_dict().items() if key not in st.session_state}
    mended, words = parameters.mend(arriving)
    if st.session_state.get(_NOTICED_ON) != page.url_path:  # what a link had wrong is no matter of the next page
        st.session_state[_NOTICED_ON], st.session_state[_NOTICES] = page.url_path, {}
    st.session_state[_NOTICES].update({key: Notice(mended[key], text) for key, text in words.items()})
    if mended:
        st.switch_page(page, query_params={**arriving, **mended})


def show_notices() -> None:
    """Say what a link had wrong, as long as the value taken in its place still stands."""
    notices = st.session_state.get(_NOTICES, {})
    for key, notice in list(notices.items()):
        if key in st.session_state and parameters.written(st.session_state[key]) != notice.value:
            del notices[key]
    if notices:
        st.warning("  \n".join(notice.words for notice in notices.values()))


def whole(label: str, key: str, *, most: int | None = None, help: str | None = None, **more: Any) -> int:
    """A whole number; `most` lowers the upper end where the picture is smaller."""
    rule = _rule(key, Whole)
    high = rule.high if most is None else max(rule.low, most)
    notices: dict[str, Notice] = st.session_state.setdefault(_NOTICES, {})
    if key in notices and notices[key].high not in (None, high):
        del notices[key]  # the picture has another end now
    if key not in st.session_state and key in st.query_params:
        asked = rule.nearest(st.query_params[key])
        if asked > high:  # Streamlit would take the default, and say nothing.
            st.session_state[key] = high
            words = f"{key} must be at most {high} in this picture, got `{asked}`; showing {high}."
            notices[key] = Notice(parameters.written(high), words, high)
    elif st.session_state.get(key, rule.low) > high:
        st.session_state[key] = high

    def snap() -> None:  # Streamlit lets a typed number stand between two steps.
        typed = str(st.session_state[key])
        mended, words = parameters.mend({key: typed})
        if mended:
            st.session_state[key] = int(mended[key])
            notices[key] = Notice(mended[key], words[key])

    default = min(rule.default, high)
    if st.session_state.get(key, default) != default and key not in st.query_params:
        st.session_state[key] = st.session_state[key]  # it was the default of a smaller picture: into the URL with it
    return st.number_input(
        label, rule.low, high, default, rule.step, key=key, bind="query-params", help=help, on_change=snap, **more
    )


def real(label: str, key: str, *, help: str | None = None, **more: Any) -> float:
    """A number."""
    rule = _rule(key, Real)
    return st.number_input(
        label, rule.low, rule.high, rule.default, key=key, bind="query-params", help=help, format="%.12g", **more
    )


def choice(label: str, key: str, *, among: Container[str] | None = None, help: str | None = None, **more: Any) -> str:
    """One of a few words, side by side; `among` leaves out those that don't fit, but never the one that was chosen."""
    rule = _rule(key, Choice)
    chosen = st.session_state.get(key, st.query_params.get(key))
    return st.segmented_control(
        label,
        [word for word in rule.options if among is None or word in among or word == chosen],
        default=rule.default,
        key=key,
        bind="query-params",
        required=True,
        wrap=True,
        help=help,
        **more,
    )


def pick(label: str, key: str, *, help: str | None = None, **more: Any) -> str:
    """One of many words, in a list that drops down."""
    return st.selectbox(label, _rule(key, Choice).options, key=key, bind="query-params", help=help, **more)


def switch(label: str, key: str, *, help: str | None = None, **more: Any) -> bool:
    """On or off."""
    return st.toggle(label, _rule(key, Switch).default, key=key, bind="query-params", help=help, **more)


def text(label: str, key: str, *, help: str | None = None, **more: Any) -> str:
    """A line of text; the page says what is wrong with it."""
    rule = _rule(key, Text)
    return st.text_input(label, rule.default, rule.most, key=key, bind="query-params", help=help, **more)


def _rule(key: str, kind: type[_T]) -> _T:
    rule = PARAMETERS[key]
    assert isinstance(rule, kind), f"{key} is not a {kind.__name__} in parameters.py"
    return rule
