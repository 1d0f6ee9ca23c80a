"""The WebSocket of a table: the connection of one client, its admission, and the handlers of its messages."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from flattop.protocol import COOKIE, PROTOCOL
from flattop.server.errors import NotRead, Refusal, no_table
from flattop.server.limits import TokenBucket
from flattop.server.schemas.base import CloseCode
from flattop.server.schemas.messages import (
    Complaint,
    Hello,
    Hint,
    Message,
    Ping,
    Pong,
    decode,
    encode,
)
from flattop.server.server import Server
from flattop.server.table.commands import deliver
from flattop.server.table.live import LiveTable
from flattop.server.table.permissions import may_see, may_watch
from flattop.server.websocket_protocol import SHORTCUT, WebSocketProtocol

FORGIVEN = 0.2  # strikes per second
MAX_DELAY = 1.0  # seconds by which a message of a fast sender is delayed at most
INVALID_COST = 5  # tokens of an invalid message; a valid one costs 1
HELLO_SECONDS = 5.0
MAX_REASON = 120  # characters; a close frame has room for 123 bytes
CLOSE_CODES: dict[int | str, CloseCode] = {  # by the status of a refusal, or by its code
    429: CloseCode.TOO_MANY,
    503: CloseCode.SERVER_CLOSES,
    "closed": CloseCode.CLOSED,
}
Socket = WebSocket[Any, Any, State]


class CloseSocket(Exception):
    """Raised to close the socket with a code and a reason."""

    def __init__(self, code: CloseCode, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class Connection:
    """A subscriber of a table, with an output queue, a rate limit, and strikes for invalid messages.

    `send` never waits: messages for a slow client are queued.
    """

    def __init__(self, socket: Socket, server: Server, guest: str | None, invite: str | None) -> None:
        self.socket, self.server, self.guest, self.invite = socket, server, guest, invite
        self._queue: asyncio.Queue[str | Exception] = asyncio.Queue()
        self._queued_size = 0  # characters in the queue
        self._is_ending, self._is_writing = False, False
        extensions: dict[str, Any] = socket.scope.get("extensions") or {}
        self._shortcut: WebSocketProtocol | None = extensions.get(SHORTCUT)
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

    # -- input

    async def read(self) -> str:
        """Return the next message; delay fast senders, and close the socket of those that continue."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="", code=1000)
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


# -- admission and messages


@websocket("/ws/tables/{table_id:str}")
async def table_socket(socket: Socket, table_id: FromPath[str]) -> None:
    """Connect one client to one table."""
    server: Server = socket.app.state.server
    address = socket.client.host if socket.client else ""
    await socket.accept()
    if not server.addresses.open_socket(address):
        return await close(socket, CloseSocket(CloseCode.TOO_MANY, "Too many sockets from your address."))
    try:
        await serve_client(socket, server, table_id)
    except CloseSocket as closing:
        await close(socket, closing)
    except WebSocketDisconnect:
        return None
    except NotRead as why:
        await close(socket, CloseSocket(CLOSE_CODES[why.status], why.sentence))
    except Exception as error:  # clients never see internal errors
        server.fault(error, table_id)
        await close(socket, CloseSocket(CloseCode.FAULT, "Something went wrong in the server."))
    finally:
        server.addresses.close_socket(address)
    return None


async def close(socket: Socket, closing: CloseSocket) -> None:
    try:
        await socket.close(closing.code, closing.reason)
    except (RuntimeError, OSError, WebSocketDisconnect):
        return  # the client is gone already


async def serve_client(socket: Socket, server: Server, table_id: str) -> None:
    """Admit the client, then read and write until one of both ends."""
    guest = await server.guests.find(socket.cookies.get(COOKIE))
    connection = Connection(socket, server, guest.id if guest else None, socket.query_params.get("invite"))
    table = await admit(server, table_id, connection)
    tasks = [asyncio.ensure_future(job) for job in (listen(table, connection), connection.write_queued())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in filter(asyncio.Future.done, tasks):
            task.result()
    finally:
        table.leave(connection)
        tasks += [connection.hint_task] if connection.hint_task else []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        tasks.clear()  # their exceptions refer to this frame, and so to the table
        connection.hint_task = None


async def admit(server: Server, table_id: str, connection: Connection) -> LiveTable:
    """Load the table, or raise `CloseSocket` if the client may not watch it or there is no room."""
    row = await server.registry.row(table_id)
    if row is None or not may_see(row, connection.guest, connection.invite):
        raise CloseSocket(CloseCode.NO_TABLE, no_table().sentence)
    if not may_watch(row, connection.guest, connection.invite):
        raise CloseSocket(CloseCode.NO_SPECTATORS, "This table has no spectators; take a seat first.")
    try:
        table = await server.registry.get(table_id)
    except Refusal as why:
        code = CLOSE_CODES.get(why.code) or CLOSE_CODES.get(why.status, CloseCode.CANNOT_RESUME)
        raise CloseSocket(code, why.sentence[:MAX_REASON]) from None
    if len(table.subscribers) >= server.limits.table_sockets:
        raise CloseSocket(CloseCode.TOO_MANY, "Too many sockets at this table.")
    return table


async def listen(table: LiveTable, connection: Connection) -> None:
    """Read the hello, then handle message after message."""
    seen = await read_hello(connection)
    if connection.guest in table.server.guests.removed:
        raise CloseSocket(CloseCode.SHOWN_OUT, "The operator of this server has removed you.")
    try:
        await table.enter(connection, seen)
    except Refusal as why:
        raise CloseSocket(CloseCode.NOT_SAVED, why.sentence) from None
    while True:
        text = await connection.read()
        try:
            await answer(table, connection, decode(text))
        except Refusal as why:
            await connection.reject(why)


async def answer(table: LiveTable, connection: Connection, message: Message) -> None:
    """Answer messages about the connection, and deliver all others to the table."""
    if isinstance(message, Ping):
        connection.send(encode(Pong(message.n)))
    elif isinstance(message, Hello):
        connection.send(encode(Complaint("hello-again", "The connection has had its hello already.")))
    elif isinstance(message, Hint) and not message.stop:
        connection.wanted_hint = message.id
        work = send_hints(table, connection, message, connection.hint_task)
        connection.hint_task = asyncio.ensure_future(work)
    else:
        await deliver(table, connection, message)


async def read_hello(connection: Connection) -> int | None:
    """Return the last version that the client has seen."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            message = decode(await connection.read())
    except TimeoutError:
        raise CloseSocket(CloseCode.TOO_SLOW, "No hello arrived within five seconds.") from None
    except Refusal as why:
        raise CloseSocket(CloseCode.BAD_HELLO, why.sentence[:MAX_REASON]) from None
    if not isinstance(message, Hello):
        raise CloseSocket(CloseCode.BAD_HELLO, "The first message must be a hello.")
    if message.protocol != PROTOCOL:
        raise CloseSocket(CloseCode.OTHER_PROTOCOL, f"This server speaks protocol {PROTOCOL}.")
    return message.seen


async def send_hints(
    table: LiveTable, connection: Connection, message: Hint, previous: asyncio.Task[None] | None
) -> None:
    """Send hints while the client plays on, after the previous hint, which is now cancelled, has ended."""
    try:
        if previous and not previous.done():
            await asyncio.wait({previous})
        await deliver(table, connection, message)
    except Exception as error:
        table.server.fault(error, table.row.id)
