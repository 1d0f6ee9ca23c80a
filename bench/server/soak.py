"""A soak test: people play all games for an hour, and the server must not hold more at the end than before.

    python -m bench.server.soak --minutes 60
    python -m bench.server.soak --minutes 60 --workers 2      # with its own PostgreSQL

The server has its default limits and its own data folder.  Each of `--tables` groups of people plays one game
after the other (simulated_players.py).  After the warm-up everyone leaves for a moment; what the server holds
then is what it may hold at the end.  Exits with 1 unless memory stays flat, all handles are released, and
there were no errors.  Unwatched tables are unloaded after a minute instead of a quarter of an hour, so that
many come and go, and bots think quickly, so that many games end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass, field

import httpx

from bench.arguments import argument_parser
from bench.server import processes
from bench.server.server_process import ServerProcess
from bench.server.simulated_players import Corner, Observations
from flattop.games import CATALOG

WARM_UP = 0.3  # of the time
MOST = 0.05  # by which memory may grow from the first quarter after the warm-up to the last
LONG_ENOUGH = 20.0  # minutes, below which memory is not judged: what is remembered for later is still growing
STAYING = ("serve", "bot_worker")  # processes that live as long as the server; others end when they are idle
SETTLING = 120.0  # seconds in which everything must be given back, and bots have played what is theirs
POOL = (os.cpu_count() or 1) + 4  # threads of an event loop, which come as they are needed and stay
LIVELY = "--pace", "0.1", "--clock", "6", "--limit", "playouts=40", "--limit", "idle=60"


@dataclass
class Sample:
    """Resources of the server and its workers at one moment."""

    seconds: float
    memory: dict[str, float]  # megabytes of one process, by what it runs
    handles: dict[str, int]
    threads: int
    tables: int
    tasks: int
    moves: int
    database: int  # bytes
    finished: int
    children: int


@dataclass
class Soaked:
    """All samples of a run: during play after the warm-up, and when everyone had left."""

    minutes: float
    samples: list[Sample] = field(default_factory=list)
    rests: list[Sample] = field(default_factory=list)
    troubles: dict[str, int] = field(default_factory=dict)


@dataclass
class Finding:
    """One line of the verdict."""

    what: str
    figure: str
    is_good: bool = True


# -- the verdict


def judge(soaked: Soaked) -> list[Finding]:
    """Return the findings of a run; it passed if all of them did."""
    memory = [_memory(soaked, kind) for kind in STAYING]
    return [*memory, *_given_back(*soaked.rests), _growth(*soaked.rests), _troubles(soaked.troubles)]


def _memory(soaked: Soaked, kind: str) -> Finding:
    """Compare medians of the first and the last quarter, because single samples vary with the games."""
    sizes = [sample.memory[kind] for sample in soaked.samples if kind in sample.memory]
    if soaked.minutes < LONG_ENOUGH:
        return Finding(f"memory of {kind}", f"not judged in less than {LONG_ENOUGH:.0f} minutes")
    quarter = max(1, len(sizes) // 4)
    first, last = statistics.median(sizes[:quarter]), statistics.median(sizes[-quarter:])
    times = [sample.seconds / 3600 for sample in soaked.samples if kind in sample.memory]
    slope = statistics.linear_regression(times, sizes).slope
    words = f"{first:.1f} MB, at the end {last:.1f} MB ({last / first - 1:+.1%}), {slope:+.1f} MB an hour"
    return Finding(f"memory of {kind}", words, last <= first * (1 + MOST))


def _given_back(before: Sample, after: Sample) -> list[Finding]:
    """Compare handles, threads and tasks when everyone has left; each additional child may have four more."""
    more = 4 * max(0, after.children - before.children)
    held = {f"{kind} handles": (before.handles.get(kind, 0), n, more) for kind, n in after.handles.items()}
    held["threads"] = before.threads, after.threads, POOL
    held["tasks"] = before.tasks, after.tasks, more
    return [
        Finding(what, f"{was}, at the end {now}", now <= was + leeway)
        for what, (was, now, leeway) in held.items()
    ]


def _growth(before: Sample, after: Sample) -> Finding:
    games, grown = after.finished - before.finished, after.database - before.database
    moves = after.moves - before.moves
    words = f"{grown / max(1, games):.0f} bytes per finished game, {grown / max(1, moves):.0f} per move"
    return Finding("database", f"{words}; {games} games, {moves} moves", moves > 0)


def _troubles(troubles: dict[str, int]) -> Finding:
    words = "; ".join(f"{times} x {trouble}" for trouble, times in troubles.items())
    return Finding("errors that people met with", words or "none", not troubles)


# -- the run


class Soak:
    """A server and the people on it."""

    def __init__(self, server: ServerProcess, args: argparse.Namespace) -> None:
        self.server, self.seconds, self.every = server, 60 * args.minutes, args.every
        self.told, self.soaked, self.began = Observations(), Soaked(args.minutes), time.monotonic()
        numbers = range(args.tables)
        self.corners = [Corner(server.url, n, self.told, args.thought, args.games) for n in numbers]

    async def run(self) -> Soaked:
        """Play, leave, play, leave."""
        await self._shift(self.seconds * WARM_UP)
        first = await self._rest()
        self.soaked.samples = await self._shift(self.seconds * (1 - WARM_UP))
        self.soaked.rests = [first, await self._rest(first)]
        self.soaked.troubles = dict(self.told.troubles)
        return self.soaked

    async def _shift(self, seconds: float) -> list[Sample]:
        end, samples = time.monotonic() + seconds, []
        playing = asyncio.gather(*(corner.open(end) for corner in self.corners))
        while time.monotonic() < end:
            await asyncio.sleep(min(self.every, max(0.1, end - time.monotonic())))
            samples.append(await self._sample())
        await playing
        return samples

    async def _rest(self, before: Sample | None = None) -> Sample:
        """Let everyone leave, and return what the server holds once it has settled."""
        until, moves, sample = time.monotonic() + SETTLING, -1, await self._sample()
        while time.monotonic() < until:
            is_good = all(finding.is_good for finding in _given_back(before or sample, sample))
            if is_good and sample.moves == moves:
                break
            moves = sample.moves
            await asyncio.sleep(min(5, self.every))
            sample = await self._sample()
        return sample

    async def _sample(self) -> Sample:
        parent = self.server.child.pid
        family = [parent, *processes.descendants(parent)]
        serving = [pid for pid in family if processes.module(pid) == "serve"]
        handles = Counter[str]()
        for pid in serving:
            handles += processes.handles(pid)  # before a connection of our own is opened
        figures = await self._figures()
        sample = Sample(
            seconds=round(time.monotonic() - self.began, 1),
            memory=_memory_by_module(family),
            handles=dict(handles),
            threads=sum(map(processes.threads, serving)),
            tables=round(figures["tables"]),
            tasks=round(figures["tasks"]),
            moves=round(figures["moves_total"]),
            database=await self.server.database_size(),
            finished=self.told.finished.total(),
            children=len(family),
        )
        print(json.dumps(asdict(sample)), file=sys.stderr, flush=True)
        return sample

    async def _figures(self) -> Counter[str]:
        """Return the server's metrics, summed over its workers."""
        async with httpx.AsyncClient(base_url=self.server.url, timeout=60) as client:
            lines = (await client.get("/metrics")).text.splitlines()
        summed = Counter[str]()
        for line in lines:
            name, _, value = line.rpartition(" ")
            if not line.startswith("#"):
                summed[name.partition("{")[0].removeprefix("flattop_")] += float(value)
        return summed


