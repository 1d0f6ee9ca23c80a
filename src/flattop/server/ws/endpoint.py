"""The socket of a table: who may come in, a hello first, then message after message."""

from __future__ import annotations

import asyncio

from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from flattop.protocol import COOKIE, PROTOCOL
from flattop.server.errors import NotRead, Refusal, no_table
from flattop.server.schemas.close_codes import CloseCode
from flattop.server.schemas.codec import decode
from flattop.server.schemas.messages import Hello, Hint, Play
from flattop.server.server import Server
from flattop.server.table.live import LiveTable
from flattop.server.table.permissions import may_see, may_watch
from flattop.server.table.plays import PlayUnderWay
from flattop.server.ws.connection import CloseSocket, Connection, Socket
from flattop.server.ws.dispatch import dispatch

HELLO_SECONDS = 5.0
CLOSED_BY: dict[int | str, CloseCode] = {  # by the status of a refusal, or by its code
    429: CloseCode.TOO_MANY,
    503: CloseCode.SERVER_CLOSES,
    "closed": CloseCode.CLOSED,
}


@websocket("/ws/tables/{table_id:str}")
async def table_socket(socket: Socket, table_id: FromPath[str]) -> None:
    """One client at one table."""
    server: Server = socket.app.state.server
    address = socket.client.host if socket.client else ""
    await socket.accept()
    if not server.addresses.open_socket(address):
        return await shut(socket, CloseSocket(CloseCode.TOO_MANY, "Too many sockets from your address."))
    try:
        await attend(socket, server, table_id)
    except CloseSocket as closing:
        await shut(socket, closing)
    except WebSocketDisconnect:
        return None
    except NotRead as why:
        await shut(socket, CloseSocket(CLOSED_BY[why.status], why.sentence))
    except Exception as error:  # the client learns nothing of the inside
        server.fault(error, table_id)
        await shut(socket, CloseSocket(CloseCode.FAULT, "Something went wrong in the server."))
    finally:
        server.addresses.close_socket(address)
    return None


async def shut(socket: Socket, closing: CloseSocket) -> None:
    try:
        await socket.close(closing.code, closing.reason)
    except (RuntimeError, OSError, WebSocketDisconnect):
        return  # it was gone already


async def attend(socket: Socket, server: Server, table_id: str) -> None:
    """Check who comes, then read and write until one of both ends."""
    guest = await server.guests.find(socket.cookies.get(COOKIE))
    connection = Connection(socket, server, guest.id if guest else None, socket.query_params.get("invite"))
    table = await admitted(server, table_id, connection)
    jobs = [asyncio.ensure_future(job) for job in (listen(table, connection), connection.write_on())]
    try:
        await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
        for job in filter(asyncio.Future.done, jobs):
            job.result()
    finally:
        table.leave(connection)
        jobs += [connection.hinting] if connection.hinting else []
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        jobs.clear()  # they remember how they ended, and so this place, and all that was here
        connection.forget()


async def admitted(server: Server, table_id: str, connection: Connection) -> LiveTable:
    row = await server.registry.row(table_id)
    if row is None or not may_see(row, connection.guest, connection.invite):
        raise CloseSocket(CloseCode.NO_TABLE, no_table().sentence)
    if not may_watch(row, connection.guest, connection.invite):
        raise CloseSocket(CloseCode.NO_SPECTATORS, "This table has no spectators; take a seat first.")
    try:
        table = await server.registry.get(table_id)
    except Refusal as why:
        code = CLOSED_BY.get(why.code) or CLOSED_BY.get(why.status, CloseCode.CANNOT_RESUME)
        raise CloseSocket(code, why.sentence[:120]) from None
    if len(table.subscribers) >= server.limits.table_sockets:
        raise CloseSocket(CloseCode.TOO_MANY, "Too many sockets at this table.")
    return table


async def listen(table: LiveTable, connection: Connection) -> None:
    """A hello first, then message after message."""
    seen = await greeted(connection)
    if connection.guest in table.server.guests.forgotten:
        raise CloseSocket(CloseCode.SHOWN_OUT, "The keeper of this server has shown you out.")
    try:
        await table.enter(connection, seen)
    except Refusal as why:
        raise CloseSocket(CloseCode.NOT_SAVED, why.sentence) from None
    connection.take_with(lambda text: play_at_once(table, connection, text))
    while True:
        text = await connection.read()
        try:
            message = decode(text)
            if isinstance(message, Hint) and not message.stop:
                connection.wonders = message.id
                work = apart(table, connection, message, connection.hinting)
                connection.hinting = asyncio.ensure_future(work)
            else:
                await dispatch(table, connection, message)
        except Refusal as why:
            await connection.wrong(why)


def play_at_once(table: LiveTable, connection: Connection, text: str) -> bool:
    """Begin a play as it comes; whatever else is said has its turn."""
    try:
        message = decode(text)
    except Refusal:
        return False
    if not isinstance(message, Play) or not connection.may_play():
        return False
    connection.begin_play(PlayUnderWay(table, connection, message, connection.end_play).begin)
    return True


async def apart(
    table: LiveTable, connection: Connection, message: Hint, before: asyncio.Task[None] | None
) -> None:
    """A hint is thought about while the client goes on; the one before it has ended, for it is not wanted."""
    try:
        if before and not before.done():
            await asyncio.wait({before})
        await dispatch(table, connection, message)
    except Exception as error:
        table.server.fault(error, table.row.id)


async def greeted(connection: Connection) -> int | None:
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            message = decode(await connection.read())
    except TimeoutError:
        raise CloseSocket(CloseCode.TOO_SLOW, "A hello was expected within five seconds.") from None
    except Refusal as why:
        raise CloseSocket(CloseCode.BAD_HELLO, why.sentence[:120]) from None
    if not isinstance(message, Hello):
        raise CloseSocket(CloseCode.BAD_HELLO, "The first message must be a hello.")
    if message.protocol != PROTOCOL:
        raise CloseSocket(CloseCode.OTHER_PROTOCOL, f"This server speaks protocol {PROTOCOL}.")
    return message.seen
