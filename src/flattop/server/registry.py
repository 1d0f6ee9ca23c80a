"""The registry: all tables that are awake, each of them loaded from its log once."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from flattop.kernel import FlattopError, RulesBug
from flattop.match import Match, Written, replay
from flattop.server.errors import Refusal, no_table
from flattop.server.schemas.close_codes import CloseCode
from flattop.server.store import queries
from flattop.server.store.decks import Decks
from flattop.server.store.queries import Damaged, History
from flattop.server.store.rows import TableRow
from flattop.server.table.host import Host
from flattop.server.table.live import LiveTable
from flattop.server.table.subscribers import CHAT_SHOWN
from flattop.server.workers.scheduler import Scheduler

LOADS = 100_000  # tables that may be awakened between two starts
VERSIONS = 2_000_000  # that one life of a table may use


class Registry:
    """Tables by their id; whoever asks for one that sleeps waits until it is awake."""

    def __init__(self, host: Host, decks: Decks, scheduler: Scheduler) -> None:
        self.host, self.decks, self.scheduler = host, decks, scheduler
        self.live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._loads = 0

    def open(self, starts: int) -> None:
        """Versions that clients have seen must never come again, so those of each start begin higher."""
        self._loads = starts * LOADS

    def next_version(self) -> int:
        self._loads += 1
        return self._loads * VERSIONS

    def row(self, table_id: str) -> TableRow | None:
        """A table as it stands, with its seats, awake or not."""
        live = self.live.get(table_id)
        try:
            return live.row if live else queries.table(self.host.store, table_id)
        except Damaged as error:
            raise self.broken(table_id, error) from None

    def broken(self, table_id: str, error: Exception) -> Refusal:
        """A table that cannot be read or played again is named, and nobody else is kept up by it."""
        self.host.condition.breaks(table_id, str(error))
        return Refusal(409, "cannot-resume", f"The table cannot be played on: {error}.")

    async def get(self, table_id: str) -> LiveTable:
        """A table, awake; an unknown id makes nothing."""
        if live := self.live.get(table_id):
            return live
        if table_id not in self._loading:
            self._loading[table_id] = task = asyncio.get_running_loop().create_task(self._load(table_id))
            task.add_done_callback(lambda done: self._loading.pop(table_id, None))
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str) -> LiveTable:
        row = self.row(table_id)
        if row is None:
            raise no_table()
        history, match = await self._history(row)
        table = LiveTable(self.host, row, self.decks.file(row.deck), history.answered)
        table.seq, table.chat = len(history.entries), history.chat
        if match:
            table.begin(match)
        self.host.guests.name(row.owner)  # from now on it is known
        self.host.condition.mended(table_id)
        return self.admit(table)

    async def replayed(self, row: TableRow) -> Match | None:
        """The match of a table as its log tells it, for a look that awakens nobody."""
        return (await self._history(row))[1]

    async def _history(self, row: TableRow) -> tuple[History, Match | None]:
        try:
            history = await asyncio.to_thread(queries.history, self.host.store, row.id, CHAT_SHOWN)
            return history, await asyncio.to_thread(self._played_again, row, history) if row.header else None
        except (FlattopError, Damaged, sqlite3.DatabaseError) as error:
            if isinstance(error, sqlite3.OperationalError):
                raise  # the disk's or another program's trouble, and it may pass
            raise self.broken(row.id, error) from None

    def _played_again(self, row: TableRow, history: History) -> Match:
        written = Written(f"table {row.id}", row.header or {}, tuple(history.entries))
        try:
            match = replay(written, deck=self.decks.file(row.deck))
        except (LookupError, TypeError, AttributeError, ArithmeticError, RulesBug, RecursionError) as error:
            raise Damaged(f"its log makes no sense: {error!r}") from None
        if history.chain and match.record.chain != history.chain:
            raise Damaged("its log was changed")
        return match

    @contextmanager
    def expect(self, table: LiveTable) -> Iterator[None]:
        """While a new table is being saved nobody may take it for one that sleeps, and awaken another."""
        self.live[table.row.id] = table
        try:
            yield
        except BaseException:
            self.drop(table, CloseCode.NOT_SAVED, "")
            raise
        self.scheduler.wake(table)

    def admit(self, table: LiveTable) -> LiveTable:
        self.live[table.row.id] = table
        self.scheduler.wake(table)
        return table

    def drop(self, table: LiveTable, code: CloseCode, reason: str) -> None:
        """Forget what is in memory; the next to ask gets the table from its log."""
        table.dropped = True
        if self.live.get(table.row.id) is table:
            del self.live[table.row.id]
        self.scheduler.forget(table)
        for subscriber in list(table.subscribers):
            subscriber.close(code, reason)
