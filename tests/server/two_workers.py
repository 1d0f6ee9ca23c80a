"""Two server workers within one process, on one database, each with a port and a thread of its own."""

import threading
from contextlib import contextmanager
from types import SimpleNamespace
from unittest.mock import patch

from flattop.server.cluster import peers
from flattop.server.cluster.peers import Exchange, LocalBus
from flattop.server.store.leases import HeldBy, Lease
from tests.server.conftest import PATIENCE, LocalServer, roomy


class Book:
    """The leases of both workers, in place of a database."""

    def __init__(self):
        self.lock, self.held, self.numbers = threading.Lock(), {}, 0


class BookedLeases:
    def __init__(self, book, worker):
        self.book, self.worker_id, self.last_error, self.on_lost = book, worker, "", lambda lease: None

    async def open(self):
        pass

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
        pass


@contextmanager
def two_workers(folder, **how):
    """Workers `a` and `b`, closed at the end, with their leases and exchange."""
    book, exchange, opened = Book(), Exchange(), []
    with (  # a busy machine answers late
        patch.object(peers, "SILENCE", PATIENCE),
        patch.object(peers.Peers.ask_all, "__defaults__", (b"", PATIENCE, None)),
    ):
        for worker in "ab":
            leases, bus = BookedLeases(book, worker), LocalBus(exchange)
            local = LocalServer(
                folder, worker_id=worker, bus=bus, leases=leases, **{"limits": roomy(), **how}
            )
            opened.append(local.start())
        yield SimpleNamespace(a=opened[0], b=opened[1], book=book, exchange=exchange)
        for local in opened:
            local.stop()


async def create_table(guest, *seats, **wish):
    """Create a table of Burger Go! and return its id."""
    status, made = await guest.call("POST", "/api/tables", {"game": "burger-go", "seats": seats, **wish})
    assert status == 201, made
    return made["id"]
