"""SQLite as the store: one thread writes, and one commit carries everything that waits."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from flattop.server.store.schema import migrate
from flattop.server.store.writes import Write
from flattop.storage import make_private, private_file

BATCH = 500  # writes that one commit may carry
Saved = Callable[[int, float], None]  # how many saves a commit carried, and how long it took


class NotSaved(Exception):
    """A save that left nothing behind."""


class _Job:
    """Writes that stand or fall together."""

    __slots__ = ("done", "error", "loop", "writes")

    def __init__(self, writes: Sequence[Write], loop: asyncio.AbstractEventLoop) -> None:
        self.writes, self.loop = writes, loop
        self.done: asyncio.Future[None] = loop.create_future()
        self.error: Exception | None = None

    def resolve(self) -> None:
        if self.done.done():
            return
        if self.error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(NotSaved(str(self.error)))


class Store:
    """The database file: reads at once, writes by the writer."""

    def __init__(self, path: Path, saved: Saved = lambda count, seconds: None) -> None:
        self.path, self._saved = path, saved
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        private_file(path, "a").close()
        for beside in ("-wal", "-shm"):
            make_private(path.with_name(path.name + beside))
        self._db = connect(path)
        migrate(self._db)
        self._reader = connect(path)
        self._writer = threading.Thread(target=self._write_on, name="flattop-writer", daemon=True)
        self._writer.start()

    async def save(self, writes: Sequence[Write]) -> None:
        """Return when the writes are on the disk; raise `NotSaved` if none of them is."""
        job = _Job(writes, asyncio.get_running_loop())
        self._queue.put(job)
        await job.done

    def rows(self, sql: str, *values: Any, **named: Any) -> list[sqlite3.Row]:
        """A quick read by key or by index, for the event loop."""
        return self._reader.execute(sql, named or values).fetchall()

    def row(self, sql: str, *values: Any, **named: Any) -> sqlite3.Row | None:
        row: sqlite3.Row | None = self._reader.execute(sql, named or values).fetchone()
        return row

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection of its own, for long reads in another thread."""
        db = connect(self.path)
        try:
            yield db
        finally:
            db.close()

    def close(self) -> None:
        """Write what waits, then close the file."""
        self._queue.put(None)
        self._writer.join()
        self._reader.close()
        self._db.close()

    # -- the writer thread

    def _write_on(self) -> None:
        last = False
        while not last:
            batch, last = self._waiting()
            if batch:
                self._commit(batch)

    def _waiting(self) -> tuple[list[_Job], bool]:
        """Everything that waits, at least one job; and whether it was the last."""
        job, batch = self._queue.get(), []
        while job is not None:
            batch.append(job)
            if len(batch) == BATCH or self._queue.empty():
                return batch, False
            job = self._queue.get()
        return batch, True

    def _commit(self, batch: list[_Job]) -> None:
        began = time.perf_counter()
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for job in batch:
                self._write(job)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            self._undo(batch, error)
        self._saved(len(batch), time.perf_counter() - began)
        _resolve(batch)

    def _write(self, job: _Job) -> None:
        """One job of the batch; if it fails, the others still stand."""
        self._db.execute("SAVEPOINT job")
        try:
            for sql, values in job.writes:
                self._db.execute(sql, values)
        except (sqlite3.Error, OverflowError, UnicodeError) as error:
            self._db.execute("ROLLBACK TO job")
            job.error = error
        self._db.execute("RELEASE job")

    def _undo(self, batch: list[_Job], error: sqlite3.Error) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")
        for job in batch:
            job.error = job.error or error


def _resolve(batch: list[_Job]) -> None:
    """Wake whoever waits, with one call into each event loop."""
    for loop in {job.loop for job in batch}:
        jobs = [job for job in batch if job.loop is loop]
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve_all, jobs)


def _resolve_all(jobs: list[_Job]) -> None:
    for job in jobs:
        job.resolve()


def connect(path: Path) -> sqlite3.Connection:
    """Every commit is on the disk before it returns."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    return db
