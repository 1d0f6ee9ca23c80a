"""Sockets without a network: frames are passed to the server's protocol object, and its output is parsed."""

from __future__ import annotations

import asyncio
import socket
from typing import Any, Self

from aiohttp import web

from flattop.protocol import COOKIE, PROTOCOL, padded
from flattop.server.app import add_routes
from flattop.server.connection_limits import ConnectionLimiter, LimitedProtocol
from flattop.server.http.middleware import connection_deadlines
from flattop.server.http.static import Page
from flattop.server.run import HttpServer, Site
from flattop.server.schemas.base import encode_json
from flattop.server.server import Server
from flattop.server.workers.analysis import AnalysisQueue

HERE = "127.0.0.1", 1
REQUEST = (
    "GET /ws/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
)


class Wire(asyncio.Transport):
    """A transport that collects output and wakes tasks that wait for a kind of message."""

    def __init__(self) -> None:
        super().__init__({"peername": HERE, "sockname": HERE})
        self.protocol: Any = None
        self._is_cut = False
        self._awaited: tuple[bytes, asyncio.Future[None]] | None = None

    def hearing(self, mark: bytes) -> asyncio.Future[None]:
        """Return a future that is done once output with this mark has been written."""
        heard = asyncio.get_running_loop().create_future()
        self._awaited = mark, heard
        return heard

    def write(self, chunk: Any) -> None:
        if self._awaited and self._awaited[0] in chunk:
            self._awaited[1].set_result(None)
            self._awaited = None

    def is_closing(self) -> bool:
        return self._is_cut

    def close(self) -> None:
        if not self._is_cut:
            self._is_cut = True
            asyncio.get_running_loop().call_soon(self.protocol.connection_lost, None)

    abort = close

    def get_write_buffer_size(self) -> int:
        return 0

    def is_reading(self) -> bool:
        return True

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class Framing:
    """The application and the limiter of all sockets of one server, which is open already."""

    async def open(self, server: Server) -> Self:
        self.limiter = ConnectionLimiter(server.limits, server.metrics, server.log)
        app = web.Application(middlewares=[connection_deadlines(self.limiter, ())])
        add_routes(app, server, Page(), AnalysisQueue(server, server.decks))
        site = Site(app, socket.socket(), self.limiter)
        self._runner = HttpServer([site]).new_runner(site)
        await self._runner.setup()
        return self

    def protocol(self) -> LimitedProtocol:
        handlers = self._runner.server
        assert handlers is not None, "the runner is set up"
        return LimitedProtocol(self.limiter, handlers)

    async def close(self) -> None:
        """Wait until all sockets are closed."""
        await self._runner.cleanup()


class FramedSocket:
    """A client that sends and receives frames."""

    def __init__(self, framing: Framing) -> None:
        self.wire, self._limiter = Wire(), framing.limiter
        self._protocol = self.wire.protocol = framing.protocol()
        self._protocol.connection_made(self.wire)

    async def enter(self, table: str, token: str) -> None:
        """Connect, send hello and wait for the welcome."""
        heard = self.wire.hearing(b" 101 ")
        self._receive(REQUEST.format(table=table, cookie=f"{COOKIE}={token}").encode())
        await heard
        await self.say({"type": "hello", "protocol": PROTOCOL, "seen": None}, b'"welcome"')
        await asyncio.sleep(0)

    def say(self, body: dict[str, Any], mark: bytes) -> asyncio.Future[None]:
        """Send a message; return a future for the answer that contains the mark."""
        heard = self.wire.hearing(mark)
        self._receive(_frame(padded(encode_json(body))))
        return heard

    def _receive(self, chunk: bytes) -> None:
        self._protocol.get_buffer(len(chunk))[: len(chunk)] = chunk
        self._protocol.buffer_updated(len(chunk))

    def leave(self) -> None:
        self.wire.close()


def _frame(text: bytes) -> bytes:
    """Return a client frame with a mask of zeros."""
    size = len(text)
    head = bytes((0x80 | size,)) if size < 126 else bytes((0x80 | 126,)) + size.to_bytes(2)
    return b"\x81" + head + bytes(4) + text
