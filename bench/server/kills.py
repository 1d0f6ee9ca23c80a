"""Kill the house with -9 again and again under play, then count what was lost or played twice.

    python bench/server/kills.py --tables 20 --kills 50

Every table has two scripted clients and two bots.  A client sends what was not answered again after each
return, under the same id.  At the end the plays of each seat in the saved record must be exactly those that
were acknowledged to its client, in the same order.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from flattop.client import Guest

GONE = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, EOFError, asyncio.IncompleteReadError)
LIMITS = ("sockets", "messages", "burst", "requests", "request_burst", "guest_burst", "tables")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """The house as a process that can be killed and started again on the same port and folder."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        limits = [word for name in LIMITS for word in ("--limit", f"{name}=1000000")]
        self.command = [
            sys.executable, "-m", "flattop.cli.serve", "--no-open", "--pace", "0",
            "--port", str(self.port), "--data", str(folder), *limits, *more,
        ]  # fmt: skip
        self.child: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.child = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        until = time.monotonic() + 60
        while time.monotonic() < until and self.child.poll() is None:
            try:
                urllib.request.urlopen(f"{self.url}/api/health", timeout=5).close()
                return
            except OSError:
                time.sleep(0.02)
        raise SystemExit("the house did not open")

    def end(self, how: int) -> None:
        if self.child and self.child.poll() is None:
            self.child.send_signal(how)
            self.child.wait(30)


class Regular:
    """A client that plays whatever is open to it, from table to table, and loses no answer."""

    def __init__(self, guest: Guest, seed: int) -> None:
        self.guest, self.luck = guest, random.Random(seed)
        self.acknowledged: dict[str, dict[str, list[object]]] = {}  # per table, by id
        self.returns = 0
        self.stopping = False

    async def play_on(self, table_id: str) -> None:
        """Play until told to stop and the game is over."""
        pending: tuple[str, list[object], int] | None = None
        chair = self.guest.table(table_id)
        self.acknowledged.setdefault(table_id, {})
        while True:
            try:
                await chair.open(chair.version)
                await chair.hear("welcome", "table")
                while True:
                    if pending is None and chair.sheet and chair.sheet["over"]:
                        await chair.close()
                        if self.stopping:
                            return None
                        return await self.play_on(await self._rematch(table_id))
                    if pending is None and not chair.options:
                        await chair.hear("update")
                        continue
                    if pending is None:
                        pending = secrets.token_hex(8), self.luck.choice(chair.options), chair.version or 0
                    await self._send(chair, table_id, pending)
                    pending = None
            except GONE:
                self.returns += 1
                await asyncio.sleep(self.luck.uniform(0.05, 0.3))

    async def _send(self, chair, table_id: str, pending) -> None:  # type: ignore[no-untyped-def]
        message_id, action, version = pending
        await chair.send(type="play", id=message_id, version=version, action=action)
        answer = await chair.hear("done", "refused", id=message_id)
        if answer["type"] == "refused" and answer["code"] == "not-saved":
            raise EOFError
        if answer["type"] == "done":
            self.acknowledged[table_id][message_id] = action
        while answer["type"] == "done" and (chair.version or 0) < answer["version"]:
            await chair.hear("update", "welcome")

    async def _rematch(self, table_id: str) -> str:
        while True:
            try:
                status, made = await self.guest.call("POST", f"/api/tables/{table_id}/rematch", {})
            except (OSError, EOFError, json.JSONDecodeError):
                status = 0
            if status == 201:
                return str(made["id"])
            await asyncio.sleep(0.05)


async def seated(url: str, number: int) -> tuple[list[Regular], str]:
    people = [await Guest(url).introduce(f"{name} {number}") for name in ("Ann", "Ben")]
    wish = {"game": "burger-go", "seats": ["you", "open", "house", "random"]}
    _, made = await people[0].call("POST", "/api/tables", wish)
    await people[1].call("POST", f"/api/tables/{made['id']}/join", {})
    return [Regular(guest, number * 2 + i) for i, guest in enumerate(people)], made["id"]


async def run(server: Server, tables: int, kills: int, seed: int) -> list[list[Regular]]:
    luck = random.Random(seed)
    server.start()
    rooms = [await seated(server.url, number) for number in range(tables)]
    jobs = [asyncio.ensure_future(r.play_on(table_id)) for people, table_id in rooms for r in people]
    for number in range(kills):
        await asyncio.sleep(luck.uniform(0.1, 2.0))
        server.end(signal.SIGKILL)
        await asyncio.to_thread(server.start)
        print(f"\rkilled {number + 1} of {kills}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for people, _ in rooms:
        for regular in people:
            regular.stopping = True
    async with asyncio.timeout(300):
        await asyncio.gather(*jobs)
    return [people for people, _ in rooms]


async def faults(rooms: list[list[Regular]]) -> tuple[int, int, list[str]]:
    """Tables and plays compared, and what does not agree."""
    found: list[str] = []
    tables = plays = 0
    for people in rooms:
        for table_id in people[0].acknowledged:
            _, text = await people[0].guest.call("GET", f"/api/tables/{table_id}/record")
            entries = [json.loads(line) for line in text.splitlines()]
            tables += 1
            for seat, regular in enumerate(people):
                saved = [e["play"][1:] for e in entries if "play" in e and e["play"][0] == seat]
                plays += len(saved)
                known = list(regular.acknowledged.get(table_id, {}).values())
                if saved != known:
                    found.append(f"table {table_id}, seat {seat}: saved {saved}, acknowledged {known}")
    return tables, plays, found


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--tables", type=int, default=20)
    words.add_argument("--kills", type=int, default=50)
    words.add_argument("--seed", type=int, default=1)
    args = words.parse_args()

    async def all_of_it() -> int:
        began = time.monotonic()
        rooms = await run(server, args.tables, args.kills, args.seed)
        tables, plays, found = await faults(rooms)
        returns = sum(regular.returns for people in rooms for regular in people)
        print(
            f"{args.kills} kills, {tables} games played to their end at {args.tables} tables, {plays} plays"
        )
        print(f"acknowledged and saved, {returns} returns of clients, {time.monotonic() - began:.0f} s")
        print("\n".join(found) or "no acknowledged play was lost, none was played twice")
        return 1 if found else 0

    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            return asyncio.run(all_of_it())
        finally:
            server.end(signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
