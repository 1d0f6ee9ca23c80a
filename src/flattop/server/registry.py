"""The registry: all tables that are awake, each of them loaded from its log once."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from flattop.kernel import FlattopError
from flattop.match import Match, OtherEdition, editions
from flattop.server.errors import Refusal, closed_table, elsewhere, no_table, other_edition
from flattop.server.schemas.base import CloseCode
from flattop.server.store import queries
from flattop.server.store.base import Damaged
from flattop.server.store.decks import Decks
from flattop.server.store.leases import LOADS, Held, Lease
from flattop.server.store.queries import History
from flattop.server.store.rows import TableRow
from flattop.server.table.live import LiveTable
from flattop.server.table.server_api import TableServices
from flattop.server.table.subscribers import CHAT_SHOWN
from flattop.server.table_replay import last_known, played_again
from flattop.server.workers.scheduler import Scheduler

VERSIONS = 2_000_000  # that one life of a table may use
GRACE = 10.0  # seconds that a table stays awake after somebody has asked for it
SPARE = 0.9  # of the memory that may be used, after tables were put to sleep
LONG = 500  # entries of a log that takes its turn; shorter ones are played again at once
WORK, REST = 0.002, 0.002  # seconds that a log is played again, and that others have before it goes on


def _idleness(table: LiveTable) -> tuple[bool, float]:
    """Tables whose clocks run are awake for a reason; of the others the idlest comes first."""
    return bool(table.turn_clocks and table.turn_clocks.running), table.touched


class Breather:
    """Lets others run every now and then, in a thread that plays a long log again."""

    def __init__(
        self, now: Callable[[], float] = time.perf_counter, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._now, self._sleep = now, sleep
        self._until = now() + WORK

    def __call__(self) -> None:
        if self._now() >= self._until:
            self._sleep(REST)
            self._until = self._now() + WORK


class Registry:
    """Tables by their id; whoever asks for one that sleeps waits until it is awake."""

    def __init__(self, host: TableServices, decks: Decks, scheduler: Scheduler) -> None:
        self.host, self.decks, self.scheduler = host, decks, scheduler
        self.live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._loads = 0
        self.weight = 0  # bytes that the tables take, about
        self.outdated: set[str] = set()  # tables that cannot be played on, for their rules have changed
        scheduler.rota.awaken = self._awaken
        self._long_logs = asyncio.Lock()  # one after the other

    def open(self, starts: int) -> None:
        """Versions that clients have seen must never come again, so those of each start begin higher."""
        self._loads = starts * LOADS

    async def close(self) -> None:
        """Awaken nobody any more."""
        self.scheduler.rota.close()
        loading = list(self._loading.values())
        for task in loading:
            task.cancel()
        await asyncio.gather(*loading, return_exceptions=True)

    def next_version(self, lease: Lease) -> int:
        """Higher than any that was used at the table, by whichever worker."""
        self._loads += 1
        return (lease.number or self._loads) * VERSIONS

    async def lease_of(self, table_id: str) -> Lease:
        """From now on the table is ours; refused if it is another worker's."""
        taken = await self.host.leases.take(table_id)
        if isinstance(taken, Held):
            raise elsewhere()
        return taken

    async def row(self, table_id: str) -> TableRow | None:
        """A table as it stands, with its seats, awake or not."""
        if live := self.live.get(table_id):
            return live.row
        try:
            return await queries.table(self.host.store, table_id)
        except Damaged as error:
            raise self.broken(table_id, error) from None

    def broken(self, table_id: str, error: Exception) -> Refusal:
        """A table that cannot be read or played again is named, and nobody else is kept up by it."""
        self.host.condition.breaks(table_id, str(error))
        return Refusal(409, "cannot-resume", f"The table cannot be played on: {error}.")

    def is_here(self, table_id: str) -> bool:
        """Whether the table is ours, awake or about to be."""
        return table_id in self.live or table_id in self._loading

    async def get(self, table_id: str) -> LiveTable:
        """A table, awake; an unknown id makes nothing."""
        if live := self.live.get(table_id):
            live.touched = self.host.now()
            return live
        return await asyncio.shield(self._begin_load(table_id))

    def _begin_load(self, table_id: str) -> asyncio.Task[LiveTable]:
        """Known at once to whoever closes the registry, and one for all who ask."""
        if table_id not in self._loading:
            self._loading[table_id] = task = asyncio.get_running_loop().create_task(self._load(table_id))
            task.add_done_callback(lambda done: self._loading.pop(table_id, None))
        return self._loading[table_id]

    async def _load(self, table_id: str) -> LiveTable:
        if await self.row(table_id) is None:
            raise no_table()
        self.check_room()
        lease = await self.lease_of(table_id)
        try:
            return await self._awake(table_id, lease)
        except BaseException:
            self.host.leases.give_back(lease)
            raise

    async def _awake(self, table_id: str, lease: Lease) -> LiveTable:
        """Read once it is ours: until then another worker may have changed it."""
        row = await self.row(table_id)
        if row is None:
            raise no_table()
        if row.is_closed:
            raise closed_table()
        history = await self._history(row)
        table = LiveTable(self.host, row, lease, await self.decks.file(row.deck), history.answered)
        table.seq, table.chat = len(history.entries), history.chat
        if row.header:
            await self._take_up(table, history)
        await self.host.guests.name(row.owner)  # from now on it is known
        self.host.condition.mended(table_id)
        return self.admit(table)

    async def _take_up(self, table: LiveTable, history: History) -> None:
        """Go on where the log ends; where its rules have changed, only if a hash proves that it can."""
        try:
            match = await self._played(table.row, history)
            editions.check(match, f"table {table.row.id}")
            table.begin(match)
            self.outdated.discard(table.row.id)
        except OtherEdition as why:
            table.outdated = why.words
            table.last_known = await asyncio.to_thread(last_known, table.row, history, table.deck)
            self.outdated.add(table.row.id)

    # -- who is awake

    def is_due(self, row: TableRow) -> bool:
        """Whether a table should be awakened by itself: where a bot or a clock is on, a person is seated, and
        there is room; where bots are alone it waits for its turn."""
        if row.id in self.outdated or not (row.clock or any(row.seats[seat].is_bot for seat in row.turn)):
            return False
        if row.id not in self.live and not any(seat.kind == "person" for seat in row.seats):
            self.scheduler.rota.wait(row.id, row.owner)
            return False
        return row.id in self.live or 2 * self.weight < self.most

    def _awaken(self, table_id: str) -> None:
        """A table whose turn has come; whatever goes wrong with one is not the others' trouble."""
        if live := self.live.get(table_id):
            asyncio.get_running_loop().call_soon(self.scheduler.wake, live)
        else:
            self._begin_load(table_id).add_done_callback(lambda done: self._awakened(table_id, done))

    def _awakened(self, table_id: str, task: asyncio.Task[LiveTable]) -> None:
        if task.cancelled() or not (error := task.exception()):
            return
        self.scheduler.rota.leave(table_id)
        if not isinstance(error, Refusal):  # those were said where they arose, or there is room another time
            self.host.fault(error, table_id)

    @property
    def most(self) -> int:
        """Bytes that tables may take."""
        return self.host.limits.memory << 20

    def check_room(self) -> None:
        """Refuse one more table where those that are watched take all there is."""
        if self.weight >= self.most:
            self.tidy()
            if self.weight >= self.most:
                words = "The server has no room for another table now; try again later."
                raise Refusal(429, "too-many", words)

    def _weigh(self) -> int:
        self.weight = sum(table.weight for table in self.live.values())
        return self.weight

    def tidy(self) -> None:
        """Put tables to sleep that nobody needs: what a guest has too many of, then whatever is idlest."""
        resting = sorted(filter(self._can_sleep, self.live.values()), key=_idleness)
        owned = Counter(table.row.owner for table in self.live.values() if not table.subscribers)
        excess = weight - self.most * SPARE if (weight := self._weigh()) >= self.most else 0
        for table in resting:
            if excess > 0 or owned[table.row.owner] > self.host.limits.awake:
                owned[table.row.owner] -= 1
                excess -= table.weight
                self.drop(table, CloseCode.SERVER_CLOSES, "")
        self._weigh()

    def _can_sleep(self, table: LiveTable) -> bool:
        return self._is_left(table) and self.host.now() - table.touched > GRACE

    def _is_left(self, table: LiveTable) -> bool:
        return not table.subscribers and table.is_idle and not self.scheduler.busy(table)

    def part_with(self, table_id: str) -> None:
        """Somebody comes to it by another worker: it goes there, unless something goes on here."""
        table = self.live.get(table_id)
        if table and self._is_left(table) and not (table.is_counting or table.questions.all()):
            self.drop(table, CloseCode.SERVER_CLOSES, "")

    async def replayed(self, row: TableRow) -> Match | None:
        """The match of a table as its log tells it, for a look that awakens nobody."""
        history = await self._history(row)
        try:
            return await self._played(row, history) if row.header else None
        except OtherEdition as why:
            raise other_edition(why.words) from None

    async def _history(self, row: TableRow) -> History:
        try:
            return await queries.history(self.host.store, row.id, CHAT_SHOWN)
        except Damaged as error:
            raise self.broken(row.id, error) from None

    async def _played(self, row: TableRow, history: History) -> Match:
        deck = await self.decks.file(row.deck)
        try:
            async with self._long_logs if len(history.entries) > LONG else nullcontext():
                return await asyncio.to_thread(played_again, row, history, deck, Breather())
        except OtherEdition:
            raise
        except (FlattopError, Damaged) as error:
            raise self.broken(row.id, error) from None

    @contextmanager
    def expect(self, table: LiveTable) -> Iterator[None]:
        """While a new table is being saved nobody may take it for one that sleeps, and awaken another."""
        self.live[table.row.id] = table
        try:
            yield
        except BaseException:
            self.drop(table, CloseCode.NOT_SAVED, "")
            raise
        self._note_awake(table)

    def admit(self, table: LiveTable) -> LiveTable:
        self.live[table.row.id] = table
        self._note_awake(table)
        return table

    def _note_awake(self, table: LiveTable) -> None:
        """One more; all of them are weighed anew in each round of the housekeeping."""
        self.weight += table.weight
        self.scheduler.wake(table)

    def lose(self, lease: Lease) -> None:
        """Another worker has taken a table that was ours; those at it come back, and find it there."""
        table = self.live.get(lease.table_id)
        if table and table.lease == lease:
            self.drop(table, CloseCode.SERVER_CLOSES, "The table has moved; come back in a moment.")

    def drop(self, table: LiveTable, code: CloseCode, reason: str) -> None:
        """Forget what is in memory; the next to ask gets the table from its log."""
        table.detach()
        if self.live.get(table.row.id) is table:
            del self.live[table.row.id]
        self.host.leases.give_back(table.lease)
        self.scheduler.forget(table)
        for subscriber in list(table.subscribers):
            subscriber.close(code, reason)
