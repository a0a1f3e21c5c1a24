"""From a slider's step to the finished picture, in Chromium: the table page, an empty rerun, and a Plotly heatmap.

    python benchmarks/slider.py [rounds]

The three run on one server and take turns, so that the machine's mood falls on all alike. A step is an arrow key on
the length slider; the time ends two frames after the change has been drawn. The ratio to the empty rerun counts.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from tests.browser.conftest import ARGS, find_browser, free_port, wait_for  # noqa: E402

SIZES = {(50, 128): 1.5, (512, 512): 1.5, (2048, 512): 2.5}  # and how many empty reruns a step may take
WARM_UP = 6  # steps until the browser has compiled what each page runs
PAGES = {"empty": "/empty", "table": "/", "plotly": "/plotly"}

# Resolves with the milliseconds from the key to two frames after the page shows `length` rows.
STEP = """([key, length]) => new Promise((resolve) => {
  const deep = (root, query) => {
    for (const e of root.querySelectorAll(query)) return e;
    for (const e of root.querySelectorAll("*")) {
      const found = e.shadowRoot && deep(e.shadowRoot, query);
      if (found) return found;
    }
    return null;
  };
  const thumb = deep(document, '[role=slider][aria-label="Length"]');
  const map = deep(document, "[data-drawn]");
  const done = () => {
    if (map) return map.dataset.shape.startsWith(`${length}x`);
    const plot = document.querySelector(".js-plotly-plot");
    if (plot) return plot._fullData?.[0]?.z?.length === length && plot.querySelector(".heatmaplayer image");
    return [...document.querySelectorAll("[data-testid=stMarkdown]")].some((e) => e.innerText === `length ${length}`);
  };
  const start = performance.now();
  thumb.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, composed: true }));
  const look = () => done()
    ? requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)))
    : requestAnimationFrame(look);
  look();
})"""


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "benchmarks/slider_app.py", f"--server.port={port}"]
    command += ["--server.address=127.0.0.1", "--server.headless=true"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(url, server)
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=find_browser(), args=ARGS)
            print(f"{'size':>12}  {'page':8}{'ms, median':>12}{'x empty':>10}{'allowed':>9}")
            for (length, width), allowed in SIZES.items():
                measure(browser, url, length, width, allowed, rounds)
            browser.close()
    finally:
        server.terminate()
        server.wait(10)


def measure(browser, url: str, length: int, width: int, allowed: float, rounds: int) -> None:
    pages: dict[str, Page] = {}
    for name, path in PAGES.items():
        pages[name] = browser.new_page(viewport={"width": 1440, "height": 900})
        pages[name].goto(f"{url}{path}?length={length}&width={width}")
        pages[name].wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
        pages[name].get_by_role("slider", name="Length").wait_for()
    times: dict[str, list[float]] = {name: [] for name in PAGES}
    for turn in range(WARM_UP + rounds):
        for name, page in pages.items():
            page.bring_to_front()
            page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
            key, new = ("ArrowLeft", length - 1) if turn % 2 == 0 else ("ArrowRight", length)
            took = page.evaluate(STEP, [key, new])
            if turn >= WARM_UP:
                times[name].append(took)
    floor = times["empty"]
    for name, took in times.items():
        ratio = statistics.median(a / b for a, b in zip(took, floor, strict=True))
        limit = f"{allowed:9.1f}" if name == "table" else ""
        print(f"{length:>5} x {width:<5} {name:8}{statistics.median(took):12.0f}{ratio:10.2f}{limit}", flush=True)
    for page in pages.values():
        page.close()


if __name__ == "__main__":
    main()
