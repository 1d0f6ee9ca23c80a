"""PostgreSQL as the store: a pool of connections reads, one writes, and one commit carries all that waits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import asyncpg

from flattop.server.errors import NotRead
from flattop.server.store.base import (
    BATCH,
    CannotOpen,
    Damaged,
    Handful,
    Job,
    Jobs,
    NotSaved,
    Row,
    Saved,
    Unsettled,
    line,
    resolve_some,
)
from flattop.server.store.connect import shown_address
from flattop.server.store.postgres_sql import bare, migrate, translated, try_out

T = TypeVar("T")
READERS = 8  # connections that read, at most
PATIENCE = 10.0  # seconds for one statement
TRIES, PAUSE = 3, 0.2  # of a read whose connection was lost, and seconds before the next
SOUND = """
    SELECT coalesce((SELECT checksum_failures FROM pg_stat_database WHERE datname = current_database()), 0),
        (SELECT count(*) FROM pg_index WHERE NOT indisvalid)
"""


class PostgresReads:
    """Reads over one connection, or over any of a pool."""

    def __init__(self, source: Any = None) -> None:
        self._source = source

    async def rows(self, sql: str, *values: Any, **named: Any) -> Sequence[Row]:
        text, values_in_order = translated(sql, values, named)
        rows: Sequence[Row] = await self._answered(lambda: self._source.fetch(text, *values_in_order))
        return rows

    async def row(self, sql: str, *values: Any, **named: Any) -> Row | None:
        text, values_in_order = translated(sql, values, named)
        row: Row | None = await self._answered(lambda: self._source.fetchrow(text, *values_in_order))
        return row

    async def _answered(self, ask: Callable[[], Awaitable[T]]) -> T:
        try:
            return await ask()
        except LOST as error:
            raise NotRead(line(error)) from error
        except asyncpg.DataError as error:  # no row can have what was asked for
            raise Damaged(str(error)) from None


class PostgresStore(PostgresReads, Jobs):
    """A database on a server; whoever loses the connection to it comes back by itself."""

    def __init__(self, url: str, saved: Saved = lambda count, seconds: None) -> None:
        Jobs.__init__(self)
        PostgresReads.__init__(self)
        self.url = url
        self._writer = Writer(url, saved)
        self._waiting: list[Job] = []
        self._more = asyncio.Event()
        self._is_ending = False
        self._task: asyncio.Task[None] | None = None

    @property
    def trouble(self) -> str:
        return self._writer.trouble

    @property
    def writes_on(self) -> bool:
        return self._task is not None and not self._task.done()

    async def open(self) -> None:
        await prepare(self.url)
        await self.look()
        self._task = asyncio.create_task(self._write_on())

    async def look(self) -> None:
        """Open for reads alone, as it is."""
        try:
            self._source = await asyncpg.create_pool(
                self.url, min_size=0, max_size=READERS, timeout=PATIENCE, command_timeout=PATIENCE
            )
        except (*LOST, asyncpg.PostgresError, ValueError) as error:
            raise CannotOpen(_why_not(self.url, error)) from None

    async def _answered(self, ask: Callable[[], Awaitable[T]]) -> T:
        """A read changes nothing, so it is asked again where a connection was lost."""
        for _ in range(TRIES - 1):
            try:
                return await super()._answered(ask)
            except NotRead as error:
                if isinstance(error.__cause__, TimeoutError):
                    raise  # it was waited for already
                await asyncio.sleep(PAUSE)
        return await super()._answered(ask)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[PostgresReads]:
        """No thread is needed: it is another machine, or at least another process, that reads."""
        yield self

    async def faults(self) -> list[str]:
        row = await self.row(SOUND)
        pages, indexes = (row[0], row[1]) if row else (0, 0)
        told = {f"{pages} pages failed their checksums": pages, f"{indexes} indexes are invalid": indexes}
        return [sentence for sentence, count in told.items() if count]

    async def close(self) -> None:
        self._hand_over()
        self._is_ending = True
        self._more.set()
        if self._task:
            await asyncio.gather(self._task, return_exceptions=True)
        await self._writer.close()
        if self._source:
            try:
                await asyncio.wait_for(self._source.close(), PATIENCE)
            except LOST:
                self._source.terminate()

    # -- saving

    def _carry_out(self, handful: Handful) -> None:
        self._waiting += handful[1]
        self._more.set()

    async def _write_on(self) -> None:
        while self._waiting or not self._is_ending:
            await self._more.wait()
            await self._write_some()

    async def _write_some(self) -> None:
        """Of what waits; none of it is held while waiting for more."""
        batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
        if not self._waiting and not self._is_ending:
            self._more.clear()
        if batch:
            await self._writer.commit(batch)
            resolve_some(asyncio.get_running_loop(), iter(batch))


async def prepare(url: str) -> None:
    """Bring the database forward, so that trouble is told before anybody comes."""
    try:
        db = await asyncpg.connect(url, timeout=PATIENCE, command_timeout=10 * PATIENCE)
    except (*LOST, asyncpg.PostgresError, ValueError) as error:
        raise CannotOpen(_why_not(url, error)) from None
    try:
        await migrate(db)
        await try_out(db)
    except asyncpg.PostgresError as error:
        raise CannotOpen(
            f"{shown_address(url)} cannot be used: {line(error)}; see that it is yours"
        ) from None
    finally:
        await db.close()


def _why_not(url: str, error: Exception) -> str:
    return f"{shown_address(url)} cannot be reached: {line(error)}; see that PostgreSQL runs there"


RECONNECT = 5.0  # seconds in which a batch waits for a connection, before it is given up
LEAST, MOST = 0.05, 1.0  # seconds between two tries
LOST = (OSError, TimeoutError, EOFError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError,
        asyncpg.AdminShutdownError, asyncpg.CrashShutdownError, asyncpg.CannotConnectNowError,
        asyncpg.IdleInTransactionSessionTimeoutError, asyncpg.TooManyConnectionsError,
        asyncpg.InternalClientError)  # fmt: skip
FAULTS_OF_A_JOB = (
    asyncpg.IntegrityConstraintViolationError, asyncpg.DataError, OverflowError, UnicodeError, NotSaved,
)  # fmt: skip
SETTINGS = {
    "application_name": "flattop",
    "synchronous_commit": "on",
    "idle_in_transaction_session_timeout": "5s",  # a worker that is cut off holds nobody up
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
FENCE = """
    SELECT lease.table_id, lease.number FROM lease
    JOIN unnest($1::text[], $2::bigint[]) AS mine (table_id, number) USING (table_id, number)
    FOR SHARE OF lease
