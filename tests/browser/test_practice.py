"""Write code by keyboard alone, have it checked, and find it again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from posenc.content.exercises import exercise

from .conftest import settled

pytestmark = pytest.mark.browser

WRONG_LINE = "def solve(length, width):\n    x = 1\n    return tabel\n"


def practice(page: Page, app: str, task: str = "table") -> Locator:
    """The editor of an exercise, just opened."""
    page.goto(f"{app}/practice?task={task}")
    settled(page)
    return page.get_by_role("textbox", name="Your code")


def check(page: Page) -> None:
    page.get_by_role("button", name="Check", exact=True).click()


def test_a_solution_typed_by_keyboard_alone_is_right_and_the_editor_lets_go_again(app: str, page: Page) -> None:
    editor = practice(page, app)
    editor.focus()
    page.keyboard.press("Control+a")
    for line in (  # indentation comes by itself; Backspace takes a step of it back
        "import math",
        "def solve(length, width):",
        "table = []",
        "for pos in range(length):",
        "row = []",
        "for c in range(width):",
        "a = pos / 10000 ** (c // 2 * 2 / width)",
        "row.append(math.cos(a) if c % 2 else math.sin(a))",
    ):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    page.keyboard.press("Backspace")
    page.keyboard.type("table.append(row)")
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("return table")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_test_id("stAlert")).to_contain_text("All right: 7 tables compared")
    expect(editor).to_be_focused()
    expect(editor).to_have_value(
        "import math\ndef solve(length, width):\n    table = []\n    for pos in range(length):\n        row = []\n"
        "        for c in range(width):\n            a = pos / 10000 ** (c // 2 * 2 / width)\n"
        "            row.append(math.cos(a) if c % 2 else math.sin(a))\n        table.append(row)\n    return table"
    )
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Check", exact=True)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(editor).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Tab")
    expect(editor).not_to_be_focused()


def test_the_way_out_is_said_where_a_screen_reader_finds_it(app: str, page: Page) -> None:
    expect(practice(page, app)).to_have_accessible_description(
        "Tab indents, Shift Tab takes it back. Esc, then Tab, leaves the editor."
    )


def test_tab_and_shift_tab_move_all_lines_that_are_selected(app: str, page: Page) -> None:
    editor = practice(page, app)
    editor.fill("a\n\n    b\nc")
    editor.evaluate("e => e.setSelectionRange(0, e.value.indexOf('c'))")
    page.keyboard.press("Tab")
    expect(editor).to_have_value("    a\n\n        b\nc")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(editor).to_have_value("a\n\nb\nc")
    page.keyboard.press("Control+z")
    expect(editor).to_have_value("a\n\n    b\nc")


def test_the_failing_line_is_marked_until_the_text_changes(app: str, page: Page) -> None:
    editor = practice(page, app)
    editor.fill(WRONG_LINE)
    check(page)
    expect(page.get_by_test_id("stAlert")).to_contain_text("Line 3. NameError: name 'tabel' is not defined.")
    expect(page.locator(".lines .wrong")).to_have_text("3")
    mark, number = page.locator(".mark").bounding_box(), page.locator(".lines .wrong").bounding_box()
    assert mark
    assert number
    assert abs(mark["y"] - number["y"]) <= 1
    expect(editor).to_have_attribute("aria-invalid", "true")
    editor.press("End")
    page.keyboard.type(" ")
    expect(page.locator(".lines .wrong")).to_have_count(0)
    expect(page.locator(".mark")).to_be_hidden()
    expect(page.get_by_text("You have changed the code since this check.")).to_be_visible()


def test_a_failing_line_far_down_is_brought_into_sight_beside_its_number(app: str, page: Page) -> None:
    editor = practice(page, app)
    editor.fill("\n" * 80 + WRONG_LINE)
    editor.evaluate("e => { e.scrollTop = 0; }")
    check(page)
    wrong = page.locator(".lines .wrong")
    expect(wrong).to_have_text("83")
    expect(page.locator(".mark")).to_be_in_viewport()
    page.wait_for_function(
        """([area, mark]) => { const a = area.getBoundingClientRect(), m = mark.getBoundingClientRect();
           return a.top <= m.top && m.bottom <= a.bottom; }""",
        arg=[editor.element_handle(), page.locator(".mark").element_handle()],
    )
    mark, number = page.locator(".mark").bounding_box(), wrong.bounding_box()
    assert mark
    assert number
    assert abs(mark["y"] - number["y"]) <= 1


def test_the_letters_lie_on_the_letters_that_are_typed(app: str, page: Page) -> None:
    editor = practice(page, app)
    source = 'import math  # <b>\ns = \'it\' """x\n' + "y = 1.5e3 if True else None\n" * 30
    editor.fill(source)
    colors = page.locator(".colors")
    assert colors.text_content() == source + "\n"
    editor.evaluate("e => { e.scrollTop = 60; }")
    expect(colors).to_have_css("transform", "matrix(1, 0, 0, 1, 0, -60)")
    for rule in ("font", "padding", "letterSpacing", "tabSize"):
        of = f"e => getComputedStyle(e).{rule}"
        assert colors.evaluate(of) == editor.evaluate(of)


def test_letters_that_are_shortcuts_of_the_page_are_only_letters_here(app: str, page: Page) -> None:
    editor = practice(page, app)
    editor.fill("")
    page.keyboard.type("crcr")
    expect(editor).to_have_value("crcr")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_typing_on_while_the_page_works_loses_no_letter(app: str, page: Page) -> None:
    editor = practice(page, app)
    editor.fill("def solve(length, width):\n    while True:\n        pass\n")
    page.keyboard.press("Control+Enter")
    page.keyboard.type("# one more thought, while the checker is still running", delay=30)
    expect(page.get_by_test_id("stAlert")).to_contain_text("Stopped after")
    settled(page)
    assert editor.input_value().endswith("pass\n# one more thought, while the checker is still running")


