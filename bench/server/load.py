"""Load on a server without bots: tables of four scripted clients that play as fast as it answers.

    python -m bench.server.load --tables 50 200 --seconds 20
    python -m bench.server.load --tables 200 400 600 --seconds 20 --every 2 [--workers 2 [--hashed]]
    python -m bench.server.load --find --every 2 [--workers 2 [--hashed]]

At each table one play is in progress at a time: a client sends it, and the next one follows when every client
has received its update.  Printed are plays saved and broadcast per second, and the time from sending a play
to its receipt by all four sockets (for plays that all can notice) in the 50th and 99th percentile.  With
`--every S` each seat moves once in S seconds instead of as soon as it can.  Before that, the memory of an
idle table with its four sockets is measured.  Server and clients run on the same machine.

Workers share one port, so with two workers half of the sockets are relayed.  `--hashed` gives each worker its
own port and sends all clients of a table to one of them by the table's id, as the proxy of docs/operations.md
does.  `--find` searches the largest number of tables whose plays take less than `--within` ms in the 99th
percentile.  For that, more and more tables are opened on one server, and as many of them play as are tried.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.arguments import argument_parser
from bench.server.clusters import HashedServers, PlainCluster
from bench.server.lean_socket import LeanSocket
from bench.server.search import largest
from bench.server.server_process import ServerProcess
from flattop.client import Guest

SEATS = 4
SETTLING = 2.0  # seconds of play before what is measured, for those who have just sat down
WORKER = re.compile(r'\{worker="[^"]*"\}|,worker="[^"]*"|worker="[^"]*",')  # a label of a figure


class LoadedTable:
    """Four clients at one table, with the times of their plays."""

    def __init__(
        self, people: list[Guest], every: float = 0.0, url_of: Callable[[str], str] = lambda table_id: ""
    ) -> None:
        self.people, self.plays, self.times = people, 0, []
        self._url_of = url_of  # where those at a table are sent; nowhere else, if that is empty
        self._pause = every / len(people)  # between two moves of the table
        self.clients: list[LeanSocket] = []

    async def sit_down(self) -> None:
        first, *others = self.people
        wish = {"game": "burger-go", "seats": ["you", *["open"] * (SEATS - 1)]}
        status, made = await first.call("POST", "/api/tables", wish)
        if status != 201:
            raise SystemExit(f"an honest table was refused: {status} {made}")
        for guest in others:
            await guest.call("POST", f"{self._url_of(made['id'])}/api/tables/{made['id']}/join", {})
        await self.come_to(made["id"])

    async def come_to(self, table_id: str) -> None:
        self.table_id = table_id
        where = self._url_of(table_id)
        self.clients = [await LeanSocket.at(guest, table_id, where) for guest in self.people]

    async def play_until(self, end: float) -> None:
        self._next = time.perf_counter() - random.uniform(0, self._pause)  # not all at the same moment
        while time.perf_counter() < end:
            mover = next((client for client in self.clients if client.options), None)
            if mover is None and not self.clients[0].over:
                raise SystemExit("nobody is asked, and the game is not over")
            if mover is None:
                await self.play_again()
                continue
            await self.think()
            began = time.perf_counter()
            mover.play(random.choice(mover.options)[0])
            update = await mover.hear("update")
            self.plays += 1
            if update.is_public:
                for client in self.clients:
                    if client is not mover:
                        await client.hear("update")
                self.times.append(time.perf_counter() - began)

    async def think(self) -> None:
        """Wait until the next move is due; without `--every` there is no wait."""
        if self._pause:
            now = time.perf_counter()
            self._next = max(self._next + self._pause, now)
            await asyncio.sleep(self._next - now)

    async def play_again(self) -> None:
        """Move the same clients to a new table."""
        for client in self.clients:
            await client.close()
        path = f"{self._url_of(self.table_id)}/api/tables/{self.table_id}/rematch"
        status, again = await self.people[0].call("POST", path, {})
        if status not in (200, 201):
            raise SystemExit(f"honest people could not play again: {status} {again}")
        await self.come_to(again["id"])


async def guests(url: str, count: int) -> list[Guest]:
    people: list[Guest] = []
    while len(people) < count:
        wanted = range(len(people), min(count, len(people) + 32))
        people += await asyncio.gather(*(Guest(url).introduce(f"G{n}") for n in wanted))
    return people


def memory(server: ServerProcess) -> float:
    """Return the resident memory in kB."""
    texts = [Path(f"/proc/{pid}/status").read_text() for pid in server.processes()]
    return sum(float(text.partition("VmRSS:")[2].split()[0]) for text in texts)


def cpu(server: ServerProcess) -> float:
    """Return the CPU seconds so far."""
    stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in server.processes()]
    return sum(int(fields[11]) + int(fields[12]) for fields in stats) / os.sysconf("SC_CLK_TCK")


async def measure(server: ServerProcess, tables: int, seconds: float, every: float = 0.0) -> dict[str, Any]:
    (warm,) = await seated(server, 1, 0.0)
    await warm.play_until(time.perf_counter() + 1)
    before = memory(server)
    loaded = await seated(server, tables, every)
    idle = (memory(server) - before) / tables
    return {
        "tables": tables,
        "sockets": tables * SEATS,
        **await played(server, loaded, seconds),
        "kb_per_idle_table": round(idle),
        **await figures(warm.people[0]),
    }


async def seated(server: ServerProcess, tables: int, every: float) -> list[LoadedTable]:
    """Open tables with their clients, distributed over the servers."""
    people: list[list[Guest]] = [[] for _ in range(tables)]
    for n, url in enumerate(server.urls):
        own = people[n :: len(server.urls)]
        newcomers = await guests(url, len(own) * SEATS)
        for i, seats in enumerate(own):
            seats += newcomers[i * SEATS : (i + 1) * SEATS]
    loaded = [LoadedTable(seats, every, server.url_of) for seats in people]
    for table in loaded:
        await table.sit_down()
    return loaded


async def played(server: ServerProcess, loaded: list[LoadedTable], seconds: float) -> dict[str, Any]:
    """Let the tables play for some seconds and return the figures."""
    for table in loaded:
        table.plays, table.times = 0, []
    worked, began = cpu(server), time.perf_counter()
    await asyncio.gather(*(table.play_until(began + seconds) for table in loaded))
    took, worked = time.perf_counter() - began, cpu(server) - worked
    plays = sum(table.plays for table in loaded)
    times = sorted(span for table in loaded for span in table.times)
    cuts = statistics.quantiles(times, n=100)
    return {
        "plays_per_s": round(plays / took),
        "server_cpu_ms_per_play": round(worked / plays * 1000, 2),
        "p50_ms": round(cuts[49] * 1000, 1),
        "p99_ms": round(cuts[98] * 1000, 1),
    }


async def find(server: ServerProcess, args: argparse.Namespace) -> int:
    """Search the largest number of tables that the server can carry, printing each try; 1 if none."""
    until, loaded = time.monotonic() + args.minutes * 60, list[LoadedTable]()
    print("| tables | sockets | plays/s | p50 | p99 | processor time per play | |")
    print("|---:|---:|---:|---:|---:|---:|---|", flush=True)

    async def carries(tables: int) -> bool:
        loaded.extend(await seated(server, tables - len(loaded), args.every))
        await played(server, loaded[:tables], SETTLING)
        told = await played(server, loaded[:tables], args.seconds)
        is_carried = bool(told["p99_ms"] < args.within)
        figures = "{plays_per_s:,} | {p50_ms} ms | {p99_ms} ms | {server_cpu_ms_per_play} ms".format(**told)
        print(
            f"| {tables} | {tables * SEATS:,} | {figures} | {'' if is_carried else 'too many'} |", flush=True
        )
        return is_carried

    bounds = await largest(carries, args.tables[0], args.step, until)
    print(f"\nOf tables whose plays take less than {args.within:g} ms (p99), {bounds}.")
    return 0 if bounds.most else 1


async def figures(guest: Guest) -> dict[str, float]:
    """Return the server's own metrics: how it saved, and the lag of its event loop."""
    _, text = await guest.call("GET", "/metrics")
    samples: Counter[str] = Counter()
    for line in text.splitlines():
        name, _, value = line.rpartition(" ")
        if not line.startswith("#"):
            samples[WORKER.sub("", name).removeprefix("flattop_")] += float(value)
    commits = max(1, samples["save_batch_count"])
    return {
        "plays_per_commit": round(samples["save_batch_sum"] / commits, 1),
        "commit_ms": round(samples["save_seconds_sum"] / commits * 1000, 1),
        "loop_late_over_20_ms": 1
        - samples['loop_lag_seconds_bucket{le="0.02"}'] / max(1, samples["loop_lag_seconds_count"]),
    }


