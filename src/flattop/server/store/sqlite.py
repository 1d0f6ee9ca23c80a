"""SQLite as the store: one thread writes, and one commit carries everything that waits."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from flattop.kernel import FlattopError
from flattop.server.store import moves
from flattop.server.store.schema import migrate, try_out
from flattop.server.store.writes import Write
from flattop.storage import make_private, private_file

BATCH = 500  # jobs after which a commit takes no more of them
FAULTS_OF_A_JOB = (sqlite3.IntegrityError, OverflowError, UnicodeError, sqlite3.InterfaceError)
SPAN = 0.004  # seconds of answers to those who waited for a commit, after which others have their turn
Saved = Callable[[int, float], None]  # how many saves a commit carried, and how long it took
Then = Callable[[Exception | None], None]  # what follows a save: with `NotSaved` if it left nothing behind


class NotSaved(Exception):
    """A save that left nothing behind."""


class CannotOpen(FlattopError):
    """The file cannot be used as the database; what is in it stays as it is."""


class _Saved(asyncio.Future[None]):
    """A save that is waited for: nobody can call it off while there is somebody who writes."""

    writer: threading.Thread

    def cancel(self, msg: object = None) -> bool:
        return not self.writer.is_alive() and super().cancel(msg)

    def settle(self, error: Exception | None) -> None:
        if self.done():
            return
        if error is None:
            self.set_result(None)
        else:
            self.set_exception(error)


class _Job:
    """Writes that stand or fall together."""

    __slots__ = ("error", "rows", "then", "writes")

    def __init__(self, writes: Sequence[Write], then: Then) -> None:
        self.writes, self.then, self.rows = writes, then, moves.rows(writes)
        self.error: Exception | None = None

    def resolve(self) -> None:
        self.then(None if self.error is None else NotSaved(str(self.error)))


_Handful = tuple[asyncio.AbstractEventLoop, list[_Job]]  # what one round of an event loop has to save


class Reads:
    """Reads over one connection."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._reader = db

    def rows(self, sql: str, *values: Any, **named: Any) -> list[sqlite3.Row]:
        return self._reader.execute(sql, named or values).fetchall()

    def row(self, sql: str, *values: Any, **named: Any) -> sqlite3.Row | None:
        row: sqlite3.Row | None = self._reader.execute(sql, named or values).fetchone()
        return row


