"""Leases: a live table lives in one worker at a time, and every save says by which lease it is made."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple, Protocol
from urllib.parse import quote, unquote

from flattop.server.errors import NotRead
from flattop.server.store.base import Reads
from flattop.storage import hold, is_left, private_file, private_folder

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


ALIVE = """
    INSERT INTO worker VALUES (:worker, clock_timestamp() + make_interval(secs => :lasts))
    ON CONFLICT (id) DO UPDATE SET until = excluded.until
"""
LIVING = "SELECT 1 FROM worker WHERE id = lease.holder AND until > clock_timestamp()"
OWN = "SELECT table_id, number FROM lease WHERE holder = :worker"
TAKE = f"""
    INSERT INTO lease AS lease VALUES (:table_id, :worker, nextval('lease_number'))
    ON CONFLICT (table_id) DO UPDATE SET holder = excluded.holder, number = excluded.number
    WHERE lease.holder = :worker OR NOT EXISTS ({LIVING})
    RETURNING number
"""
HOLDER = f"SELECT holder FROM lease WHERE table_id = :table_id AND EXISTS ({LIVING})"
ELSEWHERE = f"SELECT table_id FROM lease WHERE holder <> :worker AND EXISTS ({LIVING})"
GIVE_BACK = "DELETE FROM lease WHERE table_id = :table_id AND number = :number"
GIVE_ALL_BACK = "DELETE FROM lease WHERE holder = :worker"
GONE = "DELETE FROM worker WHERE id = :worker OR until < clock_timestamp() - interval '1 day'"
BURY = "DELETE FROM worker WHERE id = :worker"
OF_NOBODY = "DELETE FROM lease WHERE holder NOT IN (SELECT id FROM worker)"


class DatabaseLeases:
    """The leases of one worker; whichever was taken by another meanwhile is told of within a second."""

    lost: Callable[[Lease], None]

    def __init__(self, worker: str, reads: Reads, folder: Path) -> None:
        self.worker, self._reads, self.lost = worker, reads, lambda lease: None
        self._trouble, self._renewed = "", time.monotonic()
        self._presence = Presence(folder, worker)
        self._held: dict[str, Lease] = {}
        self._given: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None

    @property
    def trouble(self) -> str:
        """Told as soon as others might take our tables, though a database that hangs may still answer."""
        silence = time.monotonic() - self._renewed
        return self._trouble or (f"no word from it for {silence:.0f} seconds" if silence > LASTS else "")

    async def open(self) -> None:
        """From now on this worker is alive."""
        self._presence.begin()
        await self._bury()
        await self._renew()
        await self._reads.rows(OF_NOBODY)
        self._task = asyncio.create_task(self._renew_on())

    async def take(self, table_id: str) -> Lease | Held:
        """A lease of our own is taken anew: what an earlier one has begun to save is through by then."""
        while True:
            named = {"table_id": table_id, "worker": self.worker}
            if row := await self._reads.row(TAKE, **named):
                lease = self._held[table_id] = Lease(table_id, row["number"])
                return lease
            if holder := await self.holder(table_id):
                return Held(holder)

    async def holder(self, table_id: str) -> str | None:
        if table_id in self._held:
            return self.worker
        row = await self._reads.row(HOLDER, table_id=table_id)
        return str(row["holder"]) if row else None

    async def elsewhere(self) -> set[str]:
        return {row["table_id"] for row in await self._reads.rows(ELSEWHERE, worker=self.worker)}

    def give_back(self, lease: Lease) -> None:
        if self._held.get(lease.table_id) == lease:
            del self._held[lease.table_id]
            task = asyncio.get_running_loop().create_task(self._give_back(lease))
            self._given.add(task)
            task.add_done_callback(self._given.discard)

    async def _give_back(self, lease: Lease) -> None:
        with suppress(NotRead):  # then it is free when this worker is no more, or takes it anew
            await self._reads.rows(GIVE_BACK, table_id=lease.table_id, number=lease.number)

    async def close(self) -> None:
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, *self._given, return_exceptions=True)
        self._presence.end()
        with suppress(NotRead):
            await self._reads.rows(GIVE_ALL_BACK, worker=self.worker)
            await self._reads.rows(GONE, worker=self.worker)

    # -- renewing

    async def _renew_on(self) -> None:
        while True:
            await asyncio.sleep(RENEWED)
            try:
                await self._renew()
                await self._bury()
                self._trouble = ""
            except NotRead as error:
                self._trouble = error.why

    async def _bury(self) -> None:
        """Who has died on this machine is waited for no longer."""
        for worker in self._presence.dead():
            await self._reads.rows(BURY, worker=worker)
            self._presence.bury(worker)

    async def _renew(self) -> None:
        """Say that this worker is alive, and see which tables are still its own."""
        believed = dict(self._held)
        await self._reads.rows(ALIVE, worker=self.worker, lasts=LASTS)
        kept = {(row["table_id"], row["number"]) for row in await self._reads.rows(OWN, worker=self.worker)}
        self._renewed = time.monotonic()
        for lease in believed.values():
            if tuple(lease) not in kept and self._held.get(lease.table_id) == lease:
                del self._held[lease.table_id]
                self.lost(lease)


class Presence:
    """A file by the name of a worker, in a folder that the workers of a machine share."""

    def __init__(self, folder: Path, worker: str) -> None:
        self._folder, self._path = folder, folder / quote(worker, safe="")
        self._file: IO[str] | None = None

    def begin(self) -> None:
        private_folder(self._folder)
        taken = FileExistsError(f"{self._path} is held by another worker of that name")
        self._file = hold(private_file(self._path, "w"), taken)

    def dead(self) -> list[str]:
        """Workers that have ended without a word."""
        others = [path for path in self._folder.iterdir() if path != self._path]
        return [unquote(path.name) for path in others if is_left(path)]

    def bury(self, worker: str) -> None:
        """It is known to all that it is gone."""
        (self._folder / quote(worker, safe="")).unlink(missing_ok=True)

    def end(self) -> None:
        if self._file:
            self._path.unlink(missing_ok=True)
            self._file.close()
