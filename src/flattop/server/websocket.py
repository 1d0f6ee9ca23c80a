"""The WebSocket of a table: the connection of one client, its admission, and the handlers of its messages."""

from __future__ import annotations

import asyncio
from collections import deque

from aiohttp import WSMsgType, web

from flattop.protocol import COOKIE, PROTOCOL
from flattop.server.auth.requests import address, server_of
from flattop.server.connection_limits import WATCHED, WatchedConnection
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
from flattop.server.table.permissions import at_table, may_see, may_watch
from flattop.server.websocket_frames import text_frame

PATH = "/ws/tables/{table_id}"
CLOSE_SECONDS = 1.0  # that a client may take to answer a close frame
FORGIVEN = 0.2  # strikes per second
MAX_DELAY = 1.0  # seconds by which a message of a fast sender is delayed at most
INVALID_COST = 5  # tokens of an invalid message; a valid one costs 1
HELLO_SECONDS = 5.0
PLAYER_SOCKETS = 20  # of one player or the owner at a table, for several windows and reconnects
MAX_REASON = 120  # characters; a close frame has room for 123 bytes
CLOSE_CODES: dict[int | str, CloseCode] = {  # by the status of a refusal, or by its code
    429: CloseCode.TOO_MANY,
    503: CloseCode.SERVER_CLOSES,
    "closed": CloseCode.CLOSED,
}


class Disconnected(Exception):
    """The client is gone."""


class CloseSocket(Exception):
    """Raised to close the socket with a code and a reason."""

    def __init__(self, code: CloseCode, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class Connection:
    """A subscriber of a table, with an output queue, a rate limit, and strikes for invalid messages.

    `send` never waits: messages for a slow client are queued.
    """

    def __init__(
        self,
        socket: web.WebSocketResponse,
        watched: WatchedConnection,
        server: Server,
        address: str,
        invite: str | None,
    ) -> None:
        self.server, self.address, self.invite = server, address, invite
        self.guest: str | None = None
        self._socket, self._watched = socket, watched
        self._queue: deque[str] = deque()
        self._queued_size = 0  # characters in the queue
        self._closing: asyncio.Task[bool] | None = None
        limits = server.limits
        self._bucket = TokenBucket(limits.messages, limits.burst, server.now)
        self._strikes = TokenBucket(FORGIVEN, limits.strikes, server.now)
        self.hint_task: asyncio.Task[None] | None = None
        self.wanted_hint = ""
        watched.on_resume = self._write_queued

    # -- output

    def send(self, *messages: str) -> None:
        """Write messages at once if nothing is queued and the client reads, else queue them."""
        if self._closing or self._watched.transport.is_closing():
            return
        if not self._queue and not self._watched.is_stuck:
            self._watched.transport.write(b"".join(map(text_frame, messages)))
            return
        limits = self.server.limits
        for message in messages:
            is_too_large = 0 < self._queued_size > limits.backlog - len(message)
            if len(self._queue) >= limits.lag or is_too_large:
                self.close(CloseCode.TOO_SLOW, "You read too slowly.")
                return
            self._queued_size += len(message)
            self._queue.append(message)

    def _write_queued(self) -> None:
        """Write queued messages while the client reads."""
        while self._queue and not self._watched.is_stuck and not self._watched.transport.is_closing():
            message = self._queue.popleft()
            self._queued_size -= len(message)
            self._watched.transport.write(text_frame(message))

    def close(self, code: CloseCode, reason: str) -> None:
        """Close the socket and drop queued messages; a client that reconnects gets what it has missed."""
        self._queue.clear()
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._socket.close(code=code, message=reason.encode()))

    async def closed(self) -> None:
        """Wait until a socket that is being closed is closed."""
        if self._closing:
            await asyncio.wait({self._closing})

    # -- input

    async def read(self) -> str:
        """Return the next message; delay fast senders, and close the socket of those that continue."""
        message = await self._socket.receive()
        if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
            raise Disconnected
        self._watched.frames.unread -= 1
        await self._slow_down(1)
        return message.data if message.type is WSMsgType.TEXT else ""

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


class Sockets(set[Connection]):
    """The open sockets of an application."""


SOCKETS = web.AppKey("sockets", Sockets)

# -- admission and messages


async def table_socket(request: web.Request) -> web.WebSocketResponse:
    """Connect one client to one table."""
    server, client = server_of(request), address(request)
    socket, watched = await accept(request)
    connection = Connection(socket, watched, server, client, request.query.get("invite"))
    table_id, sockets = request.match_info["table_id"], request.app[SOCKETS]
    if not server.addresses.open_socket(client):
        connection.close(CloseCode.TOO_MANY, "Too many sockets from your address.")
        await connection.closed()
        return socket
    sockets.add(connection)
    try:
        guest = await server.guests.find(request.cookies.get(COOKIE))
        connection.guest = guest.id if guest else None
        await serve_client(connection, table_id)
    except CloseSocket as closing:
        connection.close(closing.code, closing.reason)
    except Disconnected:
        pass
    except NotRead as why:
        connection.close(CLOSE_CODES[why.status], why.sentence)
    except Exception as error:  # clients never see internal errors
        server.fault(error, table_id)
        connection.close(CloseCode.FAULT, "Something went wrong in the server.")
    finally:
        server.addresses.close_socket(client)
        sockets.discard(connection)
    await connection.closed()
    return socket


async def accept(request: web.Request) -> tuple[web.WebSocketResponse, WatchedConnection]:
    """Complete the handshake of a WebSocket, whose limits are the same everywhere."""
    socket = web.WebSocketResponse(
        timeout=CLOSE_SECONDS, compress=False, max_msg_size=server_of(request).limits.message + 1
    )
    try:
        is_handshake = socket.can_prepare(request).ok
    except ValueError:  # a header that is not ASCII
        is_handshake = False
    if not is_handshake:
        raise web.HTTPMethodNotAllowed(request.method, ["websocket"])
    watched = request[WATCHED]
    watched.open_socket()
    await socket.prepare(request)
    return socket, watched


async def close_all(app: web.Application, seconds: float) -> None:
    """Ask all clients to reconnect, because the server closes, and wait until they have heard it."""
    sockets = app[SOCKETS].copy()
    for connection in sockets:
        connection.close(CloseCode.SERVER_CLOSES, "The server closes.")
    if sockets:
        await asyncio.wait([asyncio.ensure_future(each.closed()) for each in sockets], timeout=seconds)


async def serve_client(connection: Connection, table_id: str) -> None:
    """Admit the client, then read until the client or the server ends."""
    table = await admit(connection.server, table_id, connection)
    try:
        await listen(table, connection)
    finally:
        table.leave(connection)
        if task := connection.hint_task:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
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
    if not has_room(table, connection.guest):
        raise CloseSocket(CloseCode.TOO_MANY, "Too many sockets at this table.")
    return table


def has_room(table: LiveTable, guest: str | None) -> bool:
    """True if the guest may connect. Spectators never take the room of players and of the owner."""
    if at_table(table.row, guest):
        return sum(other.guest == guest for other in table.subscribers) < PLAYER_SOCKETS
    spectators = sum(not at_table(table.row, other.guest) for other in table.subscribers)
    return spectators < table.server.limits.table_sockets


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
