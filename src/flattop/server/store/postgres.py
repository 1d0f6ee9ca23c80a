"""PostgreSQL store: a pool of connections reads, and one connection saves all pending jobs in one commit.

Every job is made under a lease. If the lease has passed to another server worker, the database refuses the
job in the same transaction. Acquiring a lease waits for the transactions that were made under it.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import lru_cache
from typing import Any, TypeVar

import asyncpg

from flattop.server.errors import NotRead
from flattop.server.store.base import (
    BATCH,
    CannotOpen,
    Damaged,
    Job,
    JobGroup,
    NotSaved,
    OnCommit,
    Row,
    SaveQueue,
    Unsettled,
    finish_some,
    one_line,
    redacted_address,
)
from flattop.server.store.migrations import check_writable, migrate_postgres
from flattop.server.store.schema import storable
from flattop.server.store.writes import ANSWER, EVENT, TABLE_STATE

T = TypeVar("T")
READERS = 8  # connections that read, at most
STATEMENT_SECONDS = 10.0
READ_TRIES, RETRY_PAUSE = 3, 0.2  # for a read whose connection was lost; the pause in seconds
RECONNECT_SECONDS = 5.0  # a batch fails if there is no connection after so long
MIN_PAUSE, MAX_PAUSE = 0.05, 1.0  # seconds between two attempts to connect
CONNECTION_ERRORS = (
    OSError, TimeoutError, EOFError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError,
    asyncpg.AdminShutdownError, asyncpg.CrashShutdownError, asyncpg.CannotConnectNowError,
    asyncpg.IdleInTransactionSessionTimeoutError, asyncpg.TooManyConnectionsError,
    asyncpg.InternalClientError,
)  # fmt: skip
JOB_ERRORS = (  # errors that only concern the job at hand
    asyncpg.IntegrityConstraintViolationError, asyncpg.DataError, OverflowError, UnicodeError, NotSaved,
)  # fmt: skip
PLACEHOLDER = re.compile(r"'[^']*'|\?|(?<![:\w]):([a-z_]+)")
SETTINGS = {
    "application_name": "flattop",
    "synchronous_commit": "on",
    "idle_in_transaction_session_timeout": "5s",  # a server worker without network must not keep its locks
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
INTEGRITY = """
    SELECT coalesce((SELECT checksum_failures FROM pg_stat_database WHERE datname = current_database()), 0),
        (SELECT count(*) FROM pg_index WHERE NOT indisvalid)
"""
FENCE = """
    SELECT lease.table_id, lease.number FROM lease
    JOIN unnest($1::text[], $2::bigint[]) AS mine (table_id, number) USING (table_id, number)
    FOR SHARE OF lease
