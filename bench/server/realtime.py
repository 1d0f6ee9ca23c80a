"""Live tables: how punctual their clocks are, and whether what they record can be played again.

    python bench/server/realtime.py punctual --tables 100 --seconds 30
    python bench/server/realtime.py records --games 1000 --clock 100
    python bench/server/realtime.py kills --tables 10 --kills 20

`punctual` opens tables of house bots, each watched by its owner, lets every clock move ten times a second,
and reads from the metrics of the house how late the moves came.  `records` has bots play whole games at an
accelerated clock and plays each record again: every hash on the way and the end must agree.  `kills` ends
the house with -9 in mid-shift again and again; no acknowledged action may be missing, no table may have lost
time that had passed, and none may have gained more than a heartbeat.  Anything wrong ends with 1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import signal
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

from kills import GONE, Server

from flattop.client import Guest, TableConnection
from flattop.kernel import SECOND
from flattop.match import Written, parse, replay

TABLES = (("kitchen-rush", {"limit": "rush"}), ("burger-trucker", {"build_limit": 60}))
CHUNK = 20  # tables that play at once
QUICK = 5  # times the wall clock, where the house is killed
SAVED = QUICK * SECOND  # ticks that may have passed since time was last saved
SLACK = 10  # ticks: a fifth of a second between what is measured here and in the house
WATCHED = 1.5  # seconds between two kills


async def watched(
    guest: Guest, game: str, options: dict[str, Any], seats: int, first: str = "house"
) -> tuple[str, TableConnection]:
    """A table of bots with its owner looking on, or in the first seat."""
    places = [first, *["house"] * (seats - 1)]
    wish = {"game": game, "seats": places, "options": options, "spectators": True}
    status, made = await guest.call("POST", "/api/tables", wish)
    if status >= 400:
        raise SystemExit(f"{game}: {made['sentence']}")
    chair = await guest.table(made["id"]).open()
    await chair.hear("welcome")
    return made["id"], chair


# -- punctual


def buckets(url: str) -> dict[str, float]:
    """How many clock moves came within so many seconds."""
    text = urllib.request.urlopen(f"{url}/metrics", timeout=30).read().decode()
    found = re.findall(r'flattop_tick_late_seconds_bucket{le="([^"]+)"} (\d+)', text)
    return {le: float(count) for le, count in found}


async def listen(chair: TableConnection, end: float) -> None:
    while (left := end - time.monotonic()) > 0:
        try:
            async with asyncio.timeout(left):
                await chair.hear("update")
        except TimeoutError:
            return


async def punctual(server: Server, args: argparse.Namespace) -> bool:
    guest = await Guest(server.url).introduce("Bench")
    chairs = [(await watched(guest, *TABLES[0], args.seats))[1] for _ in range(args.tables)]
    await asyncio.gather(*(listen(chair, time.monotonic() + args.settle) for chair in chairs))
    before = buckets(server.url)
    await asyncio.gather(*(listen(chair, time.monotonic() + args.seconds) for chair in chairs))
    after = buckets(server.url)
    ticks = after["+Inf"] - before["+Inf"]
    share = (after["0.05"] - before["0.05"]) / max(1.0, ticks)
    show(
        tables=args.tables, seats=args.seats, seconds=args.seconds,
        clock_moves=ticks, per_table_and_second=round(ticks / args.tables / args.seconds, 1),
        less_than_20_ms_late=round((after["0.02"] - before["0.02"]) / max(1.0, ticks), 4),
        less_than_50_ms_late=round(share, 4),
    )  # fmt: skip
    return share >= 0.99


# -- records


async def saved(guest: Guest, table_id: str) -> Written:
    _, text = await guest.call("GET", f"/api/tables/{table_id}/record")
    return parse(text.encode(), table_id)


async def one_game(guest: Guest, number: int) -> tuple[str, str]:
    """Play a game to its end, and play its record again: the game and what was wrong."""
    game, options = TABLES[number % len(TABLES)]
    table_id, chair = await watched(guest, game, options, 2 + number % 3)
    while not chair.sheet["over"]:
        await chair.hear("update")
    await chair.close()
    written = await saved(guest, table_id)
    again = await asyncio.to_thread(replay, written)
    if not again.over or not written.finished:
        return game, f"game {number} of {game} has no end"
    return game, ""


async def records(server: Server, args: argparse.Namespace) -> bool:
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


async def return_to(chair: TableConnection) -> None:
    while True:
        try:
            await chair.open(None)
            await chair.hear("welcome")
            return
        except GONE:
            await asyncio.sleep(0.05)


def moment(chair: TableConnection) -> tuple[int, int]:
    """The shift and the tick that the sheet shows."""
    clock = chair.sheet["view"]["clock"]
    return clock["shift"], clock["now"]


async def bustle(chair: TableConnection, luck: random.Random, end: float) -> int:
    """Play whatever is open, as a hasty cook would: how many plays were acknowledged."""
    done = 0
    while time.monotonic() < end:
        if not chair.options:
            await listen(chair, min(end, time.monotonic() + 0.2))
            continue
        answer = await chair.play(luck.choice(chair.options))
        done += answer["type"] == "done"
    return done


def losses(
    table_id: str, told: list[Any], since: tuple[int, int], served: float, chair: TableConnection
) -> list[str]:
    """What was told before the kill and is not so any more, and time that was lost or never had passed."""
    wrong = []
    if chair.sheet["log"][: len(told)] != told:
        wrong.append(f"table {table_id} has lost what was told")
    shift, now = moment(chair)
    passed, due = now - since[1], served * QUICK * SECOND
    if (shift, now) < since or (shift == since[0] and passed > due + SLACK):
        wrong.append(f"table {table_id}: {passed} ticks have passed in {served:.2f} s")
    if shift == since[0] and since[1] > 0 and passed < due - SAVED - SLACK:
        wrong.append(f"table {table_id}: only {passed} ticks have passed in {served:.2f} s")
    return wrong


async def kills(server: Server, args: argparse.Namespace) -> bool:
    guest = await Guest(server.url).introduce("Bench")
    chairs = dict([await watched(guest, *TABLES[0], args.seats, "you") for _ in range(args.tables)])
    wrong, done, luck = list[str](), 0, random.Random(1)
    came = {key: (time.monotonic(), moment(chair)) for key, chair in chairs.items()}
    for _ in range(args.kills):
        end = time.monotonic() + WATCHED
        done += sum(await asyncio.gather(*(bustle(chair, luck, end) for chair in chairs.values())))
        told = {key: list(chair.sheet["log"]) for key, chair in chairs.items()}
        server.end(signal.SIGKILL)
        killed = time.monotonic()
        time.sleep(1.0)  # the house is down for so long at least: no time may pass at any table
        server.start()
        for key, chair in chairs.items():
            await return_to(chair)
            wrong += losses(key, told[key], came[key][1], killed - came[key][0], chair)
            came[key] = time.monotonic(), moment(chair)
    lines = sum(len(chair.sheet["log"]) for chair in chairs.values())
    show(tables=args.tables, kills=args.kills, acknowledged=done, lines_told=lines, wrong=wrong)
    return not wrong


# -- all


def show(**figures: Any) -> None:
    print(json.dumps(figures), flush=True)


def wished() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("punctual", "records", "kills"))
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--settle", type=float, default=10)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--clock", type=float, default=100)
    return parser.parse_args()


def main() -> int:
    args = wished()
    how = {
        "punctual": ["--heartbeat", "1", "--pace", "0.6"],
        "records": ["--clock", str(args.clock), "--pace", "0.6"],
        "kills": ["--clock", str(QUICK), "--pace", "0.3"],
    }[args.what]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), *how)
        server.start()
        try:
            work = {"punctual": punctual, "records": records, "kills": kills}[args.what]
            return 0 if asyncio.run(work(server, args)) else 1
        finally:
            server.end(signal.SIGINT)


if __name__ == "__main__":
    sys.exit(main())
