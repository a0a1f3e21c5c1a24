"""The lesson, walked as a learner walks it."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from numpy.testing import assert_allclose
from streamlit.testing.v1 import AppTest

from posenc.content import experiments
from posenc.content.glossary import SYMBOLS, TERMS, define
from posenc.content.lesson import steps
from posenc.content.quiz import QUESTIONS
from posenc.content.text import number
from posenc.learned import learned_table
from posenc.similarity import similarity
from posenc.sinusoidal import sinusoidal
from posenc.ui.lesson import _unbroken
from posenc.ui.parameters import PARAMETERS, Choice, mend
from tests.visiting import heatmaps, visit

STEPS = steps()
IDS = [step.id for step in STEPS]
OWN = {
    "words": {"word": ["cat", "chased", "dog"], "place": [0, 15]},
    "order": {"said": experiments.ORDERS},
    "table": {"rows": [1, 2, 16]},
    "pairs": {"pair": ["0", "1", "2", "3"]},
    "sine-cosine": {"first": [0, 1, 10, 31], "second": [0, 12, 31]},
    "column": {"at_row": [0, 63, 2047], "at_column": [0, 63, 1023], "working": ["true"]},
    "example": {"cells": range(13)},
    "fast-and-slow": {"kept": experiments.KEPT},
    "watch-out": {"wrong": experiments.MISTAKES},
    "code": {"line": experiments.LINES},
    "equivariance": {"moved": experiments.MOVES, "encoded": ["true"]},
    "added": {"travels": ["true"]},
    "learned": {"rival": ["formula", "learned"]},
    "rope": {"shift": ["0", "1", "2", "10", "100"], "key_stays": ["true"]},
}
"""The controls that each step's picture has for itself, and values to try."""


def press(at: AppTest, label: str) -> None:
    next(button for button in at.button if button.label.startswith(label)).click().run()
    assert not at.exception


def said(at: AppTest) -> str:
    return "\n".join(element.value for element in at.markdown)


def drawn(at: AppTest) -> str:
    """The HTML of the step's picture; empty where it is a heatmap."""
    found = [c.proto.json for c in at.get("bidi_component") if c.proto.component_name == "posenc.drawing"]
    return json.loads(found[0])["html"] if found else ""


def glossary(at: AppTest) -> str:
    found = [html.proto.body for html in at.get("html") if "<dl" in html.proto.body]
    return found[0].replace("&#x27;", "'")


def cells(html: str) -> list[str]:
    return re.findall(r"<td(?: class=\"marked\")?(?: style=\"[^\"]*\")?>([^<]*)</td>", html)


def test_every_step_of_the_lesson_has_an_address() -> None:
    step = PARAMETERS["step"]
    assert isinstance(step, Choice)
    assert list(step.options) == IDS == list(OWN)


def test_a_walk_by_next_reaches_every_step_and_back_returns() -> None:
    at = visit("lesson")
    for place, step in enumerate(STEPS):
        assert at.title[0].value == step.title
        assert f"step {place + 1} of {len(STEPS)}" in said(at)
        if place < len(STEPS) - 1:
            press(at, f"Next: {STEPS[place + 1].title}")
    assert not any(button.label.startswith("Next: Two") for button in at.button)
    for before in reversed(STEPS[:-1]):
        press(at, f"Back: {before.title}")
        assert at.title[0].value == before.title


@pytest.mark.parametrize("step", STEPS, ids=IDS)
def test_a_step_opens_from_a_link_with_all_its_words_and_a_picture(step) -> None:
    at = visit("lesson", step=step.id, cells=12)
    assert at.title[0].value == step.title
    shown = said(at)
    for paragraph in step.text.split("\n\n"):
        assert _unbroken(paragraph) in shown
    assert step.try_it in shown
    assert drawn(at) or heatmaps(at)
    assert any(button.label.endswith(f"on the {step.link.page.strip('/').capitalize() or 'Table'} page")
               for button in at.button)  # fmt: skip


@pytest.mark.parametrize(
    ("step", "control", "value"),
    [
        pytest.param(step, control, value, id=f"{step} {control}={value}")
        for step, controls in OWN.items()
        for control, values in controls.items()
        for value in values
    ],
)
def test_every_control_leads_to_a_picture_at_every_value(step: str, control: str, value: object) -> None:
    at = visit("lesson", step=step, **{control: value})
    assert drawn(at) or heatmaps(at)
    assert "nan" not in drawn(at)


