"""Browser tests need a browser: without one they are left out with a word, except in CI, where that is a failure."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from tests.browser.conftest import find_browser

# A busy machine is no failure: no test here is about time.
settings.register_profile("posenc", deadline=None)
settings.load_profile("posenc")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanting = [item for item in items if item.get_closest_marker("browser")]
    if not wanting or find_browser():
        return
    if os.environ.get("CI"):
        raise pytest.UsageError(
            "the browser tests need Chromium, Chrome or Edge on this machine, and CI leaves nothing out"
        )
    config.issue_config_time_warning(
        pytest.PytestWarning(f"no browser found: {len(wanting)} browser tests left out"), 2
    )
    config.hook.pytest_deselected(items=wanting)
    items[:] = [item for item in items if item not in wanting]
