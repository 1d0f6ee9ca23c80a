"""Measures how long people's plays take while chef bots of all tables wait for worker processes.

    python -m bench.server.chef_load --tables 50 --seconds 30 --rank chef

At each table one person plays Burger Go! with a chef, and waits half a second before each play.  Printed are
the time from sending a play to its answer in the 50th and 99th percentile, the numbers of plays of people and
of chefs, and the memory of the server and of each worker.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import sys
import time
from pathlib import Path
from typing import Any

from bench.arguments import argument_parser
from bench.server.lean_socket import LeanSocket
from bench.server.load import guests, memory
from bench.server.server_process import ServerProcess
from flattop.client import Guest

THINKING = 0.5  # seconds of a person


class Company:
    """A person and a chef at one table, with the times of the person's plays."""

    def __init__(self, guest: Guest, rank: str) -> None:
        self.guest, self.rank, self.times = guest, rank, list[float]()

    async def play_until(self, end: float) -> None:
        while time.perf_counter() < end:
            wish = {"game": "burger-go", "seats": ["you", self.rank]}
            status, made = await self.guest.call("POST", "/api/tables", wish)
            if status != 201:
                raise SystemExit(f"a table with a {self.rank} was refused: {status} {made}")
            await self._play(await LeanSocket.at(self.guest, made["id"]), end)

    async def _play(self, client: LeanSocket, end: float) -> None:
        while not client.over and time.perf_counter() < end:
            if client.options:
                await asyncio.sleep(THINKING)
                client.unheard.clear()  # what the chef did is not the answer
                began = time.perf_counter()
                client.play(random.choice(client.options)[0])
                client.options = []
                await client.hear("update")
                self.times.append(time.perf_counter() - began)
            else:
                await asyncio.sleep(0.01)
        await client.close()


async def measure(server: ServerProcess, tables: int, seconds: float, rank: str) -> dict[str, Any]:
    people = await guests(server.url, tables)
    companies = [Company(guest, rank) for guest in people]
    end = time.perf_counter() + seconds
    work = [asyncio.create_task(company.play_until(end)) for company in companies]
    await asyncio.sleep(seconds / 2)
    held = {"server": memory(server), "workers": [round(kb / 1024) for kb in workers(server)]}
    await asyncio.gather(*work)
    times = sorted(span for company in companies for span in company.times)
    cuts = statistics.quantiles(times, n=100)
    return {
        "tables": tables,
        "rank": rank,
        "plays_of_persons": len(times),
        "p50_ms": round(cuts[49] * 1000, 1),
        "p99_ms": round(cuts[98] * 1000, 1),
        "server_mb": round(held["server"] / 1024),
        "worker_mb": held["workers"],
    }


def workers(server: ServerProcess) -> list[float]:
    """Return the resident memory of each child process of the server in kB."""
    tasks = Path(f"/proc/{server.child.pid}/task/{server.child.pid}/children").read_text().split()
    return [_resident(pid) for pid in tasks]


def _resident(pid: str) -> float:
    text = Path(f"/proc/{pid}/status").read_text()
    return float(next((line for line in text.splitlines() if line.startswith("VmRSS")), "VmRSS 0").split()[1])


def main() -> int:
    parser = argument_parser(__doc__)
    parser.add_argument("--tables", type=int, default=50, help="number of tables")
    parser.add_argument("--seconds", type=float, default=30, help="length of play")
    parser.add_argument("--rank", default="chef", help="rank of the bots")
    args = parser.parse_args()
    with ServerProcess() as server:
        print(json.dumps(asyncio.run(measure(server, args.tables, args.seconds, args.rank))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
