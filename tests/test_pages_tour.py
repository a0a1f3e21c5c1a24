"""The tour leads a class through the app, stop by stop, whatever has been set before."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from posenc.content.links import Link
from posenc.content.quiz import QUESTIONS
from posenc.content.tour import stops
from posenc.ui.parameters import PARAMETERS, Choice, Parameter, Switch, Text, Whole, mend, written
from tests.visiting import visit

STOPS = stops()
NUMBERS = range(1, len(STOPS) + 1)
each_stop = pytest.mark.parametrize("number", NUMBERS, ids=[stop.id for stop in STOPS])


def name(number: int) -> str:
    """The file of a stop's page."""
    return STOPS[number - 1].link.page.strip("/") or "table"


def at_stop(number: int) -> AppTest:
    """A visit that begins at a stop, by its address."""
    return visit(name(number), present="true", stop=number, **STOPS[number - 1].link.query)


def press(at: AppTest, label: str) -> None:
    next(button for button in at.button if button.label == label).click().run()
    assert not at.exception, at.exception[0].value


def said(at: AppTest) -> str:
    return "\n".join(m.value for m in at.markdown)


def state(at: AppTest) -> dict[str, object]:
    """The values of all parameters that this visit knows."""
    return {key: at.session_state[key] for key in PARAMETERS if key in at.session_state}


def another(rule: Parameter) -> str:
    """A good value that is not the default."""
    match rule:
        case Whole():
            return written(rule.nearest(str(rule.default + 4)))
        case Choice():
            return rule.options[-1]
        case Switch():
            return written(not rule.default)
        case Text():
            return "3 1 2"
    return written(rule.nearest("500"))


def test_the_number_in_the_url_reaches_every_stop_and_no_further() -> None:
    rule = PARAMETERS["stop"]
    assert isinstance(rule, Whole)
    assert (rule.low, rule.high) == (0, len(STOPS))


@pytest.mark.parametrize(
    "link", [s.link for s in STOPS] + [q.link for q in QUESTIONS if q.link], ids=lambda link: link.url
)
def test_every_link_of_tour_and_quiz_asks_for_what_the_pages_know_and_nothing_bad(link: Link) -> None:
    assert set(link.query) <= set(PARAMETERS)
    assert mend(dict(link.query)) == ({}, {})


@each_stop
def test_an_address_opens_its_page_with_the_words_and_the_answer_waits(number: int) -> None:
    stop, at = STOPS[number - 1], at_stop(number)
    assert stop.say in said(at)
    assert stop.predict in said(at)
    assert stop.reveal not in said(at)
    for key, text in stop.link.query.items():
        assert at.session_state[key] == PARAMETERS[key].nearest(text), key
    press(at, "Reveal")
    assert stop.reveal in said(at)
    press(at, "Hide")
    assert stop.reveal not in said(at)


def test_next_walks_through_all_stops_and_back_each_in_its_state_and_with_its_answer_hidden() -> None:
    at = at_stop(1)
    for number in [*NUMBERS[1:], *reversed(NUMBERS[:-1])]:
        press(at, "Reveal")
        press(at, "Next" if number > at.session_state["stop"] else "Back")
        assert at.session_state["stop"] == number
        assert STOPS[number - 1].say in said(at)
        assert STOPS[number - 1].reveal not in said(at)
        fresh = state(at_stop(number))
        assert {key: at.session_state[key] for key in fresh} == fresh


@pytest.mark.parametrize("page", ["table", "pairs", "similarity", "attention", "methods", "bugs"])
def test_a_stop_undoes_whatever_was_set_on_its_page(page: str) -> None:
    number = next(number for number in NUMBERS if name(number) == page)
    messed = {key: another(rule) for key, rule in PARAMETERS.items() if key not in ("length", "present", "stop")}
    at = visit(page, present="true", stop=1 + number % len(STOPS), **messed)
    at.selectbox("stop").set_value(number).run()
    assert not at.exception
    assert STOPS[number - 1].say in said(at)
    fresh = state(at_stop(number))
    assert {key: at.session_state[key] for key in fresh} == fresh


def test_the_first_stop_has_none_before_it_and_the_last_none_after() -> None:
    for number, label in ((1, "Back"), (len(STOPS), "Next")):
        at = at_stop(number)
        assert [button.label for button in at.button if button.disabled and button.key.startswith("tour")] == [label]


def test_a_page_away_from_the_stop_offers_the_way_there() -> None:
    at = visit("pairs", present="true", stop=8)
    assert STOPS[7].predict not in said(at)
    press(at, "Go there")
    assert STOPS[7].predict in said(at)


def test_any_page_can_be_presented_by_itself_and_the_tour_begun_from_there() -> None:
    at = visit("lesson", present="true")
    assert "of 15 stops" in said(at)
    press(at, "Start the tour")
    assert STOPS[0].predict in said(at)


def test_leaving_takes_one_click_and_keeps_the_picture() -> None:
    at = at_stop(4)
    press(at, "Leave")
    assert STOPS[3].say not in said(at)
    assert (at.number_input("length").value, at.number_input("width").value) == (3, 4)
    assert not at.toggle("present").value


def test_a_presented_page_leaves_its_lead_to_the_presenter() -> None:
    lead = "Attention does not see order"
    assert lead in said(visit("table"))
    assert lead not in said(at_stop(1))


@pytest.mark.parametrize("notes", ["questions", "answers", "addresses"])
def test_the_overview_holds_every_stop_and_shows_what_is_asked_for(notes: str) -> None:
    at = visit("tour", notes=notes)
    for number, stop in zip(NUMBERS, STOPS, strict=True):
        assert (stop.predict in said(at)) == (notes != "addresses")
        assert (stop.reveal in said(at)) == (notes == "answers")
        assert f"{number}. {stop.title}" in at.button(f"to stop {number}").label
    addresses = [code.value for code in at.code]
    assert len(addresses) == (len(STOPS) if notes == "addresses" else 0)
    assert all(f"stop={number}" in address for number, address in enumerate(addresses, 1))


@each_stop
def test_the_tour_can_begin_at_any_stop(number: int) -> None:
    at = visit("tour", length=9)
    at.button(f"to stop {number}").click().run()
    assert not at.exception
    assert STOPS[number - 1].predict in said(at)
    fresh = state(at_stop(number))
    assert {key: at.session_state[key] for key in fresh} == fresh


def test_the_tour_leaves_the_place_in_lesson_and_quiz_alone() -> None:
    at = visit("quiz", quiz=4711, present="true", stop=2)
    press(at, "Next")
    assert at.session_state["quiz"] == 4711


SHOWN = {  # where a stop's page shows what its answer says, in the page's own words and digits
    "table": "pair 31 (columns 62 and 63) makes 0.001 of a turn",
    "cell": "= 7 \\,/\\, 1.77828 = 3.93639",
    "clocks": "8 of 32 pairs make at least one full turn",
    "alike": "at offset 6 positions are more alike than at offset 5",
    "rotation": "the largest error is 2.2\u00a0×\u00a010⁻¹⁶",
    "bag": "equivariant",
    "sentence": "not equivariant",
    "true-false": "2.22\u00a0×\u00a010⁻¹⁶",
    "causal": "0.813",
}


@pytest.mark.parametrize("id", SHOWN)
def test_the_page_shows_what_the_answer_says(id: str) -> None:
    at = at_stop(next(number for number in NUMBERS if STOPS[number - 1].id == id))
    shown = [said(at), *(formula.value for formula in at.latex), *(metric.value for metric in at.metric)]
    assert SHOWN[id] in "\n".join(shown)
