"""SQLite as the store: one thread writes, and one commit carries everything that waits."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from flattop.server.errors import NotRead
from flattop.server.store import writes
from flattop.server.store.base import BATCH, CannotOpen, Damaged, Handful, Job, Jobs, Saved, resolve_all
from flattop.server.store.schema import migrate, try_out
from flattop.server.store.writes import Write
from flattop.storage import make_private, private_file

FAULTS_OF_A_JOB = (sqlite3.IntegrityError, OverflowError, UnicodeError, sqlite3.InterfaceError)


class SqliteReads:
    """Reads over one connection, answered at once."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._reader = db

    async def rows(self, sql: str, *values: Any, **named: Any) -> list[sqlite3.Row]:
        return self._answer(sql, named or values)

    async def row(self, sql: str, *values: Any, **named: Any) -> sqlite3.Row | None:
        rows = self._answer(sql, named or values)
        return rows[0] if rows else None

    def _answer(self, sql: str, values: Any) -> list[sqlite3.Row]:
        try:
            return self._reader.execute(sql, values).fetchall()
        except sqlite3.OperationalError as error:  # the disk's or another program's trouble
            raise NotRead(str(error)) from None
        except sqlite3.DatabaseError as error:
            raise Damaged(str(error)) from None


class ReadsApart(SqliteReads):
    """Reads in other threads, over a connection that nobody else has."""

    def __init__(self, db: sqlite3.Connection) -> None:
        super().__init__(db)
        self._in_use = threading.Lock()  # whoever asked may be gone, and the thread goes on

    async def rows(self, sql: str, *values: Any, **named: Any) -> list[sqlite3.Row]:
        return await asyncio.to_thread(self._answer_apart, sql, named or values)

    async def row(self, sql: str, *values: Any, **named: Any) -> sqlite3.Row | None:
        rows = await self.rows(sql, *values, **named)
        return rows[0] if rows else None

    def _answer_apart(self, sql: str, values: Any) -> list[sqlite3.Row]:
        with self._in_use:
            return self._answer(sql, values)

    def close(self) -> None:
        with self._in_use:
            self._reader.close()


