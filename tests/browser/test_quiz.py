"""Take the quiz in a browser: by keyboard alone, on a phone, and with a look at another page in between."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from posenc.content.quiz import Choice, FillIn, Match, Number, shuffled

from .conftest import settled

pytestmark = pytest.mark.browser


def quiz(page: Page, app: str, query: str = "") -> None:
    page.goto(f"{app}/quiz{query}")
    settled(page)
    expect(page.get_by_role("heading", level=2)).to_be_visible()
    expect(page.get_by_test_id("stMainBlockContainer")).not_to_have_css("padding-top", "96px")  # styled


def verdict(page: Page) -> Locator:
    return page.get_by_test_id("stAlert")


def beginning_with(*kinds: type) -> int:
    """The number of a quiz whose first questions are of these kinds."""
    return next(seed for seed in range(1, 10_000) if all(map(isinstance, shuffled(seed), kinds)))


def test_a_quiz_is_taken_by_keyboard_alone(app: str, page: Page) -> None:
    seed = beginning_with(Choice, Number)
    choice, number = shuffled(seed)[:2]
    assert isinstance(choice, Choice)
    assert isinstance(number, Number)
    quiz(page, app, f"?quiz={seed}")
    page.get_by_role("radio", name="10", exact=True).focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name=choice.options[0])).to_be_focused()
    page.keyboard.press("Space")
    for option in choice.options[1 : choice.options.index(choice.right) + 1]:
        page.keyboard.press("ArrowDown")
        expect(page.get_by_role("radio", name=option)).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Check")).to_be_focused()
    page.keyboard.press("Enter")
    expect(verdict(page)).to_contain_text("Right.")
    expect(page.get_by_role("button", name="Next question")).to_be_focused()
    settled(page)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Question 2 of 10, 1 right so far")).to_be_visible(timeout=20_000)
    expect(page.get_by_role("heading", level=2)).to_be_focused(timeout=20_000)
    settled(page)
    page.keyboard.press("Tab")
    expect(page.get_by_role("textbox", name="Your number")).to_be_focused()
    page.keyboard.type(f"{number.answer():.8g}".replace(".", ","))
    page.keyboard.press("Enter")
    expect(verdict(page)).to_contain_text("Right.")


def test_one_address_is_one_quiz_on_every_machine(app: str, browser: Browser) -> None:
    seed = beginning_with(Choice)
    question = shuffled(seed)[0]
    assert isinstance(question, Choice)
    for _ in range(2):
        with browser.new_context() as machine:
            page = machine.new_page()
            quiz(page, app, f"?quiz={seed}&questions=20")
            expect(page.get_by_test_id("stForm").get_by_test_id("stRadioOption")).to_have_text(list(question.options))
            expect(page.get_by_text("Question 1 of 20")).to_be_visible()


def test_the_answer_is_seen_on_another_page_and_the_quiz_waits(app: str, page: Page) -> None:
    seed = next(s for s in range(1, 999) if isinstance(q := shuffled(s)[0], FillIn) and q.link and q.link.page == "/")
    question = shuffled(seed)[0]
    assert isinstance(question, FillIn)
    assert question.link
    quiz(page, app, f"?quiz={seed}")
    page.get_by_role("textbox", name="What belongs in the gap").fill(question.accepted[0])
    page.keyboard.press("Enter")
    expect(verdict(page)).to_contain_text("Right.")
    page.get_by_role("button", name="See it on the Table page").click()
    expect(
        page.locator(f"[data-shape='{question.link.query['length']}x{question.link.query['width']}']")
    ).to_be_attached()
    page.get_by_role("link", name="Quiz").click()
    expect(page.get_by_text("Question 1 of 10, 1 right so far")).to_be_visible()
    expect(verdict(page)).to_contain_text("Right.")
    expect(page).to_have_url(re.compile(f"quiz={seed}"))


def test_a_round_waits_while_one_looks_at_another_quiz(app: str, page: Page) -> None:
    seed = next(s for s in range(1, 999) if isinstance(shuffled(s)[0], FillIn))
    question = shuffled(seed)[0]
    assert isinstance(question, FillIn)
    quiz(page, app, f"?quiz={seed}")
    page.get_by_role("textbox", name="What belongs in the gap").fill(question.accepted[0])
    page.keyboard.press("Enter")
    expect(verdict(page)).to_contain_text("Right.")
    settled(page)
    number = page.get_by_role("spinbutton", name="Quiz number")
    for other, score in ((seed + 1, 0), (seed, 1)):
        number.fill(str(other))
        number.press("Enter")
        expect(page).to_have_url(re.compile(rf"quiz={other}(&|$)") if other != 1 else re.compile("/quiz$"))
        expect(page.get_by_text(f"Question 1 of 10, {score} right so far")).to_be_visible()


@pytest.mark.parametrize("kind", [Choice, FillIn, Match, Number])
def test_no_question_scrolls_sideways_on_a_phone(app: str, page: Page, kind: type) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    quiz(page, app, f"?quiz={beginning_with(kind)}")
    page.get_by_role("button", name="Check").click()
    expect(verdict(page)).to_contain_text("A guess is welcome")
    assert page.get_by_test_id("stMain").evaluate("e => e.scrollWidth - e.clientWidth") <= 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_verdict_has_contrast_and_a_role(app: str, page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    quiz(page, app, f"?quiz={beginning_with(FillIn)}")
    page.get_by_role("textbox", name="What belongs in the gap").fill("surely not")
    page.keyboard.press("Enter")
    expect(verdict(page)).to_contain_text("Not quite.")
    settled(page)
    found = Axe().run(page, context="[data-testid=stMain]").response["violations"]
    assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == []
