"""A siege: all known attacks at once, beside ten tables of honest players.

    python -m bench.server.siege --seconds 300

The server runs with its default limits, in a temporary folder with a game of 17,000 actions.  Attackers
(attackers.py) come from a few loopback addresses; the forty honest players have their own addresses and pause
before each play.  Exits with 1 unless honest plays reach everyone at their table within 250 ms in the 99th
percentile, the server with its workers stays under 500 MB, no answer is 500, the log stays under 1 MB, and
memory and open files are flat half a minute after the attack.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from bench.arguments import argument_parser
from bench.server.load import SEATS, LoadedTable, figures
from bench.server.processes import descendants, resident
from bench.server.server_process import ServerProcess
from flattop.client import Guest
from flattop.games import game
from flattop.match import Match, live_seed
from flattop.server.store import writes
from flattop.server.store.rows import SeatRow, TableRow
from flattop.server.store.sqlite import SqliteStore

TABLES = 10
ACTIONS = 17_000
THINKING = 0.1, 0.6  # seconds, from and to
AFTERWARDS = 45.0  # seconds
P99_MS, MEGABYTES, LOG_BYTES = 250, 500, 1_000_000


class HonestTable(LoadedTable):
    """Four people who pause before they play."""

    async def think(self) -> None:
        await asyncio.sleep(random.uniform(*THINKING))


class WatchedConnection:
    """Memory and open files of the server and its workers, sampled every second."""

    def __init__(self, server: ServerProcess) -> None:
        self.pid = server.child.pid
        self.peak = self.peak_alone = self.slowest_health = 0.0

    async def go_on(self, url: str, seconds: float) -> None:
        end = time.monotonic() + seconds
        async with httpx.AsyncClient(timeout=30) as client:
            while time.monotonic() < end:
                began = time.monotonic()
                (await client.get(f"{url}/api/health")).json()
                self.slowest_health = max(self.slowest_health, time.monotonic() - began)
                self.peak = max(self.peak, self.memory())
                self.peak_alone = max(self.peak_alone, resident(self.pid))
                await asyncio.sleep(1)

    def memory(self) -> float:
        """Return the MB of the server and its children; shared pages count once for each."""
        return sum(map(resident, [self.pid, *descendants(self.pid)]))

    def files(self) -> int:
        return len(os.listdir(f"/proc/{self.pid}/fd"))


async def long_table(folder: str) -> str:
    """Save a finished game with very many actions in the server's database."""
    row = TableRow(game="burger-go", options={}, seed=live_seed(), spectators=True, state="over")
    row.seats = [SeatRow("house", name) for name in ("Basil", "Olive")]
    match = Match(game(row.game), [seat.name for seat in row.seats], row.seed)
    entries: list[tuple[dict[str, Any], str]] = []
    match.on_entry = lambda entry: entries.append((entry, match.record.chain))
    for _ in range(ACTIONS // 2):
        match.pause(0)
        match.resume(0)
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, match.table.asks[seat][0])
    row.header, row.options = match.record.header, dict(match.settings)
    store = SqliteStore(Path(folder) / "house.sqlite")
    await store.save(writes.new_table(row))
    for n in range(0, len(entries), 500):
        chunk = enumerate(entries[n : n + 500], n + 1)
        await store.save([writes.event(row.id, seq, *entry) for seq, entry in chunk])
    await store.close()
    return row.id


async def honest_tables(url: str) -> list[HonestTable]:
    people = [await Guest(url, source=f"127.0.1.{n + 1}").introduce(f"G{n}") for n in range(TABLES * SEATS)]
    tables = [HonestTable(people[n : n + SEATS]) for n in range(0, len(people), SEATS)]
    for table in tables:
        await table.sit_down()
    return tables


async def besieged(server: ServerProcess, table_id: str, seconds: float, log: Path) -> dict[str, Any]:
    tables, watch = await honest_tables(server.url), WatchedConnection(server)
    calm_memory, calm_files = watch.memory(), watch.files()
    command = [sys.executable, "-m", "bench.server.attackers", server.url, table_id, str(seconds)]
    attackers = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    end = time.perf_counter() + seconds
    await asyncio.gather(*(one.play_until(end) for one in tables), watch.go_on(server.url, seconds))
    attacked = json.loads(attackers.communicate(timeout=60)[0])
    await asyncio.sleep(AFTERWARDS / 3)
    soon = watch.memory()
    await asyncio.sleep(AFTERWARDS * 2 / 3)
    times = sorted(span for one in tables for span in one.times)
    cuts = statistics.quantiles(times, n=100)
    return {
        "honest_plays": sum(one.plays for one in tables),
        "p50_ms": round(cuts[49] * 1000, 1),
        "p99_ms": round(cuts[98] * 1000, 1),
        "slowest_ms": round(times[-1] * 1000),
        "slowest_health_ms": round(watch.slowest_health * 1000),
        "calm_mb": round(calm_memory),
        "peak_mb": round(watch.peak),
        "peak_server_mb": round(watch.peak_alone),
        "soon_after_mb": round(soon),
        "later_mb": round(watch.memory()),
        "files": [calm_files, watch.files()],
        "log_bytes": log.stat().st_size,
        "tracebacks": log.read_text().count("Traceback"),
        "log_ends": log.read_text().splitlines()[-30:] if "Traceback" in log.read_text() else [],
        "attacked": attacked,
        **await figures(tables[0].people[0]),
    }


def faults(report: dict[str, Any]) -> list[str]:
    """Return the criteria that are not met."""
    wrong = [key for key in report["attacked"] if key.endswith(("500", "501", "502"))]
    before, after = report["files"]
    held = {
        "honest players waited too long": report["p99_ms"] < P99_MS,
        "too much memory": report["peak_mb"] < MEGABYTES,
        f"answered {', '.join(wrong)}": not wrong,
        "tracebacks in the log": not report["tracebacks"],
        "the log is too long": report["log_bytes"] < LOG_BYTES,
        "memory still grows": report["later_mb"] <= report["soon_after_mb"] * 1.05 + 5,
        "files stay open": after <= before + 20,
    }
    return [fault for fault, good in held.items() if not good]


def main() -> int:
    parser = argument_parser(__doc__)
    parser.add_argument("--seconds", type=float, default=300, help="length of the attack")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as kept:
        log, server = Path(kept) / "log", ServerProcess(limited=True)
        table_id = asyncio.run(long_table(server.folder.name))
        with log.open("w") as server.errors, server:
            report = asyncio.run(besieged(server, table_id, args.seconds, log))
    print(json.dumps(report, indent=2))
    wrong = faults(report)
    print(f"not withstood: {'; '.join(wrong)}" if wrong else "withstood")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