class SqliteStore(SqliteReads, Jobs):
    """The database file: quick reads by key or by index at once, long ones elsewhere, one writer."""

    def __init__(self, path: Path, saved: Saved = lambda count, seconds: None) -> None:
        Jobs.__init__(self)
        self.path, self._saved = path, saved
        self._queue: SimpleQueue[Handful | None] = SimpleQueue()  # None is the end
        self.trouble = ""  # why the last commit failed, if it did
        self._checking: sqlite3.Connection | None = None
        self._no_check = threading.Lock()  # held while a look through the file ends
        self._db = _opened(path)
        SqliteReads.__init__(self, connect(path))
        self._writer = threading.Thread(target=self._write_on, name="flattop-writer", daemon=True)
        self._writer.start()

    async def open(self) -> None:
        """It is open from the beginning."""

    def _carry_out(self, handful: Handful) -> None:
        self._queue.put(handful)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[SqliteReads]:
        """A connection of its own, for long reads in another thread."""
        reads = ReadsApart(await asyncio.to_thread(connect, self.path))
        try:
            yield reads
        finally:
            asyncio.get_running_loop().run_in_executor(None, reads.close)

    @property
    def writes_on(self) -> bool:
        return self._writer.is_alive()

    async def faults(self) -> list[str]:
        """Pages of the file that make no sense."""
        lines = await asyncio.to_thread(self._quick_check)
        return [" ".join(line.split()) for line in lines if line != "ok"]

    def _quick_check(self) -> list[str]:
        db = self._checking = connect(self.path)
        try:
            return [str(row[0]) for row in db.execute("PRAGMA quick_check(5)")]
        except sqlite3.Error as error:
            return [] if "interrupted" in str(error) else [str(error)]
        finally:
            with self._no_check:
                self._checking = None
                db.close()

    async def close(self) -> None:
        with self._no_check:
            if self._checking:
                self._checking.interrupt()
        self._hand_over()
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        self._reader.close()
        self._db.close()

    # -- the writer thread

    def _write_on(self) -> None:
        while self._has_more():
            pass

    def _has_more(self) -> bool:
        """Save what waits, and hold none of it while waiting for the next; whether that was not the last."""
        handfuls, last = self._waiting()
        if handfuls:
            self._commit([job for _, jobs in handfuls for job in jobs])
            resolve_all(handfuls)
        return not last

    def _waiting(self) -> tuple[list[Handful], bool]:
        """Everything that waits, at least one job; and whether it was the last."""
        handfuls, count = list[Handful](), 0
        while (handful := self._queue.get()) is not None:
            handfuls.append(handful)
            count += len(handful[1])
            if count >= BATCH or self._queue.empty():
                return handfuls, False
        return handfuls, True

    def _commit(self, batch: list[Job]) -> None:
        began = time.perf_counter()
        try:
            if not self._is_written_at_once(batch):
                self._db.execute("BEGIN IMMEDIATE")
                for job in batch:
                    self._write(job)
                self._db.execute("COMMIT")
        except Exception as error:  # whatever it is, those who wait hear of it, and the next are saved
            self._undo(batch, error)
        self._note(batch)
        self._saved(len(batch), time.perf_counter() - began)

    def _is_written_at_once(self, batch: list[Job]) -> bool:
        """Whether all jobs could be saved together; if any of them fails, nothing of the others is."""
        rows = [row for job in batch for row in job.rows]
        others = [write for job in batch if not job.rows for write in job.writes]
        try:
            if others or len(rows) > writes.MOVES_PER_STATEMENT:
                self._save_together(rows, others)
            else:
                self._db.execute(writes.move_statement(len(rows)), [*chain.from_iterable(rows)])
        except (sqlite3.Error, *FAULTS_OF_A_JOB):
            self._roll_back()
            return False
        return True

    def _save_together(self, rows: Sequence[writes.MoveRow], others: Sequence[Write]) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        for sql, values in others:
            self._db.execute(sql, values)
        for i in range(0, len(rows), writes.MOVES_PER_STATEMENT):
            some = rows[i : i + writes.MOVES_PER_STATEMENT]
            self._db.execute(writes.move_statement(len(some)), [*chain.from_iterable(some)])
        self._db.execute("COMMIT")

    def _note(self, batch: list[Job]) -> None:
        troubles = _troubles(batch)
        self.trouble = str(troubles[0]) if troubles else ""

    def _write(self, job: Job) -> None:
        """One job of the batch; if it fails, the others still stand."""
        self._db.execute("SAVEPOINT job")
        try:
            for sql, values in job.writes:
                self._db.execute(sql, values)
        except (sqlite3.Error, *FAULTS_OF_A_JOB) as error:
            job.error = error  # before what follows, for a full disk has undone the whole batch already
            self._db.execute("ROLLBACK TO job")
        self._db.execute("RELEASE job")

    def _undo(self, batch: list[Job], error: Exception) -> None:
        self._roll_back()
        cause = next(iter(_troubles(batch)), error)
        for job in batch:
            job.error = job.error or cause

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")


def _troubles(batch: list[Job]) -> list[Exception]:
    """A broken rule of the database is one job's fault; anything else is the disk's or the file's."""
    return [job.error for job in batch if job.error and not isinstance(job.error, FAULTS_OF_A_JOB)]


def _opened(path: Path) -> sqlite3.Connection:
    """The file brought forward, read and written once, so that trouble is told before anybody comes."""
    private_file(path, "a").close()
    for beside in ("-wal", "-shm"):
        make_private(path.with_name(path.name + beside))
    try:
        db = connect(path)
        migrate(db)
        try_out(db)
        for statement in writes.MOVE_VIEW:
            db.execute(statement)
    except sqlite3.Error as error:
        raise CannotOpen(_why_not(path, error)) from None
    return db


def _why_not(path: Path, error: sqlite3.Error) -> str:
    if isinstance(error, sqlite3.OperationalError):
        return f"{path} cannot be used: {error}; see that there is room on the disk and that it is yours"
    return f"{path} is no sound database: {error}; put a copy of yours in its place, or give another --data"


def connect(path: Path) -> sqlite3.Connection:
    """Every commit is on the disk before it returns."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    return db
