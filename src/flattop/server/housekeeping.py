"""Housekeeping: what the server does by itself, once when it opens and then every few seconds."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Awaitable, Callable
from itertools import count
from typing import ParamSpec

from flattop.games import CATALOG, game
from flattop.server.errors import Refusal
from flattop.server.registry import Registry
from flattop.server.schemas.base import CloseCode
from flattop.server.store import queries, results, writes
from flattop.server.store.base import NotSaved
from flattop.server.store.leases import LASTS
from flattop.server.store.results import Ended
from flattop.server.table import notices, votes
from flattop.server.table.ending import result_writes
from flattop.server.table.live import LiveTable

P = ParamSpec("P")
ROUND = 5.0  # seconds between two rounds
RESUME_EVERY = 12  # rounds between two looks for tables that were put away while a bot was on
CHECK_EVERY = 86_400.0  # seconds between two looks through the database's file
DAY = 86_400  # seconds
QUIET = 60.0  # seconds without a move after which the hash of a table is saved
COLLECT_EVERY = 60  # rounds after which rings of garbage are looked for among all objects


class Housekeeping:
    """Resumes tables, reviews their questions, saves their clocks, and puts them to sleep."""

    def __init__(self, registry: Registry) -> None:
        self.registry, self.host = registry, registry.host
        self._last_round = self.host.now()
        self._soon: asyncio.Task[None] | None = None
        self._is_over = False

    async def go_round(self) -> None:
        """Look after every table that is awake, again and again."""
        for number in count(1):
            await asyncio.sleep(ROUND)
            if number % RESUME_EVERY == 0:
                await self.contained(self.resume)
                await self.contained(self._archive)
            await self.contained(self._tidy)
            for table in list(self.registry.live.values()):
                await self.contained(self._look_after, table)
            await self.contained(self._see_to_saving)
            if number % COLLECT_EVERY == 0:
                gc.collect()  # what was a table or a socket, and Python itself would come to much later
            self._last_round = self.host.now()

    async def _tidy(self) -> None:
        self.registry.tidy()

    async def _see_to_saving(self) -> None:
        """After a failed save, try again and again: a disk that has room once more is noticed."""
        if self.host.store.trouble:
            self.host.condition.saves(self.host.store.trouble)
            await self.host.store.save([writes.nothing()])
        self.host.condition.saves(self.host.store.trouble)

    @property
    def age(self) -> float:
        """Seconds since the last round."""
        return self.host.now() - self._last_round

    async def look_through(self) -> None:
        """See now and then that the database's file is sound, whatever has been done to it from outside."""
        while True:
            await self.contained(self._look_through)
            await asyncio.sleep(CHECK_EVERY)

    async def _look_through(self) -> None:
        self.host.condition.looked_through(await self.host.store.faults())

    async def contained(self, work: Callable[P, Awaitable[None]], *args: P.args, **kwargs: P.kwargs) -> None:
        """One table's trouble is not the others'."""
        try:
            await work(*args, **kwargs)
        except (Refusal, NotSaved):
            pass  # said where it arose, or in every round until it is over
        except Exception as error:
            self.host.fault(error)

    async def resume(self) -> None:
        """Awaken the tables where a bot or a clock is on, or have them wait their turn; the rest sleep on."""
        elsewhere = await self.host.leases.elsewhere()
        for table_id in await queries.tables_to_resume(self.host.store):
            is_due = table_id not in elsewhere and self.host.is_first_for(table_id)
            if is_due and table_id not in self.host.condition.broken:
                await self.contained(self._resume_one, table_id)

    def resume_soon(self) -> None:
        """Another worker is gone: once its leases have run out, take our share of what it had in hand."""
        if not self._is_over and (self._soon is None or self._soon.done()):
            self._soon = asyncio.get_running_loop().create_task(self.contained(self._resume_later))

    async def stop(self) -> None:
        self._is_over = True
        if self._soon:
            self._soon.cancel()
            await asyncio.gather(self._soon, return_exceptions=True)

    async def _resume_later(self) -> None:
        await asyncio.sleep(LASTS + 1)
        await self.resume()

    async def _resume_one(self, table_id: str) -> None:
        row = await self.registry.row(table_id)
        if row and self.registry.is_due(row):
            self.host.wake(await self.registry.get(row.id))

    async def _archive(self) -> None:
        """Tables that are long over leave the list of their people; all else about them stays as it was."""
        before = int(time.time()) - self.host.limits.archive * DAY
        while self.host.limits.archive and await queries.has_past(self.host.store, before):
            await self.host.store.save([writes.archived(before)])

    async def _look_after(self, table: LiveTable) -> None:
        if table.questions.all():
            await table.run_locked(lambda: votes.review(table))
        if notices.newly_away(table):
            await table.run_locked(lambda: votes.announce_away(table))
        if table.needs_state_hash and self.host.now() - table.touched > QUIET:
            await table.run_locked(table.save_state_hash)
        if table.is_counting:
            await self.save_clocks(table)
        elif self._is_idle(table):
            self.host.drop(table, CloseCode.SERVER_CLOSES, "")

    def _is_idle(self, table: LiveTable) -> bool:
        if table.subscribers or self.registry.scheduler.busy(table):
            return False
        return self.host.now() - table.touched > self.host.limits.idle

    async def put_down(self, table: LiveTable) -> None:
        """The server closes: the time that has passed is saved, and the hash of the table as it stands."""
        await self.save_clocks(table)
        if table.needs_state_hash:
            await table.run_locked(table.save_state_hash)

    async def save_clocks(self, table: LiveTable) -> None:
        """Time that has passed stays passed, whatever happens to the server."""
        if table.turn_clocks and table.turn_clocks.running:
            table.row.clocks = table.turn_clocks.settle()
            await self.host.store.save([writes.changed(table.row, "clocks")], table.lease)

    async def gather_results(self) -> None:
        """Once in the life of a database: the results of tables that were over before any were kept."""
        if await queries.is_gathered(self.host.store):
            return
        for key in (key for key in CATALOG if game(key).campaign):
            for ended in await results.uncounted(self.host.store, key):
                await self.contained(self._gather_one, ended)
        await self.host.store.save([writes.gathered()])

    async def _gather_one(self, ended: Ended) -> None:
        row = await self.registry.row(ended.table)
        match = await self.registry.replayed(row) if row else None
        if row and match and match.over:
            await self.host.store.save(result_writes(row, match, ended.at or row.since))
