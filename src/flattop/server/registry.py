"""The registry: the tables in memory. Each is loaded once, by replaying its log, and evicted when it is idle.

Idle tables leave memory after a while, above a guest's limit, and when memory is short. The next request
loads an evicted table again.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path

from flattop.kernel import FlattopError
from flattop.match import Match, OtherEdition, editions
from flattop.server.errors import Refusal, closed_table, elsewhere, no_table, other_edition
from flattop.server.fair_queues import FairLock, Full
from flattop.server.schemas.base import CloseCode
from flattop.server.store import queries
from flattop.server.store.base import Damaged
from flattop.server.store.decks import Decks
from flattop.server.store.leases import LOADS_PER_START, HeldBy, Lease
from flattop.server.store.queries import History
from flattop.server.store.replay import last_known, replay_table
from flattop.server.store.rows import TableRow
from flattop.server.table.live import LiveTable
from flattop.server.table.server_api import TableServices
from flattop.server.table.subscribers import CHAT_SHOWN
from flattop.server.workers.bot_scheduler import Scheduler

VERSIONS_PER_LOAD = 2_000_000  # upper bound of versions between two loads of a table
LONG_LOG = 500  # entries; longer logs are replayed one at a time, owner by owner
MAX_LONG_REPLAYS = 200  # that wait
WORK_SECONDS, REST_SECONDS = 0.002, 0.002  # of a replay, in turns


class ReplayThrottle:
    """Callback of a replay in a thread: sleeps regularly, which gives the event loop the GIL."""

    def __init__(
        self, now: Callable[[], float] = time.perf_counter, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._now, self._sleep = now, sleep
        self._until = now() + WORK_SECONDS

    def __call__(self) -> None:
        if self._now() >= self._until:
            self._sleep(REST_SECONDS)
            self._until = self._now() + WORK_SECONDS


class Registry:
    """Live tables by their id. A request for another table loads it first."""

    def __init__(self, host: TableServices, decks: Decks, scheduler: Scheduler) -> None:
        self.host, self.decks, self.scheduler = host, decks, scheduler
        self.live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._loads = 0
        self.eviction = Eviction(host, self.live, scheduler.busy, self.drop)
        self.outdated: set[str] = set()  # tables that cannot go on because their rules have changed
        scheduler.unwatched.wake_table = self._wake_by_id
        self._long_replays = FairLock(MAX_LONG_REPLAYS)

    def open(self, starts: int) -> None:
        """Continue version numbers above those of earlier starts: clients must never see one twice."""
        self._loads = starts * LOADS_PER_START

    async def close(self) -> None:
        """Stop loading tables."""
        self.scheduler.unwatched.close()
        loading = list(self._loading.values())
        for task in loading:
            task.cancel()
        await asyncio.gather(*loading, return_exceptions=True)

    def next_version(self, lease: Lease) -> int:
        """A version above all that any server worker has used at the table."""
        self._loads += 1
        return (lease.number or self._loads) * VERSIONS_PER_LOAD

    async def acquire_lease(self, table_id: str) -> Lease:
        """Take the lease of a table; refused if another server worker holds it."""
        lease = await self.host.leases.acquire(table_id)
        if isinstance(lease, HeldBy):
            raise elsewhere()
        return lease

    async def row(self, table_id: str) -> TableRow | None:
        """The row of a table with its seats, from memory or from the store."""
        if live := self.live.get(table_id):
            return live.row
        try:
            return await queries.table(self.host.store, table_id)
        except Damaged as error:
            raise self._broken(table_id, error) from None

    def _broken(self, table_id: str, error: Exception) -> Refusal:
        """Record that a table cannot be loaded, and return the refusal for the client.

        It does not contain the error, which may quote the log.
        """
        self.host.health_state.set_broken(table_id, error)
        return Refusal(409, "cannot-resume", "The table cannot be played on: its saved game is damaged.")

    # -- loading

    def is_here(self, table_id: str) -> bool:
        """True if the table is in memory or is being loaded."""
        return table_id in self.live or table_id in self._loading

    async def get(self, table_id: str) -> LiveTable:
        """The live table, loaded if necessary; refused if the id is unknown."""
        if live := self.live.get(table_id):
            live.touched = self.host.now()
            return live
        return await asyncio.shield(self._load(table_id))

    def _load(self, table_id: str) -> asyncio.Task[LiveTable]:
        """The task that loads a table, shared by all requests for it."""

        async def load() -> LiveTable:
            if await self.row(table_id) is None:
                raise no_table()
            self.eviction.check_room()
            lease = await self.acquire_lease(table_id)
            try:
                return await self._load_under(lease)
            except BaseException:
                self.host.leases.release(lease)
                raise

        if table_id not in self._loading:
            self._loading[table_id] = task = asyncio.get_running_loop().create_task(load())
            task.add_done_callback(lambda done: self._loading.pop(table_id, None))
        return self._loading[table_id]

    async def _load_under(self, lease: Lease) -> LiveTable:
        """Load a table under its lease, from a fresh row: another worker may have changed it until now."""
        row = await self.row(lease.table_id)
        if row is None:
            raise no_table()
        if row.is_closed:
            raise closed_table()
        history = await self._history(row)
        table = LiveTable(self.host, row, lease, await self.deck(row), history.answered)
        table.seq, table.chat = len(history.entries), history.chat
        if row.header:
            try:  # if the rules have changed, a state hash must prove that the match can go on
                match = await self._replay(row, history)
                editions.check_edition(match, f"table {row.id}")
                table.begin(match)
                self.outdated.discard(row.id)
            except OtherEdition as why:
                table.outdated = why.words
                table.last_known = await asyncio.to_thread(last_known, row, history, table.deck)
                self.outdated.add(row.id)
        await self.host.guests.name(row.owner)  # so that the name is in the cache
        self.host.health_state.set_loaded(row.id)
        return self.admit(table)

    async def replayed(self, row: TableRow) -> Match | None:
        """Replay the match of a table without loading the table."""
        history = await self._history(row)
        try:
            return await self._replay(row, history) if row.header else None
        except OtherEdition as why:
            raise other_edition(why.words) from None

    async def deck(self, row: TableRow) -> Path | None:
        """The file of the custom deck of a table."""
        try:
            return await self.decks.file(row.deck)
        except Damaged as error:
            raise self._broken(row.id, error) from None

    async def _history(self, row: TableRow) -> History:
        try:
            return await queries.history(self.host.store, row.id, CHAT_SHOWN)
        except Damaged as error:
            raise self._broken(row.id, error) from None

    async def _replay(self, row: TableRow, history: History) -> Match:
        deck = await self.deck(row)
        try:
            is_long = len(history.entries) > LONG_LOG
            async with self._long_replays.turn((row.owner or "",)) if is_long else nullcontext():
                return await asyncio.to_thread(replay_table, row, history, deck, ReplayThrottle())
        except OtherEdition:
            raise
        except Full:
            reason = "The server loads too many long games now; try again in a moment."
            raise Refusal(429, "too-many", reason) from None
        except (FlattopError, Damaged) as error:
            raise self._broken(row.id, error) from None

    # -- tables that play by themselves

    def should_resume(self, row: TableRow) -> bool:
        """True if a table should be loaded because a bot is on turn or a clock runs, and there is room.

        A table without seated players waits in the queue of unwatched tables instead.
        """
        if row.id in self.outdated or not (row.clock or any(row.seats[seat].is_bot for seat in row.turn)):
            return False
        if row.id not in self.live and not any(seat.kind == "person" for seat in row.seats):
            self.scheduler.unwatched.wait(row.id, row.owner)
            return False
        return row.id in self.live or 2 * self.eviction.weight < self.eviction.max_weight

    def _wake_by_id(self, table_id: str) -> None:
        """Wake the bots of a table whose turn in the queue of unwatched tables has come."""
        if live := self.live.get(table_id):
            asyncio.get_running_loop().call_soon(self.scheduler.wake, live)
            return

        def check(task: asyncio.Task[LiveTable]) -> None:
            if not task.cancelled() and (error := task.exception()):
                self.scheduler.unwatched.leave(table_id)
                if not isinstance(error, Refusal):  # refusals were logged already, or there was no room
                    self.host.fault(error, table_id)

        self._load(table_id).add_done_callback(check)

    # -- adding and dropping

    @contextmanager
    def reserve(self, table: LiveTable) -> Iterator[None]:
        """Register a new table while it is being saved, so that no request loads a second copy."""
        self.live[table.row.id] = table
        try:
            yield
        except BaseException:
            self.drop(table, CloseCode.NOT_SAVED, "")
            raise
        self.admit(table)

    def admit(self, table: LiveTable) -> LiveTable:
        self.live[table.row.id] = table
        self.eviction.weight += table.weight  # the next eviction weighs all tables again
        self.scheduler.wake(table)
        return table

    def lose(self, lease: Lease) -> None:
        """Drop a table that another server worker has taken; its clients reconnect there."""
        table = self.live.get(lease.table_id)
        if table and table.lease == lease:
            self.drop(table, CloseCode.SERVER_CLOSES, "The table has moved; reconnect in a moment.")

    def drop(self, table: LiveTable, code: CloseCode, reason: str) -> None:
        """Remove a table from memory and close its sockets; the next request loads it from its log."""
        table.detach()
        if self.live.get(table.row.id) is table:
            del self.live[table.row.id]
        self.host.leases.release(table.lease)
        self.scheduler.forget(table)
        for subscriber in list(table.subscribers):
            subscriber.close(code, reason)


# -- eviction

GRACE_SECONDS = 10.0  # that a table stays in memory after a request for it
EVICT_TO = 0.9  # share of the memory limit that tables use after an eviction


class Eviction:
    """Chooses the live tables that leave memory; `drop` removes one of them."""

    def __init__(
        self,
        host: TableServices,
        live: Mapping[str, LiveTable],
        is_busy: Callable[[LiveTable], bool],
        drop: Callable[[LiveTable, CloseCode, str], None],
    ) -> None:
        self._host, self._live, self._is_busy, self._drop = host, live, is_busy, drop
        self.weight = 0  # estimated bytes of all live tables

    @property
    def max_weight(self) -> int:
        """Bytes that live tables may use, by estimate."""
        return self._host.limits.memory << 20

    def check_room(self) -> None:
        """Refuse another table if the memory limit is reached and no table can be evicted."""
        if self.weight >= self.max_weight:
            self.evict()
            if self.weight >= self.max_weight:
                reason = "The server has no room for another table now; try again later."
                raise Refusal(429, "too-many", reason)

    def evict(self) -> None:
        """Drop unused tables: those above their guest's limit, then the idlest while memory is short."""

        def weigh() -> int:
            self.weight = sum(table.weight for table in self._live.values())
            return self.weight

        def idleness(table: LiveTable) -> tuple[bool, float]:
            """Sort tables with a running clock last, the others by their last use."""
            return bool(table.turn_clocks and table.turn_clocks.running), table.touched

        now = self._host.now()
        unused = [
            table
            for table in self._live.values()
            if self._is_unused(table) and now - table.touched > GRACE_SECONDS
        ]
        owned = Counter(table.row.owner for table in self._live.values() if not table.subscribers)
        excess = weight - self.max_weight * EVICT_TO if (weight := weigh()) >= self.max_weight else 0
        for table in sorted(unused, key=idleness):
            if excess > 0 or owned[table.row.owner] > self._host.limits.awake:
                owned[table.row.owner] -= 1
                excess -= table.weight
                self._drop(table, CloseCode.SERVER_CLOSES, "")
        weigh()

    def _is_unused(self, table: LiveTable) -> bool:
        return not table.subscribers and table.is_idle and not self._is_busy(table)

    def drop_after_idle_time(self, table: LiveTable) -> None:
        """Drop a table without clients and thinking bots once the `idle` limit has passed."""
        in_use = table.subscribers or self._is_busy(table)
        if not in_use and self._host.now() - table.touched > self._host.limits.idle:
            self._drop(table, CloseCode.SERVER_CLOSES, "")

    def release_if_idle(self, table_id: str) -> None:
        """Drop an unused table, so that the server worker with its players can load it."""
        table = self._live.get(table_id)
        if table and self._is_unused(table) and not (table.is_counting or table.questions.all()):
            self._drop(table, CloseCode.SERVER_CLOSES, "")
