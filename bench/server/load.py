"""Load on a house, without bots: tables of four scripted clients that play as fast as the house answers.

    python bench/server/load.py --tables 50 200 --seconds 20

At each table one play is under way at a time: a client sends it, and the next one follows when everybody
who is due an update has got it.  Reported are plays saved and broadcast per second, and the time from the
send to the receipt by all four sockets (for plays that all can notice) in the 50th and 99th percentile;
before that, how much memory an idle table takes with its four sockets.  House and clients run on the same
machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
from kills import Server
from websockets.asyncio.client import ClientConnection, connect

from flattop.client import Guest
from flattop.protocol import COOKIE, PROTOCOL

SEATS = 4


class Part(msgspec.Struct):
    options: list[Any] | None = None
    over: bool | None = None


class Frame(msgspec.Struct):
    """As much of a message as the load needs."""

    type: str
    version: int = 0
    log: list[Any] = []
    set: Part | None = None
    sheet: Part | None = None


decoder = msgspec.json.Decoder(Frame)


class Seat:
    """One socket that keeps its options and nothing else."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.socket: ClientConnection | None = None
        self.version, self.options, self.over, self.sent = 0, [], False, 0

    async def sit(self, table_id: str) -> None:
        url = f"{self.guest.server.replace('http', 'ws', 1)}/ws/tables/{table_id}"
        headers = {"Cookie": f"{COOKIE}={self.guest.token}"}
        self.socket = await connect(url, additional_headers=headers, compression=None, max_queue=None)
        await self.socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "seen": None}))
        await self.hear("welcome")

    async def hear(self, kind: str) -> Frame:
        while True:
            frame = decoder.decode(await self.socket.recv())
            if (part := frame.set or frame.sheet) is not None:
                self.version = frame.version
                self.options = self.options if part.options is None else part.options
                self.over = self.over if part.over is None else part.over
            if frame.type == kind:
                return frame

    async def play(self) -> Frame:
        self.sent += 1
        action = random.choice(self.options)[0]
        body = {"type": "play", "id": f"l{self.sent}", "version": self.version, "action": action}
        await self.socket.send(json.dumps(body))
        await self.hear("done")
        return await self.hear("update")


class Round:
    """One table of four, and how long its plays took."""

    def __init__(self, seats: list[Seat]) -> None:
        self.seats = seats
        self.plays, self.times = 0, []

    async def sit_down(self) -> None:
        first = self.seats[0].guest
        wish = {"game": "burger-go", "seats": ["you", *["open"] * (SEATS - 1)]}
        _, made = await first.call("POST", "/api/tables", wish)
        for seat in self.seats[1:]:
            await seat.guest.call("POST", f"/api/tables/{made['id']}/join", {})
        self.table_id = made["id"]
        for seat in self.seats:
            await seat.sit(self.table_id)

    async def play_until(self, end: float) -> None:
        while time.perf_counter() < end:
            mover = next((seat for seat in self.seats if seat.options), None)
            if mover is None or self.seats[0].over:
                await self.play_again()
                continue
            began = time.perf_counter()
            update = await mover.play()
            self.plays += 1
            if update.log:  # everyone was told
                await asyncio.gather(*(seat.hear("update") for seat in self.seats if seat is not mover))
                self.times.append(time.perf_counter() - began)

    async def play_again(self) -> None:
        for seat in self.seats:
            await seat.socket.close()
            seat.over, seat.options = False, []
        await self.sit_down()


async def guests(url: str, count: int) -> list[Guest]:
    found: list[Guest] = []
    while len(found) < count:
        wanted = range(len(found), min(count, len(found) + 32))
        found += await asyncio.gather(*(Guest(url).introduce(f"G{n}") for n in wanted))
    return found


def memory(server: Server) -> float:
    """Resident memory of the house in kB."""
    text = Path(f"/proc/{server.child.pid}/status").read_text()
    return float(next(line for line in text.splitlines() if line.startswith("VmRSS")).split()[1])


def cpu(server: Server) -> float:
    """Seconds that the house has worked so far."""
    fields = Path(f"/proc/{server.child.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(server: Server, tables: int, seconds: float) -> dict[str, Any]:
    people = await guests(server.url, tables * SEATS)
    rounds = [Round([Seat(guest) for guest in people[n * SEATS : (n + 1) * SEATS]]) for n in range(tables)]
    warm = Round([Seat(guest) for guest in await guests(server.url, SEATS)])
    await warm.sit_down()
    await warm.play_until(time.perf_counter() + 1)
    before = memory(server)
    for table in rounds:
        await table.sit_down()
    idle = (memory(server) - before) / tables
    worked, began = cpu(server), time.perf_counter()
    await asyncio.gather(*(table.play_until(began + seconds) for table in rounds))
    took, worked = time.perf_counter() - began, cpu(server) - worked
    plays = sum(table.plays for table in rounds)
    times = sorted(span for table in rounds for span in table.times)
    cuts = statistics.quantiles(times, n=100)
    return {
        "tables": tables,
        "sockets": tables * SEATS,
        "plays_per_s": round(plays / took),
        "house_cpu_ms_per_play": round(worked / plays * 1000, 2),
        "p50_ms": round(cuts[49] * 1000, 1),
        "p99_ms": round(cuts[98] * 1000, 1),
        "kb_per_idle_table": round(idle),
        **await figures(people[0]),
    }


async def figures(guest: Guest) -> dict[str, float]:
    """What the house says of itself: how its saves were carried, and how late its event loop was."""
    _, text = await guest.call("GET", "/metrics")
    lines = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    found = {name.removeprefix("flattop_"): float(value) for name, value in lines}
    commits = found["save_batch_count"]
    return {
        "plays_per_commit": round(found["save_batch_sum"] / commits, 1),
        "commit_ms": round(found["save_seconds_sum"] / commits * 1000, 1),
        "loop_late_over_20_ms": 1
        - found['loop_lag_seconds_bucket{le="0.02"}'] / found["loop_lag_seconds_count"],
    }


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--tables", type=int, nargs="+", default=[50, 200])
    words.add_argument("--seconds", type=float, default=20)
    args = words.parse_args()
    for tables in args.tables:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder), "--limit", "table_sockets=10")
            server.start()
            try:
                print(json.dumps(asyncio.run(measure(server, tables, args.seconds))), flush=True)
            finally:
                server.end(signal.SIGTERM)
    return 0


if __name__ == "__main__":
    sys.exit(main())