class Store(Reads):
    """The database file: quick reads by key or by index at once, long ones elsewhere, one writer."""

    def __init__(self, path: Path, saved: Saved = lambda count, seconds: None) -> None:
        self.path, self._saved = path, saved
        self._queue: SimpleQueue[_Handful | None] = SimpleQueue()  # None is the end
        self._handed: list[_Job] = []  # jobs that are about to be handed over
        self.trouble = ""  # why the last commit failed, if it did
        self._checking: sqlite3.Connection | None = None
        self._db = _opened(path)
        super().__init__(connect(path))
        self._writer = threading.Thread(target=self._write_on, name="flattop-writer", daemon=True)
        self._writer.start()

    async def save(self, writes: Sequence[Write]) -> None:
        """Return when the writes are on the disk; raise `NotSaved` if none of them is.

        Whoever is cancelled meanwhile goes on until then, and is cancelled afterwards.
        """
        loop = asyncio.get_running_loop()
        saved = _Saved(loop=loop)
        saved.writer = self._writer
        self.hand_in(writes, saved.settle)
        try:
            await saved
        except asyncio.CancelledError:
            if saved.cancelled():
                raise
            if task := asyncio.current_task():
                task.uncancel()
                loop.call_soon(task.cancel)
            saved.result()

    def hand_in(self, writes: Sequence[Write], then: Then) -> None:
        """Save with the next commit; what follows is called by the event loop, and raises nothing."""
        if not self._handed:
            self._loop = asyncio.get_running_loop()
            self._loop.call_soon(self._hand_over)
        self._handed.append(_Job(writes, then))

    def _hand_over(self) -> None:
        """All that was to be saved in this round of the event loop at one go: the writer is awakened once."""
        if self._handed:
            self._queue.put((self._loop, self._handed))
            self._handed = []

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection of its own, for long reads in another thread."""
        db = connect(self.path)
        try:
            yield db
        finally:
            db.close()

    @property
    def writes_on(self) -> bool:
        """Whether there is still somebody who saves."""
        return self._writer.is_alive()

    def faults(self) -> list[str]:
        """Pages of the file that make no sense; it may take long, so ask in another thread."""
        try:
            with self.reading() as self._checking:
                lines = [str(row[0]) for row in self._checking.execute("PRAGMA quick_check(5)")]
        except sqlite3.Error as error:
            lines = [] if "interrupted" in str(error) else [str(error)]
        self._checking = None
        return [" ".join(line.split()) for line in lines if line != "ok"]

    def close(self) -> None:
        """Write what waits, then close the file."""
        if checking := self._checking:
            with suppress(sqlite3.Error):  # it is through already
                checking.interrupt()
        self._hand_over()
        self._queue.put(None)
        self._writer.join()
        self._reader.close()
        self._db.close()

    # -- the writer thread

    def _write_on(self) -> None:
        last = False
        while not last:
            handfuls, last = self._waiting()
            if handfuls:
                self._commit([job for _, jobs in handfuls for job in jobs])
                _resolve(handfuls)

    def _waiting(self) -> tuple[list[_Handful], bool]:
        """Everything that waits, at least one job; and whether it was the last."""
        handfuls, count = list[_Handful](), 0
        while (handful := self._queue.get()) is not None:
            handfuls.append(handful)
            count += len(handful[1])
            if count >= BATCH or self._queue.empty():
                return handfuls, False
        return handfuls, True

    def _commit(self, batch: list[_Job]) -> None:
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

    def _is_written_at_once(self, batch: list[_Job]) -> bool:
        """Whether all jobs could be saved together; if any of them fails, nothing of the others is."""
        rows = [row for job in batch for row in job.rows]
        others = [write for job in batch if not job.rows for write in job.writes]
        try:
            if others or len(rows) > moves.MOST:
                self._save_together(rows, others)
            else:
                self._db.execute(moves.statement(len(rows)), [*chain.from_iterable(rows)])
        except (sqlite3.Error, *FAULTS_OF_A_JOB):
            self._roll_back()
            return False
        return True

    def _save_together(self, rows: Sequence[moves.Row], others: Sequence[Write]) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        for sql, values in others:
            self._db.execute(sql, values)
        for i in range(0, len(rows), moves.MOST):
            some = rows[i : i + moves.MOST]
            self._db.execute(moves.statement(len(some)), [*chain.from_iterable(some)])
        self._db.execute("COMMIT")

    def _note(self, batch: list[_Job]) -> None:
        troubles = _troubles(batch)
        self.trouble = str(troubles[0]) if troubles else ""

    def _write(self, job: _Job) -> None:
        """One job of the batch; if it fails, the others still stand."""
        self._db.execute("SAVEPOINT job")
        try:
            for sql, values in job.writes:
                self._db.execute(sql, values)
        except (sqlite3.Error, *FAULTS_OF_A_JOB) as error:
            job.error = error  # before what follows, for a full disk has undone the whole batch already
            self._db.execute("ROLLBACK TO job")
        self._db.execute("RELEASE job")

    def _undo(self, batch: list[_Job], error: Exception) -> None:
        self._roll_back()
        cause = next(iter(_troubles(batch)), error)
        for job in batch:
            job.error = job.error or cause

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")


def _troubles(batch: list[_Job]) -> list[Exception]:
    """A broken rule of the database is one job's fault; anything else is the disk's or the file's."""
    return [job.error for job in batch if job.error and not isinstance(job.error, FAULTS_OF_A_JOB)]


def _resolve(handfuls: list[_Handful]) -> None:
    """Tell whoever waits, with one call into each event loop."""
    for loop in {loop for loop, _ in handfuls}:
        jobs = chain.from_iterable(jobs for asked, jobs in handfuls if asked is loop)
        with suppress(RuntimeError):  # its loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_resolve_some, loop, jobs)


def _resolve_some(loop: asyncio.AbstractEventLoop, jobs: Iterator[_Job]) -> None:
    """One after the other, but not for so long that clocks and other plays have to wait."""
    until = time.monotonic() + SPAN
    for job in jobs:
        job.resolve()
        if time.monotonic() >= until:
            loop.call_soon(_resolve_some, loop, jobs)
            return


def _opened(path: Path) -> sqlite3.Connection:
    """The file brought forward, read and written once, so that trouble is told before anybody comes."""
    private_file(path, "a").close()
    for beside in ("-wal", "-shm"):
        make_private(path.with_name(path.name + beside))
    try:
        db = connect(path)
        migrate(db)
        try_out(db)
        for statement in moves.SET_UP:
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
