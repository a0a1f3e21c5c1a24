"""The attention page's pictures hold what attention gave, on scales that do not flatter."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc.figures import attention as figures


def test_both_pictures_of_weights_share_one_scale_that_holds_them() -> None:
    a, b = np.array([[0.9, 0.1], [0.5, 0.5]]), np.array([[0.3, 0.7], [0.2, 0.8]])
    before, after = figures.weights(a, b, "xy")
    assert_allclose(before.matrix(), a)
    assert_allclose(after.matrix(), b)
    assert before.limits == after.limits == (0, 1)
    assert before.row_labels == after.column_labels == "xy"


@pytest.mark.parametrize(("largest", "top"), [(0.015625, 0.05), (0.05, 0.05), (0.11, 0.2), (0.5, 0.5), (1.0, 1.0)])
def test_faint_weights_get_a_scale_on_which_they_can_be_seen(largest: float, top: float) -> None:
    weights = np.full((2, 2), largest)
    assert figures.weights(weights, weights / 2, "ab")[1].limits == (0, top)


def test_rounding_stays_blank_in_the_picture_of_the_difference() -> None:
    output = np.ones((2, 3))
    drawing = figures.difference(output, output + 2.2e-16, "ab", "")
    assert drawing.limits == (-float((output + 2.2e-16).max()), float((output + 2.2e-16).max()))
    assert_allclose(drawing.matrix(), (output + 2.2e-16) - output)


def test_a_difference_larger_than_the_outputs_still_fits_its_scale() -> None:
    drawing = figures.difference(np.full((1, 2), -1.0), np.full((1, 2), 1.0), "a", "")
    assert drawing.limits == (-2, 2)


def test_no_tokens_and_no_output_make_no_scale_of_zero() -> None:
    assert figures.difference(np.zeros((0, 3)), np.zeros((0, 3)), (), "").limits == (-1, 1)
    assert figures.difference(np.zeros((1, 3)), np.zeros((1, 3)), "a", "").limits == (-1, 1)


def test_each_token_has_its_two_outputs_one_below_the_other() -> None:
    original, restored = np.arange(6.0).reshape(3, 2), -np.arange(6.0).reshape(3, 2)
    pooled = original.mean(axis=0), restored.mean(axis=0)
    drawing = figures.strips(("cat", "chased", "dog"), (0, 2), (1, 2, 0), original, restored, pooled, "words")
    gap = [np.nan, np.nan]
    expected = [original[0], restored[0], gap, original[2], restored[2], gap, *pooled]
    assert_allclose(drawing.matrix(), expected)
    assert drawing.row_labels == ["0 · cat", "2 · cat", "", "2 · dog", "1 · dog", "", "mean before", "mean after"]
    assert drawing.limits == (-5, 5)
