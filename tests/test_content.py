"""The words are data: one right answer, every number recomputed, every link leads somewhere, no fact is lost."""

import contextlib
import io
import itertools
import math
import re

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc import gallery
from posenc.attention import self_attention
from posenc.content import bugs, glossary, lesson, links, quiz, text, tour
from posenc.content.quiz import Choice, FillIn, Match, Number
from posenc.equivariance import check_equivariance
from posenc.similarity import METRICS, offset_deviation
from posenc.sinusoidal import sinusoidal
from posenc.tokens import lesson_tokens

STEPS = {step.id: step for step in lesson.steps()}
STOPS = {stop.id: stop for stop in tour.stops()}
QUESTIONS = {asked.id: asked for asked in quiz.QUESTIONS}
TOLD = {bug.id: bugs.tell(bug.id) for bug in bugs.BUGS}


def of_kind(kind):
    return [asked for asked in quiz.QUESTIONS if isinstance(asked, kind)]


def named(items):
    return pytest.mark.parametrize("item", list(items), ids=lambda item: item.id)


def every_text():
    for term in glossary.TERMS:
        yield term.name, term.meaning
    yield from glossary.SYMBOLS.items()
    for step in STEPS.values():
        yield step.id, f"{step.title}\n{step.text}\n{step.try_it}"
    for stop in STOPS.values():
        yield stop.id, f"{stop.title}\n{stop.say}\n{stop.predict}\n{stop.reveal}"
    for asked in quiz.QUESTIONS:
        yield asked.id, f"{asked.prompt}\n{quiz.explain(asked)}\n{quiz.answer_text(asked)}"
    for bug in TOLD.values():
        yield bug.id, "\n".join((bug.title, bug.effect, bug.similarity, bug.notice, bug.note))


def as_float(shown):
    """Read a number as `text.number` writes it."""
    plain = shown.translate(str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789"))
    return float(plain.replace("\u00a0×\u00a010", "e"))


def every_link():
    for item in itertools.chain(STEPS.values(), STOPS.values(), quiz.QUESTIONS):
        if item.link is not None:
            yield pytest.param(item.link, id=f"{type(item).__name__} {item.id}")


# Prose


@pytest.mark.parametrize(("id", "words"), list(every_text()))
def test_no_text_shouts_leaves_a_gap_for_a_number_or_shows_what_a_font_may_lack(id, words):
    prose = re.sub(r"```.*?```|`[^`]*`", "", words, flags=re.DOTALL)
    assert "!" not in prose
    assert "{{" not in words
    assert not re.search(r"\bnan\b|\binf\b|None", prose)
    assert all(ord(letter) < 0x2300 for letter in words)


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [
        (math.sin(1), 6, "0.841471"),
        (-0.4161468, 4, "−0.4161"),
        (47124.2, 4, "47124"),
        (2.220446e-16, 2, "2.2\u00a0×\u00a010⁻¹⁶"),
        (-3, 4, "−3"),
        (1234567, 4, "1234567"),
        (0.0, 4, "0"),
        (-0.0, 4, "0"),
        (8.0, 4, "8"),
    ],
)
def test_numbers_in_prose_are_short_and_readable(value, digits, shown):
    assert text.number(value, digits) == shown


def test_a_text_gets_its_values_and_a_missing_one_is_an_error():
    assert text.fill("{{a}} of {{b}}", {"a": 0.5, "b": "many"}) == "0.5 of many"
    with pytest.raises(KeyError, match="c"):
        text.fill("{{c}}", {"a": 1})


# Links


