"""A page with nothing but a heatmap, for the browser: `?show=NAME` picks one, `?profiles=1` draws profiles."""

from __future__ import annotations

import numpy as np
import streamlit as st

from posenc.figures.heatmap import Heatmap, pair_series
from posenc.ui.heatmap import heatmap


def waves(length: int, width: int, start: int = 0) -> np.ndarray:
    angle = np.arange(start, start + length)[:, None] * 10000.0 ** (-np.arange(0, width, 2) / width)
    return np.stack([np.sin(angle), np.cos(angle)], axis=2).reshape(length, width)


def table(length: int, width: int, start: int = 0) -> Heatmap:
    return Heatmap(
        waves(length, width, start),
        title=f"{length} positions, {width} columns",
        description="Fast pairs on the left, slow pairs on the right.",
        series=pair_series(width),
        row_start=start,
    )


def picture(name: str, length: int) -> Heatmap:
    if name == "offset":
        curve = np.cos(np.arange(200)[:, None] * 10000.0 ** (-np.arange(0, 64, 2) / 64)).mean(axis=1)
        return Heatmap(
            by_offset=curve, title="Similarity", value_title="cosine", row_title="position", column_title="position"
        )
    if name == "attention":
        tokens = ["the", "cat", "sat", "on", "the", "mat", "because", "it", "was", "tired"]
        scores = np.random.default_rng(0).normal(size=(len(tokens), len(tokens)))
        weights = np.exp(2 * scores) / np.exp(2 * scores).sum(axis=1, keepdims=True)
        return Heatmap(
            weights,
            scale="sequential",
            low=0,
            high=1,
            title="Attention weights",
            value_title="weight",
            row_title="query",
            column_title="key",
            row_labels=tokens,
            column_labels=tokens,
            square=True,
        )
    if name == "waves":
        return table(50, 128, length)
    if name == "gaps":
        values = waves(6, 8)
        values[2, 3:5] = np.nan, -np.inf
        return Heatmap(values, title="Gaps", row_start=-3)
    rows, _, columns = name.partition("x")
    return table(int(rows), int(columns))


st.set_page_config(layout=st.query_params.get("layout", "wide"))
length = st.slider("length", 0, 100, 50)
name = st.query_params.get("show", f"{length}x128")
row, column = st.query_params.get("row"), st.query_params.get("column")
wanted = (int(row), int(column)) if row and column else None
if st.button("First cell"):
    wanted = (0, 0)
if "leave" in st.query_params and st.checkbox("Leave"):
    st.stop()
chosen = heatmap(picture(name, length), key="map", selected=wanted, profiles="profiles" in st.query_params)
if chosen:
    st.query_params.update({"row": chosen[0], "column": chosen[1]})
st.write(f"chosen: {chosen}")
