"""The landing page, run as the app runs it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc.sinusoidal import sinusoidal
from tests.visiting import heatmaps, visit


def test_the_first_screen_is_the_table_of_the_settings() -> None:
    header, cells = heatmaps(visit())[0]
    assert (header["rows"], header["columns"]) == (50, 64)
    assert_allclose(np.frombuffer(cells, "<f4").reshape(50, 64), sinusoidal(50, 64), atol=1e-7)


@pytest.mark.parametrize("length", [0, 1, 2, 2048])
@pytest.mark.parametrize("width", [2, 1024])
@pytest.mark.parametrize("view", ["picture", "numbers", "list", "files", "code"])
def test_every_view_stands_at_the_ends_of_the_sliders(length: int, width: int, view: str) -> None:
    at = visit(length=length, width=width, show=view)
    header, _ = heatmaps(at)[0]
    assert (header["rows"], header["columns"]) == (length, width)


def test_no_positions_are_a_picture_a_sentence_and_an_empty_list() -> None:
    at = visit(length=0, show="list")
    assert any("No positions" in m.value for m in at.markdown)
    assert at.code[0].value == "[]"


def test_the_lesson_preset_shows_the_lessons_table() -> None:
    at = visit(show="list")
    next(b for b in at.button if b.label.startswith("Lesson")).click().run()
    assert not at.exception
    assert " ".join(at.code[0].value.split()) == (
        "[[0, 1, 0, 1], [0.841471, 0.540302, 0.00999983, 0.99995], [0.909297, -0.416147, 0.0199987, 0.9998]]"
    )


def test_the_chosen_cell_is_worked_out_beside_the_table() -> None:
    at = visit(row=7, column=5)
    assert r"7 \,/\, 1.77828 = 3.93639" in at.latex[0].value


def test_a_chosen_cell_beyond_a_smaller_table_moves_to_its_edge() -> None:
    at = visit(length=3, width=4, row=40, column=60)
    assert (at.number_input("row").value, at.number_input("column").value) == (2, 3)


def test_a_link_to_a_cell_beyond_the_table_opens_its_edge_and_says_so() -> None:
    at = visit(length=20, width=64, row=40)
    assert at.number_input("row").value == 19
    assert at.warning[0].value == "row must be at most 19 in this picture, got `40`; showing 19."
    at.number_input("row").set_value(3).run()
    assert not at.warning


def test_an_odd_width_typed_by_hand_is_made_even_with_a_word() -> None:
    at = visit()
    at.number_input("width").set_value(63).run()
    assert not at.exception
    assert at.number_input("width").value == 64
    assert "width must be an even number" in at.warning[0].value
    at.number_input("width").set_value(32).run()
    assert not at.warning


def test_the_numbers_are_the_tables_own() -> None:
    at = visit(length=3, width=4, show="numbers")
    assert_allclose(at.dataframe[0].value.to_numpy(), sinusoidal(3, 4))