@pytest.mark.parametrize("link", list(every_link()))
def test_every_link_leads_to_a_page_that_exists_in_a_state_that_exists(link):
    assert set(link.query) <= {*links.SHARED, *links.PAGES[link.page]}
    length, width = int(link.query.get("length", 50)), int(link.query.get("width", 64))
    assert 0 <= length <= 2048
    assert 2 <= width <= 1024
    assert width % 2 == 0
    assert 1 <= float(link.query.get("base", 10000)) <= 1e6
    assert 0 <= int(link.query.get("row", 0)) <= max(length - 1, 0)
    assert 0 <= int(link.query.get("column", 0)) < width
    assert 0 <= int(link.query.get("offset", 0)) <= max(length - 1, 0)
    assert all(0 <= int(pair) < width // 2 for pair in link.query.get("pairs", "0").split(","))
    assert link.query.get("metric", "dot") in METRICS
    assert link.query.get("tokens", "lesson") in ("lesson", "sentence")
    assert link.query.get("encoding", "none") in ("none", "sinusoidal")
    assert link.query.get("permutation", "reverse") in ("reverse", "swap", "rotate", "shuffle", "typed")
    assert link.query.get("causal", "true") in ("true", "false")


def test_a_link_s_address_carries_its_state():
    assert links.Link("/bugs").url == "/bugs"
    assert links.Link("/attention", {"sentence": "cat chased dog"}).url == "/attention?sentence=cat+chased+dog"


# Glossary

WORDS_TO_KNOW = """token, embedding, positional encoding, position, column, pair, length, width, d_model, base, angle,
inverse frequency, wavelength, sine, cosine, dot product, cosine similarity, Toeplitz, attention,
query, key, value, softmax, causal mask, head, permutation, equivariant, invariant, learned position
embedding, relative position, RoPE, ALiBi, T5 bias, layout, interleaved, concatenated, aliasing,
float16, bfloat16, inv_freq, seq_len, rope_theta, offset, norm"""


@pytest.mark.parametrize("word", [" ".join(word.split()) for word in WORDS_TO_KNOW.split(",")])
def test_the_glossary_defines_every_word_to_know(word):
    assert glossary.define(word.upper()) == glossary.define(word)
    assert glossary.define(word).meaning


def test_no_word_of_the_glossary_stands_for_two_things():
    names = [glossary._key(name) for term in glossary.TERMS for name in (term.name, *term.also)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("term", glossary.TERMS, ids=lambda term: term.name)
def test_a_meaning_is_one_to_three_plain_sentences(term):
    assert term.meaning.endswith(".")
    assert 1 <= len(re.findall(r"\.(?: |$)", term.meaning)) <= 3
    assert len(term.meaning) <= 280


def test_an_unknown_word_is_refused_by_name():
    with pytest.raises(ValueError, match="got 'perplexity'"):
        glossary.define("perplexity")


def test_what_the_glossary_says_of_numbers_holds():
    assert f"{2 * math.pi:.3f}" in glossary.define("radian").meaning
    for dtype, whole in ((np.float16, 2048), (np.float32, 16777216)):
        assert float(dtype(whole)) == whole
        assert float(dtype(whole + 1)) != whole + 1
        assert str(whole) in glossary.define(dtype.__name__).meaning


# Lesson

FACTS = {  # every fact of the two lessons: where it stands, and words that must stand there
    "a token is a character, a piece of a word or a word": ("words", "characters, pieces of words, or whole words"),
    "an embedding is learned": ("words", "learns these numbers"),
    "an encoding says where the token stands": ("words", "where in the sequence"),
    "attention does not see order": ("order", "nothing in it depends on who stands where"),
    "shuffled words give shuffled outputs": ("order", "outputs are shuffled in the same way"),
    "attention is permutation-equivariant": ("order", "permutation-equivariant"),
    "cat chased dog and dog chased cat get confused": ("order", "dog chased cat"),
    "the same words get the same representations": ("order", "is told the same"),
    "every position gets width numbers": ("table", "list of **width** numbers"),
    "low columns are fast, high ones slow": ("table", "Columns to the left change quickly"),
    "every position has a fingerprint of its own": ("table", "fingerprint"),
    "columns come in pairs": ("pairs", "columns 0 and 1 are pair 0, columns 2 and 3 are pair 1"),
    "the angle's formula": ("pairs", r"\frac{pos}{10000^{\,2i/\text{width}}}"),
    "the first pair is fastest": ("pairs", "it is the fastest"),
    "later pairs are slower": ("pairs", "A larger pair number divides by more"),
    "sine in even, cosine in odd columns": ("sine-cosine", "even column holds the **sine**"),
    "sine and cosine together pin down the hand": ("sine-cosine", "pin down where the hand points"),
    "row 0 holds zeros and ones": ("sine-cosine", "Row 0 is always 0, 1, 0, 1"),
    "column j is in pair j // 2": ("column", "`j // 2`"),
    "the example of 3 by 4": (
        "example",  # the lesson's own numbers
        "[[0, 1, 0, 1], [0.841471, 0.540302, 0.00999983, 0.99995], [0.909297, -0.416147, 0.0199987, 0.9998]]",
    ),
    "the example of 1 by 4": ("example", "`[[0, 1, 0, 1]]`"),
    "the example of length 0": ("example", "`[]`"),
    "the example of 2 by 2": ("example", "`[[0, 1], [0.841471, 0.540302]]`"),
    "the fast pair changes a lot": ("fast-and-slow", "fast pair changes a lot"),
    "the slow pair barely moves": ("fast-and-slow", "slow pair barely moves"),
    "the slow pair tells far positions apart": ("fast-and-slow", "far from each other"),
    "the pair in the power, not the column": ("watch-out", "pair number goes into the power"),
    "** before /": ("watch-out", "`pos / (10000 ** p)`"),
    "a power is not ^": ("watch-out", "the sign `^` means something else"),
    "the function in numpy": ("code", "def positional_encoding(n, d):"),
    "even and odd slices": ("code", "`0::2` picks every second column"),
    "the shape of 4 by 6": ("code", "(4, 6)"),
    "the first row of 4 by 6": ("code", "`[0. 1. 0. 1. 0. 1.]`"),
    "the second row of 4 by 6": ("code", "`[0.841 0.54  0.046 0.999 0.002 1.   ]`"),
    "equivariance shown by reversing": ("equivariance", "reverse the tokens"),
    "True without": ("equivariance", "attention(x)[::-1]))  # True"),
    "False with": ("equivariance", "attention(x + P)[::-1]))  # False"),
    "the encoding is added": ("added", r"\text{embedding} + \text{positional encoding}"),
    "before the first attention layer": ("added", "before the first attention layer"),
    "a second embedding table": ("learned", "a second embedding table"),
    "a small GPT learns its positions": ("learned", "a small GPT"),
    "either way before the first layer": ("learned", "Either way"),
    "BERT and GPT learn": ("learned", "BERT and GPT do that"),
    "newer models use relative methods": ("rope", "relative position"),
    "RoPE turns queries and keys": ("rope", "takes the query and the key"),
}


@pytest.mark.parametrize("fact", FACTS)
def test_nothing_of_the_two_lessons_is_missing(fact):
    step, words = FACTS[fact]
    assert words in " ".join(STEPS[step].text.split()) or words in STEPS[step].text


def test_the_lesson_has_its_steps_once_and_each_is_described():
    assert list(STEPS) == list(lesson._ABOUT)
    assert len(STEPS) == len(lesson.steps()) == 14


@named(STEPS.values())
def test_a_step_is_short_names_known_words_and_says_what_to_try(item):
    assert [glossary.define(term) for term in item.terms]
    assert len(re.sub(r"```.*?```", "", item.text, flags=re.DOTALL).split()) <= 190
    assert item.try_it
    assert "**Try" not in item.text


@named(STEPS.values())
def test_formulas_are_closed_and_display_fractions_keep_their_top(item):
    assert item.text.count("$") % 2 == 0
    for formula in re.findall(r"\$\$(.*?)\$\$", item.text, re.DOTALL):
        assert r"\frac" not in formula or r"\begin{aligned}" in formula
    assert r"\frac" not in re.sub(r"\$\$.*?\$\$", "", item.text, flags=re.DOTALL)


def test_the_lesson_s_code_runs_and_prints_what_the_lesson_says():
    code = "\n".join(re.findall(r"```python\n(.*?)```", "\n".join(step.text for step in STEPS.values()), re.DOTALL))
    frame = {}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code, frame)
    assert printed.getvalue().split() == re.findall(r"# (True|False)", code)
    assert_allclose(frame["positional_encoding"](40, 32), sinusoidal(40, 32), atol=1e-13)
    assert_allclose(frame["x"], lesson_tokens(), atol=0)
    assert_allclose(frame["attention"](frame["x"]), self_attention(frame["x"])[0], atol=1e-15)


def test_the_lesson_s_numbers_are_those_of_the_formula():
    found = lesson.values()
    for pos, j in itertools.product(range(3), range(4)):
        angle = pos / 10000 ** (2 * (j // 2) / 4)
        value = math.cos(angle) if j % 2 else math.sin(angle)
        assert found[f"value_{pos}_{j}"] == f"{value:.6g}".replace("-", "−")
    for i in range(4):
        assert found[f"wave_{i}"] == pytest.approx(2 * math.pi * 10**i)
    assert found["cell_angle"] == pytest.approx(7 / 10000 ** (4 / 64))
    assert found["cell_value"] == pytest.approx(math.cos(7 / 10000 ** (4 / 64)))
    assert found["norm_512"] == pytest.approx(16)


def test_order_is_lost_without_positions_and_seen_with_them():
    found = lesson.values()
    assert found["difference_with"] == "1.64"  # numpy's default_rng(0), the lesson's 4 x 6 tokens reversed
    for name in ("cat_without", "difference_without", "rope_shift"):
        assert as_float(found[name]) < 1e-13
    assert float(found["cat_with"]) > 0.1


# Quiz

ASKED_ABOUT = """token; embedding; positional encoding; pair of a column; sine in even columns; worked example; row
0; length 0; power in Python; power before division; divide, not multiply; pair in the power;
meaning of i; odd width; slices; whole-number powers; direction of the speeds; wavelength; why
10000; sine and cosine together; fast and slow pairs; rows do not depend on length; a learned table
ends; layout; similarity and offset; similarity is not monotone; drawing P Pᵀ; norm of a row; order
is lost; equivariance in numbers; equivariant and invariant; causal mask; added before the first
layer; why add; why the square root of the width; who learns positions; RoPE is not added; RoPE
pairing; positions in 16 bits"""


@pytest.mark.parametrize("fact", [" ".join(fact.split()) for fact in ASKED_ABOUT.split(";")])
def test_the_quiz_asks_about_every_fact_of_the_lessons_and_every_confusion(fact):
    assert fact in {asked.about for asked in quiz.QUESTIONS}


def test_there_are_enough_questions_of_every_kind_and_none_twice():
    assert len(QUESTIONS) == len(quiz.QUESTIONS) >= 28
    assert len({asked.prompt for asked in quiz.QUESTIONS}) == len(quiz.QUESTIONS)
    for kind in (Choice, FillIn, Match, Number):
        assert len(of_kind(kind)) >= 3


@named(quiz.QUESTIONS)
def test_the_right_answer_is_graded_right_and_no_answer_wrong(item):
    right = dict(item.pairs) if isinstance(item, Match) else quiz.answer_text(item)
    assert quiz.grade(item, right)
    for nothing in (None, "", {}):
        assert not quiz.grade(item, nothing)
    assert item.explanation


@named(of_kind(Choice))
def test_a_choice_has_exactly_one_right_option_and_no_two_alike(item):
    assert sum(quiz.grade(item, option) for option in item.options) == 1
    assert len({quiz._plain(option) for option in item.options}) == len(item.options) >= 3


def test_the_right_option_cannot_be_guessed_from_its_length():
    choices = of_kind(Choice)
    assert all(len(asked.right) <= 1.25 * max(map(len, asked.wrong)) for asked in choices)
    assert sum(len(asked.right) > max(map(len, asked.wrong)) for asked in choices) <= len(choices) / 3


@named(of_kind(FillIn))
def test_a_gap_takes_every_way_to_write_its_answer(item):
    assert item.prompt.count("____") == 1
    for accepted in item.accepted:
        assert quiz.grade(item, accepted)
        assert quiz.grade(item, f"  {accepted.upper()} ".replace(" ", "  "))
        assert not quiz.grade(item, accepted + "x")


@named(of_kind(Match))
def test_a_match_pairs_each_term_with_one_meaning_and_takes_no_other(item):
    assert len(set(item.terms)) == len(set(item.meanings)) == len(item.pairs) >= 3
    crossed = dict(zip(item.terms, item.meanings[1:] + item.meanings[:1], strict=True))
    assert not quiz.grade(item, crossed)
    assert not quiz.grade(item, dict(item.pairs[:-1]))


def first_rise(width):
    alike = [sum(math.cos(k / 10000 ** (2 * i / width)) for i in range(width // 2)) for k in range(50)]
    return next(k for k in range(49) if alike[k + 1] > alike[k])


RECOMPUTED = {  # by plain Python from the formulas, without the library
    "pair-of-column": 3,
    "small-table-value": math.sin(1 / 10000 ** (2 / 4)),
    "angle-pair-0": 5.0,
    "numpy-shape": 4 * 6,
    "wavelength-1": 2 * math.pi * 10000 ** (2 / 8),
    "turns": 44 / (2 * math.pi),
    "longest-wavelength": 2 * math.pi * 10000 ** (510 / 512),
    "first-rise": first_rise(64),
    "norm": math.sqrt(128 / 2),
    "bfloat16": 2**8 + 1,
}


@named(of_kind(Number))
def test_every_computed_answer_is_that_of_the_formula_and_its_neighbors_are_wrong(item):
    expected = RECOMPUTED[item.id]
    assert item.answer() == pytest.approx(expected, rel=1e-12)
    assert quiz.grade(item, expected)
    assert quiz.grade(item, f" {expected} {item.unit.upper()} ".replace(".", ","))
    for wrong in (expected + 2 * item.tolerance + 1e-6, expected - 2 * item.tolerance - 1e-6, -expected, "many", True):
        assert not quiz.grade(item, wrong)


@pytest.mark.parametrize("typed", ["62,83", "62.83", "62.8 Positions", " 62,9positions", "63", "6.283e1"])
def test_a_number_may_be_typed_in_many_ways(typed):
    assert quiz.grade(QUESTIONS["wavelength-1"], typed)


@pytest.mark.parametrize("typed", ["60,611", "60611", "60 611", "6e4", "60,000 positions"])
def test_thousands_may_be_separated(typed):
    assert quiz.grade(QUESTIONS["longest-wavelength"], typed)


@pytest.mark.parametrize("typed", ["nan", "inf", "1/0", "sixty", "63 turns", "{}"])
def test_what_is_no_number_is_wrong_and_no_error(typed):
    assert not quiz.grade(QUESTIONS["wavelength-1"], typed)


def test_a_seed_gives_everybody_the_same_quiz_and_another_seed_another_one():
    one, again, other = quiz.shuffled(7), quiz.shuffled(7), quiz.shuffled(8)
    assert one == again
    assert [asked.id for asked in one] != [asked.id for asked in other]
    assert {asked.id for asked in one} == set(QUESTIONS)


@named(quiz.shuffled(3))
def test_shuffling_keeps_every_option_and_the_right_answer(item):
    plain = QUESTIONS[item.id]
    assert quiz.answer_text(item) == quiz.answer_text(plain)
    if isinstance(item, Choice):
        assert sorted(item.options) == sorted(plain.options)
    if isinstance(item, Match):
        assert sorted(item.meanings) == sorted(plain.meanings)
        assert item.terms == plain.terms


def test_the_right_option_is_found_in_every_place():
    places = {asked.options.index(asked.right) for asked in quiz.shuffled(1) if isinstance(asked, Choice)}
    assert places == {0, 1, 2, 3}


def test_a_question_is_found_by_its_id():
    assert quiz.question("rope") == QUESTIONS["rope"]
    with pytest.raises(ValueError, match="got 'nonsense'"):
        quiz.question("nonsense")


def test_what_the_quiz_says_of_python_and_numpy_holds():
    with pytest.raises(ValueError, match="negative integer powers"):
        10000 ** -np.arange(3)
    assert 10000.0 ** -np.arange(3)[1] == 0.0001
    pos, p = 7, 0.5
    assert pos / 10000**p == pos / (10000**p)
    angle = np.ones((3, 2))
    for slice_ in ("0::2", "::2", "0:d:2", "0:width:2", ":d:2", ":width:2"):
        table = np.zeros((3, 4))
        exec(f"table[:, {slice_}] = np.sin(angle)", {"table": table, "np": np, "angle": angle, "d": 4, "width": 4})
        assert_allclose(table, [[math.sin(1), 0, math.sin(1), 0]] * 3, atol=0)
    for code in QUESTIONS["pair-code"].accepted:
        assert [eval(code, {"math": math, "j": j}) for j in range(6)] == [0, 0, 1, 1, 2, 2]


def test_what_the_quiz_says_of_shuffling_holds():
    x, order = lesson_tokens(), [2, 0, 3, 1]
    assert_allclose(self_attention(x[order])[0], self_attention(x)[0][order], atol=1e-14)
    assert_allclose(self_attention(x[order])[0].mean(axis=0), self_attention(x)[0].mean(axis=0), atol=1e-14)
    masked, moved = self_attention(x, causal=True)[0], self_attention(x[order], causal=True)[0]
    assert np.abs(moved - masked[order]).max() > 0.1
    assert np.abs(moved - masked).max() > 0.1


# Tour


def test_the_tour_has_ten_to_fifteen_stops_each_with_a_question_and_a_reveal():
    assert len(STOPS) == len(tour.STOPS)
    assert 10 <= len(STOPS) <= 15
    for stop in STOPS.values():
        assert "?" in stop.predict
        assert stop.say
        assert stop.reveal
    assert {stop.link.page for stop in STOPS.values()} >= {
        "/",
        "/pairs",
        "/similarity",
        "/attention",
        "/bugs",
        "/methods",
    }


def test_what_the_tour_reveals_is_so():
    found = tour.values()
    waves = [2 * math.pi * 10000 ** (2 * i / 64) for i in range(32)]
    assert found["turning"] == sum(wave <= 49 for wave in waves)
    assert found["pairs"] == len(waves)
    assert float(found["still"]) == pytest.approx(49 / waves[-1], rel=0.05)
    assert float(found["turns_44"]) == pytest.approx(44 / (2 * math.pi), rel=1e-3)
    assert float(found["cosine_44"]) == pytest.approx(math.cos(44), abs=1e-5)
    assert found["offset_low"] == first_rise(64)
    assert as_float(found["unchanged"]) < 1e-15
    assert as_float(found["rotation_error"]) < 1e-14
    assert found["difference_causal"] == "0.813"  # the lesson's tokens reversed under a causal mask


def test_position_44_is_where_pair_0_looks_most_as_at_position_0():
    table = sinusoidal(50, 64)[1:, :2]
    assert np.linalg.norm(table - [0, 1], axis=1).argmin() + 1 == 44


def test_the_three_looks_that_the_tour_names_show_most_mistakes():
    def shows(id):
        shown = gallery.picture(id)
        row_0 = np.abs(shown.wrong[0] - shown.right[0]).max() > 0.01
        slow = np.abs(shown.wrong[:, -8:] - shown.right[:, -8:]).max() > 0.1
        similar = offset_deviation(shown.wrong @ shown.wrong.T) > 1
        return row_0 or slow or similar

    tables = [item.id for item in gallery.EXHIBITS if item.kind == "table"]
    assert sum(map(shows, tables)) > len(tables) / 2


# Bugs


def test_the_gallery_has_a_picture_for_every_story_and_a_story_for_every_picture():
    assert [bug.id for bug in bugs.BUGS] == [item.id for item in gallery.EXHIBITS]
    assert len(bugs.BUGS) >= 14
    assert len({bug.title for bug in TOLD.values()}) == len(bugs.BUGS)
    assert {bug.family for bug in bugs.BUGS} == set(bugs.FAMILIES)


@named(TOLD.values())
def test_a_story_says_what_where_and_how_to_notice(item):
    assert item.effect.endswith(".")
    assert item.similarity.endswith(".")
    assert item.notice
    assert item.wrong != item.right
    assert item.where


def test_every_record_names_a_project_a_number_and_a_year_and_none_is_told_twice():
    records = [record for bug in bugs.BUGS for record in bug.where]
    for record in records:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+", record.project)
        assert record.number > 0
        assert 2017 <= record.year <= 2026
        assert record.url.startswith(f"https://github.com/{record.project}/")
    told = [(bug.id, record.project, record.number) for bug in bugs.BUGS for record in bug.where]
    assert len(told) == len(set(told))


def test_one_row_for_all_leaves_attention_as_blind_as_no_encoding():
    x = np.random.default_rng(1).normal(size=(50, 64))
    for id in ("one-row-for-all", "batch-axis"):
        P = gallery.picture(id).wrong
        assert check_equivariance(x, np.arange(50)[::-1], P).verdict == "not separated"


def test_an_unknown_bug_is_refused():
    with pytest.raises(ValueError, match="id must be one of"):
        bugs.tell("heisenbug")