"""
MOVES = f"""
    WITH lease_held AS MATERIALIZED ({FENCE}), move AS MATERIALIZED (
        SELECT move.* FROM unnest(
            $3::text[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::text[],
            $10::text[], $11::text[], $12::text[], $13::text[], $14::bigint[], $15::boolean[]
        ) AS move (table_id, seq, entry, chain, at, guest, message, answer, state, turn, clocks, number, last)
        WHERE number = 0 OR (table_id, number) IN (SELECT table_id, number FROM lease_held)
    ), played AS (
        INSERT INTO event (table_id, seq, entry, chain, at)
        SELECT table_id, seq, entry, chain, at FROM move
    ), answered AS (
        INSERT INTO answer (table_id, guest, id, answer)
        SELECT table_id, guest, message, answer FROM move WHERE guest IS NOT NULL
    ), standing AS (
        UPDATE game_table SET state = move.state, turn = move.turn, clocks = move.clocks
        FROM move WHERE id = move.table_id AND move.last
    )
    SELECT table_id, number FROM lease_held
"""


class Fenced(NotSaved):
    """Another worker has taken the table meanwhile."""

    def __init__(self) -> None:
        super().__init__("another worker has taken the table")


class Writer:
    """Commits batches of jobs; a lost connection is made anew for the next of them."""

    def __init__(self, url: str, saved: Saved) -> None:
        self.url, self._saved = url, saved
        self.trouble = ""
        self._db: Any = None

    async def commit(self, batch: list[Job]) -> None:
        """Save all jobs that can be saved; each of the others has its error."""
        began = time.perf_counter()
        try:
            await self._connect()
        except Exception as error:
            _blame(batch, NotSaved(f"the database cannot be reached: {line(error)}"))
        else:
            await self._commit(batch)
        troubles = [job.error for job in batch if job.error and not _is_fault_of_job(job.error)]
        self.trouble = line(troubles[0]) if troubles else ""
        self._saved(len(batch), time.perf_counter() - began)

    async def _connect(self) -> None:
        if self._db is not None and not self._db.is_closed():
            return
        last, pause = time.monotonic() + RECONNECT, LEAST
        while True:
            try:
                self._db = await asyncpg.connect(
                    self.url, timeout=RECONNECT, command_timeout=PATIENCE, server_settings=SETTINGS
                )
                return
            except LOST:
                if time.monotonic() + pause >= last:
                    raise
                await asyncio.sleep(pause)
                pause = min(2 * pause, MOST)

    async def _commit(self, batch: list[Job]) -> None:
        try:
            if not await self._is_written_at_once(batch):
                await self._write_one_by_one(batch)
        except LOST as error:
            self._drop()
            _blame(batch, Unsettled(f"the database was lost while saving: {line(error)}"))
        except Exception as error:  # whatever it is, those who wait hear of it, and the next are saved
            self._drop()
            _blame(batch, error)

    def _drop(self) -> None:
        """What this connection has begun ends with it."""
        if self._db is not None:
            self._db.terminate()
        self._db = None

    async def close(self) -> None:
        if self._db is not None and not self._db.is_closed():
            with suppress(*LOST):
                await self._db.close(timeout=PATIENCE)

    # -- all together

    async def _is_written_at_once(self, batch: list[Job]) -> bool:
        """Whether all jobs could be saved together, but those that are fenced; else nothing of them is."""
        moves = [job for job in batch if job.rows]
        others = [job for job in batch if not job.rows]
        try:
            if not others:
                held = await self._play(moves)
                _mark(moves, held)
            else:
                await self._save_together(moves, others)
        except (*FAULTS_OF_A_JOB, asyncpg.PostgresError) as error:
            if isinstance(error, LOST):
                raise
            for job in batch:
                job.error = None
            return False
        return True

    async def _save_together(self, moves: Sequence[Job], others: Sequence[Job]) -> None:
        async with self._db.transaction():
            _mark(others, await self._held(others))
            for job in others:
                if job.error is None:
                    await self._carry_out(job)
            if moves:
                _mark(moves, await self._play(moves))

    async def _play(self, moves: Sequence[Job]) -> set[tuple[str, int]]:
        rows = [(*row, _number(job)) for job in moves for row in job.rows]
        last = {row[0]: i for i, row in enumerate(rows) if row[8] is not None}
        standing = [last.get(row[0]) == i for i, row in enumerate(rows)]
        columns = [[bare(value) for value in column] for column in zip(*rows, strict=True)]
        return _pairs(await self._db.fetch(MOVES, *_leases(moves), *columns, standing))

    async def _held(self, jobs: Sequence[Job]) -> set[tuple[str, int]]:
        """Those leases of some jobs that are held, and cannot pass to another before the commit."""
        tables, numbers = _leases(jobs)
        return _pairs(await self._db.fetch(FENCE, tables, numbers)) if tables else set()

    async def _carry_out(self, job: Job) -> None:
        for sql, values in job.writes:
            text, values_in_order = translated(sql, values, {})
            await self._db.execute(text, *values_in_order)

    # -- one by one

    async def _write_one_by_one(self, batch: Sequence[Job]) -> None:
        async with self._db.transaction():
            for job in batch:
                await self._write(job)

    async def _write(self, job: Job) -> None:
        """One job of the batch; if it fails, the others still stand."""
        try:
            async with self._db.transaction():
                _mark([job], await self._held([job]))
                if job.error is None:
                    await self._carry_out(job)
        except (*FAULTS_OF_A_JOB, asyncpg.PostgresError) as error:
            if isinstance(error, LOST):
                raise
            job.error = error


def _number(job: Job) -> int:
    return job.lease.number if job.lease else 0


def _leases(jobs: Sequence[Job]) -> tuple[list[str], list[int]]:
    """The leases under which jobs are made, each once."""
    leases = {job.lease for job in jobs if job.lease and job.lease.number}
    return [lease.table_id for lease in leases], [lease.number for lease in leases]


def _pairs(rows: Sequence[Any]) -> set[tuple[str, int]]:
    return {(row["table_id"], row["number"]) for row in rows}


def _mark(jobs: Sequence[Job], held: set[tuple[str, int]]) -> None:
    """A job whose lease is another's is not carried out."""
    for job in jobs:
        if job.lease and job.lease.number and tuple(job.lease) not in held:
            job.error = Fenced()


def _blame(batch: Sequence[Job], error: Exception) -> None:
    for job in batch:
        job.error = job.error or error


def _is_fault_of_job(error: Exception) -> bool:
    """A broken rule of the database is one job's fault; anything else is the database's."""
    is_lost = isinstance(error, NotSaved) and not isinstance(error, Fenced)
    return isinstance(error, FAULTS_OF_A_JOB) and not is_lost
