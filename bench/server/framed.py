"""Sockets without a network: frames go to the server's own protocol, and what it writes is looked at once."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.server import ServerState

from flattop.protocol import COOKIE, PROTOCOL, padded
from flattop.server.app import application
from flattop.server.connection_limits import LimitedConfig, WatchedConnection
from flattop.server.run import config
from flattop.server.schemas.base import encode_json
from flattop.server.server import Server
from flattop.server.ws.protocol import WebSocketProtocol

HERE = "127.0.0.1", 1
REQUEST = (
    "GET /ws/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
)


class Wire(asyncio.Transport):
    """Takes whatever is written, and wakes whoever waits for a kind of message."""

    def __init__(self) -> None:
        super().__init__({"peername": HERE, "sockname": HERE})
        self.protocol: Any = None
        self._is_cut = False
        self._awaited: tuple[bytes, asyncio.Future[None]] | None = None

    def hearing(self, mark: bytes) -> asyncio.Future[None]:
        """What is there once something with the mark has been written."""
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

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class Framing:
    """What all sockets of one server share."""

    def __init__(self, server: Server) -> None:
        self.config: LimitedConfig = config(server, application(server))
        self.config.load()
        self.state = ServerState()

    async def emptied(self) -> None:
        """Wait until everybody has left."""
        while self.state.tasks:
            await asyncio.sleep(0.01)


class FramedSocket:
    """One client: it speaks and is spoken to in frames."""

    def __init__(self, framing: Framing) -> None:
        self.wire = Wire()
        self._protocol = WebSocketProtocol(framing.config, server_state=framing.state, app_state={})
        self.wire.protocol = self._protocol
        framing.config.limiter.admit(WatchedConnection(framing.config.limiter, self.wire, HERE))
        self._protocol.connection_made(self.wire)

    async def enter(self, table: str, token: str) -> None:
        """Connected, greeted and welcomed."""
        heard = self.wire.hearing(b" 101 ")
        self._protocol.data_received(REQUEST.format(table=table, cookie=f"{COOKIE}={token}").encode())
        await heard
        await self.say({"type": "hello", "protocol": PROTOCOL, "seen": None}, b'"welcome"')
        await asyncio.sleep(0)

    def say(self, body: dict[str, Any], mark: bytes) -> asyncio.Future[None]:
        """Send a message; what is answered with the mark in it is waited for."""
        heard = self.wire.hearing(mark)
        self._protocol.data_received(_frame(padded(encode_json(body))))
        return heard

    def leave(self) -> None:
        self.wire.close()


def _frame(text: bytes) -> bytes:
    """As a client would write it, with a mask that changes nothing."""
    size = len(text)
    head = bytes((0x80 | size,)) if size < 126 else bytes((0x80 | 126,)) + size.to_bytes(2)
    return b"\x81" + head + bytes(4) + text
