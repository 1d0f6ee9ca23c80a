"""Replays: records of games that are over, shown at any point."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator

from flattop.match import Match, parse, steps
from flattop.server.errors import Refusal
from flattop.server.lobby.access import finished
from flattop.server.schemas.rest import ReplayStep
from flattop.server.server import Server
from flattop.server.table.audience import NO_CLOCKS, full_sheet
from flattop.server.table.live import LiveTable

KEPT = 20  # replays that are kept where they stand


async def record(server: Server, table_id: str, guest: str | None, invite: str | None) -> str:
    table = await finished(server, table_id, guest, invite)
    assert table.match
    return table.match.record.text()


class ReplayCursor:
    """A replay at some point; going forward is cheap, going back begins anew."""

    def __init__(self, table: LiveTable) -> None:
        assert table.match
        self._written = parse(table.match.record.text().encode(), f"table {table.row.id}")
        self._deck = table.deck
        self.actions = self._written.actions
        self._steps: Iterator[Match] = iter(())
        self._match: Match | None = None
        self._lock = asyncio.Lock()

    async def show(self, at: int, seat: int | None) -> ReplayStep:
        async with self._lock:
            return await asyncio.to_thread(self._show, at, seat)

    def _show(self, at: int, seat: int | None) -> ReplayStep:
        at = min(at, self.actions)
        if self._match is None or self._match.actions > at:
            self._steps = steps(self._written, self._deck)
            self._match = next(self._steps)
        while self._match.actions < at:
            self._match = next(self._steps)
        return ReplayStep(at, self.actions, seat, full_sheet(self._match, seat, NO_CLOCKS))


class Replays:
    """The replays that somebody looks at."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._cursors: OrderedDict[str, ReplayCursor] = OrderedDict()

    async def replayed(self, table: LiveTable, at: int, seat: int | None) -> ReplayStep:
        if seat is not None and seat >= len(table.row.seats):
            raise Refusal(404, "no-seat", f"The table has seats 0 to {len(table.row.seats) - 1}.")
        cursor = self._cursors.pop(table.row.id, None) or ReplayCursor(table)
        self._cursors[table.row.id] = cursor
        if len(self._cursors) > KEPT:
            self._cursors.popitem(last=False)
        return await cursor.show(at, seat)
