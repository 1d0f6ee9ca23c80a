"""The interface of a store, the choice between SQLite and PostgreSQL, and the queue of saves of both."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from flattop.extras import missing
from flattop.kernel import FlattopError
from flattop.server.store.writes import Write, is_move

if TYPE_CHECKING:
    from flattop.server.store.leases import Lease, Leases

DATABASE_FILE = "house.sqlite"
SCHEMES = ("postgresql://", "postgres://")  # of the URL of a PostgreSQL database
BATCH = 500  # jobs; a commit that has so many takes no more
CALLBACK_SECONDS = 0.004  # of save callbacks in a row, before the event loop may run other work
OnCommit = Callable[[int, float], None]  # number of jobs in a commit, and its duration in seconds
SaveCallback = Callable[[Exception | None], None]  # gets `NotSaved` if the save failed


class NotSaved(Exception):
    """A save failed and changed nothing."""


class Unsettled(NotSaved):
    """The connection was lost during a save, so it may or may not have been committed."""


class Damaged(Exception):
    """Saved data cannot be read; the message says which."""


class CannotOpen(FlattopError):
    """The database cannot be used; nothing in it was changed."""


class TooNew(FlattopError):
    """The database was written by a newer version of Flattop."""


class Row(Protocol):
    """A row of a result: its values by column name, by index, or in order."""

    def __getitem__(self, key: Any, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...


class Reader(Protocol):
    """Runs SELECT statements. Positional values replace `?`, named ones replace `:name`."""

    async def rows(self, sql: str, *values: Any, **named: Any) -> Sequence[Row]: ...

    async def row(self, sql: str, *values: Any, **named: Any) -> Row | None: ...


class Store(Reader, Protocol):
    """A database with many readers and one writer."""

    is_shared: bool  # True if other server workers may use it

    @property
    def last_error(self) -> Exception | None:
        """The reason why the last commit failed; None if it succeeded."""

    @property
    def writer_is_alive(self) -> bool:
        """True while the writer thread or task runs."""

    @property
    def file_is_lost(self) -> bool:
        """True if the file of the database was removed or replaced, so that saves go nowhere."""

    async def open(self) -> None:
        """Open the store; called before the first read or save."""

    async def save(self, writes: Sequence[Write], lease: Lease | None = None) -> None:
        """Save all writes atomically and wait for the commit; raise `NotSaved` if it fails.

        A task that is cancelled during a save waits for the commit first, and is cancelled after it.
        """

    def submit(self, writes: Sequence[Write], callback: SaveCallback, lease: Lease | None = None) -> None:
        """Save with the next commit. The event loop calls the callback, which must not raise."""

    def reading(self) -> AbstractAsyncContextManager[Reader]:
        """A reader for slow queries, which do not block the others."""

    async def integrity_errors(self) -> list[str]:
        """Check the whole database and describe what is damaged. This may take long."""

    async def close(self) -> None:
        """Save all pending writes, then close."""


class Job:
    """Writes that are saved atomically."""

    __slots__ = ("callback", "error", "is_move", "lease", "writes")

    def __init__(self, writes: Sequence[Write], callback: SaveCallback, lease: Lease | None) -> None:
        self.writes, self.callback, self.lease, self.is_move = writes, callback, lease, is_move(writes)
        self.error: Exception | None = None

    def finish(self) -> None:
        error = self.error
        if error and not isinstance(error, NotSaved):
            error = NotSaved(one_line(error))
            error.__cause__ = self.error
        self.callback(error)


def one_line(error: Exception) -> str:
    """The message of an error in one line."""
    return " ".join(str(error).split()) or type(error).__name__


class JobGroup(NamedTuple):
    """The jobs that one iteration of an event loop has submitted."""

    loop: asyncio.AbstractEventLoop
    jobs: list[Job]


class PendingSave(asyncio.Future[None]):
    """A save that a task waits for. It cannot be cancelled while the writer lives."""

    writer_is_alive: Callable[[], bool]

    def cancel(self, msg: object = None) -> bool:
        return not self.writer_is_alive() and super().cancel(msg)

    def settle(self, error: Exception | None) -> None:
        if self.done():
            return
        if error is None:
            self.set_result(None)
        else:
            self.set_exception(error)


class SaveQueue(ABC):
    """Base class of stores: collects submitted jobs and passes them to the writer in groups."""

    def __init__(self) -> None:
        self._submitted: list[Job] = []  # in this iteration of the event loop
        self._loop: asyncio.AbstractEventLoop

    @property
    @abstractmethod
    def writer_is_alive(self) -> bool:
        """True while the writer thread or task runs."""

    @abstractmethod
    def _enqueue(self, group: JobGroup) -> None:
        """Pass a group of jobs to the writer."""

    async def save(self, writes: Sequence[Write], lease: Lease | None = None) -> None:
        loop = asyncio.get_running_loop()
        pending = PendingSave(loop=loop)
        pending.writer_is_alive = lambda: self.writer_is_alive
        self.submit(writes, pending.settle, lease)
        try:
            await pending
        except asyncio.CancelledError:
            if pending.cancelled():
                raise
            if task := asyncio.current_task():
                task.uncancel()
                loop.call_soon(task.cancel)
            pending.result()

    def submit(self, writes: Sequence[Write], callback: SaveCallback, lease: Lease | None = None) -> None:
        if not self._submitted:
            self._loop = asyncio.get_running_loop()
            self._loop.call_soon(self._flush)
        self._submitted.append(Job(writes, callback, lease))

    def _flush(self) -> None:
        """Pass on all jobs of this event loop iteration at once, so the writer wakes up once."""
        if self._submitted:
            jobs, self._submitted = self._submitted, []
            self._enqueue(JobGroup(self._loop, jobs))


def finish_jobs(groups: Iterable[JobGroup]) -> None:
    """Run the callbacks of saved jobs, with one call into each event loop. Any thread may call this."""
    groups = list(groups)
    for loop in {group.loop for group in groups}:
        jobs = chain.from_iterable(group.jobs for group in groups if group.loop is loop)
        with suppress(RuntimeError):  # the event loop is closed, so no task waits for its jobs
            loop.call_soon_threadsafe(finish_some, loop, jobs)


def finish_some(loop: asyncio.AbstractEventLoop, jobs: Iterator[Job]) -> None:
    """Run callbacks, but give way to timers and new moves after `CALLBACK_SECONDS`."""
    until = time.monotonic() + CALLBACK_SECONDS
    for job in jobs:
        job.finish()
        if time.monotonic() >= until:
            loop.call_soon(finish_some, loop, jobs)
            return


# -- the choice of the store: an SQLite file in the data folder, or a PostgreSQL database by its URL


def create_store(
    folder: Path, database: str | None, on_commit: OnCommit, worker_id: str, address: str = ""
) -> tuple[Store, Leases]:
    """Return the store and the table leases of a server worker; both are still to be opened.

    At `address` the other server workers reach this one.
    """
    from flattop.server.store.leases import DatabaseLeases, SingleWorkerLeases

    if database is None:
        from flattop.server.store.sqlite import SqliteStore

        return SqliteStore(folder / DATABASE_FILE, on_commit), SingleWorkerLeases(worker_id)
    check_address(database)
    from flattop.server.store.postgres import PostgresStore

    store = PostgresStore(database, on_commit)
    return store, DatabaseLeases(worker_id, store, folder / "workers", address)


async def prepare(database: str) -> None:
    """Check that a PostgreSQL database can be used, and migrate it."""
    check_address(database)
    from flattop.server.store import postgres

    await postgres.prepare(database)


def redacted_address(database: str) -> str:
    """The URL of a database without its password and parameters."""
    scheme, _, rest = database.partition("://")
    user, at, host = rest.rpartition("@")
    return f"{scheme}://{user.partition(':')[0]}{at}{host.partition('?')[0]}"


def check_address(database: str) -> None:
    if not database.startswith(SCHEMES):
        raise CannotOpen(
            f"{redacted_address(database)!r} is not a database URL; give postgresql://NAME@HOST/DATABASE"
        )
    try:
        import asyncpg  # noqa: F401
    except ImportError:
        raise CannotOpen(f"PostgreSQL needs {missing('asyncpg', 'cluster')}") from None
