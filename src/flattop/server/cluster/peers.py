"""The other server workers: their addresses from the database, and HTTP requests to them.

Every server worker has a private address, where it answers only requests with the secret of the cluster.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha256
from typing import Any, TypeVar

from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector
from msgspec import MsgspecError, msgpack

from flattop.server.store.leases import Leases

T = TypeVar("T")
SECRET = "X-Flattop-Secret"  # header that only server workers can send, because it is in the database
COMMAND = "/cluster/"  # path of a command of another worker at the private address; its name follows
REPLY_SECONDS = 1.0
CONNECT_SECONDS = 2.0
READ_SECONDS = 60.0  # without a byte of the answer
REPEAT_SECONDS = 1.0  # between two attempts to deliver a broadcast
CANNOT_REACH = (ClientError, OSError, TimeoutError)


class Peers:
    """The living server workers. `commands` are answered to the others by name."""

    def __init__(self, leases: Leases) -> None:
        self.leases = leases
        self.commands: dict[str, Callable[[bytes], Awaitable[bytes]]] = {}
        self.on_lost: list[Callable[[str], None]] = []  # called with the id of a worker that is gone
        self.on_interrupted: list[Callable[[], None]] = []  # called if messages may have been missed
        self._sessions: dict[str, ClientSession] = {}
        self._known: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def worker_id(self) -> str:
        return self.leases.worker_id

    @property
    def others(self) -> list[str]:
        """The other workers; those of earlier versions have no address, and are left out."""
        return [worker for worker, url in self.leases.workers.items() if url and worker != self.worker_id]

    def preferred_for(self, key: str) -> str:
        """The worker for a key by rendezvous hashing: all workers that know the same peers agree."""
        return max(
            [self.worker_id, *self.others], key=lambda worker: sha256(f"{worker} {key}".encode()).digest()
        )

    def refresh(self, was_late: bool) -> None:
        """Abort the requests and sockets to workers that are gone; called after the leases were renewed."""
        gone = (self._known | self._sessions.keys()) - set(self.others)
        self._known = set(self.others)
        for worker in gone:
            if session := self._sessions.pop(worker, None):
                self._run(session.close())
            for callback in self.on_lost:
                callback(worker)
        for interrupted in self.on_interrupted if was_late else ():
            interrupted()

    def session(self, worker: str) -> ClientSession:
        """The HTTP client for a worker."""
        if worker not in self._sessions:
            self._sessions[worker] = ClientSession(
                connector=TCPConnector(limit=0),
                timeout=ClientTimeout(total=None, sock_connect=CONNECT_SECONDS, sock_read=READ_SECONDS),
                headers={SECRET: self.leases.secret},
                cookie_jar=DummyCookieJar(),
                auto_decompress=False,
            )
        return self._sessions[worker]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        sessions = (session.close() for session in self._sessions.values())
        await asyncio.gather(*self._tasks, *sessions, return_exceptions=True)

    # -- commands

    def answer(self, command: str, kind: type[T], function: Callable[[T], Awaitable[Any]]) -> None:
        """Answer a command of other workers, whose argument is of a type."""

        async def run(body: bytes) -> bytes:
            return msgpack.encode(await function(msgpack.decode(body, type=kind)))

        self.commands[command] = run

    async def ask(
        self, worker: str, command: str, kind: type[T], argument: Any = None, seconds: float = REPLY_SECONDS
    ) -> T | None:
        """The reply of one worker; None if it cannot be reached, fails or is too late."""
        address = self.leases.workers.get(worker)
        if not address:  # it is gone
            return None
        body, timeout = msgpack.encode(argument), ClientTimeout(seconds)
        try:
            async with self.session(worker).post(
                address + COMMAND + command, data=body, timeout=timeout
            ) as answer:
                return msgpack.decode(await answer.read(), type=kind) if answer.status == 200 else None
        except (*CANNOT_REACH, MsgspecError):
            return None

    async def ask_all(
        self,
        command: str,
        kind: type[T],
        argument: Any = None,
        seconds: float = REPLY_SECONDS,
        among: Sequence[str] | None = None,
    ) -> dict[str, T | None]:
        """The replies of all other workers, or of some."""
        workers = self.others if among is None else among
        asking = (self.ask(worker, command, kind, argument, seconds) for worker in workers)
        return dict(zip(workers, await asyncio.gather(*asking), strict=True))

    def broadcast(self, command: str, argument: Any) -> None:
        """Send a command to all other workers in the background, until each has answered or is gone."""

        async def deliver(worker: str) -> None:
            while worker in self.leases.workers and await self.ask(worker, command, bool, argument) is None:
                await asyncio.sleep(REPEAT_SECONDS)

        for worker in self.others:
            self._run(deliver(worker))

    def _run(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
