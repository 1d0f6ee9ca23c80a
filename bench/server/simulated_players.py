"""Simulated people on a server: they open tables, play, watch, chat, undo, leave and return."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Any

from websockets.exceptions import WebSocketException

from flattop.client import Guest, TableConnection
from flattop.games import game

BOTS = ("house", "easy", "random")
SHORTER = {"burgerfuck": {"turn_limit": 100}}  # random play would never end it
REMARKS = ("hello", "nice one", "whose turn?", "I need a pickle", "one more after this?")
TROUBLES = (OSError, WebSocketException, RuntimeError, TimeoutError)
LONGEST = 240.0  # seconds that people stay at one table
WAIT = 429  # a limit that is meant to be met: others have their turn first
STEPS = 12  # of a replay that are looked at


@dataclass
class Observations:
    """Counts of what was done, and errors."""

    finished: Counter[str] = field(default_factory=Counter)  # games, by their key
    done: Counter[str] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)


class WatchedTable(TableConnection):
    """A socket that keeps the questions to its own seat."""

    def take(self, message: dict[str, Any]) -> None:
        super().take(message)
        self.frames.clear()
        self.put = getattr(self, "put", [])
        if message["type"] == "question" and self.seat in message["question"]["needs"]:
            self.put.append(message["question"]["id"])

    @property
    def seat(self) -> int | None:
        return self.welcomed.get("you", {}).get("seat")

    @property
    def is_over(self) -> bool:
        return bool(self.snapshot and self.snapshot["over"])


class Regular:
    """A person at a table who plays random options after a short pause."""

    def __init__(self, guest: Guest, rng: random.Random, thought: float, told: Observations) -> None:
        self.guest, self.rng, self.thought, self.told = guest, rng, thought, told

    async def play(self, table_id: str, until: float) -> bool:
        """Play until the end or until it is time to go; return whether the game ended."""
        async with WatchedTable(self.guest, table_id) as table:
            await table.hear("welcome")
            while not table.is_over and time.monotonic() < until:
                await (self._decide(table) if table.options else self._listen(table))
                await self._answer(table)
            return table.is_over

    async def _listen(self, table: WatchedTable) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await table.hear()

    async def _answer(self, table: WatchedTable) -> None:
        while table.put:
            await table.ask("answer", question=table.put.pop(), yes=self.rng.random() < 0.8)

    async def _decide(self, table: WatchedTable) -> None:
        await asyncio.sleep(self.rng.uniform(0, 2 * self.thought))
        await table.play(self.rng.choice(table.options))
        self.told.done["plays"] += 1
        await self._do_something_else(table)

    async def _do_something_else(self, table: WatchedTable) -> None:
        """Chat, undo, ask for a hint, change auto-answers or reconnect now and then."""
        chance = self.rng.random()
        if chance < 0.02:
            await self._ask(table, "chat", text=self.rng.choice(REMARKS))
        elif chance < 0.04:
            await self._ask(table, "undo", version=table.version)
        elif chance < 0.045:
            await self._ask(table, "hint")
        elif chance < 0.05:
            await self._ask(table, "habits", forced=True, windows=True, hold="ask")
        elif chance < 0.06:
            await table.close()
            await table.open(table.version)
            self.told.done["returns"] += 1

    async def _ask(self, table: WatchedTable, kind: str, **fields: Any) -> None:
        await table.ask(kind, **fields)
        self.told.done[kind] += 1

    async def watch(self, table_id: str, seconds: float) -> None:
        """Watch for a while, and leave."""
        async with WatchedTable(self.guest, table_id) as table:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    while not table.is_over:
                        await table.hear()
        self.told.done["spectators"] += 1


class Corner:
    """A group of people with their own address that plays one game after the other."""

    def __init__(
        self, url: str, number: int, told: Observations, thought: float, games: Sequence[str]
    ) -> None:
        self.url, self.number, self.told, self.thought = url, number, told, thought
        self.rng = random.Random(number)
        self.keys: Iterator[str] = islice(cycle(games), number % len(games), None)
        self.people: list[Regular] = []
        self.until = 0.0

    async def open(self, until: float) -> None:
        """Play games until it is time to go."""
        self.until, again = until, None
        while time.monotonic() < until:
            try:
                again = await self._evening(again)
            except TROUBLES as trouble:
                again = None
                self.told.troubles[f"{type(trouble).__name__}: {trouble}"[:100]] += 1
                await asyncio.sleep(1)

    async def _evening(self, table_id: str | None) -> str | None:
        """Play one game; return the table of a rematch, if all want one."""
        key = next(self.keys) if table_id is None else ""
        table_id = table_id or await self._table(key)
        until = min(self.until, time.monotonic() + self._patience())
        watching = asyncio.ensure_future(self._look_on(table_id))
        try:
            ends = await asyncio.gather(*(one.play(table_id, until) for one in self.people))
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
        if not any(ends):
            return await self._walk_off(table_id)
        return await self._talk_it_over(table_id)

    def _patience(self) -> float:
        """Return the seconds until they leave: some leave early and do not return."""
        return self.rng.uniform(10, 50) if self.rng.random() < 0.12 else LONGEST

    async def _table(self, key: str) -> str:
        seats = self.rng.choice(game(key).seats)
        persons = self.rng.randint(1, min(3, seats))
        while len(self.people) < persons or self.rng.random() < 0.3:  # some are new, and others stay away
            self.people = [*self.people[-2:], await self._newcomer()]
        self.people = self.people[-persons:]
        bots = [self.rng.choice(BOTS) for _ in range(seats - persons)]
        wish = {"game": key, "seats": ["you", *["open"] * (persons - 1), *bots]}
        made = await self._call(self.people[0], "POST", "", {**wish, "options": SHORTER.get(key, {})})
        for other in self.people[1:]:
            await self._call(other, "POST", f"/{made['id']}/join", {})
        self.told.done["tables"] += 1
        return str(made["id"])

    async def _newcomer(self) -> Regular:
        self.told.done["guests"] += 1
        guest = Guest(self.url, source=f"127.0.1.{self.number + 1}")
        await guest.introduce(f"Guest {self.told.done['guests']}")
        return Regular(guest, self.rng, self.thought, self.told)

    async def _look_on(self, table_id: str) -> None:
        """Watch as a stranger, now and then."""
        while True:
            await asyncio.sleep(self.rng.uniform(1, 20))
            await (await self._newcomer()).watch(table_id, self.rng.uniform(1, 30))

    async def _walk_off(self, table_id: str) -> None:
        """Leave the table: some say so, others just disconnect."""
        for one in self.people[1:]:
            if self.rng.random() < 0.5:
                await self._call(one, "POST", f"/{table_id}/leave", {})
                self.told.done["left"] += 1
        self.told.done["abandoned"] += 1

    async def _talk_it_over(self, table_id: str) -> str | None:
        """Request the record, results and replay steps of the game; return the table of a rematch, if any."""
        first = self.people[0]
        known = await self._call(first, "GET", f"/{table_id}")
        self.told.finished[known["game"]] += 1
        for path in ("record", "verdict", "scores", "chances", "log?before=50"):
            await self._call(first, "GET", f"/{table_id}/{path}")
        step = await self._call(first, "GET", f"/{table_id}/replay?at=0")
        for _ in range(STEPS):
            at = self.rng.randrange(step["actions"] + 1)
            eyes = self.rng.randrange(len(known["seats"]))
            await self._call(first, "GET", f"/{table_id}/replay?at={at}&eyes={eyes}")
        self.told.done["replays"] += 1
        if time.monotonic() >= self.until or self.rng.random() < 0.6:
            return None
        self.told.done["rematches"] += 1
        return str((await self._call(first, "POST", f"/{table_id}/rematch", {}))["id"])

    async def _call(self, one: Regular, method: str, path: str, body: Any = None) -> Any:
        status, answer = await one.guest.call(method, f"/api/tables{path}", body)
        if status >= 400 and status != WAIT:
            what = path.rpartition("/")[2].partition("?")[0]
            self.told.troubles[f"{method} {what}: {status} {answer}"[:100]] += 1
        return answer
