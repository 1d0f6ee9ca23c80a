"""A WebSocket client with little CPU use: frames in, frames out, no tasks and no queues."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

import msgspec
from websockets.client import ClientProtocol
from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

from flattop.client import Guest
from flattop.protocol import COOKIE, PROTOCOL, padded


class SheetPart(msgspec.Struct):
    """The fields of a snapshot that a random player needs."""

    options: list[Any] | None = None
    over: bool | None = None
    waiting: list[int] | None = None


class Message(msgspec.Struct):
    """The fields of a message that the load test needs."""

    type: str
    version: int = 0
    log: list[msgspec.Raw] = []
    set: SheetPart | None = None
    sheet: SheetPart | None = None

    @property
    def is_public(self) -> bool:
        """True if all clients can notice it: it has a log line or changes the seats that are waited for."""
        return bool(self.log) or (self.set is not None and self.set.waiting is not None)


decoder, encoder = msgspec.json.Decoder(Message), msgspec.json.Encoder()


class LeanSocket(asyncio.Protocol):
    """Keeps only the options of one seat, because the server is measured and not the client."""

    def __init__(self, guest: Guest, table_id: str, server: str) -> None:
        url = f"{server.replace('http', 'ws', 1)}/ws/tables/{table_id}"
        self.conn = ClientProtocol(parse_uri(url), max_size=2**22)
        self.cookie = f"{COOKIE}={guest.token}"
        self.version, self.options, self.over, self.sent = 0, [], False, 0
        self.unheard: deque[Message] = deque()
        self._hearing: tuple[str, asyncio.Future[Message]] | None = None

    @classmethod
    async def at(cls, guest: Guest, table_id: str, server: str = "") -> LeanSocket:
        """Connect, send hello and wait for the welcome; at another server of the cluster, if one is named."""
        server = server or guest.server
        loop, host = asyncio.get_running_loop(), server.removeprefix("http://").rpartition(":")
        _, lean = await loop.create_connection(
            lambda: cls(guest, table_id, server), host[0], int(host[2]), **guest.socket_options
        )
        await lean.hear("welcome")
        return lean

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        transport.max_size = 65_536  # as the server does: 256 kB are mapped and unmapped for every message
        request = self.conn.connect()
        request.headers.update(Headers({"Cookie": self.cookie}))
        self.conn.send_request(request)
        self._flush()

    def data_received(self, chunk: bytes) -> None:
        self.conn.receive_data(chunk)
        for event in self.conn.events_received():
            if isinstance(event, Response):
                self.send({"type": "hello", "protocol": PROTOCOL, "seen": None})
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._take(decoder.decode(event.data))
        if self.conn.writes:  # answers to pings
            self._flush()

    def connection_lost(self, error: Exception | None) -> None:
        if self._hearing and not self._hearing[1].done():
            self._hearing[1].set_exception(ConnectionError(f"the server hung up: {self.conn.close_rcvd}"))

    def _take(self, message: Message) -> None:
        if (part := message.set or message.sheet) is not None:
            self.version = message.version
            self.options = self.options if part.options is None else part.options
            self.over = self.over if part.over is None else part.over
        self.unheard.append(message)
        if self._hearing and message.type == self._hearing[0]:
            hearing, self._hearing = self._hearing[1], None
            hearing.set_result(self._next(message.type))

    def _next(self, kind: str) -> Message | None:
        """Return the next message of a kind, and discard those before it."""
        while self.unheard:
            message = self.unheard.popleft()
            if message.type == kind:
                return message
        return None

    async def hear(self, kind: str) -> Message:
        if message := self._next(kind):
            return message
        self._hearing = kind, asyncio.get_running_loop().create_future()
        return await self._hearing[1]

    def send(self, body: dict[str, Any]) -> None:
        self.conn.send_text(padded(encoder.encode(body)))
        self._flush()

    def play(self, action: Any) -> None:
        self.sent += 1
        self.send({"type": "play", "id": f"l{self.sent}", "version": self.version, "action": action})

    def _flush(self) -> None:
        self.transport.write(b"".join(self.conn.data_to_send()))

    async def close(self) -> None:
        self.conn.send_close(1000)
        self._flush()
        self.transport.close()
