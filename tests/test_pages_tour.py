"""The tour leads a class through the app, stop by stop."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from posenc.content.links import Link
from posenc.content.quiz import QUESTIONS
from posenc.content.tour import stops
from posenc.ui import parameters
from tests.visiting import visit

STOPS = stops()


def press(at: AppTest, label: str) -> None:
    next(button for button in at.button if button.label == label).click().run()
    assert not at.exception


def said(at: AppTest) -> str:
    return "\n".join(m.value for m in at.markdown)


def test_the_number_in_the_url_reaches_every_stop_and_no_further() -> None:
    rule = parameters.PARAMETERS["stop"]
    assert (rule.low, rule.high) == (1, len(STOPS))


@pytest.mark.parametrize("link", [s.link for s in STOPS] + [q.link for q in QUESTIONS if q.link], ids=lambda x: x.url)
def test_every_link_asks_for_what_the_pages_know_and_nothing_bad(link: Link) -> None:
    assert set(link.query) <= set(parameters.PARAMETERS)
    assert parameters.mend(dict(link.query)) == ({}, {})


def test_the_overview_holds_every_stop_with_its_answer_hidden() -> None:
    at = visit("tour")
    assert len(at.subheader) == len(STOPS)
    assert all(stop.reveal not in said(at) for stop in STOPS)
    at.toggle("reveal 2").set_value(True).run()
    assert STOPS[1].reveal in said(at)


@pytest.mark.parametrize("number", range(1, len(STOPS) + 1))
def test_a_link_presents_its_stop_over_the_page_it_speaks_of(number: int) -> None:
    stop = STOPS[number - 1]
    name = stop.link.page.strip("/") or "table"
    at = visit(name, present="true", stop=number, **stop.link.query)
    assert stop.say in said(at)
    assert stop.predict in said(at)
    assert stop.reveal not in said(at)
    press(at, "Reveal")
    assert stop.reveal in said(at)


def test_next_opens_the_next_stop_in_its_state_and_forgets_the_last_ones() -> None:
    at = visit("table", present="true", stop=3, **STOPS[2].link.query)
    press(at, "Next")
    assert STOPS[3].say in said(at)
    assert at.number_input("length").value == int(STOPS[3].link.query["length"])
    press(at, "Back")
    assert STOPS[2].say in said(at)
    assert at.number_input("length").value == int(STOPS[2].link.query["length"])


def test_leaving_keeps_the_picture() -> None:
    at = visit("table", present="true", stop=4, length=3, width=4)
    at.toggle("present").set_value(False).run()
    assert not at.exception
    assert STOPS[3].say not in said(at)
    assert at.number_input("length").value == 3
