"""SQLite store: one thread writes, and one commit saves all pending jobs."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from flattop.server.errors import NotRead
from flattop.server.store.base import (
    BATCH,
    CannotOpen,
    Damaged,
    Job,
    JobGroup,
    OnCommit,
    SaveQueue,
    finish_jobs,
)
from flattop.server.store.migrations import check_usable, migrate_sqlite
from flattop.server.store.writes import MOVE
from flattop.storage import make_private, private_file

T = TypeVar("T")
INTERRUPT_SECONDS = 0.1  # between two attempts to interrupt an integrity check
JOB_ERRORS = (sqlite3.IntegrityError, OverflowError, UnicodeError, sqlite3.InterfaceError)


def _inode(path: Path) -> int | None:
    """Return the number of a file, or None if it does not exist."""
    try:
        return path.stat().st_ino
    except FileNotFoundError:
        return None


class SqliteReader:
    """Runs SELECT statements on one connection, in the event loop."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._reader = db

    async def rows(self, sql: str, *values: Any, **named: Any) -> list[sqlite3.Row]:
        return self._fetch(sql, named or values)

    async def row(self, sql: str, *values: Any, **named: Any) -> sqlite3.Row | None:
        rows = self._fetch(sql, named or values)
        return rows[0] if rows else None

    def _fetch(self, sql: str, values: Any) -> list[sqlite3.Row]:
        try:
            return self._reader.execute(sql, values).fetchall()
        except sqlite3.OperationalError as error:  # of the disk, or a lock of another program
            raise NotRead(str(error)) from error
        except sqlite3.DatabaseError as error:
            raise Damaged(str(error)) from error


class ThreadReader(SqliteReader):
    """Runs SELECT statements in other threads, on its own connection."""

    def __init__(self, db: sqlite3.Connection) -> None:
        super().__init__(db)
        self._in_use = threading.Lock()  # the thread of a cancelled task runs on

    async def rows(self, sql: str, *values: Any, **named: Any) -> list[sqlite3.Row]:
        def fetch() -> list[sqlite3.Row]:
            with self._in_use:
                return self._fetch(sql, named or values)

        return await asyncio.to_thread(fetch)

    async def row(self, sql: str, *values: Any, **named: Any) -> sqlite3.Row | None:
        rows = await self.rows(sql, *values, **named)
        return rows[0] if rows else None

    def close(self) -> None:
        with self._in_use:
            self._reader.close()


