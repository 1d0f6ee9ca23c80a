"""Sampling profiler for a server under load: its event loop, and the CPU time of its threads.

    python -m bench.server.profiler --seats 2 --tables 200 --seconds 10 --rows 40

The load is that of load.py.  Each row is a function: the share of samples with it anywhere on the stack, then
the share with it on top.  A sample is taken every few milliseconds of CPU time, between two bytecode
instructions.  Time in C code counts for its caller or for the next function.  PYTHONPATH=OTHER/src measures
another checkout.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import runpy
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from types import FrameType

from bench.arguments import argument_parser
from bench.server import load
from bench.server.server_process import ServerProcess

IDLE = "selectors.py:EpollSelector.select"
ROOTS = ("/flattop/", "/site-packages/", f"/python3.{sys.version_info[1]}/")
EVERY = 0.001  # seconds of processor time; the system makes a few milliseconds of it


class Samples:
    """Stacks of the event loop's thread, innermost function first, with their counts."""

    def __init__(self, kept: Path) -> None:
        self.kept, self.seen = kept, Counter[str]()
        signal.signal(signal.SIGUSR1, self.begin)
        signal.signal(signal.SIGUSR2, self.end)
        signal.signal(signal.SIGPROF, self.take)

    def begin(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def take(self, _: int, frame: FrameType | None) -> None:
        names = []
        while frame is not None:
            names.append(_named(frame))
            frame = frame.f_back
        self.seen["|".join(names)] += 1

    def end(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        self.kept.with_suffix(".part").write_text(json.dumps(self.seen), "utf-8")
        self.kept.with_suffix(".part").replace(self.kept)


def _named(frame: FrameType) -> str:
    path = frame.f_code.co_filename
    for root in ROOTS:
        path = path.rpartition(root)[2]
    return f"{path}:{frame.f_code.co_qualname}"


def rows(seen: dict[str, int], count: int) -> list[str]:
    """Return the most frequent functions."""
    stacks = [(names.split("|"), times) for names, times in seen.items() if not names.startswith(IDLE)]
    total = sum(times for _, times in stacks)
    below, here = Counter[str](), Counter[str]()
    for names, times in stacks:
        here[names[0]] += times
        below.update(dict.fromkeys(names, times))
    shares = ((times / total, here[name] / total, name) for name, times in below.most_common())
    lines = [f"{below:6.1%} {here:6.1%}  {name}" for below, here, name in shares if below < 0.995]
    return [f"{total} samples", *lines[:count]]


def threads(pid: int) -> list[float]:
    """Return the CPU seconds of each thread of a process, the event loop's first."""
    paths = sorted(Path(f"/proc/{pid}/task").iterdir(), key=lambda path: path.name != str(pid))
    fields = [(path / "stat").read_text().rpartition(")")[2].split() for path in paths]
    return [(int(field[11]) + int(field[12])) / os.sysconf("SC_CLK_TCK") for field in fields]


async def measure(server: ServerProcess, args: argparse.Namespace, kept: Path) -> dict[str, float]:
    people = await load.guests(server.url, args.tables * load.SEATS)
    tables = [load.LoadedTable(people[n : n + load.SEATS]) for n in range(0, len(people), load.SEATS)]
    for table in tables:
        await table.sit_down()
    os.kill(server.child.pid, signal.SIGUSR1)
    before, until = threads(server.child.pid), time.perf_counter() + args.seconds
    await asyncio.gather(*(table.play_until(until) for table in tables))
    after = threads(server.child.pid)
    os.kill(server.child.pid, signal.SIGUSR2)
    while not kept.exists():
        await asyncio.sleep(0.05)
    plays = sum(table.plays for table in tables)
    loop, others = after[0] - before[0], sum(after[1:]) - sum(before[1:])
    per_play = {"loop_ms_per_play": loop, "writer_ms_per_play": others}
    return {"plays": plays} | {name: round(spent / plays * 1000, 3) for name, spent in per_play.items()}


def main() -> None:
    parser = argument_parser(__doc__)
    parser.add_argument("--seats", type=int, default=2, help="seats of each table")
    parser.add_argument("--tables", type=int, default=200, help="number of tables")
    parser.add_argument("--seconds", type=float, default=10, help="length of the load")
    parser.add_argument("--rows", type=int, default=40, help="functions to print")
    args = parser.parse_args()
    load.SEATS = args.seats
    with tempfile.TemporaryDirectory() as folder:
        kept, server = Path(folder) / "stacks", ServerProcess()
        server.command[1:3] = ["-m", "bench.server.profiler", str(kept)]  # runs the server under the profiler
        with server:
            print(json.dumps(asyncio.run(measure(server, args, kept))))
        print(*rows(json.loads(kept.read_text("utf-8")), args.rows), sep="\n")


if __name__ == "__main__":
    if "--no-open" in sys.argv:  # this process is the server
        Samples(Path(sys.argv.pop(1)))
        runpy.run_module("flattop.cli.serve", run_name="__main__")
    else:
        main()
