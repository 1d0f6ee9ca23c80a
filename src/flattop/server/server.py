"""The server: all tables that are awake, and what they share."""

from __future__ import annotations

import asyncio
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path

from flattop.games import CATALOG, game
from flattop.kernel import FlattopError, Game
from flattop.match import Match, Written, replay
from flattop.server import campaign
from flattop.server.errors import Refusal, no_table
from flattop.server.guests import Guests
from flattop.server.limits import Addresses, Limits
from flattop.server.metrics import Metrics
from flattop.server.store import queries, writes
from flattop.server.store.queries import History
from flattop.server.store.rows import TableRow
from flattop.server.store.sqlite import Store
from flattop.server.table import votes
from flattop.server.table.live import LiveTable
from flattop.server.table.subscribers import CHAT_SHOWN
from flattop.server.workers.pool import WorkerPool
from flattop.server.workers.scheduler import Scheduler
from flattop.storage import private_folder

LOADS = 100_000  # tables that may be awakened between two starts
VERSIONS = 2_000_000  # that one life of a table may use
TICK = 5.0  # seconds between two rounds of the housekeeping
RESUME_EVERY = 12  # rounds between two looks for tables that were put away while a bot was on
SLEEP_AFTER = 900.0  # seconds that a table without people and without bots to move stays awake


