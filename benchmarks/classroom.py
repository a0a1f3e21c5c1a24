"""A class on one server: how long each of many students waits for the table after moving the length.

    python benchmarks/classroom.py [students] [seconds]

Each student is a bare websocket session of the real app that asks for another length every two seconds. Time runs
from sending the request to the end of the rerun, without drawing; the floor is one student alone, in the same run.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from tests.browser.conftest import free_port, wait_for  # noqa: E402

EVERY = 2.0


class Student:
    """One open page; `move` asks for another length and waits for the end of the rerun."""

    def __init__(self, port: int) -> None:
        self.url = f"ws://127.0.0.1:{port}/_stcore/stream"

    async def arrive(self) -> None:
        self.socket = await connect(self.url, max_size=None, subprotocols=["streamlit"])
        await self.move(50)

    async def move(self, length: int) -> float:
        request = BackMsg()
        request.rerun_script.query_string = f"length={length}"
        start = time.perf_counter()
        await self.socket.send(request.SerializeToString())
        while ForwardMsg.FromString(await self.socket.recv()).WhichOneof("type") != "script_finished":
            continue
        return time.perf_counter() - start


async def lesson(port: int, students: int, seconds: float) -> list[float]:
    """The waiting times of a class that acts for so many seconds, each student in a rhythm of their own."""
    times: list[float] = []

    async def attend() -> None:
        student, rng = Student(port), random.Random()
        await student.arrive()
        await asyncio.sleep(rng.uniform(0, EVERY))
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            times.append(await student.move(rng.randrange(1, 129)))
            await asyncio.sleep(EVERY)

    await asyncio.gather(*(attend() for _ in range(students)))
    return times


@contextlib.contextmanager
def start_server() -> Iterator[int]:
    """The real app on a free port, as long as one is inside the `with`."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}"]
    command += ["--server.address=127.0.0.1", "--server.headless=true", "--server.enableXsrfProtection=false"]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(f"http://127.0.0.1:{port}", server)
        yield port
    finally:
        server.terminate()
        server.wait(10)


def main() -> None:
    students = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 20
    with start_server() as port:
        print(f"{'students':>8} {'steps':>6} {'median ms':>10} {'95% ms':>8} {'worst ms':>9}")
        for size in (1, students):
            times = sorted(1000 * t for t in asyncio.run(lesson(port, size, seconds)))
            high = times[int(0.95 * (len(times) - 1))]
            print(
                f"{size:>8} {len(times):>6} {statistics.median(times):10.0f} {high:8.0f} {times[-1]:9.0f}", flush=True
            )


if __name__ == "__main__":
    main()
