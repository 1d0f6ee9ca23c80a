"""Two workers of one server within one process, on one database, each with a port and a thread of its own."""

import threading
from contextlib import contextmanager
from types import SimpleNamespace

from flattop.server.cluster.bus import Exchange, LocalBus
from flattop.server.store.leases import Held, Lease
from tests.server.conftest import LocalServer, roomy


class Book:
    """Stands for the leases in the database: who has which table, and how many were given."""

    def __init__(self):
        self.lock, self.held, self.numbers = threading.Lock(), {}, 0


class BookedLeases:
    def __init__(self, book, worker):
        self.book, self.worker, self.trouble, self.lost = book, worker, "", lambda lease: None

    async def open(self):
        pass

    async def take(self, table_id):
        with self.book.lock:
            if self.book.held.setdefault(table_id, self.worker) != self.worker:
                return Held(self.book.held[table_id])
            self.book.numbers += 1
            return Lease(table_id, self.book.numbers)

    async def holder(self, table_id):
        return self.book.held.get(table_id)

    async def elsewhere(self):
        return {table for table, worker in self.book.held.items() if worker != self.worker}

    def give_back(self, lease):
        with self.book.lock:
            if self.book.held.get(lease.table_id) == self.worker:
                del self.book.held[lease.table_id]

    async def close(self):
        pass


@contextmanager
def two_workers(folder, **how):
    """Workers `a` and `b`, which are closed at the end, and the book of their leases."""
    book, exchange, opened = Book(), Exchange(), []
    for worker in "ab":
        leases, bus = BookedLeases(book, worker), LocalBus(exchange)
        local = LocalServer(folder, worker=worker, bus=bus, leases=leases, **{"limits": roomy(), **how})
        opened.append(local.start())
    yield SimpleNamespace(a=opened[0], b=opened[1], book=book, exchange=exchange)
    for local in opened:
        local.stop()


async def set_table(guest, *seats, **wish):
    """A table of Burger Go!: its id."""
    status, made = await guest.call("POST", "/api/tables", {"game": "burger-go", "seats": seats, **wish})
    assert status == 201, made
    return made["id"]
