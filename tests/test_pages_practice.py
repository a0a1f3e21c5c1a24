"""The practice page, run as the app runs it: the editor's text is put where the editor would put it."""

from __future__ import annotations

import doctest

import numpy as np
import pytest
from numpy.testing import assert_allclose
from streamlit.testing.v1 import AppTest

from posenc.content.bugs import BUGS
from posenc.content.exercises import EXERCISES, SEEN_IN_PUBLIC, exercise
from posenc.exercise import expected
from posenc.figures.practice import three
from posenc.mistakes import MISTAKES
from posenc.mistakes import table as wrong_table
from posenc.sinusoidal import sinusoidal
from posenc.ui.editor import Draft, _draft
from posenc.ui.parameters import PARAMETERS
from posenc.ui.practice import example, first_lines, plain
from tests.visiting import heatmaps, visit

TASKS = [known.id for known in EXERCISES]
MISTAKE = exercise("table").solution.replace("2 * pair / width", "column / width")


def checked(at: AppTest, task: str, source: str) -> AppTest:
    """The page after the editor sent this text with its Check button."""
    desk = at.session_state[f"practice {task}"]
    desk.ask(Draft(source, desk.draft.stamp + 1))
    at.run()
    assert not at.exception
    return at


def said(at: AppTest) -> str:
    return "\n".join(element.value for kind in (at.success, at.info, at.error, at.markdown) for element in kind)


def click(at: AppTest, label: str) -> None:
    next(button for button in at.button if button.label.startswith(label)).click().run()
    assert not at.exception


def test_every_exercise_of_the_checker_can_be_chosen_by_a_link() -> None:
    assert list(PARAMETERS["task"].options) == TASKS


@pytest.mark.parametrize("task", TASKS)
def test_each_exercise_says_what_is_asked_and_what_the_sandbox_is(task: str) -> None:
    at, words = visit("practice", task=task), exercise(task)
    assert words.title in [heading.value for heading in at.header]
    assert words.statement in said(at)
    assert all(given.meaning in said(at) for given in words.inputs)
    assert words.returns in said(at)
    assert words.note in said(at)
    assert not at.error
    assert not at.success


def test_the_examples_are_the_checkers_own_answers() -> None:
    shown = visit("practice", task="table").code[0].value
    examples = doctest.DocTestParser().get_examples(shown.replace("\n\n", "\n"))
    assert [e.source.strip() for e in examples] == ["solve(3, 4)", "solve(1, 4)", "solve(0, 2)", "solve(2, 2)"]
    for written, case in zip(examples, exercise("table").examples, strict=True):
        assert_allclose(np.array(eval(written.want)), np.array(expected(*case)), rtol=5e-6)
    assert example("numpy", (0, 2)) == ">>> print(positional_encoding(0, 2))\n[]"


@pytest.mark.parametrize("task", [known.id for known in EXERCISES if known.solution])
def test_the_solution_stays_closed_until_asked_for_passes_and_leads_on(task: str) -> None:
    at, words = visit("practice", task=task), exercise(task)
    assert words.solution.strip() not in [code.value for code in at.code]
    assert not any(step.text in said(at) for step in words.steps)
    click(at, "Show a solution")
    assert words.solution.strip() in [code.value for code in at.code]
    assert all(step.text in said(at) for step in words.steps)
    click(at, "Hide the solution")
    assert words.solution.strip() not in [code.value for code in at.code]
    checked(at, task, words.solution)
    assert "ight" in at.success[0].value
    assert all(line in said(at) for line in words.watch_out)
    click(at, "Next: ")
    assert EXERCISES[TASKS.index(task) + 1].title in [heading.value for heading in at.header]


def test_hints_open_one_at_a_time() -> None:
    at, hints = visit("practice", task="table"), exercise("table").hints
    for opened in range(len(hints) + 1):
        assert [hint.text in said(at) for hint in hints] == [n < opened for n in range(len(hints))]
        offers = [button.label for button in at.button if button.label.startswith("Hint")]
        assert len(offers) == (opened < len(hints))
        if offers:
            click(at, f"Hint {opened + 1} of {len(hints)}")


def test_what_to_watch_out_for_gives_nothing_away_before_the_work_is_done() -> None:
    at = visit("practice", task="table")
    assert not any(line in said(at) for line in exercise("table").watch_out)


def test_a_mistake_is_shown_in_words_in_pictures_and_where_others_made_it() -> None:
    at = checked(visit("practice", task="table"), "table", MISTAKE)
    (mistake,) = [known for known in MISTAKES if known.id == "column-for-pair"]
    assert plain(mistake.words) in at.error[0].value
    verdict = at.error[0].value.replace("\\", "")
    assert "Row 1, column 1 for length = 3, width = 4: got 0.995004, want 0.540302." in verdict
    assert mistake.code in [code.value for code in at.code]
    (theirs, cells), (_, right), (_, apart) = heatmaps(at)
    assert theirs["order"][0] == [1, 1]
    assert_allclose(np.frombuffer(cells, "<f4").reshape(3, 4), wrong_table(3, 4, mistake), atol=1e-6)
    assert_allclose(np.frombuffer(right, "<f4").reshape(3, 4), sinusoidal(3, 4), atol=1e-6)
    assert_allclose(np.frombuffer(apart, "<f4"), np.frombuffer(cells, "<f4") - np.frombuffer(right, "<f4"), atol=1e-6)
    number = next(n for n, bug in enumerate(BUGS, 1) if bug.id == SEEN_IN_PUBLIC[mistake.id])
    click(at, "Seen in public")
    assert at.number_input("bug").value == number
    assert BUGS[number - 1].title in [heading.value for heading in at.header]


