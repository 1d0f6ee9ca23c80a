"""Two server workers within one process, on one database, each with a port and a thread of its own."""

import asyncio
import threading
from contextlib import contextmanager
from types import SimpleNamespace

from flattop.server.store.leases import HeldBy, Lease
from tests.server.conftest import LocalServer, roomy

REFRESH_SECONDS = 0.02  # between two looks at the living workers


class Book:
    """The leases and the addresses of all workers, in place of a database."""

    def __init__(self):
        self.lock, self.held, self.numbers, self.workers = threading.Lock(), {}, 0, {}


class BookedLeases:
    secret, last_error = "of the database", ""

    def __init__(self, book, worker, address=""):
        self.book, self.worker_id, self.address = book, worker, address
        self.on_lost, self.on_renewed, self._task = lambda lease: None, lambda was_late: None, None

    @property
    def workers(self):
        return dict(self.book.workers)

    async def open(self):
        self.book.workers[self.worker_id] = self.address
        self._task = asyncio.ensure_future(self._refresh())

    async def _refresh(self):
        while True:
            self.on_renewed(False)
            await asyncio.sleep(REFRESH_SECONDS)

    async def acquire(self, table_id):
        with self.book.lock:
            if self.book.held.setdefault(table_id, self.worker_id) != self.worker_id:
                return HeldBy(self.book.held[table_id])
            self.book.numbers += 1
            return Lease(table_id, self.book.numbers)

    async def holder(self, table_id):
        return self.book.held.get(table_id)

    async def held_elsewhere(self):
        return {table for table, worker in self.book.held.items() if worker != self.worker_id}

    def release(self, lease):
        with self.book.lock:
            if self.book.held.get(lease.table_id) == self.worker_id:
                del self.book.held[lease.table_id]

    async def close(self):
        if self._task:
            self._task.cancel()
        self.book.workers.pop(self.worker_id, None)


@contextmanager
def two_workers(folder, **how):
    """Workers `a` and `b`, closed at the end, with their leases."""
    book, opened = Book(), []
    for worker in "ab":
        leases = BookedLeases(book, worker)
        local = LocalServer(folder, worker_id=worker, leases=leases, **{"limits": roomy(), **how})
        opened.append(local.start())
    yield SimpleNamespace(a=opened[0], b=opened[1], book=book)
    for local in opened:
        local.stop()


async def create_table(guest, *seats, **wish):
    """Create a table of Burger Go! and return its id."""
    status, made = await guest.call("POST", "/api/tables", {"game": "burger-go", "seats": seats, **wish})
    assert status == 201, made
    return made["id"]
