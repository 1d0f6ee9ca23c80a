"""The connection of one client to a table: an output queue, rate limits, and strikes for invalid messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from litestar import WebSocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from flattop.server.errors import Refusal
from flattop.server.limits import TokenBucket
from flattop.server.schemas.base import CloseCode
from flattop.server.schemas.events import Complaint, encode
from flattop.server.server import Server
from flattop.server.ws.protocol import SHORTCUT, WebSocketProtocol

FORGIVEN = 0.2  # strikes per second
MAX_DELAY = 1.0  # seconds by which a message of a fast sender is delayed at most
INVALID_COST = 5  # tokens of an invalid message; a valid one costs 1
Socket = WebSocket[Any, Any, State]


class CloseSocket(Exception):
    """Raised to close the socket with a code and a reason."""

    def __init__(self, code: CloseCode, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class Connection:
    """A subscriber of a table.  `send` never waits: messages for a slow client are queued."""

    def __init__(self, socket: Socket, server: Server, guest: str | None, invite: str | None) -> None:
        self.socket, self.server, self.guest, self.invite = socket, server, guest, invite
        self._queue: asyncio.Queue[str | Exception] = asyncio.Queue()
        self._queued_size = 0  # characters in the queue
        self._is_ending, self._is_writing = False, False
        extensions: dict[str, Any] = socket.scope.get("extensions") or {}
        self._shortcut: WebSocketProtocol | None = extensions.get(SHORTCUT)
        self._is_listening = False  # `read` waits for the next message
        self._is_playing = False  # a play that `begin_play` started is in progress
        self._play_ended: asyncio.Future[None] | None = None  # set if `read` waits for the end of the play
        limits = server.limits
        self._bucket = TokenBucket(limits.messages, limits.burst, server.now)
        self._strikes = TokenBucket(FORGIVEN, limits.strikes, server.now)
        self.hint_task: asyncio.Task[None] | None = None
        self.wanted_hint = ""

    # -- output

    def send(self, *messages: str) -> None:
        """Write messages at once if nothing is queued and the client reads, else queue them."""
        if self._is_ending:
            return
        shortcut = None if self._is_writing or self._queued_size else self._shortcut
        if shortcut is not None and shortcut.send_now(messages):
            return
        limits = self.server.limits
        for message in messages:
            is_too_large = 0 < self._queued_size > limits.backlog - len(message)
            if self._queue.qsize() >= limits.lag or is_too_large:
                while not self._queue.empty():  # a client that reconnects is brought up to date anyway
                    self._queue.get_nowait()
                self.close(CloseCode.TOO_SLOW, "You read too slowly.")
                return
            self._queued_size += len(message)
            self._queue.put_nowait(message)

    def close(self, code: CloseCode, reason: str) -> None:
        self._is_ending = True
        self._queue.put_nowait(CloseSocket(code, reason))

    async def write_queued(self) -> None:
        """Send queued messages until an exception is queued, and raise it."""
        while True:
            message = await self._queue.get()
            if isinstance(message, Exception):
                raise message
            self._queued_size -= len(message)
            self._is_writing = True
            try:
                await self.socket.send({"type": "websocket.send", "text": message, "bytes": None})
            except (OSError, RuntimeError):  # the client is gone, or the protocol has closed the socket
                raise WebSocketDisconnect(detail="", code=1006) from None
            self._is_writing = False

    # -- plays that start before the message is queued

    def take_with(self, taker: Callable[[str], bool]) -> None:
        """Offer incoming messages to `taker` first, where the protocol supports it."""
        if self._shortcut:
            self._shortcut.taker = taker

    def forget(self) -> None:
        """Drop references that would keep the table in memory after the connection has ended."""
        self.hint_task = None
        if self._shortcut:
            self._shortcut.taker = None

    def may_play(self) -> bool:
        """True if a play may start at once: no message is being handled, and the rate limit allows it."""
        is_ready = self._is_listening and not self._is_playing and not self._is_ending
        return is_ready and self._bucket.take()

    def begin_play(self, play: Callable[[], None]) -> None:
        """Start a play in the order of all plays of the server; it must call `end_play`."""
        self._is_playing = True
        self.server.time_slicer.run(play)

    def end_play(self, error: Exception | None) -> None:
        self._is_playing = False
        if error:
            self._queue.put_nowait(error)  # raised by `write_queued`
        if self._play_ended and not self._play_ended.done():
            self._play_ended.set_result(None)

    # -- input

    async def read(self) -> str:
        """Return the next message; delay fast senders, and close the socket of those that continue."""
        self._is_listening = True
        message = await self.socket.receive()
        self._is_listening = False
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="", code=1000)
        if self._is_playing:
            self._play_ended = asyncio.get_running_loop().create_future()
            await self._play_ended
        await self._slow_down(1)
        text = message.get("text")
        return text if isinstance(text, str) else ""

    async def reject(self, why: Refusal) -> None:
        """Report an invalid message, and count it as a strike."""
        self._strike(why.code, why.sentence)
        await self._slow_down(INVALID_COST)

    async def _slow_down(self, cost: int) -> None:
        if self._bucket.take(cost):
            return
        self._strike("too-fast", "You send messages too fast; the server slows you down.")
        await asyncio.sleep(min(MAX_DELAY, self._bucket.wait(cost)))
        self._bucket.take(cost)

    def _strike(self, code: str, sentence: str) -> None:
        if not self._strikes.take():
            raise CloseSocket(CloseCode.TOO_MANY, "Too many messages, or too many invalid ones.")
        self.send(encode(Complaint(code, sentence)))
