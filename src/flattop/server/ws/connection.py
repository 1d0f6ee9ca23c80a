"""One client's socket as a table sees it: a queue out, a bucket in, and strikes for whoever misbehaves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from litestar import WebSocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from flattop.server.errors import Refusal
from flattop.server.limits import TokenBucket
from flattop.server.schemas.close_codes import CloseCode
from flattop.server.schemas.codec import encode
from flattop.server.schemas.events import Complaint
from flattop.server.server import Server
from flattop.server.ws.protocol import SHORTCUT, WebSocketProtocol

FORGIVEN = 0.2  # strikes per second
SLOWEST = 1.0  # seconds that a hasty socket is made to wait at most before each message
WRONG = 5  # what a malformed message costs, in messages
Socket = WebSocket[Any, Any, State]


class CloseSocket(Exception):
    """The socket is to be closed, with a code and a reason."""

    def __init__(self, code: CloseCode, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class Connection:
    """What a table sees of a socket: it never waits for a slow client."""

    def __init__(self, socket: Socket, server: Server, guest: str | None, invite: str | None) -> None:
        self.socket, self.server, self.guest, self.invite = socket, server, guest, invite
        self._out: asyncio.Queue[str | Exception] = asyncio.Queue()
        self._unsent, self._is_ending = 0, False  # characters that wait in the queue, and whether it ends
        self._is_writing = False  # whether one of them is on its way
        extensions: dict[str, Any] = socket.scope.get("extensions") or {}
        self._shortcut: WebSocketProtocol | None = extensions.get(SHORTCUT)
        self._is_listening = False  # whether the next message is waited for
        self._is_playing = False  # whether a play is under way that was begun as it came
        self._played: asyncio.Future[None] | None = None  # what is there once it is over, if anybody waits
        limits = server.limits
        self._bucket = TokenBucket(limits.messages, limits.burst, server.now)
        self._strikes = TokenBucket(FORGIVEN, limits.strikes, server.now)
        self.hinting: asyncio.Task[None] | None = None
        self.wonders = ""

    def send(self, *messages: str) -> None:
        """At once, where nothing waits and the client takes what it is sent; else in its turn."""
        if self._is_ending:
            return
        way = None if self._is_writing or self._unsent else self._shortcut
        if way is None or not way.send_now(messages):
            self._queue(messages)

    def _queue(self, messages: Sequence[str]) -> None:
        for message in messages:
            if self._is_behind(message):
                self._forget_unsent()
                return self.close(CloseCode.TOO_SLOW, "You read too slowly.")
            self._unsent += len(message)
            self._out.put_nowait(message)
        return None

    def close(self, code: CloseCode, reason: str) -> None:
        self._is_ending = True
        self._out.put_nowait(CloseSocket(code, reason))

    def _is_behind(self, message: str) -> bool:
        limits, unsent = self.server.limits, self._unsent
        return self._out.qsize() >= limits.lag or 0 < unsent > limits.backlog - len(message)

    def _forget_unsent(self) -> None:
        """Whoever comes back is brought up to date anyway."""
        while not self._out.empty():
            self._out.get_nowait()

    async def write_on(self) -> None:
        """Send what waits, until the socket is to be closed."""
        while True:
            message = await self._out.get()
            if isinstance(message, Exception):
                raise message
            self._unsent -= len(message)
            self._is_writing = True
            try:
                await self.socket.send({"type": "websocket.send", "text": message, "bytes": None})
            except (OSError, RuntimeError):  # gone, or closed at the gate while this message waited
                raise WebSocketDisconnect(detail="", code=1006) from None
            self._is_writing = False

    def take_with(self, taker: Callable[[str], bool]) -> None:
        """Let messages be taken as they come, as far as `taker` does."""
        if self._shortcut:
            self._shortcut.taker = taker

    def forget(self) -> None:
        """It is over: nothing of it keeps the table in memory."""
        self.hinting = None
        if self._shortcut:
            self._shortcut.taker = None

    def may_play(self) -> bool:
        """Whether a play may begin as it comes: the next message is waited for, and it comes in time."""
        is_ready = self._is_listening and not self._is_playing and not self._is_ending
        return is_ready and self._bucket.take()

    def begin_play(self, play: Callable[[], None]) -> None:
        """In its order among all; whoever begins it calls `end_play`."""
        self._is_playing = True
        self.server.time_slicer.run(play)

    def end_play(self, error: Exception | None) -> None:
        self._is_playing = False
        if error:
            self._out.put_nowait(error)  # whoever writes raises it
        if self._played and not self._played.done():
            self._played.set_result(None)

    async def read(self) -> str:
        """The next message; whoever is too hasty waits, whoever goes on is shown out."""
        self._is_listening = True
        message = await self.socket.receive()
        self._is_listening = False
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="", code=1000)
        if self._is_playing:
            self._played = asyncio.get_running_loop().create_future()
            await self._played
        await self._slow_down(1)
        text = message.get("text")
        return text if isinstance(text, str) else ""

    async def _slow_down(self, cost: int) -> None:
        if self._bucket.take(cost):
            return
        self._strike("too-fast", "You send faster than the server listens; it slows you down.")
        await asyncio.sleep(min(SLOWEST, self._bucket.wait(cost)))
        self._bucket.take(cost)

    async def wrong(self, why: Refusal) -> None:
        """A message that is none."""
        self._strike(why.code, why.sentence)
        await self._slow_down(WRONG)

    def _strike(self, code: str, sentence: str) -> None:
        if not self._strikes.take():
            raise CloseSocket(CloseCode.TOO_MANY, "Too many messages, or too many wrong ones.")
        self.send(encode(Complaint(code, sentence)))
