"""How long a training takes, by itself and in a class, and what it costs those who read another page.

    python benchmarks/training.py

First the three models alone, in turns with a floor: the matrix products that a step cannot do without, by themselves.
Then students who train at once on one server of the real app, each with a seed of their own or all on one link, while
another one moves the table's length.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy: one core
ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402
from streamlit.proto.BackMsg_pb2 import BackMsg  # noqa: E402
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg  # noqa: E402
from websockets.asyncio.client import connect  # noqa: E402

from benchmarks.classroom import Student, start_server  # noqa: E402
from posenc.training import ENCODINGS, LENGTH, STEPS, TASKS, WIDTH, train  # noqa: E402

ROUNDS = 5
TICK = 0.05  # seconds from one drawing to the next, as posenc/ui/training.py asks for


def models(task: str) -> None:
    for encoding in ENCODINGS:
        train(task, encoding, steps=STEPS[task], seed=0, every=STEPS[task] // 40)


def products(task: str, sentences: int = 64) -> None:
    """What multiplying alone would take: 4 projections there and twice back, 2 mixings there and twice back."""
    x, W = np.ones((sentences * LENGTH, WIDTH)), np.ones((WIDTH, WIDTH))
    q, A = np.ones((sentences, LENGTH, WIDTH)), np.ones((sentences, LENGTH, LENGTH))
    for _ in range(len(ENCODINGS) * STEPS[task]):
        for _ in range(4):
            x @ W, x @ W, x.T @ x
        for _ in range(3):
            A @ q, q @ q.swapaxes(1, 2)


def seconds(act, task: str) -> float:  # type: ignore[no-untyped-def]
    start = time.perf_counter()
    act(task)
    return time.perf_counter() - start


class Trainer:
    """One open Training page, spoken to as the browser does."""

    def __init__(self, port: int, seed: int) -> None:
        self.url = f"ws://127.0.0.1:{port}/_stcore/stream"
        self.query = f"training_seed={seed}&question=name+the+previous"
        self.page = self.fragment = self.button = self.label = ""

    async def send(self, *, pressed: str = "", fragment: str = "", page_name: str = "") -> None:
        message = BackMsg()
        message.rerun_script.query_string = self.query
        message.rerun_script.page_script_hash = self.page
        message.rerun_script.page_name = page_name
        if pressed:
            widget = message.rerun_script.widget_states.widgets.add()
            widget.id, widget.trigger_value = pressed, True
        if fragment:
            message.rerun_script.fragment_id, message.rerun_script.is_auto_rerun = fragment, True
        await self.socket.send(message.SerializeToString())

    async def receive(self) -> None:
        message = ForwardMsg.FromString(await self.socket.recv())
        kind = message.WhichOneof("type")
        if kind == "navigation":
            self.page = message.navigation.page_script_hash
        elif kind == "auto_rerun":
            self.fragment = message.auto_rerun.fragment_id
        elif kind == "delta" and message.delta.new_element.WhichOneof("type") == "button":
            button = message.delta.new_element.button
            if button.label.startswith("Train"):
                self.button, self.label = button.id, button.label

    async def arrive(self) -> None:
        self.socket = await connect(self.url, max_size=None, max_queue=None, subprotocols=["streamlit"])
        await self.send(page_name="training")
        while not self.label:
            await self.receive()

    async def train(self) -> float:
        """Press Train, and ask for drawings until the page offers the next seed; seconds."""

        async def tick() -> None:
            while True:
                await asyncio.sleep(TICK)
                if self.fragment:
                    await self.send(fragment=self.fragment)

        start = time.perf_counter()
        await self.send(pressed=self.button)
        ticking = asyncio.create_task(tick())
        while not self.label.startswith("Train with"):
            await self.receive()
        ticking.cancel()
        return time.perf_counter() - start


async def lesson(port: int, seeds: list[int]) -> tuple[list[float], list[float]]:
    """Seconds that each training took, and the waiting times of the one who moves the table's length meanwhile."""
    trainers, reader = [Trainer(port, seed) for seed in seeds], Student(port)
    await asyncio.gather(*(trainer.arrive() for trainer in trainers), reader.arrive())
    waits: list[float] = []

    async def read() -> None:
        while True:
            waits.append(await reader.move(len(waits) % 100 + 1))
            await asyncio.sleep(0.2)

    reading = asyncio.create_task(read())
    took = await asyncio.gather(*(trainer.train() for trainer in trainers))
    reading.cancel()
    return sorted(took), sorted(waits)


def main() -> None:
    print(f"{'task':<10} {'steps':>5} {'three models s':>15} {'times the products alone':>25}")
    for task in TASKS:
        rounds = [(seconds(models, task), seconds(products, task)) for _ in range(ROUNDS)]
        ratio = statistics.median(own / floor for own, floor in rounds)
        print(f"{task:<10} {STEPS[task]:>5} {min(own for own, _ in rounds):15.2f} {ratio:25.1f}", flush=True)

    print(f"\n{'at once':>8} {'seeds':>6} {'first done s':>13} {'last done s':>12} {'reader median ms':>17} {'95%':>5}")
    with start_server() as port:
        for seeds in ([0], list(range(10, 18)), [20] * 30):
            took, waits = asyncio.run(lesson(port, seeds))
            kind = "one" if len(set(seeds)) == 1 else "own"
            high = 1000 * waits[int(0.95 * (len(waits) - 1))]
            middle = 1000 * statistics.median(waits)
            print(f"{len(seeds):>8} {kind:>6} {took[0]:13.1f} {took[-1]:12.1f} {middle:17.0f} {high:5.0f}", flush=True)


if __name__ == "__main__":
    main()