def test_an_untouched_answer_gets_help_and_no_alarm() -> None:
    for task in ("table", "numpy", "equivariance"):
        at = visit("practice", task=task)
        checked(at, task, exercise(task).starter)
        assert at.info
        assert not at.error
        checked(at, task, "")
        assert at.info
        assert not at.error


@pytest.mark.parametrize(
    ("source", "words", "line"),
    [
        ("def solve(length, width):\n    while True:\n        pass\n", "Stopped after", 2),
        ("def solve(length, width):\n    return [0] * 10**9\n", "memory", None),
        ("def solve(length, width):\n    return tabel\n", "'tabel' is not defined", 2),
        ("def solve(length, width)\n    return []\n", "a colon is missing", 1),
        ("x" * 30_000, "more than 20,000 characters", None),
    ],
)
def test_code_that_cannot_end_well_ends_in_a_message_and_its_line(source: str, words: str, line: int | None) -> None:
    at = checked(visit("practice", task="table"), "table", source)
    assert words in at.error[0].value.replace("\\", "")
    assert at.session_state["practice table"].report.line == line


def test_ones_own_function_is_drawn_beside_the_papers_even_if_it_is_right() -> None:
    at = visit("practice", task="own")
    checked(at, "own", exercise("own").starter)
    assert not at.error
    assert "other frequencies" in at.info[0].value
    assert [header["title"] for header, _ in heatmaps(at)] == ["Yours", "Right", "Difference"]
    checked(at, "own", exercise("numpy").solution)
    assert at.success
    assert heatmaps(at)[2][0]["description"].startswith("No cell differs")


def test_each_exercise_keeps_its_own_code_on_the_way_through_other_pages() -> None:
    at = checked(visit("practice", task="table"), "table", MISTAKE)
    at.switch_page("pages/bugs.py").run()
    at.switch_page("pages/practice.py").run()
    assert at.session_state["practice table"].draft.text == MISTAKE
    assert at.error


def test_what_is_no_draft_is_not_taken_for_one() -> None:
    assert _draft({"text": "x = 1", "stamp": 5}) == Draft("x = 1", 5)
    for sent in (None, "x = 1", {"text": 1, "stamp": 1}, {"text": "x"}, {"text": "x", "stamp": "now"}):
        assert _draft(sent) is None


def test_what_was_printed_is_shown_and_cut_where_nobody_would_read_on() -> None:
    at = visit("practice", task="equivariance")
    checked(at, "equivariance", "print('one', 'two')\n")
    assert "one two" in [code.value for code in at.code]
    assert first_lines("a\n" * 41).endswith("a\n... and 1 more line")
    assert first_lines("a\n" * 40) == "\n".join("a" * 40)
    assert len(first_lines("x" * 5000)) < 400


def test_a_power_in_a_message_stays_a_power() -> None:
    assert plain("write **, not ^; `a ** b` is code") == r"write \*\*, not \^; `a ** b` is code"
    assert plain("a ` alone") == r"a \` alone"


# The pictures at their edges


def test_pictures_of_a_single_cell_of_none_that_differs_and_of_cells_that_are_no_number() -> None:
    right = sinusoidal(2, 2)
    assert three(right, right, "solve(2, 2)", 1e-9)[2].description == "No cell differs."
    nearly = three(right + 1e-8, right, "solve(2, 2)", 1e-6)[2]
    assert nearly.description == "No cell differs by more than rounding; the largest difference is 1\u00a0×\u00a010⁻⁸."
    one = right.copy()
    one[1, 0] = 2
    theirs, _, apart = three(one, right, "solve(2, 2)", 1e-9)
    assert apart.description == (
        "Yours minus right: 1 of 4 cells differs, in column 0; the largest difference is 1.159."
    )
    assert theirs.description == "What solve(2, 2) returned. Colors end at ±1, but some values lie beyond."
    broken = np.array([[np.nan, np.inf], [1e300, -np.inf]])
    theirs, _, apart = three(broken, right, "solve(2, 2)", 1e-9)
    assert "3 cells are not a finite number and stay empty." in theirs.description
    assert np.isnan(theirs.cells).all()
    assert np.isfinite(apart.limits).all()
    nothing = three(np.full((1, 2), np.nan), sinusoidal(1, 2), "solve(1, 2)", 1e-9)[2]
    assert nothing.description == "Yours minus right: 2 of 2 cells differ."
