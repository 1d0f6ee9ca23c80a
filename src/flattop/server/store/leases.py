"""Leases: a live table lives in one worker at a time, and every save says by which lease it is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

LOADS = 1_000_000  # tables that may be awakened between two starts; some sleep and come back often
LASTS = 5.0  # seconds after which a lease that was not renewed is free
RENEWED = 1.0  # seconds between two renewals


class Lease(NamedTuple):
    """The right to save what happens at a table; its number is above all before, or 0 where none count."""

    table_id: str
    number: int


class Held(NamedTuple):
    """The answer to whoever wants a table that another worker has."""

    holder: str  # the worker's id


class Leases(Protocol):
    """Who has which table."""

    worker: str  # the id of this worker
    lost: Callable[[Lease], None]  # called for each of ours that another has taken

    @property
    def trouble(self) -> str:
        """Why they could not be renewed, if so."""

    async def open(self) -> None:
        """Before any is taken."""

    async def take(self, table_id: str) -> Lease | Held:
        """The lease of a table from now on, or who has it."""

    async def holder(self, table_id: str) -> str | None:
        """The worker that has the table; nobody if it sleeps, or its worker has been silent for too long."""

    async def elsewhere(self) -> set[str]:
        """The tables that other workers have."""

    def give_back(self, lease: Lease) -> None:
        """The table is no longer in memory here; anybody may take it as soon as this is known."""

    async def close(self) -> None:
        """Give back all that are left."""


class OneHolder:
    """There is one worker alone, and so every table is its own: nothing is kept, and nothing costs."""

    lost: Callable[[Lease], None]

    def __init__(self, worker: str) -> None:
        self.worker, self.trouble, self.lost = worker, "", lambda lease: None

    async def open(self) -> None: ...

    async def take(self, table_id: str) -> Lease | Held:
        return Lease(table_id, 0)

    async def holder(self, table_id: str) -> str | None:
        return self.worker

    async def elsewhere(self) -> set[str]:
        return set()

    def give_back(self, lease: Lease) -> None: ...

    async def close(self) -> None: ...
