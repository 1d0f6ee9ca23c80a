"""What a store is: reads that are waited for, and saves that stand or fall together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from flattop.kernel import FlattopError
from flattop.server.store.leases import Lease
from flattop.server.store.writes import Write

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