@pytest.mark.parametrize(
    ("step", "one", "other"),
    [
        ("words", {"place": 3}, {"place": 4}),
        ("words", {"word": "cat"}, {"word": "dog"}),
        ("order", {"said": "dog chased cat"}, {"said": "chased dog cat"}),
        ("table", {"rows": 4}, {"rows": 5}),
        ("pairs", {"pair": 0}, {"pair": 1}),
        ("sine-cosine", {"first": 1}, {"first": 2}),
        ("column", {"at_column": 5}, {"at_column": 6}),
        ("example", {"cells": 1}, {"cells": 2}),
        ("fast-and-slow", {"kept": "all pairs"}, {"kept": "fastest alone"}),
        ("watch-out", {"wrong": "none"}, {"wrong": "brackets first"}),
        ("code", {"line": "pos"}, {"line": "angle"}),
        ("equivariance", {"encoded": "false"}, {"encoded": "true"}),
        ("equivariance", {"moved": "reverse"}, {"moved": "rotate"}),
        ("added", {"travels": "false"}, {"travels": "true"}),
        ("rope", {"shift": 0}, {"shift": 10}),
    ],
)
def test_a_steps_own_control_changes_its_picture(step: str, one: dict, other: dict) -> None:
    assert drawn(visit("lesson", step=step, **one)) != drawn(visit("lesson", step=step, **other))


def test_every_link_of_the_lesson_and_the_quiz_opens_as_it_is_written() -> None:
    for item in (*STEPS, *QUESTIONS):
        if item.link:
            assert mend(dict(item.link.query)) == ({}, {}), item.id


def test_a_step_that_does_not_exist_opens_the_nearest_one_with_a_word() -> None:
    at = visit("lesson", step="exampel")
    assert at.title[0].value == "A small table, cell by cell"
    assert "step must be one of" in at.warning[0].value


def test_the_worked_example_is_uncovered_cell_by_cell_and_its_text_waits() -> None:
    at = visit("lesson", step="example", cells=0)
    values = [number(value, 6) for value in sinusoidal(3, 4).ravel().tolist()]
    for shown in range(12):
        assert cells(drawn(at)) == values[:shown] + ["?"] + [""] * (11 - shown)
        assert "appear here when every cell is uncovered" in said(at)
        assert "0.909297, -0.416147" not in said(at)
        press(at, "Next cell")
    assert cells(drawn(at)) == values
    assert "[0.909297, -0.416147, 0.0199987, 0.9998]]" in said(at)
    assert next(button for button in at.button if button.label == "Next cell").disabled
    press(at, "Cover again")
    assert cells(drawn(at)) == ["?"] + [""] * 11
    press(at, "Uncover all")
    assert cells(drawn(at)) == values


def test_the_words_of_a_step_are_explained_below_it() -> None:
    for step in STEPS:
        at = visit("lesson", step=step.id)
        below = glossary(at)
        assert below.count("<dt>") == len(step.terms)
        assert all(define(term).meaning in below for term in step.terms)


def test_the_whole_glossary_and_the_letters_stand_on_the_lesson() -> None:
    every = glossary(visit("lesson", glossary="all words"))
    assert all(f"<dt>{term.name}</dt>" in every and term.meaning in every for term in TERMS)
    letters = glossary(visit("lesson", glossary="letters"))
    assert all(f"<dt>{letter}</dt><dd>{meaning}</dd>" in letters for letter, meaning in SYMBOLS.items())


def test_a_place_in_the_lesson_survives_a_visit_to_another_page() -> None:
    at = visit("lesson", step="code")
    at.switch_page("pages/pairs.py").run()
    at.switch_page("pages/lesson.py").run()
    assert not at.exception
    assert at.title[0].value == "The whole table without a loop"


@pytest.mark.parametrize("rival", ["formula", "learned"])
def test_the_learned_step_draws_the_rows_likeness(rival: str) -> None:
    header, bytes_ = heatmaps(visit("lesson", step="learned", rival=rival))[0]
    assert (header["rows"], header["columns"]) == (64, 64)
    table = learned_table()[:64] if rival == "learned" else sinusoidal(64, 384)
    assert_allclose(np.frombuffer(bytes_, "<f4").reshape(64, 64), similarity(table), atol=1e-6)


def test_every_reading_is_shown_below_its_picture() -> None:
    assert experiments.longer(7).reading in said(visit("lesson", step="table", rows=7))
    assert experiments.turned(10, False).reading.split(" × ")[0] in said(visit("lesson", step="rope", shift=10))
    assert experiments.mistaken("brackets first").reading in said(
        visit("lesson", step="watch-out", wrong="brackets first")
    )


def test_any_page_can_explain_its_words_where_they_stand_by_any_of_their_names() -> None:
    def page() -> None:
        from posenc.ui.glossary import words

        words("token", "inv_freq")

    at = AppTest.from_function(page).run()
    assert not at.exception
    assert at.get("popover")
    assert [m.value.split("  \n")[0] for m in at.markdown] == ["**token**", "**inverse frequency**"]
    assert define("inverse frequency").meaning in at.markdown[1].value
