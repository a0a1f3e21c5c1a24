"""Words explained where they stand: in a popover of any page, or as a list."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import streamlit as st

from posenc.content.glossary import SYMBOLS, TERMS, Term, define

_STYLE = """
<style>
dl.terms { margin: 0; padding: 0; display: grid; gap: 0.9rem 2.5rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
.terms dt { font-weight: 600; }
.terms dd { margin: 0.1rem 0 0; line-height: 1.5; }
</style>
"""


def words(*terms: str, label: str = "Words") -> None:
    """A button that opens the meanings of these words of the glossary, found by any of their names."""
    with st.popover(label):
        for term in map(define, terms):
            st.markdown(f"**{term.name}**  \n{_meaning(term)}")


def meanings(*terms: str) -> None:
    """The meanings of these words, or of the whole glossary, with the other names that each goes by."""
    _list((term.name, _meaning(term)) for term in (map(define, terms) if terms else TERMS))


def letters() -> None:
    """What each letter stands for in formulas and code."""
    _list(SYMBOLS.items())


def _meaning(term: Term) -> str:
    others = [name for name in term.also if name.removesuffix("s") not in term.name]
    return term.meaning + (f" Also called {', '.join(others)}." if others else "")


def _list(entries: Iterable[tuple[str, str]]) -> None:
    items = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(meaning)}</dd></div>" for name, meaning in entries)
    st.html(f'{_STYLE}<dl class="terms">{items}</dl>')
