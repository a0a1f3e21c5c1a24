"""Where a sentence can send the reader: a page of the app and the state it opens in.

The one place that knows the pages' paths and parameters; a test holds every link of the content to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

__all__ = ["PAGES", "SHARED", "Link"]

SHARED = ("length", "width", "base")

PAGES: dict[str, tuple[str, ...]] = {
    "/": ("row", "column"),
    "/pairs": ("pairs",),
    "/similarity": ("metric", "offset"),
    "/attention": ("tokens", "sentence", "encoding", "permutation", "causal", "heads", "projections", "add"),
    "/methods": (
        *("method", "beside", "rope_view", "query_at", "key_at"),
        *("model", "scaling", "factor", "trained"),
    ),
    "/lenses": ("lens", "layout", "format", "stage", "start", "drawn", "scaled", "noise", "side"),
    "/training": ("question", "training_seed", "steps", "look"),
    "/lesson": ("step",),
    "/practice": ("task",),
    "/quiz": ("quiz", "questions"),
    "/bugs": ("bug", "spot"),
    "/tour": ("notes",),
}


@dataclass(frozen=True)
class Link:
    """A page's path and its query parameters, both as they stand in the URL."""

    page: str
    query: Mapping[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """The address relative to the app: "/pairs?width=8"."""
        return self.page + (f"?{urlencode(self.query)}" if self.query else "")
