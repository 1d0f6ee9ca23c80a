"""Leases: a live table belongs to one server worker at a time, and every save is made under its lease.

A lease has a fencing number. The database refuses a save under a lease that another server worker has taken.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, NamedTuple, Protocol
from urllib.parse import quote, unquote

from flattop.server.errors import NotRead
from flattop.server.store.base import Reader
from flattop.storage import is_unlocked, lock, private_file, private_folder

LOADS_PER_START = 1_000_000  # upper bound of table loads between two starts of a server
LEASE_SECONDS = 5.0  # a lease that was not renewed for so long is free
RENEWAL_SECONDS = 1.0  # between two renewals

RENEW = """
    INSERT INTO worker (id, address, until)
    VALUES (:worker, :address, clock_timestamp() + make_interval(secs => :lasts))
    ON CONFLICT (id) DO UPDATE SET until = excluded.until
"""
SECRET = "SELECT key FROM bus_key"
WORKERS = "SELECT id, address FROM worker WHERE until > clock_timestamp()"
IS_ALIVE = "SELECT 1 FROM worker WHERE id = lease.holder AND until > clock_timestamp()"
OWN = "SELECT table_id, number FROM lease WHERE holder = :worker"
ACQUIRE = f"""
    INSERT INTO lease AS lease VALUES (:table_id, :worker, nextval('lease_number'))
    ON CONFLICT (table_id) DO UPDATE SET holder = excluded.holder, number = excluded.number
    WHERE lease.holder = :worker OR NOT EXISTS ({IS_ALIVE})
    RETURNING number