def _memory_by_module(family: list[int]) -> dict[str, float]:
    """Return the MB of one process by module: the mean of those that run the same."""
    sizes: dict[str, list[float]] = {}
    for pid in family:
        if (name := processes.module(pid)) and (size := processes.resident(pid)):
            sizes.setdefault(name, []).append(size)
    return {name: round(statistics.mean(known), 2) for name, known in sizes.items()}


def served_by(workers: int) -> ServerProcess:
    if workers == 1:
        return ServerProcess(*LIVELY, limited=True)
    from bench.server.cluster_process import ClusterProcess

    return ClusterProcess(workers, *LIVELY)


def show(soaked: Soaked, told: Observations, findings: list[Finding]) -> None:
    print(f"{soaked.minutes:g} minutes, {told.finished.total()} games finished: {_counted(told.finished)}")
    print(f"besides: {_counted(told.done)}\n")
    print("| what | figure | |\n|---|---|---|")
    for finding in findings:
        print(f"| {finding.what} | {finding.figure} | {'good' if finding.is_good else '**wrong**'} |")


def _counted(times: Counter[str]) -> str:
    return ", ".join(f"{number} {name}" for name, number in times.most_common())


def main() -> int:
    parser = argument_parser(__doc__)
    parser.add_argument(
        "games", nargs="*", metavar="GAME", default=list(CATALOG), help="keys of games; all if none is given"
    )
    parser.add_argument("--minutes", type=float, default=60, help="length of play")
    parser.add_argument("--tables", type=int, default=12, help="tables that play at the same time")
    parser.add_argument("--workers", type=int, default=1, help="more than one need PostgreSQL")
    parser.add_argument("--thought", type=float, default=0.3, help="seconds before a play, on average")
    parser.add_argument("--every", type=float, default=30.0, help="seconds between two samples")
    args = parser.parse_args()
    with served_by(args.workers) as server:
        soak = Soak(server, args)
        soaked = asyncio.run(soak.run())
    findings = judge(soaked)
    show(soaked, soak.told, findings)
    return int(not all(finding.is_good for finding in findings))


if __name__ == "__main__":
    sys.exit(main())
