"""Load on a server, without bots: tables of four scripted clients that play as fast as it answers.

    python bench/server/load.py --tables 50 200 --seconds 20

At each table one play is under way at a time: a client sends it, and the next one follows when everybody
who is due an update has got it.  Reported are plays saved and broadcast per second, and the time from the
send to the receipt by all four sockets (for plays that all can notice) in the 50th and 99th percentile;
before that, how much memory an idle table takes with its four sockets.  Server and clients run on the same
machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
from server_process import ServerProcess
from websockets.asyncio.client import ClientConnection, connect

from flattop.client import Guest
from flattop.protocol import COOKIE, PROTOCOL

SEATS = 4


class SheetPart(msgspec.Struct):
    options: list[Any] | None = None
    over: bool | None = None
    waiting: list[int] | None = None


class Message(msgspec.Struct):
    """As much of a message as the load needs."""

    type: str
    version: int = 0
    log: list[Any] = []
    set: SheetPart | None = None
    sheet: SheetPart | None = None

    @property
    def is_noticed(self) -> bool:
        """Whether it told everybody something: a line of the log, or that somebody has decided."""
        return bool(self.log) or (self.set is not None and self.set.waiting is not None)


decoder = msgspec.json.Decoder(Message)


class LeanConnection:
    """A socket at a table that keeps its options and nothing else: it is the server that is measured."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.socket: ClientConnection | None = None
        self.version, self.options, self.over, self.sent = 0, [], False, 0

    async def sit(self, table_id: str) -> None:
        url = f"{self.guest.server.replace('http', 'ws', 1)}/ws/tables/{table_id}"
        headers = {"Cookie": f"{COOKIE}={self.guest.token}"}
        self.socket = await connect(
            url, additional_headers=headers, compression=None, max_queue=None, **self.guest.way
        )
        await self.socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "seen": None}))
        await self.hear("welcome")

    async def hear(self, kind: str) -> Message:
        while True:
            message = decoder.decode(await self.socket.recv())
            if (part := message.set or message.sheet) is not None:
                self.version = message.version
                self.options = self.options if part.options is None else part.options
                self.over = self.over if part.over is None else part.over
            if message.type == kind:
                return message

    async def play(self) -> Message:
        self.sent += 1
        action = random.choice(self.options)[0]
        body = {"type": "play", "id": f"l{self.sent}", "version": self.version, "action": action}
        await self.socket.send(json.dumps(body))
        await self.hear("done")
        return await self.hear("update")


class LoadedTable:
    """Four clients at one table, and how long their plays took."""

    def __init__(self, people: list[Guest]) -> None:
        self.clients = [LeanConnection(guest) for guest in people]
        self.plays, self.times = 0, []

    async def sit_down(self) -> None:
        first = self.clients[0].guest
        wish = {"game": "burger-go", "seats": ["you", *["open"] * (SEATS - 1)]}
        status, made = await first.call("POST", "/api/tables", wish)
        if status != 201:
            raise SystemExit(f"an honest table was refused: {status} {made}")
        for client in self.clients[1:]:
            await client.guest.call("POST", f"/api/tables/{made['id']}/join", {})
        self.table_id = made["id"]
        for client in self.clients:
            await client.sit(self.table_id)

    async def play_until(self, end: float) -> None:
        while time.perf_counter() < end:
            mover = next((client for client in self.clients if client.options), None)
            if mover is None and not self.clients[0].over:
                raise SystemExit("nobody is asked, and the game is not over")
            if mover is None:
                await self.play_again()
                continue
            await self.think()
            began = time.perf_counter()
            update = await mover.play()
            self.plays += 1
            if update.is_noticed:
                others = [client for client in self.clients if client is not mover]
                await asyncio.gather(*(client.hear("update") for client in others))
                self.times.append(time.perf_counter() - began)

    async def think(self) -> None:
        """A script needs no time to choose."""

    async def play_again(self) -> None:
        for client in self.clients:
            await client.socket.close()
            client.over, client.options = False, []
        await self.sit_down()


async def guests(url: str, count: int) -> list[Guest]:
    people: list[Guest] = []
    while len(people) < count:
        wanted = range(len(people), min(count, len(people) + 32))
        people += await asyncio.gather(*(Guest(url).introduce(f"G{n}") for n in wanted))
    return people


def memory(server: ServerProcess) -> float:
    """Resident memory of the server in kB."""
    text = Path(f"/proc/{server.child.pid}/status").read_text()
    return float(next(line for line in text.splitlines() if line.startswith("VmRSS")).split()[1])


def cpu(server: ServerProcess) -> float:
    """Seconds that the server has worked so far."""
    fields = Path(f"/proc/{server.child.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(server: ServerProcess, tables: int, seconds: float) -> dict[str, Any]:
    people = await guests(server.url, tables * SEATS)
    loaded = [LoadedTable(people[n : n + SEATS]) for n in range(0, tables * SEATS, SEATS)]
    warm = LoadedTable(await guests(server.url, SEATS))
    await warm.sit_down()
    await warm.play_until(time.perf_counter() + 1)
    before = memory(server)
    for table in loaded:
        await table.sit_down()
    idle = (memory(server) - before) / tables
    worked, began = cpu(server), time.perf_counter()
    await asyncio.gather(*(table.play_until(began + seconds) for table in loaded))
    took, worked = time.perf_counter() - began, cpu(server) - worked
    plays = sum(table.plays for table in loaded)
    times = sorted(span for table in loaded for span in table.times)
    cuts = statistics.quantiles(times, n=100)
    return {
        "tables": tables,
        "sockets": tables * SEATS,
        "plays_per_s": round(plays / took),
        "server_cpu_ms_per_play": round(worked / plays * 1000, 2),
        "p50_ms": round(cuts[49] * 1000, 1),
        "p99_ms": round(cuts[98] * 1000, 1),
        "kb_per_idle_table": round(idle),
        **await figures(people[0]),
    }


async def figures(guest: Guest) -> dict[str, float]:
    """What the server says of itself: how its saves were carried, and how late its event loop was."""
    _, text = await guest.call("GET", "/metrics")
    lines = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    samples = {name.removeprefix("flattop_"): float(value) for name, value in lines}
    commits = samples["save_batch_count"]
    return {
        "plays_per_commit": round(samples["save_batch_sum"] / commits, 1),
        "commit_ms": round(samples["save_seconds_sum"] / commits * 1000, 1),
        "loop_late_over_20_ms": 1
        - samples['loop_lag_seconds_bucket{le="0.02"}'] / samples["loop_lag_seconds_count"],
    }


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--tables", type=int, nargs="+", default=[50, 200])
    words.add_argument("--seconds", type=float, default=20)
    args = words.parse_args()
    for tables in args.tables:
        with ServerProcess("--limit", "table_sockets=10") as server:
            print(json.dumps(asyncio.run(measure(server, tables, args.seconds))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
