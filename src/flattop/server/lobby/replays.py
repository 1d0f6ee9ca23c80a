"""Replays: records of games that are over, shown at any point."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from flattop.match import Cursor, parse
from flattop.server.lobby.access import finished
from flattop.server.schemas.rest import ReplayStep
from flattop.server.server import Server
from flattop.server.table.audience import NO_CLOCKS, full_sheet
from flattop.server.table.live import LiveTable
from flattop.server.table.permissions import check_seat

KEPT = 20  # replays that are kept where they stand


async def record(server: Server, table_id: str, guest: str | None, invite: str | None) -> str:
    return (await finished(server, table_id, guest, invite)).match.record.text()


class Replay:
    """A game that somebody looks at; one step of it is worked out at a time, and not in the event loop."""

    def __init__(self, table: LiveTable) -> None:
        self._cursor = Cursor(parse(table.match.record.text().encode(), f"table {table.row.id}"), table.deck)
        self._lock = asyncio.Lock()

    async def step(self, at: int, seat: int | None) -> ReplayStep:
        async with self._lock:
            return await asyncio.to_thread(self._step, min(at, self._cursor.actions), seat)

    def _step(self, at: int, seat: int | None) -> ReplayStep:
        shown = full_sheet(self._cursor.at(at), seat, NO_CLOCKS)
        return ReplayStep(at, self._cursor.actions, seat, shown)


class Replays:
    """The replays that were looked at lately."""

    def __init__(self) -> None:
        self._replays: OrderedDict[str, Replay] = OrderedDict()

    async def step(self, table: LiveTable, at: int, seat: int | None) -> ReplayStep:
        """A game that is over, after so many actions, as one seat saw it."""
        if seat is not None:
            check_seat(table.row, seat)
        replay = self._replays.pop(table.row.id, None) or Replay(table)
        self._replays[table.row.id] = replay
        if len(self._replays) > KEPT:
            self._replays.popitem(last=False)
        return await replay.step(at, seat)