class Server:
    """Everything a server has, free of the framework that carries it."""

    def __init__(
        self,
        folder: Path,
        *,
        limits: Limits | None = None,
        workers: int = 1,
        pool: WorkerPool | None = None,
        pace: float = 0.0,
        patience: float = 60.0,
        speed: float = 1.0,
        heartbeat: int = 0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.folder, self.limits = private_folder(folder), limits or Limits()
        self.pace, self.patience, self.now = pace, patience, now
        self.speed = speed  # of the time at live tables; 1 is that of the wall clock
        self.heartbeat = heartbeat  # ticks after which time is saved at the latest; 0 is a second's worth
        self.metrics = Metrics()
        self.store = Store(folder / "house.sqlite", self.metrics.saved)
        self.guests = Guests(self.store)
        self.addresses = Addresses(self.limits, now)
        self.pool = pool or WorkerPool(workers, failed=lambda: self.metrics.count("bot_failures"))
        self.scheduler = Scheduler(self)
        self.tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._stuck: set[str] = set()  # tables that cannot be resumed, said once
        self._loads = 0

    async def open(self) -> None:
        """Count the start, go on where bots or clocks are on, and start the housekeeping."""
        self.loop = asyncio.get_running_loop()
        for key in CATALOG:
            game(key)  # now, so that nobody has to wait for it at a table
        await self.store.save([writes.started()])
        self._loads = queries.starts(self.store) * LOADS
        jobs = self._resume(), self._housekeeping(), self.metrics.watch_loop(), campaign.gather(self)
        self._tasks += [asyncio.get_running_loop().create_task(job) for job in jobs]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for table in list(self.tables.values()):
            await self._save_clocks(table)
            self.drop(table, 1012, "The server closes.")
        await self.pool.stop()
        self.store.close()

    def log(self, line: str) -> None:
        print(f"flattop: {line}", file=sys.stderr, flush=True)

    def fault(self, error: BaseException) -> None:
        """Our own fault: for whoever keeps the server, never for a guest."""
        self.metrics.count("errors")
        traceback.print_exception(error, file=sys.stderr)

    def next_version(self) -> int:
        self._loads += 1
        return self._loads * VERSIONS

    def guest_name(self, guest: str | None) -> str | None:
        return queries.guest_name(self.store, guest) if guest else None

    # -- tables

    async def table(self, table_id: str) -> LiveTable:
        """A table, awake; an unknown id makes nothing."""
        if live := self.tables.get(table_id):
            return live
        if table_id not in self._loading:
            self._loading[table_id] = task = asyncio.get_running_loop().create_task(self._awaken(table_id))
            task.add_done_callback(lambda done: self._loading.pop(table_id, None))
        return await asyncio.shield(self._loading[table_id])

    async def _awaken(self, table_id: str) -> LiveTable:
        row = self.row(table_id)
        if row is None:
            raise no_table()
        history, match = await self._load(row)
        table = LiveTable(self, row, match, self.deck_file(row.deck))
        table.seq, table.chat = len(history.entries), history.chat
        return self.admit(table)

    async def played(self, row: TableRow) -> Match | None:
        """The match of a table as its log tells it, for a look that awakens nobody."""
        _, match = await self._load(row)
        return match

    async def _load(self, row: TableRow) -> tuple[History, Match | None]:
        history = await asyncio.to_thread(queries.history, self.store, row.id, CHAT_SHOWN)
        return history, await asyncio.to_thread(self._replayed, row, history) if row.header else None

    @contextmanager
    def expecting(self, table: LiveTable) -> Iterator[None]:
        """While a new table is being saved nobody may take it for one that sleeps, and awaken another."""
        self.tables[table.row.id] = table
        try:
            yield
        except BaseException:
            self.drop(table, 4503, "")
            raise
        self.scheduler.wake(table)

    def admit(self, table: LiveTable) -> LiveTable:
        self.tables[table.row.id] = table
        self.scheduler.wake(table)
        return table

    def _replayed(self, row: TableRow, history: History) -> Match:
        written = Written(f"table {row.id}", row.header or {}, tuple(history.entries))
        try:
            match = replay(written, deck=self.deck_file(row.deck))
        except FlattopError as error:
            raise Refusal(409, "cannot-resume", f"The table cannot be played on: {error}.") from None
        if history.chain and match.record.chain != history.chain:
            raise Refusal(409, "cannot-resume", "The table cannot be played on: its log was changed.")
        return match

    def row(self, table_id: str) -> TableRow | None:
        """A table as it stands, with its seats."""
        live = self.tables.get(table_id)
        return live.row if live else self.saved_row(table_id)

    def saved_row(self, table_id: str) -> TableRow | None:
        return queries.table(self.store, table_id)

    def deck_file(self, deck: str | None) -> Path | None:
        """A deck of one's own as the file that games read."""
        if deck is None:
            return None
        name = f"{sha256(deck.encode()).hexdigest()[:32]}.toml"
        path = self.folder / "decks" / name
        if not path.exists():
            path.parent.mkdir(mode=0o700, exist_ok=True)
            half = path.with_suffix(".new")
            half.write_text(deck, "utf-8", newline="")
            half.replace(path)
        return path

    def check_deck(self, game: Game, deck: str) -> None:
        """Read a deck once, to be sure of it; a bad one is not kept."""
        path = self.deck_file(deck)
        try:
            game.pack(path)
        except BaseException:
            if path:
                path.unlink(missing_ok=True)
            raise

    def drop(self, table: LiveTable, code: int, reason: str) -> None:
        """Forget what is in memory; the next to ask gets the table from its log."""
        table.dropped = True
        if self.tables.get(table.row.id) is table:
            del self.tables[table.row.id]
        self.scheduler.forget(table)
        for subscriber in list(table.subscribers):
            subscriber.close(code, reason)

    # -- housekeeping

    async def _resume(self) -> None:
        """Awaken the tables where a bot or a clock is on; the others wait for somebody to come."""
        for table_id in queries.tables_in_play(self.store):
            row = self.row(table_id) if table_id not in self._stuck else None
            if row and (row.clock or any(row.seats[seat].is_bot for seat in row.turn)):
                try:
                    self.scheduler.wake(await self.table(row.id))
                except Refusal as error:
                    self._stuck.add(row.id)
                    self.log(f"table {row.id}: {error.sentence}")

    async def _housekeeping(self) -> None:
        for tick in count(1):
            await asyncio.sleep(TICK)
            if tick % RESUME_EVERY == 0:
                await self._resume()
            for table in list(self.tables.values()):
                try:
                    await self._look_after(table)
                except Exception as error:  # one table's trouble is not the others'
                    self.fault(error)

    async def _look_after(self, table: LiveTable) -> None:
        if table.questions.all():
            await table.alone(lambda: votes.review(table))
        if table.turn_clocks and table.turn_clocks.running:
            await self._save_clocks(table)
        elif (
            not table.subscribers
            and not self.scheduler.busy(table)
            and self.now() - table.touched > SLEEP_AFTER
        ):
            self.drop(table, 1012, "")

    async def _save_clocks(self, table: LiveTable) -> None:
        """Time that has passed stays passed, whatever happens to the server."""
        if table.turn_clocks and table.turn_clocks.running:
            table.row.clocks = table.turn_clocks.settle()
            await self.store.save([writes.changed(table.row, "clocks")])
