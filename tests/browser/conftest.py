"""The app, started once, and Debian's (or any) Chromium to look at it with."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

ROOT = Path(__file__).parents[2]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
MAC = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
expect.set_options(timeout=30_000)  # five seconds are short where a page also loads, computes and draws

ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# Each component of ours has drawn: it fetches its code only once its place is there, and shows nothing meanwhile.
DRAWN = """() => [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")].every((place) =>
    place.shadowRoot?.querySelector(
        ".map[data-drawn], .slider[data-ready], .clocks > *, .editor > *, .drawing > *, .training > *, span"))"""


def find_browser() -> str | None:
    return next((path for name in BROWSERS if (path := shutil.which(name))), None) or next(
        (path for path in MAC if Path(path).exists()), None
    )


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def wait_for(url: str, server: subprocess.Popen, seconds: float = 60) -> None:
    """Until the server answers; RuntimeError if it ends or takes longer."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and server.poll() is None:
        try:
            if urllib.request.urlopen(f"{url}/_stcore/health", timeout=1).read() == b"ok":
                return
        except OSError:
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(0.1)
    raise RuntimeError(f"no answer from {url}")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    return {**browser_type_launch_args, "executable_path": find_browser(), "args": ARGS}


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator:
    """serve("app.py") starts a server of its own on a free port and gives its address."""
    running: list[subprocess.Popen] = []

    def start(script: str) -> str:
        port = free_port()
        log = (tmp_path_factory.mktemp("server") / "log").open("w+")
        command = [sys.executable, "-m", "streamlit", "run", script, f"--server.port={port}"]
        command += ["--server.address=127.0.0.1", "--server.headless=true"]
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        server = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, env=environment)
        running.append(server)
        url = f"http://127.0.0.1:{port}"
        try:
            wait_for(url, server)
        except RuntimeError:
            log.seek(0)
            raise RuntimeError(f"{script} did not start:\n{log.read()}") from None
        return url

    yield start
    for server in running:
        server.terminate()
        server.wait(10)


@pytest.fixture(scope="session")
def app(serve) -> str:
    """The address of the running app."""
    return serve("app.py")


@pytest.fixture
def outside(page: Page) -> list[str]:
    """Every request that leaves the machine, as it happens."""
    left: list[str] = []
    page.on(
        "request",
        lambda r: left.append(r.url) if not re.match(r"(https?|wss?)://127\.0\.0\.1|data:|blob:", r.url) else None,
    )
    return left


def settled(page: Page) -> None:
    """The script has run to its end and shows no error, and each element has loaded the code that draws it, and drawn."""
    expect(page.locator("[data-testid=stApp][data-test-script-state=notRunning]")).to_be_attached()
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
    expect(page.locator("[data-testid=stException]")).to_have_count(0)
    page.wait_for_function(DRAWN)
    page.evaluate("document.fonts.ready.then(() => true)")
