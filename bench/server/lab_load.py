"""Measures whether lab experiments slow down tables: rounds with and without an experiment, in turn.

    python -m bench.server.lab_load --tables 40 --clocks 20 --seconds 10 --rounds 5

Scripted clients play at tables of four, each seat every two seconds, and real-time tables of bots are
watched, all on one server.  In every other round the server also runs an experiment.  Printed are medians
over rounds: the time from sending a play to its receipt by all four clients, in the 50th and the 99th
percentile, and the shares of clock moves that were less than 20 and 50 ms late.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import time
from typing import Any

from bench.arguments import argument_parser
from bench.server.load import SEATS, LoadedTable, guests
from bench.server.realtime import TABLES, buckets, listen, watched
from bench.server.server_process import ServerProcess
from flattop.client import Guest, TableConnection

ALL = "/api/lab/experiments"
LONG = {"kind": "simulate", "game": "burger-boss", "bots": ["house"] * 4, "seats": 4, "size": 1_000_000}
EVERY = 2.0  # seconds between two moves of a seat


async def seated(server: ServerProcess, count: int) -> list[LoadedTable]:
    people = await guests(server.url, count * SEATS)
    tables = [LoadedTable(people[n : n + SEATS], EVERY) for n in range(0, len(people), SEATS)]
    for table in tables:
        await table.sit_down()
    return tables


async def one_round(
    server: ServerProcess, tables: list[LoadedTable], clocks: list[TableConnection], seconds: float
) -> dict[str, float]:
    before, end = buckets(server.url), time.perf_counter() + seconds
    for table in tables:
        table.times.clear()
    await asyncio.gather(
        *(table.play_until(end) for table in tables),
        *(listen(clock, time.monotonic() + seconds) for clock in clocks),
    )
    after, cuts = buckets(server.url), statistics.quantiles([s for one in tables for s in one.times], n=100)
    moves = max(1.0, after["+Inf"] - before["+Inf"])
    late = {f"less_than_{ms}_ms_late": (after[key] - before[key]) / moves
            for ms, key in ((20, "0.02"), (50, "0.05"))}  # fmt: skip
    return {"p50_ms": cuts[49] * 1000, "p99_ms": cuts[98] * 1000, **late}


async def beside(operator: Guest, *work: Any) -> dict[str, float]:
    """Run a round with an experiment that has started to play."""
    _, asked = await operator.call("POST", ALL, LONG)
    while not (await operator.call("GET", f"{ALL}/{asked['id']}"))[1]["done"]:
        await asyncio.sleep(0.1)
    told = await one_round(*work)
    _, stopped = await operator.call("POST", f"{ALL}/{asked['id']}/stop", {})
    return {**told, "games_meanwhile": stopped["done"]}


async def measure(server: ServerProcess, args: argparse.Namespace) -> None:
    operator = await Guest(server.url).introduce("Operator")
    tables = await seated(server, args.tables)
    clocks = [await watched(operator, *TABLES[0], SEATS) for _ in range(args.clocks)]
    work = server, tables, clocks, args.seconds
    await one_round(server, tables, clocks, 2)
    alone, with_lab = [], []
    for number in range(args.rounds):
        order = (0, 1) if number % 2 else (1, 0)
        for turn in order:
            (with_lab if turn else alone).append(
                await (beside(operator, *work) if turn else one_round(*work))
            )
    for name, rounds in (("alone", alone), ("beside an experiment", with_lab)):
        middle = {key: round(statistics.median(one[key] for one in rounds), 4) for key in rounds[0]}
        print(json.dumps({"tables": name, **middle}), flush=True)


def main() -> int:
    parser = argument_parser(__doc__)
    parser.add_argument("--tables", type=int, default=40, help="tables of four scripted clients")
    parser.add_argument("--clocks", type=int, default=20, help="real-time tables of bots")
    parser.add_argument("--seconds", type=float, default=10, help="length of a round")
    parser.add_argument("--rounds", type=int, default=5, help="number of rounds of each kind")
    with ServerProcess() as server:
        asyncio.run(measure(server, parser.parse_args()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
