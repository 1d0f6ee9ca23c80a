"""A bus over Valkey or Redis: one connection publishes, one subscribes, and an echo shows that both work."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from flattop.extras import missing
from flattop.server.cluster.peers import BusListener, CannotReach, Receiver

try:
    from redis.asyncio import ConnectionPool
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff
    from redis.exceptions import RedisError
except ImportError:
    raise CannotReach(f"--bus needs {missing('redis', 'cluster')}") from None

ECHO_SECONDS = 1.0  # between two messages to ourselves
SILENCE = 3.0  # seconds without a message after which the connection counts as dead
CANCEL_AGAIN = 0.1  # seconds
PAUSES = 0.1, 0.2, 0.5, 1.0  # seconds before each attempt to reconnect; the last one repeats
BATCH = 256  # messages that are published at once
MAX_PENDING = 32 << 20  # bytes that may wait to be published; more is dropped
CONNECTION_ERRORS = (OSError, RedisError, EOFError)
Message = tuple[str, bytes]
Connection = Any  # of redis-py, which has no type hints


class ValkeyBus:
    """Pub/sub, which stores nothing. `Peers` numbers messages and so notices a loss."""

    def __init__(self, url: str) -> None:
        scheme, slashes, rest = url.partition("://")
        self._address = f"{scheme}{slashes}{rest.rpartition('@')[2].partition('?')[0]}"  # without secrets
        try:
            self._pool = ConnectionPool.from_url(
                url,
                protocol=2,
                retry=Retry(NoBackoff(), 0),
                socket_timeout=SILENCE,
                socket_connect_timeout=SILENCE,
                socket_keepalive=True,
            )
        except ValueError:
            raise CannotReach(
                f"{self._address!r} is not the URL of a bus; give one like redis://127.0.0.1:6379"
            ) from None
        # Pub/sub ignores the database number, so it is part of the channel names.
        self.scope = f"flattop:{self._pool.connection_kwargs.get('db') or 0}"
        self._echo = f"{self.scope}:echo:{secrets.token_hex(6)}"
        self._receivers: dict[str, Receiver] = {self._echo: lambda message: None}
        self._listener: BusListener | None = None
        self._outbox, self._pending, self._more = deque[Message](), 0, asyncio.Event()
        self._connections: tuple[Connection, Connection] | tuple[()] = ()  # the subscriber, the publisher
        self._task: asyncio.Task[None] | None = None
        self.is_up, self.is_outside = False, True

    def set_listener(self, listener: BusListener) -> None:
        self._listener = listener

    def subscribe(self, channel: str, receiver: Receiver) -> None:
        self._receivers[channel] = receiver

    def publish(self, channel: str, message: bytes) -> None:
        if self.is_up and self._pending < MAX_PENDING:
            self._outbox.append((channel, message))
            self._pending += len(message)
            self._more.set()

    async def open(self) -> None:
        with suppress(*CONNECTION_ERRORS, TimeoutError):
            self._connections = await self._connect()
        self.is_up = bool(self._connections)
        self._task = asyncio.get_running_loop().create_task(self._stay_connected())

    async def check(self) -> None:
        """Connect once; raise `CannotReach` with the reason if that fails."""
        try:
            self._connections = await self._connect()
        except (*CONNECTION_ERRORS, TimeoutError) as error:
            reason = " ".join(str(error).split()).rstrip(".") or "it does not answer"
            raise CannotReach(f"cannot reach the bus at {self._address}: {reason}") from None
        await self._disconnect()

    async def close(self) -> None:
        while self.is_up and self._pending:
            await asyncio.sleep(0.005)
        self.is_up = False
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # -- connecting

    async def _stay_connected(self) -> None:
        while True:
            if self._connections:
                subscriber, publisher = self._connections
                try:
                    await _run_until_one_ends(
                        self._receive(subscriber), self._send(publisher), self._send_echoes()
                    )
                finally:
                    self.is_up = False
                    await self._disconnect()
            if self._listener:
                self._listener.bus_lost()
            self._connections = await self._reconnect()
            self.is_up = True
            if self._listener:
                self._listener.bus_back()

    async def _disconnect(self) -> None:
        self._outbox.clear()
        self._pending = 0
        for connection in self._connections:
            await connection.disconnect(nowait=True)
        self._connections = ()

    async def _reconnect(self) -> tuple[Connection, Connection]:
        tries = 0
        while True:
            await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1
            with suppress(*CONNECTION_ERRORS, TimeoutError):
                return await self._connect()

    async def _connect(self) -> tuple[Connection, Connection]:
        """Open both connections and wait until all subscriptions are confirmed."""
        connections: tuple[Connection, Connection] = self._new_connection(), self._new_connection()
        try:
            async with asyncio.timeout(SILENCE):
                for connection in connections:
                    await connection.connect()
                await connections[0].send_command("SUBSCRIBE", *self._receivers)
                for _ in self._receivers:
                    await connections[0].read_response()
            return connections
        except BaseException:
            for connection in connections:
                await connection.disconnect(nowait=True)
            raise

    def _new_connection(self) -> Connection:
        return self._pool.connection_class(**self._pool.connection_kwargs)

    # -- tasks of a connected bus; each returns when the connection is lost

    async def _receive(self, connection: Connection) -> None:
        while (response := await connection.read_response(timeout=SILENCE)) is not None:
            _, channel, message = response
            self._receivers[channel.decode()](message)

    async def _send(self, connection: Connection) -> None:
        while True:
            await self._more.wait()
            batch = [self._outbox.popleft() for _ in range(min(BATCH, len(self._outbox)))]
            commands = [("PUBLISH", channel, message) for channel, message in batch]
            await connection.send_packed_command(b"".join(connection.pack_commands(commands)))
            for channel, _ in batch:
                if not await connection.read_response() and self._listener:
                    self._listener.undelivered(channel)
            self._pending -= sum(len(message) for _, message in batch)
            if not self._outbox:
                self._more.clear()

    async def _send_echoes(self) -> None:
        while True:
            self.publish(self._echo, b"")
            await asyncio.sleep(ECHO_SECONDS)


async def probe(url: str) -> None:
    """Check that a bus can be reached; raises `CannotReach` if not."""
    await ValkeyBus(url).check()


async def _run_until_one_ends(*works: Coroutine[Any, Any, None]) -> None:
    """Run all until one of them returns or fails, then cancel the others."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        # Before Python 3.12 a wait with a timeout can swallow a cancellation, so cancel until all have ended.
        while running := [task for task in tasks if not task.done()]:
            for task in running:
                task.cancel()
            await asyncio.wait(running, timeout=CANCEL_AGAIN)
        await asyncio.gather(*tasks, return_exceptions=True)  # retrieves their exceptions
    for error in (task.exception() for task in done):
        if error and not isinstance(error, (*CONNECTION_ERRORS, TimeoutError)):
            asyncio.get_running_loop().call_exception_handler({"message": "the bus", "exception": error})
