"""Housekeeping: background work of the server at its start and every few seconds.

It loads tables that must go on, saves clocks, evicts idle tables, and archives finished tables after their
retention time.
"""

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
from flattop.server.store import queries, writes
from flattop.server.store.base import NotSaved
from flattop.server.store.leases import LEASE_SECONDS
from flattop.server.store.queries import FinishedTable
from flattop.server.table import notices, votes
from flattop.server.table.live import LiveTable

P = ParamSpec("P")
ROUND_SECONDS = 5.0
RESUME_EVERY = 12  # rounds: then tables that left memory while a bot was on turn are loaded again
COLLECT_EVERY = 60  # rounds between two full garbage collections
INTEGRITY_SECONDS = 86_400.0  # between two checks of the database
DAY = 86_400  # seconds
QUIET_SECONDS = 60.0  # without a move, after which the hash of a table is saved


class Housekeeping:
    """The rounds of background work. An error at one table does not affect the others."""

    def __init__(self, registry: Registry) -> None:
        self.registry, self.host = registry, registry.host
        self._last_round = self.host.now()
        self._resume_task: asyncio.Task[None] | None = None
        self._is_stopped = False

    async def run(self) -> None:
        async def evict() -> None:
            self.registry.eviction.evict()

        for number in count(1):
            await asyncio.sleep(ROUND_SECONDS)
            if number % RESUME_EVERY == 0:
                await self.guarded(self.resume)
                await self.guarded(self.archive_old_tables)
            await self.guarded(evict)
            for table in list(self.registry.live.values()):
                await self.guarded(self.look_after, table)
            await self.guarded(self.check_saving)
            if number % COLLECT_EVERY == 0:
                gc.collect()  # Python itself would collect dropped tables and sockets much later
            self._last_round = self.host.now()

    @property
    def age(self) -> float:
        """Seconds since the last round."""
        return self.host.now() - self._last_round

    async def guarded(self, work: Callable[P, Awaitable[None]], *args: P.args, **kwargs: P.kwargs) -> None:
        """Run work and log its errors, so that one table's failure does not affect the others."""
        try:
            await work(*args, **kwargs)
        except (Refusal, NotSaved):
            pass  # already logged, or logged in every round until saving works again
        except Exception as error:
            self.host.fault(error)

    async def check_integrity(self) -> None:
        """Check the whole database once a day."""

        async def check() -> None:
            self.host.health_state.set_integrity(await self.host.store.integrity_errors())

        while True:
            await self.guarded(check)
            await asyncio.sleep(INTEGRITY_SECONDS)

    async def check_saving(self) -> None:
        """After a failed save, try again in every round, to notice when saving works again."""
        if self.host.store.last_error:
            self.host.health_state.set_save_error(self.host.store.last_error)
            await self.host.store.save([writes.no_op()])
        self.host.health_state.set_save_error(self.host.store.last_error)

    # -- loading tables

    async def resume(self) -> None:
        """Load the tables where a bot is on turn or a clock runs, or queue them."""

        async def resume_table(table_id: str) -> None:
            row = await self.registry.row(table_id)
            if row and self.registry.should_resume(row):
                self.host.wake(await self.registry.get(row.id))

        elsewhere = await self.host.leases.held_elsewhere()
        for table_id in await queries.tables_to_resume(self.host.store):
            is_ours = table_id not in elsewhere and self.host.is_first_for(table_id)
            if is_ours and table_id not in self.host.health_state.broken:
                await self.guarded(resume_table, table_id)

    def resume_soon(self) -> None:
        """Load our share of the tables of a lost server worker, once its leases have expired."""

        async def resume_later() -> None:
            await asyncio.sleep(LEASE_SECONDS + 1)
            await self.resume()

        if not self._is_stopped and (self._resume_task is None or self._resume_task.done()):
            self._resume_task = asyncio.get_running_loop().create_task(self.guarded(resume_later))

    async def stop(self) -> None:
        self._is_stopped = True
        if self._resume_task:
            self._resume_task.cancel()
            await asyncio.gather(self._resume_task, return_exceptions=True)

    # -- tables in memory

    async def look_after(self, table: LiveTable) -> None:
        if table.questions.all():
            await table.execute(lambda: votes.review(table))
        if notices.newly_away(table):
            await table.execute(lambda: votes.announce_away(table))
        if table.needs_state_hash and self.host.now() - table.touched > QUIET_SECONDS:
            await table.execute(table.add_state_hash)
        if table.is_counting:
            await self._save_clocks(table)
            return
        self.registry.eviction.drop_after_idle_time(table)

    async def save_before_close(self, table: LiveTable) -> None:
        """Save the clocks and the hash of a table before the server closes."""
        await self._save_clocks(table)
        if table.needs_state_hash:
            await table.execute(table.add_state_hash)

    async def _save_clocks(self, table: LiveTable) -> None:
        """Save the time used so far, so that a crash does not give it back."""
        if table.turn_clocks and table.turn_clocks.running:
            table.row.clocks = table.turn_clocks.settle()
            await self.host.store.save([writes.update_columns(table.row, "clocks")], table.lease)

    # -- finished tables

    async def archive_old_tables(self) -> None:
        """Move old finished tables from their players' list to the archive."""
        before = int(time.time()) - self.host.limits.archive * DAY
        while self.host.limits.archive and await queries.has_unarchived(self.host.store, before):
            await self.host.store.save([writes.archive_tables(before)])

    async def gather_results(self) -> None:
        """Once per database: compute the results of tables that ended before results were saved."""

        async def save_result(finished: FinishedTable) -> None:
            row = await self.registry.row(finished.table)
            match = await self.registry.replayed(row) if row else None
            if row and match and match.over:
                await self.host.store.save(writes.match_result(row, match, finished.at or row.since))

        if await queries.results_are_gathered(self.host.store):
            return
        for key in (key for key in CATALOG if game(key).campaign):
            for finished in await queries.tables_without_result(self.host.store, key):
                await self.guarded(save_result, finished)
        await self.host.store.save([writes.mark_results_gathered()])
