"""The methods' facts agree with the library that computes them."""

from __future__ import annotations

import re

import numpy as np
import pytest

from posenc.bias import t5_bias
from posenc.content.methods import METHODS, ROPE_MODELS, Method
from posenc.learned import learned_table

by_id = {method.id: method for method in METHODS}


def test_every_method_of_the_explorer_is_there_once() -> None:
    assert [method.id for method in METHODS] == ["none", "sinusoidal", "learned", "rope", "alibi", "t5"]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.id)
def test_the_formula_in_words_is_the_one_that_counts(method: Method) -> None:
    sizes = {"length": 512, "width": 384, "heads": 12, "buckets": 32}
    product = 1
    for word in method.parameters.split(" × "):
        product *= sizes[word] if word in sizes else int(word)
    assert method.parameter_count(*sizes.values()) == product


def test_the_counts_are_those_of_the_tables() -> None:
    length, width = learned_table().shape
    assert by_id["learned"].parameter_count(length, width, 12, 32) == learned_table().size
    table = np.zeros((32, 12))
    assert t5_bias(3, table).shape[0] == 12
    assert by_id["t5"].parameter_count(length, width, 12, 32) == table.size


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.id)
def test_each_method_names_its_paper_and_speaks_in_sentences(method: Method) -> None:
    assert re.fullmatch(r"\d{4}\.\d{5}", method.paper.arxiv)
    assert method.paper.url.endswith(method.paper.arxiv)
    assert 2017 <= method.paper.year <= 2023
    for words in (method.how, method.beyond):
        assert words[0].isupper()
        assert words.endswith(".")


def test_each_public_base_names_where_it_is_published() -> None:
    assert {model.base for model in ROPE_MODELS} == {1e4, 5e5, 1e6}
    for model in ROPE_MODELS:
        assert re.match(r"arXiv:\d{4}\.\d{5}", model.source)
        assert model.head_dim % 2 == 0
        assert model.trained_length > 0
