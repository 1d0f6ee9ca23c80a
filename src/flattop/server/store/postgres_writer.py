"""The one connection that writes: moves of many tables in one statement, other jobs in one transaction.

Every job is made under a lease, and the database itself refuses one that has passed to another worker, within
the same transaction; whoever wants to take a lease waits until those that were made under it are through.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import asyncpg

from flattop.server.store.base import NotSaved, Saved, Unsettled
from flattop.server.store.dialect import json_copy, translated
from flattop.server.store.jobs import Job, line

PATIENCE = 10.0  # seconds for one statement
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
        columns = [[json_copy(value) for value in column] for column in zip(*rows, strict=True)]
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
