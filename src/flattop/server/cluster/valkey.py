"""Valkey or Redis as the bus: one connection speaks, one listens, and an echo tells that both live."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any

from flattop.server.cluster.bus import BusEar, CannotReach, Taker

try:
    from redis.asyncio import ConnectionPool
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff
    from redis.exceptions import RedisError
except ImportError:
    raise CannotReach("--bus needs the package redis: pip install '.[cluster]'") from None

ECHO = 1.0  # seconds between two words to ourselves
SILENCE = 3.0  # seconds without a word after which the connection is taken for dead
CALLED_AGAIN = 0.1  # seconds after which whoever was called off and goes on is called off again
PAUSES = 0.1, 0.2, 0.5, 1.0  # seconds before each try to come back; the last one again and again
BATCH = 256  # messages that are published at one go
OUTBOX = 32 << 20  # bytes that may wait to be published; what comes on top of that is dropped
LOST = (OSError, RedisError, EOFError)
Message = tuple[str, bytes]
End = Any  # a connection of redis-py, whose types are not written down


class ValkeyBus:
    """Pub/sub, which keeps nothing: what is lost, in whatever way, is noticed by those who count."""

    def __init__(self, url: str) -> None:
        self._where, self._pool = _shown(url), _pool(url)
        self.scope = f"flattop:{self._pool.connection_kwargs.get('db') or 0}"  # pub/sub itself knows none
        self._echo = f"{self.scope}:echo:{secrets.token_hex(6)}"
        self._takers: dict[str, Taker] = {self._echo: lambda message: None}
        self._ear: BusEar | None = None
        self._outbox, self._waiting, self._more = deque[Message](), 0, asyncio.Event()
        self._ends: tuple[End, End] | tuple[()] = ()  # one that listens, one that speaks
        self._task: asyncio.Task[None] | None = None
        self.is_up, self.is_outside = False, True

    def attend(self, ear: BusEar) -> None:
        self._ear = ear

    def subscribe(self, channel: str, taker: Taker) -> None:
        self._takers[channel] = taker

    def publish(self, channel: str, message: bytes) -> None:
        if self.is_up and self._waiting < OUTBOX:
            self._outbox.append((channel, message))
            self._waiting += len(message)
            self._more.set()

    async def open(self) -> None:
        """Connect; what is not there now is looked for until it is."""
        with suppress(*LOST, TimeoutError):
            self._ends = await self._connected()
        self.is_up = bool(self._ends)
        self._task = asyncio.get_running_loop().create_task(self._keep_up())

    async def check(self) -> None:
        """See that the bus is there; `CannotReach` says in one line why not."""
        try:
            self._ends = await self._connected()
        except (*LOST, TimeoutError) as error:
            raise CannotReach(f"cannot reach the bus at {self._where}: {_plain(error)}") from None
        await self._disconnect()

    async def close(self) -> None:
        while self.is_up and self._waiting:
            await asyncio.sleep(0.005)
        self.is_up = False
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # -- up, lost, back

    async def _keep_up(self) -> None:
        while True:
            if self._ends:
                ear, mouth = self._ends
                try:
                    await _first_to_end(self._listen(ear), self._speak(mouth), self._hear_ourselves())
                finally:
                    self.is_up = False
                    await self._disconnect()
            if self._ear:
                self._ear.bus_lost()
            self._ends = await self._back_again()
            self.is_up = True
            if self._ear:
                self._ear.bus_back()

    async def _disconnect(self) -> None:
        self._outbox.clear()
        self._waiting = 0
        for end in self._ends:
            await end.disconnect(nowait=True)
        self._ends = ()

    async def _back_again(self) -> tuple[End, End]:
        tries = 0
        while True:
            await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1
            with suppress(*LOST, TimeoutError):
                return await self._connected()

    async def _connected(self) -> tuple[End, End]:
        """Both ends, once all that we listen to is promised to us."""
        ends = self._end(), self._end()
        try:
            async with asyncio.timeout(SILENCE):
                for end in ends:
                    await end.connect()
                await ends[0].send_command("SUBSCRIBE", *self._takers)
                for _ in self._takers:
                    await ends[0].read_response()
            return ends
        except BaseException:
            for end in ends:
                await end.disconnect(nowait=True)
            raise

    def _end(self) -> End:
        return self._pool.connection_class(**self._pool.connection_kwargs)

    # -- what goes on while it is up; each returns when the connection is lost

    async def _listen(self, end: End) -> None:
        while (heard := await end.read_response(timeout=SILENCE)) is not None:
            _, channel, message = heard
            self._takers[channel.decode()](message)

    async def _speak(self, end: End) -> None:
        while True:
            await self._more.wait()
            batch = [self._outbox.popleft() for _ in range(min(BATCH, len(self._outbox)))]
            await self._publish(end, batch)
            self._waiting -= sum(len(message) for _, message in batch)
            if not self._outbox:
                self._more.clear()

    async def _publish(self, end: End, batch: Sequence[Message]) -> None:
        commands = [("PUBLISH", channel, message) for channel, message in batch]
        await end.send_packed_command(b"".join(end.pack_commands(commands)))
        for channel, _ in batch:
            if not await end.read_response() and self._ear:
                self._ear.missed(channel)

    async def _hear_ourselves(self) -> None:
        while True:
            self.publish(self._echo, b"")
            await asyncio.sleep(ECHO)


async def probe(url: str) -> None:
    """See that a bus is there; `CannotReach` if not."""
    await ValkeyBus(url).check()


async def _first_to_end(*works: Coroutine[Any, Any, None]) -> None:
    """Do all at once until one of them ends, by itself or by a lost connection."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await _end_all(tasks)
    for error in (task.exception() for task in done):
        if error and not isinstance(error, (*LOST, TimeoutError)):
            asyncio.get_running_loop().call_exception_handler({"message": "the bus", "exception": error})


async def _end_all(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Called off again and again: before Python 3.12 a wait with a timeout may not hear it the first time."""
    while going_on := [task for task in tasks if not task.done()]:
        for task in going_on:
            task.cancel()
        await asyncio.wait(going_on, timeout=CALLED_AGAIN)
    await asyncio.gather(*tasks, return_exceptions=True)  # heard, whatever they ended with


def _pool(url: str) -> ConnectionPool:
    try:
        return ConnectionPool.from_url(
            url,
            protocol=2,
            retry=Retry(NoBackoff(), 0),
            socket_timeout=SILENCE,
            socket_connect_timeout=SILENCE,
            socket_keepalive=True,
        )
    except ValueError:
        raise CannotReach(f"{_shown(url)!r} is no address of a bus, as in redis://127.0.0.1:6379") from None


def _shown(url: str) -> str:
    """The address without what is secret in it."""
    scheme, slashes, rest = url.partition("://")
    return f"{scheme}{slashes}{rest.rpartition('@')[2].partition('?')[0]}"


def _plain(error: BaseException) -> str:
    return " ".join(str(error).split()).rstrip(".") or "it does not answer"
