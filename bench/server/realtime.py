"""Real-time tables: how punctual their clocks are, and whether their records can be replayed.

    python -m bench.server.realtime punctual --tables 100 --seconds 30
    python -m bench.server.realtime records --games 1000 --clock 100
    python -m bench.server.realtime kills --tables 10 --kills 20

`punctual` opens tables of house bots, each watched by its owner, lets every clock move ten times a second,
and reads from the server's metrics how late the moves were; with `--beside N`, N tables of scripted clients
play at full speed meanwhile.  `records` lets bots play complete games at an accelerated clock and replays
each record: every hash and the result must be equal.  `kills` kills the server with SIGKILL in mid-shift
repeatedly.  No acknowledged action may be missing, no table may lose time that had passed, and none may gain
more than a heartbeat.  Any fault exits with 1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import signal
import sys
import time
from collections import Counter
from typing import Any

import httpx

from bench.arguments import argument_parser
from bench.server.kills import GONE
from bench.server.load import SEATS, LoadedTable, guests
from bench.server.server_process import ServerProcess
from flattop.client import Guest, TableConnection
from flattop.kernel import SECOND
from flattop.match import ParsedRecord, parse, replay

TABLES = (("kitchen-rush", {"limit": "rush"}), ("burger-trucker", {"build_limit": 60}))
CHUNK = 20  # tables that play at once
QUICK = 5  # times the wall clock, where the server is killed
SAVED = QUICK * SECOND  # ticks that may have passed since time was last saved
SLACK = 10  # ticks: a fifth of a second between what is measured here and in the server
WATCHED = 1.5  # seconds between two kills


async def watched(
    guest: Guest, game: str, options: dict[str, Any], seats: int, first: str = "house"
) -> TableConnection:
    """Open a table of bots with its owner as a spectator, or in the first seat."""
    places = [first, *["house"] * (seats - 1)]
    wish = {"game": game, "seats": places, "options": options, "spectators": True}
    status, made = await guest.call("POST", "/api/tables", wish)
    if status >= 400:
        raise SystemExit(f"{game}: {made['sentence']}")
    table = await guest.table(made["id"]).open()
    await table.hear("welcome")
    return table


# -- punctual


def buckets(url: str) -> dict[str, float]:
    """Return the histogram of the lateness of clock moves."""
    text = httpx.get(f"{url}/metrics", timeout=30).text
    counts = re.findall(r'flattop_tick_late_seconds_bucket{le="([^"]+)"} (\d+)', text)
    return {le: float(count) for le, count in counts}


async def listen(table: TableConnection, end: float) -> None:
    while (left := end - time.monotonic()) > 0:
        try:
            async with asyncio.timeout(left):
                await table.hear("update")
        except TimeoutError:
            return


async def busy_tables(url: str, count: int) -> list[LoadedTable]:
    """Run tables of scripted clients that play at full speed."""
    people = await guests(url, count * SEATS)
    busy = [LoadedTable(people[n : n + SEATS]) for n in range(0, len(people), SEATS)]
    for table in busy:
        await table.sit_down()
    return busy


async def punctual(server: ServerProcess, args: argparse.Namespace) -> bool:
    guest = await Guest(server.url).introduce("Bench")
    tables = [await watched(guest, *TABLES[0], args.seats) for _ in range(args.tables)]
    await asyncio.gather(*(listen(table, time.monotonic() + args.settle) for table in tables))
    busy = await busy_tables(server.url, args.beside)
    before, until = buckets(server.url), time.perf_counter() + args.seconds
    await asyncio.gather(
        *(listen(table, time.monotonic() + args.seconds) for table in tables),
        *(table.play_until(until) for table in busy),
    )
    after = buckets(server.url)
    ticks = after["+Inf"] - before["+Inf"]
    share = (after["0.05"] - before["0.05"]) / max(1.0, ticks)
    show(
        tables=args.tables, seats=args.seats, seconds=args.seconds,
        plays_beside=sum(table.plays for table in busy), clock_moves=ticks,
        per_table_and_second=round(ticks / args.tables / args.seconds, 1),
        less_than_20_ms_late=round((after["0.02"] - before["0.02"]) / max(1.0, ticks), 4),
        less_than_50_ms_late=round(share, 4),
    )  # fmt: skip
    return share >= 0.99


# -- records


async def saved(guest: Guest, table_id: str) -> ParsedRecord:
    _, text = await guest.call("GET", f"/api/tables/{table_id}/record")
    return parse(text.encode(), table_id)


async def one_game(guest: Guest, number: int) -> tuple[str, str]:
    """Play a game to its end and replay its record; return the game and the faults."""
    game, options = TABLES[number % len(TABLES)]
    table = await watched(guest, game, options, 2 + number % 3)
    while not table.snapshot["over"]:
        await table.hear("update")
    await table.close()
    written = await saved(guest, table.table_id)
    again = await asyncio.to_thread(replay, written)
    if not again.over or not written.finished:
        return game, f"game {number} of {game} has no end"
    return game, ""


async def records(server: ServerProcess, args: argparse.Namespace) -> bool:
    guest = await Guest(server.url).introduce("Bench")
    played, wrong, began = Counter[str](), list[str](), time.monotonic()
    for first in range(0, args.games, CHUNK):
        numbers = range(first, min(args.games, first + CHUNK))
        for game, trouble in await asyncio.gather(*(one_game(guest, number) for number in numbers)):
            played[game] += 1
            wrong += [trouble] if trouble else []
    seconds = round(time.monotonic() - began)
    show(games=dict(played), clock=args.clock, seconds=seconds, wrong=wrong)
    return not wrong


# -- kills


async def return_to(table: TableConnection) -> None:
    while True:
        try:
            await table.open(None)
            await table.hear("welcome")
            return
        except GONE:
            await asyncio.sleep(0.05)


def moment(table: TableConnection) -> tuple[int, int]:
    """The shift and the tick that the sheet shows."""
    clock = table.snapshot["view"]["clock"]
    return clock["shift"], clock["now"]


async def bustle(table: TableConnection, rng: random.Random, end: float) -> int:
    """Play random options for a while; return the number of acknowledged plays."""
    done = 0
    while time.monotonic() < end:
        if not table.options:
            await listen(table, min(end, time.monotonic() + 0.2))
            continue
        answer = await table.play(rng.choice(table.options))
        done += answer["type"] == "done"
    return done


def losses(table: TableConnection, told: list[Any], since: tuple[int, int], served: float) -> list[str]:
    """Return log lines that were lost in a kill, and time that was lost or gained."""
    wrong = []
    if table.snapshot["log"][: len(told)] != told:
        wrong.append(f"table {table.table_id} has lost what was told")
    shift, now = moment(table)
    passed, due = now - since[1], served * QUICK * SECOND
    if (shift, now) < since or (shift == since[0] and passed > due + SLACK):
        wrong.append(f"table {table.table_id}: {passed} ticks have passed in {served:.2f} s")
    if shift == since[0] and since[1] > 0 and passed < due - SAVED - SLACK:
        wrong.append(f"table {table.table_id}: only {passed} ticks have passed in {served:.2f} s")
    return wrong


async def kills(server: ServerProcess, args: argparse.Namespace) -> bool:
    guest = await Guest(server.url).introduce("Bench")
    tables = [await watched(guest, *TABLES[0], args.seats, "you") for _ in range(args.tables)]
    wrong, done, rng = list[str](), 0, random.Random(1)
    came = {table: (time.monotonic(), moment(table)) for table in tables}
    for _ in range(args.kills):
        end = time.monotonic() + WATCHED
        done += sum(await asyncio.gather(*(bustle(table, rng, end) for table in tables)))
        told = {table: list(table.snapshot["log"]) for table in tables}
        server.end(signal.SIGKILL)
        killed = time.monotonic()
        time.sleep(1.0)  # the server is down for so long at least: no time may pass at any table
        server.start()
        for table in tables:
            await return_to(table)
            began, since = came[table]
            wrong += losses(table, told[table], since, killed - began)
            came[table] = time.monotonic(), moment(table)
    lines = sum(len(table.snapshot["log"]) for table in tables)
    show(tables=args.tables, kills=args.kills, acknowledged=done, lines_told=lines, wrong=wrong)
    return not wrong


# -- all


def show(**figures: Any) -> None:
    print(json.dumps(figures), flush=True)


def wished() -> argparse.Namespace:
    parser = argument_parser(__doc__)
    parser.add_argument("what", choices=("punctual", "records", "kills"), help="what to check")
    parser.add_argument("--tables", type=int, default=100, help="number of tables")
    parser.add_argument("--seats", type=int, default=2, help="seats of each table")
    parser.add_argument("--seconds", type=float, default=30, help="length of the measurement by `punctual`")
    parser.add_argument("--settle", type=float, default=10, help="seconds of play before the measurement")
    parser.add_argument(
        "--beside", type=int, default=0, metavar="N", help="tables of scripted clients at full speed"
    )
    parser.add_argument("--games", type=int, default=1000, help="games that `records` replays")
    parser.add_argument("--kills", type=int, default=20, help="kills by `kills`")
    parser.add_argument("--clock", type=float, default=100, help="speed-up of the clock for `records`")
    return parser.parse_args()


def main() -> int:
    args = wished()
    how = {
        "punctual": ["--heartbeat", "1", "--pace", "0.6"],
        "records": ["--clock", str(args.clock), "--pace", "0.6"],
        "kills": ["--clock", str(QUICK), "--pace", "0.3"],
    }[args.what]
    work = {"punctual": punctual, "records": records, "kills": kills}[args.what]
    with ServerProcess(*how) as server:
        return 0 if asyncio.run(work(server, args)) else 1


if __name__ == "__main__":
    sys.exit(main())