class SqliteStore(SqliteReader, SaveQueue):
    """The database file. Reads by key or index run in the event loop, slow ones in other threads."""

    is_shared = False

    def __init__(self, path: Path, on_commit: OnCommit = lambda count, seconds: None) -> None:
        SaveQueue.__init__(self)
        self.path, self._on_commit = path, on_commit
        self._queue: SimpleQueue[JobGroup | None] = SimpleQueue()  # None ends the writer
        self.last_error: Exception | None = None
        self._checking: sqlite3.Connection | None = None  # of a running integrity check
        self._checking_lock = threading.Lock()
        self._thread_work: set[asyncio.Future[Any]] = set()  # in other threads, on other connections
        self._is_closing = False
        self._db = _open_for_writing(path)
        self._inode = _inode(path)
        SqliteReader.__init__(self, connect(path))
        self._writer = threading.Thread(target=self._write_until_closed, name="flattop-writer", daemon=True)
        self._writer.start()

    async def open(self) -> None:
        """Do nothing: the constructor has opened the file."""

    def _enqueue(self, group: JobGroup) -> None:
        self._queue.put(group)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[SqliteReader]:
        """A reader with its own connection, which reads in another thread."""
        reader = ThreadReader(await asyncio.to_thread(connect, self.path))
        try:
            yield reader
        finally:
            self._run_in_thread(reader.close)

    @property
    def writer_is_alive(self) -> bool:
        return self._writer.is_alive()

    @property
    def file_is_lost(self) -> bool:
        return _inode(self.path) != self._inode

    async def integrity_errors(self) -> list[str]:
        """Run SQLite's quick check, which finds damaged pages."""

        def quick_check() -> list[str]:
            if self._is_closing:
                return []
            db = self._checking = connect(self.path)
            try:
                return [str(row[0]) for row in db.execute("PRAGMA quick_check(5)")]
            except sqlite3.Error as error:
                return [] if "interrupted" in str(error) else [str(error)]
            finally:
                with self._checking_lock:
                    self._checking = None
                    db.close()

        lines = await asyncio.shield(self._run_in_thread(quick_check))
        return [" ".join(line.split()) for line in lines if line != "ok"]

    def _run_in_thread(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """Run work in a thread. It runs on if its task is cancelled, and `close` waits for it."""
        future = asyncio.get_running_loop().run_in_executor(None, work)
        self._thread_work.add(future)
        future.add_done_callback(self._thread_work.discard)
        return future

    async def close(self) -> None:
        """Save all pending writes, then close every connection. SQLite empties the WAL with the last one."""
        self._is_closing = True
        loop = asyncio.get_running_loop()
        while running := [future for future in self._thread_work if future.get_loop() is loop]:
            with self._checking_lock:
                if self._checking:
                    self._checking.interrupt()  # again and again: it has no effect before the check begins
            await asyncio.wait(running, timeout=INTERRUPT_SECONDS)
        self._flush()
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        self._reader.close()
        self._db.close()

    # -- writer thread

    def _write_until_closed(self) -> None:
        """Commit all groups that wait, up to BATCH jobs, in one transaction each."""
        is_closing = False
        while not is_closing:
            groups, size = list[JobGroup](), 0
            while not is_closing and size < BATCH and not (groups and self._queue.empty()):
                group = self._queue.get()
                if group is None:
                    is_closing = True
                else:
                    groups.append(group)
                    size += len(group.jobs)
            if groups:
                self._commit([job for waiting in groups for job in waiting.jobs])
                finish_jobs(groups)
            del group, groups  # no saved job is kept alive while the thread waits for the next

    def _commit(self, batch: list[Job]) -> None:
        began = time.perf_counter()
        try:
            if not self._save_together(batch):
                self._db.execute("BEGIN IMMEDIATE")
                for job in batch:
                    self._save_alone(job)
                self._db.execute("COMMIT")
        except Exception as error:  # an unknown error must not stop the writer
            self._roll_back()
            cause = next(iter(_disk_errors(batch)), error)
            for job in batch:
                job.error = job.error or cause
        errors = _disk_errors(batch)
        self.last_error = next(iter(errors), None)
        self._on_commit(len(batch), time.perf_counter() - began)

    def _save_together(self, batch: list[Job]) -> bool:
        """Save all jobs at once; return False, with nothing saved, if one of them fails."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for job in batch:
                if not job.is_move:
                    for sql, values in job.writes:
                        self._db.execute(sql, values)
            moves = [write for job in batch if job.is_move for write in job.writes]
            for statement in MOVE:
                self._db.executemany(statement, [values for sql, values in moves if sql == statement])
            self._db.execute("COMMIT")
        except (sqlite3.Error, *JOB_ERRORS):
            self._roll_back()
            return False
        return True

    def _save_alone(self, job: Job) -> None:
        """Save one job of the transaction in a savepoint, so that its failure does not affect the others."""
        self._db.execute("SAVEPOINT job")
        try:
            for sql, values in job.writes:
                self._db.execute(sql, values)
        except (sqlite3.Error, *JOB_ERRORS) as error:
            job.error = error  # set before the rollback, which fails if a full disk has undone everything
            self._db.execute("ROLLBACK TO job")
        self._db.execute("RELEASE job")

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")


def _disk_errors(batch: list[Job]) -> list[Exception]:
    """The errors that come from the disk or the file, not from one job."""
    return [job.error for job in batch if job.error and not isinstance(job.error, JOB_ERRORS)]


def _open_for_writing(path: Path) -> sqlite3.Connection:
    """Open, migrate and test the file, so that errors show before the server accepts clients."""
    private_file(path, "a").close()
    for suffix in ("-wal", "-shm"):
        make_private(path.with_name(path.name + suffix))
    try:
        db = connect(path)
        migrate_sqlite(db)
        check_usable(db)
    except sqlite3.OperationalError as error:
        advice = "check the free space of the disk and the owner of the file"
        raise CannotOpen(f"{path} cannot be used: {error}; {advice}") from None
    except sqlite3.Error as error:
        advice = "replace it by a backup, or give another --data"
        raise CannotOpen(f"{path} is damaged or not a database: {error}; {advice}") from None
    return db


def connect(path: Path) -> sqlite3.Connection:
    """Open a connection whose commits are on disk before they return."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    return db
