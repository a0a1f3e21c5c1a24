"""The bug gallery, run as the app runs it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc import gallery
from posenc.content.bugs import BUGS
from posenc.figures import bugs as figures
from posenc.ui.parameters import PARAMETERS
from tests.visiting import heatmaps, visit


@pytest.mark.parametrize("number", range(1, len(BUGS) + 1))
def test_every_mistake_is_shown_beside_what_was_meant_with_its_code_and_where_it_happened(number: int) -> None:
    bug = BUGS[number - 1]
    at = visit("bugs", bug=number)
    assert bug.title in [heading.value for heading in at.header]
    assert [code.value for code in at.code] == [bug.wrong, bug.right]
    (_, right), (_, wrong), (_, apart) = (
        (header, np.frombuffer(cells, "<f4")) for header, cells in heatmaps(at)[:3] if header["kind"] == "exact"
    )
    shown = gallery.picture(bug.id)
    assert_allclose(right, shown.right.ravel(), atol=1e-5)
    assert_allclose(wrong, shown.wrong.ravel(), atol=1e-5)
    assert_allclose(apart, shown.difference.ravel(), atol=1e-5)
    assert all(any(record.url in m.value for m in at.markdown) for record in bug.where)


def test_the_number_in_the_url_reaches_every_mistake_and_no_further() -> None:
    assert (PARAMETERS["bug"].low, PARAMETERS["bug"].high) == (1, len(BUGS))


def test_spotting_hides_name_and_code_until_the_answer_is_asked_for() -> None:
    at = visit("bugs", bug=4, spot="true")
    title = BUGS[3].title
    assert not at.code
    assert title not in [heading.value for heading in at.header]
    options = at.radio[0].options
    assert title in options
    assert len(set(options)) == 4
    at.radio[0].set_value(next(o for o in options if o != title)).run()
    assert any("Not this one" in m.value for m in at.markdown)
    at.radio[0].set_value(title).run()
    assert any("Right." in m.value for m in at.markdown)
    next(t for t in at.toggle if t.label == "Show the answer").set_value(True).run()
    assert title in [heading.value for heading in at.header]
    assert at.code


def test_choosing_by_name_moves_the_number() -> None:
    at = visit("bugs")
    at.selectbox[0].set_value(BUGS[9].title).run()
    assert not at.exception
    assert at.number_input("bug").value == 10


def test_a_difference_of_nothing_says_so() -> None:
    same = np.eye(3)
    assert figures.three(same, same, "table", ("position", "column"))[2].description == "No cell differs."
