"""A bad link opens the nearest good picture and says what it changed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.ui.parameters import PARAMETERS, Choice, Real, Text, Whole, mend, written


def test_a_good_link_is_left_alone() -> None:
    assert mend({"length": "77", "width": "128", "base": "10000", "metric": "dot", "causal": "true"}) == ({}, {})


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("length", "9999", "2048"),
        ("length", "-3", "0"),
        ("length", "12.7", "13"),
        ("length", "abc", "50"),
        ("length", "", "50"),
        ("length", "nan", "50"),
        ("length", "inf", "2048"),
        ("width", "63", "64"),
        ("width", "1", "2"),
        ("width", "1025", "1024"),
        ("base", "0.5", "1.0"),
        ("base", "1e9", "1000000.0"),
        ("base", "zero", "10000.0"),
        ("metric", "Euclidean", "euclidean"),
        ("metric", "cosin", "cosine"),
        ("metric", "zzz", "cosine"),
        ("causal", "maybe", "false"),
        ("heads", "7", "6"),
        ("heads", "99", "8"),
        ("heads", "-inf", "1"),
        ("heads", "two", "1"),
        ("steps", "99999999", "2400"),
        ("questions", "18", "20"),
        ("questions", "alle", "all"),
        ("shift", "30", "10"),
    ],
)
def test_a_bad_value_gives_way_to_the_nearest_good_one_with_a_word(key: str, text: str, value: str) -> None:
    mended, words = mend({key: text})
    assert mended == {key: value}
    assert key in words[key]
    assert PARAMETERS[key].rule in words[key]
    assert f"`{text}`" in words[key]
    assert value in words[key]


@pytest.mark.parametrize(
    ("key", "text"), [("base", "1000000"), ("base", "1e4"), ("noise", "1e-7"), ("base", "10000.00")]
)
def test_a_number_is_good_however_it_is_written(key: str, text: str) -> None:
    assert mend({key: text}) == ({}, {})


def test_what_a_link_said_is_quoted_as_code_that_nothing_in_it_can_end() -> None:
    mended, words = mend({"metric": "`![x](http://example.org/x.png)`", "sentence": "`$x$`" * 50})
    assert words["metric"].count("`") == words["sentence"].count("`") == 2
    assert words["sentence"].endswith("showing the first 200.")
    assert mended["sentence"] == ("`$x$`" * 50)[:200]


def test_another_way_to_write_true_is_mended_without_a_word() -> None:
    assert mend({"causal": "1"}) == ({"causal": "true"}, {})


def test_unknown_parameters_are_not_ours_to_judge() -> None:
    assert mend({"utm_source": "x", "embed": "true"}) == ({}, {})


def test_a_very_long_value_is_quoted_short() -> None:
    assert len(mend({"length": "x" * 5000})[1]["length"]) < 160


@given(st.sampled_from(sorted(PARAMETERS)), st.text(max_size=30))
def test_any_text_whatever_leads_to_a_value_that_is_good_itself(key: str, text: str) -> None:
    mended, _ = mend({key: text})
    value = mended.get(key, text)
    assert mend({key: value})[0] == {}


def test_every_default_is_good() -> None:
    for key, parameter in PARAMETERS.items():
        assert mend({key: written(parameter.default)}) == ({}, {}), key
        match parameter:
            case Whole():
                assert parameter.low <= parameter.default <= parameter.high
                assert (parameter.default - parameter.low) % parameter.step == 0
            case Real():
                assert parameter.low <= parameter.default <= parameter.high
            case Choice():
                assert len(set(parameter.options)) == len(parameter.options) > 1
            case Text():
                assert len(parameter.default) <= parameter.most