def test_an_endless_loop_ends_in_a_clear_message(app: str, page: Page) -> None:
    editor = practice(page, app)
    editor.fill("def solve(length, width):\n    while True:\n        pass\n")
    check(page)
    expect(page.get_by_test_id("stAlert")).to_contain_text(
        "Line 2 holds the only while: does its condition ever become false?"
    )
    expect(page.locator(".lines .wrong")).to_have_text("2")
    expect(page.get_by_role("button", name="Check", exact=True)).to_be_visible()


def test_a_second_check_marks_its_own_cell_wherever_the_reader_looked_before(app: str, page: Page) -> None:
    editor = practice(page, app)
    right = exercise("table").solution
    wrong = (
        "\nright = solve\ndef solve(length, width):\n    table = right(length, width)\n    table[ROW][COLUMN] += 1\n"
    )
    for row, column in ((2, 1), (1, 0)):
        editor.fill(
            right
            + wrong.replace("ROW", f"min({row}, length - 1)").replace("COLUMN", str(column))
            + "    return table\n"
        )
        check(page)
        expect(page.get_by_test_id("stAlert")).to_contain_text(f"Row {row}, column {column}")
        settled(page)
        maps = page.get_by_role("application")
        for place in range(3):
            assert maps.nth(place).evaluate("e => e.getRootNode().posenc.chosen") == [row, column]
        maps.first.press("ArrowRight")


def test_a_held_shortcut_checks_once(app: str, page: Page) -> None:
    practice(page, app).focus()
    sent: list[object] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    page.reload()
    settled(page)
    page.get_by_role("textbox", name="Your code").focus()
    before = len(sent)
    page.keyboard.down("Control")
    for _ in range(12):
        page.keyboard.down("Enter")
        page.wait_for_timeout(40)  # as keys repeat
    page.keyboard.up("Enter")
    page.keyboard.up("Control")
    expect(page.get_by_test_id("stAlert")).to_be_visible()
    settled(page)
    assert len(sent) == before + 1


def test_starting_over_can_be_undone(app: str, page: Page) -> None:
    editor = practice(page, app)
    editor.fill("mine = 1")
    page.get_by_role("button", name="Start over").click()
    expect(editor).to_have_value(exercise("table").starter)
    page.keyboard.press("Control+z")
    expect(editor).to_have_value("mine = 1")


def test_code_survives_other_pages_and_a_reload_and_each_exercise_has_its_own(app: str, page: Page) -> None:
    editor = practice(page, app)
    editor.fill("table = 'mine'")
    page.get_by_role("radio", name="numpy").click()
    expect(editor).to_have_value(exercise("numpy").starter)
    editor.fill("array = 'mine'")
    page.get_by_role("link", name="Quiz").click()
    expect(page.get_by_role("heading", name="Quiz")).to_be_visible()
    page.get_by_role("link", name="Practice").click()
    expect(page.get_by_role("heading", name="Practice")).to_be_visible()
    page.get_by_role("radio", name="numpy").click()
    expect(editor).to_have_value("array = 'mine'")
    page.reload()
    expect(editor).to_have_value("array = 'mine'")
    page.get_by_role("radio", name="table").click()
    expect(editor).to_have_value("table = 'mine'")
    check(page)
    expect(page.get_by_test_id("stAlert")).to_contain_text("There is no function solve")


def test_hints_open_one_by_one_and_the_solution_when_asked_for(app: str, page: Page) -> None:
    practice(page, app)
    first, second, third = exercise("table").hints
    expect(page.get_by_text(first.text)).to_have_count(0)
    page.get_by_role("button", name="Hint 1 of 3").click()
    expect(page.get_by_text(first.text)).to_be_visible()
    expect(page.get_by_role("button", name="Hint 3 of 3")).to_have_count(0)
    page.get_by_role("button", name="Hint 2 of 3").click()
    page.get_by_role("button", name="Hint 3 of 3").click()
    expect(page.get_by_text(f"{third.title}.")).to_be_visible()
    expect(page.get_by_text(f"{second.title}.")).to_be_visible()
    expect(page.get_by_text(exercise("table").steps[0].text[-40:])).to_have_count(0)
    page.get_by_role("button", name="Show a solution").click()
    expect(page.get_by_text(exercise("table").steps[0].text[-40:])).to_be_visible()


def test_a_named_mistake_leads_to_where_it_was_seen_in_public(app: str, page: Page) -> None:
    editor = practice(page, app)
    editor.fill(exercise("table").solution.replace("2 * pair / width", "column / width"))
    check(page)
    expect(page.get_by_test_id("stAlert")).to_contain_text("You divided by 10000^(j / width): use the pair j // 2")
    expect(page.locator("[data-shape='3x4']")).to_have_count(3)
    page.get_by_role("button", name="Seen in public").click()
    expect(page.get_by_role("heading", name="Bug gallery")).to_be_visible()
    expect(page.get_by_role("heading", name="A power of its own for the cosine")).to_be_visible()


@pytest.mark.parametrize("task", ["table", "numpy", "equivariance", "own"])
def test_on_a_phone_long_lines_scroll_inside_the_editor_and_nothing_else_does(app: str, page: Page, task: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    editor = practice(page, app, task)
    editor.fill("x = [" + "1, " * 60 + "]")
    check(page)
    expect(page.get_by_test_id("stAlert")).to_be_visible()
    assert page.locator("[data-testid=stMain]").evaluate("e => e.scrollWidth - e.clientWidth") <= 1
    assert editor.evaluate("e => e.scrollWidth > e.clientWidth")
