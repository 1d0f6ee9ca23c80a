"""What a store is: reads that are waited for, and saves that stand or fall together."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol

from flattop.kernel import FlattopError
from flattop.server.store.writes import Write, move_rows

if TYPE_CHECKING:
    from flattop.server.store.leases import Lease

Saved = Callable[[int, float], None]  # how many saves a commit carried, and how long it took
Then = Callable[[Exception | None], None]  # what follows a save: with `NotSaved` if it left nothing behind


class NotSaved(Exception):
    """A save that left nothing behind."""


class Unsettled(NotSaved):
    """A save of which nobody knows yet whether it left anything: the connection was lost in between."""


class Damaged(Exception):
    """What is saved cannot be read; the message says what."""


class CannotOpen(FlattopError):
    """This cannot be used as the database; what is in it stays as it is."""


class TooNew(FlattopError):
    """The database was written by a later Flattop."""


class Row(Protocol):
    """One row of an answer: its values by name, by place, or one after the other."""

    def __getitem__(self, key: Any, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...


class Reads(Protocol):
    """Values stand for the question marks of a text, or by name for those that are named in it."""

    async def rows(self, sql: str, *values: Any, **named: Any) -> Sequence[Row]: ...

    async def row(self, sql: str, *values: Any, **named: Any) -> Row | None: ...


class Store(Reads, Protocol):
    """The database: quick reads by key or by index, long ones apart, and one who writes."""

    @property
    def trouble(self) -> str:
        """Why the last commit failed, if it did."""

    @property
    def writes_on(self) -> bool:
        """Whether there is still somebody who saves."""

    async def open(self) -> None:
        """Before anything is asked or saved."""

    async def save(self, writes: Sequence[Write], lease: Lease | None = None) -> None:
        """Return when the writes are on the disk; raise `NotSaved` if none of them is.

        Whoever is cancelled meanwhile goes on until then, and is cancelled afterwards.
        """

    def hand_in(self, writes: Sequence[Write], then: Then, lease: Lease | None = None) -> None:
        """Save with the next commit; what follows is called by the event loop, and raises nothing."""

    def reading(self) -> AbstractAsyncContextManager[Reads]:
        """For reads that take long, so that nobody else waits for them."""

    async def faults(self) -> list[str]:
        """What is wrong with the database as a whole; it may take long."""

    async def close(self) -> None:
        """Write what waits, then close."""


BATCH = 500  # jobs after which a commit takes no more of them
SPAN = 0.004  # seconds of answers to those who waited for a commit, after which others have their turn


class Job:
    """Writes that stand or fall together."""

    __slots__ = ("error", "lease", "rows", "then", "writes")

    def __init__(self, writes: Sequence[Write], then: Then, lease: Lease | None) -> None:
        self.writes, self.then, self.lease, self.rows = writes, then, lease, move_rows(writes)
        self.error: Exception | None = None

    def resolve(self) -> None:
        error = self.error
        self.then(NotSaved(line(error)) if error and not isinstance(error, NotSaved) else error)


def line(error: Exception) -> str:
    """What it says, in one line."""
    return " ".join(str(error).split()) or type(error).__name__


Handful = tuple[asyncio.AbstractEventLoop, list[Job]]  # what one round of an event loop has to save


class Saving(asyncio.Future[None]):
    """A save that is waited for: nobody can call it off while there is somebody who writes."""

    still_writes: Callable[[], bool]

    def cancel(self, msg: object = None) -> bool:
        return not self.still_writes() and super().cancel(msg)

    def settle(self, error: Exception | None) -> None:
        if self.done():
            return
        if error is None:
            self.set_result(None)
        else:
            self.set_exception(error)


class Jobs(ABC):
    """The half of a store that takes saves; the other half carries them out."""

    def __init__(self) -> None:
        self._handed: list[Job] = []  # jobs that are about to be handed over
        self._loop: asyncio.AbstractEventLoop

    @property
    @abstractmethod
    def writes_on(self) -> bool:
        """Whether there is still somebody who saves."""

    @abstractmethod
    def _carry_out(self, handful: Handful) -> None:
        """Save these with the next commit."""

    async def save(self, writes: Sequence[Write], lease: Lease | None = None) -> None:
        loop = asyncio.get_running_loop()
        saving = Saving(loop=loop)
        saving.still_writes = lambda: self.writes_on
        self.hand_in(writes, saving.settle, lease)
        try:
            await saving
        except asyncio.CancelledError:
            if saving.cancelled():
                raise
            if task := asyncio.current_task():
                task.uncancel()
                loop.call_soon(task.cancel)
            saving.result()

    def hand_in(self, writes: Sequence[Write], then: Then, lease: Lease | None = None) -> None:
        if not self._handed:
            self._loop = asyncio.get_running_loop()
            self._loop.call_soon(self._hand_over)
        self._handed.append(Job(writes, then, lease))

    def _hand_over(self) -> None:
        """All that was to be saved in this round of the event loop at one go: the writer is awakened once."""
        if self._handed:
            handful, self._handed = self._handed, []
            self._carry_out((self._loop, handful))


def resolve_all(handfuls: Iterable[Handful]) -> None:
    """Tell whoever waits, with one call into each event loop, from whatever thread."""
    handfuls = list(handfuls)
    for loop in {loop for loop, _ in handfuls}:
        jobs = chain.from_iterable(jobs for asked, jobs in handfuls if asked is loop)
        with suppress(RuntimeError):  # its loop is closed: nobody waits any more
            loop.call_soon_threadsafe(resolve_some, loop, jobs)


def resolve_some(loop: asyncio.AbstractEventLoop, jobs: Iterator[Job]) -> None:
    """One after the other, but not for so long that clocks and other plays have to wait."""
    until = time.monotonic() + SPAN
    for job in jobs:
        job.resolve()
        if time.monotonic() >= until:
            loop.call_soon(resolve_some, loop, jobs)
            return