"""
HOLDER = f"SELECT holder FROM lease WHERE table_id = :table_id AND EXISTS ({IS_ALIVE})"
HELD_ELSEWHERE = f"SELECT table_id FROM lease WHERE holder <> :worker AND EXISTS ({IS_ALIVE})"
RELEASE = "DELETE FROM lease WHERE table_id = :table_id AND number = :number RETURNING number"
RELEASE_ALL = "DELETE FROM lease WHERE holder = :worker"
REMOVE_OLD_WORKERS = "DELETE FROM worker WHERE id = :worker OR until < clock_timestamp() - interval '1 day'"
REMOVE_WORKER = "DELETE FROM worker WHERE id = :worker"
REMOVE_ORPHANS = "DELETE FROM lease WHERE holder NOT IN (SELECT id FROM worker)"


class Lease(NamedTuple):
    """The right to save the moves of a table. Numbers increase; 0 means that leases are not used."""

    table_id: str
    number: int


class HeldBy(NamedTuple):
    """Result of an attempt to acquire a lease that another server worker holds."""

    holder: str  # id of that server worker


class Leases(Protocol):
    """The table leases of one server worker."""

    worker_id: str
    on_lost: Callable[[Lease], None]  # called for each own lease that another server worker has taken
    on_renewed: Callable[[bool], None]  # called with True if the leases may have expired meanwhile
    on_orphans: Callable[[int], None]  # called with the number of leases that were released late
    workers: dict[str, str]  # addresses of the living server workers by id, this one included
    secret: str  # that the workers of one database show each other; empty if there are no others

    @property
    def last_error(self) -> str:
        """The reason why the leases could not be renewed; empty if they were."""

    async def open(self) -> None:
        """Start renewing; called before the first lease is acquired."""

    async def acquire(self, table_id: str) -> Lease | HeldBy:
        """Take the lease of a table, or return its present holder."""

    async def holder(self, table_id: str) -> str | None:
        """The server worker that holds the table; None if no live worker does."""

    async def held_elsewhere(self) -> set[str]:
        """The tables that other server workers hold."""

    def release(self, lease: Lease) -> None:
        """Give up a lease in the background, once its table is no longer in memory."""

    async def close(self) -> None:
        """Release all leases and stop renewing."""


class SingleWorkerLeases:
    """Leases of a server that runs alone: it holds every table, and nothing is stored."""

    on_lost: Callable[[Lease], None]
    on_renewed: Callable[[bool], None]
    on_orphans: Callable[[int], None]

    def __init__(self, worker_id: str) -> None:
        self.worker_id, self.last_error, self.secret, self.workers = worker_id, "", "", {worker_id: ""}

    async def open(self) -> None: ...

    async def acquire(self, table_id: str) -> Lease | HeldBy:
        return Lease(table_id, 0)

    async def holder(self, table_id: str) -> str | None:
        return self.worker_id

    async def held_elsewhere(self) -> set[str]:
        return set()

    def release(self, lease: Lease) -> None: ...

    async def close(self) -> None: ...


class DatabaseLeases:
    """Leases in PostgreSQL, renewed every second. A lost lease is noticed at the next renewal."""

    on_lost: Callable[[Lease], None]
    on_renewed: Callable[[bool], None]
    on_orphans: Callable[[int], None]

    def __init__(self, worker_id: str, reader: Reader, folder: Path, address: str = "") -> None:
        self.worker_id, self._reader, self.on_lost = worker_id, reader, lambda lease: None
        self.address, self.workers, self.on_renewed = address, {worker_id: address}, lambda was_late: None
        self.secret, self._last_error, self._renewed_at = "", "", time.monotonic()
        self.on_orphans = lambda count: None
        self._liveness = LivenessFile(folder, worker_id)
        self._held: dict[str, Lease] = {}
        self._in_transit: Counter[str] = Counter()  # tables whose lease is being acquired or released
        self._releases: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None

    @property
    def last_error(self) -> str:
        """Also set when the database hangs without an error: other workers may take our tables by then."""
        silence = time.monotonic() - self._renewed_at
        return self._last_error or (f"no answer for {silence:.0f} seconds" if silence > LEASE_SECONDS else "")

    async def open(self) -> None:
        self._liveness.create()
        if row := await self._reader.row(SECRET):
            self.secret = bytes(row["key"]).hex()
        await self._remove_dead_workers()
        await self._renew()
        await self._reader.rows(REMOVE_ORPHANS)
        self._task = asyncio.create_task(self._keep_renewing())

    async def acquire(self, table_id: str) -> Lease | HeldBy:
        """Also renumbers a lease that we hold; the statement waits for saves under the old number."""
        with self._transit(table_id):
            while True:
                if row := await self._reader.row(ACQUIRE, table_id=table_id, worker=self.worker_id):
                    lease = self._held[table_id] = Lease(table_id, row["number"])
                    return lease
                if holder := await self.holder(table_id):
                    return HeldBy(holder)

    async def holder(self, table_id: str) -> str | None:
        if table_id in self._held:
            return self.worker_id
        row = await self._reader.row(HOLDER, table_id=table_id)
        return str(row["holder"]) if row else None

    async def held_elsewhere(self) -> set[str]:
        return {row["table_id"] for row in await self._reader.rows(HELD_ELSEWHERE, worker=self.worker_id)}

    def release(self, lease: Lease) -> None:
        async def delete_row() -> None:
            with self._transit(lease.table_id), suppress(NotRead, TimeoutError):  # a renewal repeats it
                async with asyncio.timeout(RENEWAL_SECONDS):
                    await self._reader.rows(RELEASE, table_id=lease.table_id, number=lease.number)

        if self._held.get(lease.table_id) == lease:
            del self._held[lease.table_id]
            task = asyncio.get_running_loop().create_task(delete_row())
            self._releases.add(task)
            task.add_done_callback(self._releases.discard)

    async def close(self) -> None:
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, *self._releases, return_exceptions=True)
        self._liveness.remove()
        with suppress(NotRead):
            await self._reader.rows(RELEASE_ALL, worker=self.worker_id)
            await self._reader.rows(REMOVE_OLD_WORKERS, worker=self.worker_id)

    @contextmanager
    def _transit(self, table_id: str) -> Iterator[None]:
        self._in_transit[table_id] += 1
        try:
            yield
        finally:
            self._in_transit[table_id] -= 1
            if not self._in_transit[table_id]:
                del self._in_transit[table_id]

    # -- renewing

    async def _keep_renewing(self) -> None:
        while True:
            await asyncio.sleep(RENEWAL_SECONDS)
            try:
                await self._renew()
                await self._remove_dead_workers()
                self._last_error = ""
            except NotRead as error:
                self._last_error = error.why

    async def _remove_dead_workers(self) -> None:
        """Free the leases of server workers on this machine that were killed, before they expire."""
        for worker in self._liveness.dead_workers():
            await self._reader.rows(REMOVE_WORKER, worker=worker)
            self._liveness.forget(worker)

    async def _renew(self) -> None:
        """Extend this worker's lifetime in the database; read who else lives, and report lost leases."""
        believed = dict(self._held)
        await self._reader.rows(RENEW, worker=self.worker_id, address=self.address, lasts=LEASE_SECONDS)
        self.workers = {row["id"]: row["address"] for row in await self._reader.rows(WORKERS)}
        rows = await self._reader.rows(OWN, worker=self.worker_id)
        owned = {(row["table_id"], row["number"]) for row in rows}
        was_late = time.monotonic() - self._renewed_at > LEASE_SECONDS
        self._renewed_at = time.monotonic()
        self.on_renewed(was_late)
        for lease in believed.values():
            if tuple(lease) not in owned and self._held.get(lease.table_id) == lease:
                del self._held[lease.table_id]
                self.on_lost(lease)
        await self._release_orphans(Lease(*own) for own in owned)

    async def _release_orphans(self, owned: Iterable[Lease]) -> None:
        """Release leases that the database has for this worker, but that nothing here uses.

        The database was away when they were to be released, or when the answer to their acquisition was lost.
        """
        released = 0
        for lease in owned:
            if self._held.get(lease.table_id) != lease and lease.table_id not in self._in_transit:
                released += len(
                    await self._reader.rows(RELEASE, table_id=lease.table_id, number=lease.number)
                )
        if released:
            self.on_orphans(released)


class LivenessFile:
    """A locked file per server worker, in a folder that the workers of one machine share.

    The system releases the lock when a process dies, so the others notice a killed worker at once.
    """

    def __init__(self, folder: Path, worker_id: str) -> None:
        self._folder, self._path = folder, folder / quote(worker_id, safe="")
        self._file: IO[str] | None = None

    def create(self) -> None:
        private_folder(self._folder)
        taken = FileExistsError(f"{self._path} is locked by another server worker with the same name")
        self._file = lock(private_file(self._path, "w"), taken)

    def dead_workers(self) -> list[str]:
        """Server workers that ended without removing their file."""
        others = [path for path in self._folder.iterdir() if path != self._path]
        return [unquote(path.name) for path in others if is_unlocked(path)]

    def forget(self, worker_id: str) -> None:
        """Remove the file of a dead server worker."""
        (self._folder / quote(worker_id, safe="")).unlink(missing_ok=True)

    def remove(self) -> None:
        if self._file:
            self._path.unlink(missing_ok=True)
            self._file.close()
