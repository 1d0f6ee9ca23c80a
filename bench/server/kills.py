"""Kills the server with SIGKILL repeatedly during play, then counts lost and duplicated plays.

    python -m bench.server.kills --tables 20 --kills 50
    python -m bench.server.kills --tables 20 --kills 50 --workers 3

With several workers, workers are killed, one at a time or all of them, paused for longer than a lease
lasts, or cut off from each other.  Their PostgreSQL is restarted, stopped, paused, cut off and delayed.

Every table has two scripted clients and two bots.  After each reconnect a client sends unanswered plays again
with the same ids.  At the end the plays of each seat in the saved record must be exactly those that were
acknowledged to its client, in the same order.  A log line that a client has seen must never change or
disappear, neither after a reconnect nor in the log of the record.

For every kind of failure it prints for how many seconds tables were away, and for how many after the failure
was over, as when PostgreSQL was back.  `--pause 12` keeps the failures apart.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import secrets
import signal
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, NamedTuple

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from bench.arguments import argument_parser
from bench.server.server_process import ServerProcess
from flattop.client import Guest, TableConnection

GONE = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, EOFError, asyncio.IncompleteReadError)
AGAIN = ("not-saved", "unsettled", "not-read", "elsewhere")  # refusals after which the same is sent again
Disaster = Callable[[Any], Awaitable[None]]  # of whatever serves
SLOW_SECONDS = 1.0  # an answer that takes longer counts as an absence of the table
Play = tuple[str, list[Any], int]  # its id, the action, and the version it was chosen from


class Absence(NamedTuple):
    """When a client was without its table, in seconds of the monotonic clock."""

    began: float
    ended: float


class Failure(NamedTuple):
    """A failure that was caused, and when."""

    kind: str
    began: float
    ended: float


class ReturningClient:
    """Plays random options at table after table, and reconnects until everything is answered."""

    def __init__(self, guest: Guest, seed: int) -> None:
        self.guest, self.rng = guest, random.Random(seed)
        self.acknowledged: dict[str, dict[str, list[Any]]] = {}  # per table, by id
        self.returns = 0
        self.seen: dict[str, dict[int, Any]] = {}  # per table, the lines of the log by their number
        self.lies: list[str] = []
        self.stopping = False
        self.pending: Play | None = None  # what was sent and not answered
        self.away_since: float | None = None  # when a play was sent without an answer, or the socket closed
        self.absences: list[Absence] = []

    async def play_on(self, table_id: str) -> None:
        """Play one game after the other until told to stop, and finish the last one."""
        await self._play_to_the_end(table_id)
        while not self.stopping:
            table_id = await self._rematch(table_id)
            await self._play_to_the_end(table_id)

    async def _play_to_the_end(self, table_id: str) -> None:
        table = self.guest.table(table_id)
        self.acknowledged.setdefault(table_id, {})
        while True:
            try:
                await table.open(table.version)
                await table.hear("welcome", "table")
                self._note_return()
                self._compare(table)
                await self._play_while_connected(table)
                self._compare(table)
                return await table.close()
            except GONE:
                self._compare(table)
                self.returns += 1
                self.away_since = self.away_since or time.monotonic()
                await asyncio.sleep(self.rng.uniform(0.05, 0.3))

    def _note_return(self) -> None:
        if self.away_since is not None:
            self.absences.append(Absence(self.away_since, time.monotonic()))
            self.away_since = None

    def _compare(self, table: TableConnection) -> None:
        """What was seen once stays as it was."""
        if table.snapshot is None:
            return
        start, lines = table.snapshot.get("log_from", 0), table.snapshot["log"]
        seen = self.seen.setdefault(table.table_id, {})
        if len(seen) > start + len(lines):
            self.lies.append(
                f"table {table.table_id}: {len(seen)} lines were seen, {start + len(lines)} are left"
            )
        for number, line in enumerate(lines, start):
            if seen.setdefault(number, line) != line:
                self.lies.append(f"table {table.table_id}, line {number}: {seen[number]!r} became {line!r}")

    async def _play_while_connected(self, table: TableConnection) -> None:
        while self.pending or not (table.snapshot and table.snapshot["over"]):
            if self.pending is None and not table.options:
                await table.hear("update")
                continue
            self.pending = self.pending or (
                secrets.token_hex(8), self.rng.choice(table.options), table.version or 0
            )  # fmt: skip
            await self._send(table, *self.pending)
            self.pending = None

    async def _send(self, table: TableConnection, id: str, action: list[Any], version: int) -> None:
        self.away_since = time.monotonic()
        answer = await table.ask("play", id, version=version, action=action)
        if answer["type"] == "refused" and answer["code"] in AGAIN:
            raise EOFError
        if answer["type"] == "done":
            self.acknowledged[table.table_id][id] = action
        if time.monotonic() - self.away_since > SLOW_SECONDS:
            self._note_return()
        self.away_since = None
        while answer["type"] == "done" and (table.version or 0) < answer["version"]:
            await table.hear("update", "welcome")

    async def _rematch(self, table_id: str) -> str:
        while True:
            with suppress(ConnectionError):
                status, made = await self.guest.call("POST", f"/api/tables/{table_id}/rematch", {})
                if status == 201:
                    return str(made["id"])
            await asyncio.sleep(0.05)


async def seated(url: str, number: int) -> tuple[list[ReturningClient], str]:
    people = [await Guest(url).introduce(f"{name} {number}") for name in ("Ann", "Ben")]
    wish = {"game": "burger-go", "seats": ["you", "open", "house", "random"]}
    _, made = await people[0].call("POST", "/api/tables", wish)
    await people[1].call("POST", f"/api/tables/{made['id']}/join", {})
    return [ReturningClient(guest, number * 2 + i) for i, guest in enumerate(people)], made["id"]


async def run(
    server: ServerProcess, tables: int, rng: random.Random, disasters: list[Disaster], pause: float = 0
) -> tuple[list[list[ReturningClient]], list[Failure]]:
    """Cause one failure after the other during play; return the clients of each table, and the failures."""
    failures: list[Failure] = []
    groups = [await seated(server.url, number) for number in range(tables)]
    jobs = [asyncio.ensure_future(c.play_on(table_id)) for clients, table_id in groups for c in clients]
    for number, happen in enumerate(disasters):
        await asyncio.sleep(pause or rng.uniform(0.1, 2.0))
        began = time.monotonic()
        await happen(server)
        failures.append(Failure(happen.__name__, began, time.monotonic()))
        print(
            f"\r{number + 1} of {len(disasters)}: {happen.__name__:<20}", end="", file=sys.stderr, flush=True
        )
    print(file=sys.stderr)
    for client in (client for clients, _ in groups for client in clients):
        client.stopping = True
    async with asyncio.timeout(300):
        await asyncio.gather(*jobs)
    return [clients for clients, _ in groups], failures


def print_absences(groups: list[list[ReturningClient]], failures: list[Failure]) -> None:
    """Print for each kind of failure for how long tables were away from the unluckiest of their clients."""
    worst: dict[tuple[Failure, int], tuple[float, float]] = {}
    for number, clients in enumerate(groups):
        for absence in (absence for client in clients for absence in client.absences):
            if cause := cause_of(absence, failures):
                total, after = worst.get((cause, number), (0.0, 0.0))
                worst[cause, number] = (
                    max(total, absence.ended - absence.began),
                    max(after, absence.ended - max(cause.ended, absence.began)),
                )
    print(f"{'seconds without a table':<24}{'times':>6}{'tables':>8}{'p50':>7}{'p99':>7}{'max':>7}", end="")
    print(f"   after it was over:{'p50':>7}{'p99':>7}{'max':>7}")
    for kind, times in Counter(failure.kind for failure in failures).items():
        pairs = [seconds for (cause, _), seconds in worst.items() if cause.kind == kind]
        print(f"{kind.replace('_', ' '):<24}{times:>6}{len(pairs):>8}", end="")
        for part, gap in ((0, ""), (1, " " * 21)):
            print(gap + quantiles(sorted(pair[part] for pair in pairs)), end="")
        print()


def cause_of(absence: Absence, failures: list[Failure]) -> Failure | None:
    """The first failure that began during an absence, or the last one before it."""
    during = [failure for failure in failures if absence.began <= failure.began <= absence.ended]
    before = [failure for failure in failures if failure.began < absence.began]
    return during[0] if during else before[-1] if before else None


def quantiles(values: list[float]) -> str:
    if not values:
        return f"{'-':>7}" * 3
    return "".join(f"{values[int(len(values) * part)]:>7.1f}" for part in (0.5, 0.99)) + f"{values[-1]:>7.1f}"


async def kill(server: ServerProcess) -> None:
    server.end(signal.SIGKILL)
    await asyncio.to_thread(server.start)


async def faults(groups: list[list[ReturningClient]]) -> tuple[int, int, list[str]]:
    """Return the numbers of compared tables and plays, and all differences."""
    wrong: list[str] = []
    tables = plays = 0
    for clients in groups:
        for table_id in clients[0].acknowledged:
            text = await told(clients[0].guest, f"/api/tables/{table_id}/record")
            entries = [json.loads(line) for line in text.splitlines()]
            tables += 1
            for seat, client in enumerate(clients):
                saved = [e["play"][1:] for e in entries if "play" in e and e["play"][0] == seat]
                plays += len(saved)
                known = list(client.acknowledged.get(table_id, {}).values())
                if saved != known:
                    wrong.append(f"table {table_id}, seat {seat}: saved {saved}, acknowledged {known}")
                wrong += await other_lines(client, table_id, seat)
    return tables, plays, wrong + [lie for clients in groups for client in clients for lie in client.lies]


async def told(guest: Guest, path: str) -> Any:
    """Return the answer of a server that may still be starting."""
    until, answer = time.monotonic() + 60, None
    while time.monotonic() < until:
        with suppress(ConnectionError):
            status, answer = await guest.call("GET", path)
            if status == 200:
                return answer
        await asyncio.sleep(0.2)
    raise SystemExit(f"{path}: {answer}")


async def other_lines(client: ReturningClient, table_id: str, seat: int) -> list[str]:
    """Return the lines that differ between the record and what a client saw."""
    step = await told(client.guest, f"/api/tables/{table_id}/replay?at=1000000&eyes={seat}")
    start, lines = step["sheet"].get("log_from", 0), step["sheet"]["log"]
    seen = client.seen.get(table_id, {})
    return [
        f"table {table_id}, seat {seat}, line {number}: seen {seen.get(number)!r}, recorded {line!r}"
        for number, line in enumerate(lines, start)
        if seen.get(number) != line
    ]


async def count_losses(
    server: ServerProcess, args: argparse.Namespace, rng: random.Random, disasters: list[Disaster]
) -> int:
    began = time.monotonic()
    groups, failures = await run(server, args.tables, rng, disasters, args.pause)
    tables, plays, wrong = await faults(groups)
    returns = sum(client.returns for clients in groups for client in clients)
    print(f"{args.kills} kills, {tables} games played to their end at {args.tables} tables, {plays} plays")
    print(f"acknowledged and saved, {returns} returns of clients, {time.monotonic() - began:.0f} s")
    print_absences(groups, failures)
    print(
        "\n".join(wrong)
        or "no acknowledged play was lost, none was played twice, no line seen was taken back"
    )
    return 1 if wrong else 0


async def alone(args: argparse.Namespace, rng: random.Random) -> int:
    with ServerProcess() as server:
        return await count_losses(server, args, rng, [kill] * args.kills)


async def together(args: argparse.Namespace, rng: random.Random) -> int:
    from bench.server.cluster_process import ClusterProcess, disasters

    with ClusterProcess(args.workers) as cluster:
        return await count_losses(cluster, args, rng, disasters(args.kills, rng, args.only))


def main() -> int:
    parser = argument_parser(__doc__)
    parser.add_argument("--tables", type=int, default=20, help="number of tables")
    parser.add_argument("--kills", type=int, default=50, help="number of failures to cause")
    parser.add_argument("--workers", type=int, default=1, help="workers; more than one need PostgreSQL")
    parser.add_argument(
        "--only", default="", metavar="KIND", help="failure of several workers, as in kill_a_worker"
    )
    parser.add_argument(
        "--pause", type=float, default=0, help="seconds before each failure (default: random, 0.1 to 2)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the random choices")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    return asyncio.run(alone(args, rng) if args.workers == 1 else together(args, rng))


if __name__ == "__main__":
    sys.exit(main())