"""
HELD = "number = 0 OR (table_id, number) IN (SELECT table_id, number FROM lease_held)"
MOVES = f"""
    WITH lease_held AS MATERIALIZED ({FENCE}), played AS (
        INSERT INTO event (table_id, seq, entry, chain, at)
        SELECT table_id, seq, entry, chain, at
        FROM unnest($3::text[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
            AS new (table_id, seq, entry, chain, at, number)
        WHERE {HELD}
    ), answered AS (
        INSERT INTO answer (table_id, guest, id, answer)
        SELECT table_id, guest, id, answer
        FROM unnest($9::text[], $10::text[], $11::text[], $12::text[], $13::bigint[])
            AS new (table_id, guest, id, answer, number)
        WHERE {HELD}
    ), standing AS (
        UPDATE game_table SET state = new.state, turn = new.turn, clocks = new.clocks
        FROM unnest($14::text[], $15::text[], $16::text[], $17::text[], $18::bigint[])
            AS new (state, turn, clocks, table_id, number)
        WHERE game_table.id = new.table_id AND ({HELD})
    )
    SELECT table_id, number FROM lease_held
"""
TABLE_ID_OF_STATE = 3  # the index of the table's id among the values of TABLE_STATE


class PostgresReader:
    """Runs SELECT statements on a connection or a pool."""

    def __init__(self, source: Any = None) -> None:
        self._source = source

    async def rows(self, sql: str, *values: Any, **named: Any) -> Sequence[Row]:
        text, values_in_order = translate(sql, values, named)
        rows: Sequence[Row] = await self._run(lambda: self._source.fetch(text, *values_in_order))
        return rows

    async def row(self, sql: str, *values: Any, **named: Any) -> Row | None:
        text, values_in_order = translate(sql, values, named)
        row: Row | None = await self._run(lambda: self._source.fetchrow(text, *values_in_order))
        return row

    async def _run(self, query: Callable[[], Awaitable[T]]) -> T:
        try:
            return await query()
        except CONNECTION_ERRORS as error:
            raise NotRead(one_line(error)) from error
        except asyncpg.DataError as error:  # a value that no row can hold
            raise Damaged(str(error)) from error


class PostgresStore(PostgresReader, SaveQueue):
    """A PostgreSQL database; lost connections are made again."""

    def __init__(self, url: str, on_commit: OnCommit = lambda count, seconds: None) -> None:
        SaveQueue.__init__(self)
        PostgresReader.__init__(self)
        self.url = url
        self._writer = Writer(url, on_commit)
        self._pending: list[Job] = []
        self._wake_writer = asyncio.Event()
        self._is_closing = False
        self._task: asyncio.Task[None] | None = None

    @property
    def last_error(self) -> Exception | None:
        return self._writer.last_error

    file_is_lost = False
    is_shared = True

    @property
    def writer_is_alive(self) -> bool:
        return self._task is not None and not self._task.done()

    async def open(self) -> None:
        await prepare(self.url)
        await self.open_for_reading()
        self._task = asyncio.create_task(self._write_until_closed())

    async def open_for_reading(self) -> None:
        """Open without migrating and without a writer."""
        try:
            self._source = await asyncpg.create_pool(
                self.url,
                min_size=0,
                max_size=READERS,
                timeout=STATEMENT_SECONDS,
                command_timeout=STATEMENT_SECONDS,
            )
        except (*CONNECTION_ERRORS, asyncpg.PostgresError, ValueError) as error:
            raise CannotOpen(_unreachable(self.url, error)) from None

    async def _run(self, query: Callable[[], Awaitable[T]]) -> T:
        """Repeat a read whose connection was lost. A timeout is not repeated: it has waited long enough."""
        for _ in range(READ_TRIES - 1):
            try:
                return await super()._run(query)
            except NotRead as error:
                if isinstance(error.__cause__, TimeoutError):
                    raise
                await asyncio.sleep(RETRY_PAUSE)
        return await super()._run(query)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[PostgresReader]:
        """The pool itself: slow queries run in another process and block nothing here."""
        yield self

    async def integrity_errors(self) -> list[str]:
        row = await self.row(INTEGRITY)
        pages, indexes = (row[0], row[1]) if row else (0, 0)
        counts = {f"{pages} pages failed their checksums": pages, f"{indexes} indexes are invalid": indexes}
        return [sentence for sentence, count in counts.items() if count]

    async def close(self) -> None:
        self._flush()
        self._is_closing = True
        self._wake_writer.set()
        if self._task:
            await asyncio.gather(self._task, return_exceptions=True)
        await self._writer.close()
        if self._source:
            try:
                await asyncio.wait_for(self._source.close(), STATEMENT_SECONDS)
            except CONNECTION_ERRORS:
                self._source.terminate()

    # -- saving

    def _enqueue(self, group: JobGroup) -> None:
        self._pending += group.jobs
        self._wake_writer.set()

    async def _write_until_closed(self) -> None:
        """Commit the pending jobs, up to BATCH at a time."""
        while self._pending or not self._is_closing:
            await self._wake_writer.wait()
            batch, self._pending = self._pending[:BATCH], self._pending[BATCH:]
            if not self._pending and not self._is_closing:
                self._wake_writer.clear()
            if batch:
                await self._writer.commit(batch)
                finish_some(asyncio.get_running_loop(), iter(batch))
            del batch  # no saved job is kept alive while the task waits for the next


async def prepare(url: str) -> None:
    """Migrate the database and check that it is writable, before the server accepts clients."""
    try:
        db = await asyncpg.connect(url, timeout=STATEMENT_SECONDS, command_timeout=10 * STATEMENT_SECONDS)
    except (*CONNECTION_ERRORS, asyncpg.PostgresError, ValueError) as error:
        raise CannotOpen(_unreachable(url, error)) from None
    try:
        await migrate_postgres(db)
        await check_writable(db)
    except asyncpg.PostgresError as error:
        raise CannotOpen(
            f"{redacted_address(url)} cannot be used: {one_line(error)}; check that its owner is this user"
        ) from None
    finally:
        await db.close()


def _unreachable(url: str, error: Exception) -> str:
    return f"{redacted_address(url)} cannot be reached: {one_line(error)}; check that PostgreSQL runs there"


class Fenced(NotSaved):
    """The lease of the table has passed to another server worker."""

    def __init__(self) -> None:
        super().__init__("another server worker has taken the table")


class Writer:
    """Commits batches of jobs over one connection: moves in one statement, other jobs in one transaction."""

    def __init__(self, url: str, on_commit: OnCommit) -> None:
        self.url, self._on_commit = url, on_commit
        self.last_error: Exception | None = None
        self._db: Any = None

    async def commit(self, batch: list[Job]) -> None:
        """Save all jobs that can be saved, and set the error of each of the others."""
        began = time.perf_counter()
        try:
            await self._connect()
        except Exception as error:
            _set_error(batch, NotSaved(f"the database cannot be reached: {one_line(error)}"))
        else:
            try:
                if not await self._save_together(batch):
                    async with self._db.transaction():
                        for job in batch:
                            await self._save_alone(job)
            except CONNECTION_ERRORS as error:
                self._drop_connection()
                _set_error(batch, Unsettled(f"the database was lost while saving: {one_line(error)}"))
            except Exception as error:  # an unknown error must not stop the writer
                self._drop_connection()
                _set_error(batch, error)
        errors = [job.error for job in batch if job.error and _is_database_error(job.error)]
        self.last_error = next(iter(errors), None)
        self._on_commit(len(batch), time.perf_counter() - began)

    async def _connect(self) -> None:
        if self._db is not None and not self._db.is_closed():
            return
        deadline, pause = time.monotonic() + RECONNECT_SECONDS, MIN_PAUSE
        while True:
            try:
                self._db = await asyncpg.connect(
                    self.url,
                    timeout=RECONNECT_SECONDS,
                    command_timeout=STATEMENT_SECONDS,
                    server_settings=SETTINGS,
                )
                return
            except CONNECTION_ERRORS:
                if time.monotonic() + pause >= deadline:
                    raise
                await asyncio.sleep(pause)
                pause = min(2 * pause, MAX_PAUSE)

    def _drop_connection(self) -> None:
        """Close the connection, which rolls back its transaction."""
        if self._db is not None:
            self._db.terminate()
        self._db = None

    async def close(self) -> None:
        if self._db is not None and not self._db.is_closed():
            with suppress(*CONNECTION_ERRORS):
                await self._db.close(timeout=STATEMENT_SECONDS)

    async def _save_together(self, batch: list[Job]) -> bool:
        """Save all jobs but the fenced ones at once; return False, with nothing saved, if a job fails."""
        moves = [job for job in batch if job.is_move]
        others = [job for job in batch if not job.is_move]
        try:
            if not others:
                _fence(moves, await self._save_moves(moves))
                return True
            async with self._db.transaction():
                _fence(others, await self._held_leases(others))
                for job in others:
                    if job.error is None:
                        await self._execute(job)
                if moves:
                    _fence(moves, await self._save_moves(moves))
        except (*JOB_ERRORS, asyncpg.PostgresError) as error:
            if isinstance(error, CONNECTION_ERRORS):
                raise
            for job in batch:
                job.error = None
            return False
        return True

    async def _save_alone(self, job: Job) -> None:
        """Save one job of the transaction in a savepoint, so that its failure does not affect the others."""
        try:
            async with self._db.transaction():
                _fence([job], await self._held_leases([job]))
                if job.error is None:
                    await self._execute(job)
        except (*JOB_ERRORS, asyncpg.PostgresError) as error:
            if isinstance(error, CONNECTION_ERRORS):
                raise
            job.error = error

    async def _save_moves(self, moves: Sequence[Job]) -> set[tuple[str, int]]:
        """Save the moves whose lease is held, in one statement, and return the held leases."""
        states = {row[TABLE_ID_OF_STATE]: row for row in _rows(moves, TABLE_STATE)}  # the last of each table
        columns = [
            *_columns(_rows(moves, EVENT), 6),
            *_columns(_rows(moves, ANSWER), 5),
            *_columns(states.values(), 5),
        ]
        return _lease_set(await self._db.fetch(MOVES, *_leases(moves), *columns))

    async def _held_leases(self, jobs: Sequence[Job]) -> set[tuple[str, int]]:
        """The leases of these jobs that we still hold; the query locks them until the commit."""
        tables, numbers = _leases(jobs)
        return _lease_set(await self._db.fetch(FENCE, tables, numbers)) if tables else set()

    async def _execute(self, job: Job) -> None:
        for sql, values in job.writes:
            text, values_in_order = translate(sql, values, {})
            await self._db.execute(text, *values_in_order)


def _rows(jobs: Iterable[Job], statement: str) -> list[tuple[Any, ...]]:
    """The values for one statement, each with the number of the lease under which it is saved."""
    return [
        (*map(storable, values), job.lease.number if job.lease else 0)
        for job in jobs
        for sql, values in job.writes
        if sql == statement
    ]


def _columns(rows: Iterable[tuple[Any, ...]], count: int) -> list[tuple[Any, ...]]:
    return list(zip(*rows, strict=True)) or [()] * count


def _leases(jobs: Sequence[Job]) -> tuple[list[str], list[int]]:
    """The distinct leases of some jobs, as two columns."""
    leases = {job.lease for job in jobs if job.lease and job.lease.number}
    return [lease.table_id for lease in leases], [lease.number for lease in leases]


def _lease_set(rows: Sequence[Any]) -> set[tuple[str, int]]:
    return {(row["table_id"], row["number"]) for row in rows}


def _fence(jobs: Sequence[Job], held: set[tuple[str, int]]) -> None:
    """Set an error on jobs whose lease is not held any more."""
    for job in jobs:
        if job.lease and job.lease.number and tuple(job.lease) not in held:
            job.error = Fenced()


def _set_error(batch: Sequence[Job], error: Exception) -> None:
    for job in batch:
        job.error = job.error or error


def _is_database_error(error: Exception) -> bool:
    """True if the database does not work; False if the error concerns one job only."""
    if isinstance(error, NotSaved):
        return not isinstance(error, Fenced)
    return not isinstance(error, JOB_ERRORS)


# -- SQL dialect


def translate(sql: str, values: Iterable[Any], named: Mapping[str, Any]) -> tuple[str, list[Any]]:
    """Translate the common SQL to numbered placeholders; return it with its values in order."""
    text, names = _number_placeholders(sql)
    wanted = [named[name] for name in names] if names else values
    return text, [storable(value) for value in wanted]


@lru_cache(512)
def _number_placeholders(sql: str) -> tuple[str, tuple[str, ...]]:
    """Replace `?` and `:name` by `$1`, `$2`...; return the text and the names in their order."""
    names: list[str] = []
    marks = 0

    def number(placeholder: re.Match[str]) -> str:
        nonlocal marks
        if placeholder[0].startswith("'"):  # a string literal
            return placeholder[0]
        if placeholder[1] is None:
            marks += 1
            return f"${marks}"
        if placeholder[1] not in names:
            names.append(placeholder[1])
        return f"${names.index(placeholder[1]) + 1}"

    return PLACEHOLDER.sub(number, sql), tuple(names)
