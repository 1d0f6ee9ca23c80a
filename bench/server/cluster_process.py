"""A cluster under test: workers with their own PostgreSQL, behind a proxy that can be cut."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from bench.server.server_process import ServerProcess, free_port
from tests.server.databases import Postgres

SAFE = ("shared_buffers=32MB", "max_connections=200")  # every commit is on the disk
LONG, SHORT = 7.0, 2.0  # seconds: longer than a lease, and shorter
Disaster = Callable[["ClusterProcess"], Awaitable[None]]


class Line:
    """A TCP proxy in its own thread that can drop its connections or delay all data."""

    def __init__(self, target: int) -> None:
        self.port, self._target = free_port(), target
        self._open: set[asyncio.StreamWriter] = set()
        self._may_pass, self._is_up = asyncio.Event(), threading.Event()
        self._may_pass.set()
        threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True).start()
        self._is_up.wait(30)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        server = await asyncio.start_server(self._connect, "127.0.0.1", self.port)
        self._is_up.set()
        await server.serve_forever()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            theirs, ours = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            return writer.close()
        self._open |= {writer, ours}
        await asyncio.gather(self._pass_on(reader, ours), self._pass_on(theirs, writer))
        return None

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while chunk := await reader.read(65_536):
                await self._may_pass.wait()
                writer.write(chunk)
                await writer.drain()
        writer.close()
        self._open.discard(writer)

    def cut(self) -> None:
        """Close all connections, even in the middle of a message."""
        for writer in list(self._open):
            self._loop.call_soon_threadsafe(writer.transport.abort)

    async def hold(self, seconds: float) -> None:
        """Pass no data for a while, without closing connections."""
        self._loop.call_soon_threadsafe(self._may_pass.clear)
        await asyncio.sleep(seconds)
        self._loop.call_soon_threadsafe(self._may_pass.set)


class ClusterProcess(ServerProcess):
    """A server of several workers, whose workers and database can be killed, paused and cut off."""

    def __init__(self, workers: int, *more: str) -> None:
        self.postgres = Postgres(SAFE)
        self.direct = self.postgres.new_database()
        words = "--workers", str(workers), "--database", self._database(), "--bot-workers", "1"
        super().__init__(*words, *more)

    def _database(self) -> str:
        """Return the address of the database, behind a proxy that can be cut."""
        self.to_postgres = Line(self.postgres.port)
        return self.direct.replace(str(self.postgres.port), str(self.to_postgres.port))

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        self.postgres.remove()

    async def database_size(self) -> int:
        rows = await self.query("SELECT pg_database_size(current_database())")
        return int(rows[0][0])

    async def query(self, sql: str, *values: object) -> list[Any]:
        """Run a statement in the database of the workers, without the proxy."""
        import asyncpg

        db = await asyncpg.connect(self.direct)
        try:
            return list(await db.fetch(sql, *values))
        finally:
            await db.close()

    def workers(self) -> list[int]:
        """Return the worker processes, which are children of the supervisor."""
        return children(self.child.pid)

    def processes(self) -> list[int]:
        return self.workers() or super().processes()


def children(parent: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def send(processes: list[int], number: int) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)


# -- what may happen


async def one_of_them(cluster: ClusterProcess) -> list[int]:
    """Return a random worker, after waiting until there is one."""
    while not (workers := cluster.workers()):
        await asyncio.sleep(0.1)
    return [random.choice(workers)]


async def kill_a_worker(cluster: ClusterProcess) -> None:
    send(await one_of_them(cluster), signal.SIGKILL)


async def pause_a_worker(cluster: ClusterProcess) -> None:
    """Pause a worker for longer than its leases last; it resumes as if it still held them."""
    chosen = await one_of_them(cluster)
    send(chosen, signal.SIGSTOP)
    await asyncio.sleep(LONG)
    send(chosen, signal.SIGCONT)


async def kill_all(cluster: ClusterProcess) -> None:
    send([cluster.child.pid, *cluster.workers()], signal.SIGKILL)
    cluster.child.wait(30)
    await asyncio.to_thread(cluster.start)


async def restart_postgres(cluster: ClusterProcess) -> None:
    await asyncio.to_thread(cluster.postgres.end, random.choice((signal.SIGINT, signal.SIGQUIT)))
    await asyncio.to_thread(cluster.postgres.start)


async def stop_postgres(cluster: ClusterProcess) -> None:
    """Stop PostgreSQL for longer than a lease lasts."""
    await asyncio.to_thread(cluster.postgres.end)
    await asyncio.sleep(LONG)
    await asyncio.to_thread(cluster.postgres.start)


async def pause_postgres(cluster: ClusterProcess) -> None:
    pid = cluster.postgres.running.pid
    everybody = [pid, *children(pid)]
    send(everybody, signal.SIGSTOP)
    await asyncio.sleep(SHORT)
    send(everybody, signal.SIGCONT)


async def cut_off(cluster: ClusterProcess) -> None:
    cluster.to_postgres.cut()


async def hold_up(cluster: ClusterProcess) -> None:
    await cluster.to_postgres.hold(random.choice((SHORT, LONG)))


async def part_workers(cluster: ClusterProcess) -> None:
    """Let the workers reach the database, but not each other: nobody answers at their addresses."""
    workers = await cluster.query("SELECT id, address FROM worker")
    change = "UPDATE worker SET address = $2 WHERE id = $1"
    for worker, _ in workers:
        await cluster.query(change, worker, f"http://127.0.0.1:{free_port()}")
    await asyncio.sleep(LONG)
    for worker, address in workers:
        await cluster.query(change, worker, address)


OTHERS: list[Disaster] = [
    pause_a_worker, kill_all, restart_postgres, stop_postgres, pause_postgres, cut_off, hold_up, part_workers,
]  # fmt: skip


def disasters(count: int, rng: random.Random, only: str = "") -> list[Disaster]:
    """Return failures in random order: half of them kill a worker, the others cycle through all kinds."""
    random.seed(rng.random())
    if only:
        return [kind for kind in (kill_a_worker, *OTHERS) if kind.__name__ == only] * count
    chosen = [OTHERS[i // 2 % len(OTHERS)] if i % 2 else kill_a_worker for i in range(count)]
    rng.shuffle(chosen)
    return chosen