def served_by(workers: int, hashed: bool = False) -> ServerProcess:
    more = "--limit", "table_sockets=10"
    if not workers:
        return ServerProcess(*more)
    return HashedServers(workers, *more) if hashed else PlainCluster(workers, *more)


def wishes() -> argparse.Namespace:
    parser = argument_parser(__doc__)
    parser.add_argument(
        "--tables",
        type=int,
        nargs="+",
        default=[50, 200],
        help="numbers of tables; with --find the first number to try",
    )
    parser.add_argument("--seconds", type=float, default=20, help="length of play for each number of tables")
    parser.add_argument("--every", type=float, default=0.0, help="seconds between two moves of a seat")
    parser.add_argument(
        "--workers", type=int, default=0, help="workers of a cluster on PostgreSQL; 0: no cluster"
    )
    parser.add_argument(
        "--hashed",
        action="store_true",
        help="one port per worker; a table's id decides which one its clients use",
    )
    parser.add_argument("--find", action="store_true", help="search the largest number of tables")
    parser.add_argument("--within", type=float, default=100.0, help="ms that a play may take (--find)")
    parser.add_argument("--step", type=int, default=25, help="precision in tables (--find)")
    parser.add_argument("--minutes", type=float, default=5.0, help="time limit (--find)")
    args = parser.parse_args()
    if args.hashed and not args.workers:
        parser.error("--hashed requires --workers N, the number of servers")
    return args


def main() -> int:
    args = wishes()
    if args.find:
        with served_by(args.workers, args.hashed) as server:
            return asyncio.run(find(server, args))
    for tables in args.tables:
        with served_by(args.workers, args.hashed) as server:
            print(json.dumps(asyncio.run(measure(server, tables, args.seconds, args.every))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
