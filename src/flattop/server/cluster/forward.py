"""Forwards requests and sockets of a table to the server worker that holds it, by HTTP and WebSocket.

Every worker serves the same routes twice: for clients, and at its private address for the other workers.
Order, backpressure and the loss of a worker are left to TCP.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hmac import compare_digest

from aiohttp import ClientConnectorError, ClientWebSocketResponse, WSMsgType, WSServerHandshakeError, web
from multidict import CIMultiDict
from yarl import URL

from flattop.server.auth.requests import address, guest_of
from flattop.server.cluster.peers import CANNOT_REACH, COMMAND, SECRET
from flattop.server.errors import NotRead, Refusal, elsewhere
from flattop.server.http.responses import problem_response
from flattop.server.http.routing import read_body
from flattop.server.limits import DECK_BYTES
from flattop.server.schemas.base import CloseCode
from flattop.server.server import Server
from flattop.server.table.permissions import may_watch
from flattop.server.websocket import accept
from flattop.server.websocket_frames import FrameLimiter

REPLAYS = ("/chances", "/record", "/replay", "/verdict", "/what-if")  # finished games: one cache for each
CLIENT, SCHEME = "X-Flattop-Client", "X-Flattop-Scheme"  # headers: address and scheme of the client
NOT_FORWARDED = {
    "connection", "content-length", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    SECRET.lower(), CLIENT.lower(), SCHEME.lower(),
}  # fmt: skip
MISDIRECTED = 421  # status of a worker that does not hold the table
COMMAND_BYTES = 16 << 20  # of the argument of a command
FAILOVER_SECONDS = 8.0  # for a table whose worker was lost to pass to another
RETRY_PAUSE = 0.1  # seconds
HANDSHAKE_SECONDS = 4.0  # for the other worker to accept a socket
PING_SECONDS = 20.0  # between two pings on a quiet line; longer than a client may take to read
LOST = int(CloseCode.SERVER_CLOSES), "The table is moving; reconnect in a moment."
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Moved(Exception):
    """The lease of the table must be read again; nothing was done yet."""


class Forwarding:
    """The middlewares of the public and of the private application of one server worker."""

    def __init__(self, server: Server) -> None:
        self._server, self._peers, self._leases = server, server.peers, server.leases
        self._in_progress: Counter[str] = Counter()  # requests and sockets that are served here, by table
        self._sockets: set[web.WebSocketResponse] = set()  # that are forwarded

    # -- requests of clients

    @web.middleware
    async def forward(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer here, or where the table lives.

        If its worker is lost, or another one takes the table first, try again for some seconds.
        """
        table_id = table_of(request)
        if table_id is None:
            return await handler(request)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + FAILOVER_SECONDS
        while loop.time() < deadline:
            with suppress(Moved):
                worker = await self._worker_for(table_id, request)
                if worker == self._leases.worker_id:
                    return await self._answer_unless_moved(table_id, request, handler)
                url = self._url(worker, request)
                if is_socket(request):
                    return await self._forward_socket(worker, url, request)
                return await self._forward_request(worker, url, request)
            await asyncio.sleep(RETRY_PAUSE)
        return await self._ask_to_reconnect(request)

    async def _worker_for(self, table_id: str, request: web.Request) -> str:
        if self._server.registry.is_here(table_id):
            return self._leases.worker_id
        try:
            holder = await self._leases.holder(table_id)
        except NotRead:  # the database may be back soon
            raise Moved from None
        if holder is None and request.path.endswith(REPLAYS):
            return self._peers.preferred_for(table_id)  # so that one worker caches each game
        return holder or self._leases.worker_id

    def _url(self, worker: str, request: web.Request) -> URL:
        private = self._leases.workers.get(worker)
        if not private:  # it was lost a moment ago, or has an earlier version
            raise Moved
        return URL(private + request.rel_url.raw_path_qs, encoded=True)

    async def _answer(self, table_id: str, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Call our own handler; the table stays here until it has answered."""
        self._in_progress[table_id] += 1
        try:
            return await handler(request)
        finally:
            self._in_progress[table_id] -= 1
            if not self._in_progress[table_id]:
                del self._in_progress[table_id]

    async def _answer_unless_moved(
        self, table_id: str, request: web.Request, handler: Handler
    ) -> web.StreamResponse:
        async def load_and_answer(request: web.Request) -> web.StreamResponse:
            if self._leases.secret and is_socket(request):
                await self._load(table_id, request)
            return await handler(request)

        try:
            return await self._answer(table_id, request, load_and_answer)
        except Refusal as why:
            if why.code == elsewhere().code:
                raise Moved from None
            raise

    async def _load(self, table_id: str, request: web.Request) -> None:
        """Load the table of a socket before its handshake, so that it can still be forwarded.

        Another worker may take the table first. After the handshake the client would have to reconnect.
        """
        registry = self._server.registry
        if table_id in registry.live:
            return
        with suppress(Refusal):  # of any other kind: then the handler closes the socket with its reason
            try:
                row, guest = await registry.row(table_id), await guest_of(request)
                if row and may_watch(row, guest.id if guest else None, request.query.get("invite")):
                    await registry.get(table_id)
            except Refusal as why:
                if why.code == elsewhere().code:
                    raise Moved from None
                raise

    async def _forward_request(self, worker: str, url: URL, request: web.Request) -> web.StreamResponse:
        method = "GET" if request.method == "HEAD" else request.method  # the body is left out here
        body, headers = await read_body(request, DECK_BYTES), headers_for_worker(request)
        try:
            async with self._peers.session(worker).request(
                method, url, headers=headers, data=body or None, allow_redirects=False
            ) as answer:
                if answer.status == MISDIRECTED:
                    raise Moved
                kept = CIMultiDict(
                    (name, value)
                    for name, value in answer.headers.items()
                    if name.lower() not in NOT_FORWARDED
                )
                return web.Response(status=answer.status, headers=kept, body=await answer.read())
        except ClientConnectorError:
            raise Moved from None
        except CANNOT_REACH:  # the request may have had its effect
            return await self._ask_to_reconnect(request)

    async def _forward_socket(self, worker: str, url: URL, request: web.Request) -> web.StreamResponse:
        session, headers = self._peers.session(worker), headers_for_worker(request)
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                other = await session.ws_connect(url, headers=headers, heartbeat=PING_SECONDS, max_msg_size=0)
        except WSServerHandshakeError as error:
            if error.status == MISDIRECTED:
                raise Moved from None
            return await self._ask_to_reconnect(request)
        except CANNOT_REACH:
            raise Moved from None
        async with other:
            socket, watched = await accept(request)
            self._sockets.add(socket)
            try:
                await connect(socket, other, watched.frames)
            finally:
                self._sockets.discard(socket)
        return socket

    async def _ask_to_reconnect(self, request: web.Request) -> web.StreamResponse:
        """Close a socket with 1012, or answer a request with 503."""
        if is_socket(request):
            socket, _ = await accept(request)
            await close(socket, *LOST)
            return socket
        return problem_response(elsewhere(), {"Retry-After": "1"})

    async def close_sockets(self, app: web.Application) -> None:
        """Ask forwarded clients to reconnect, because this worker closes."""
        await asyncio.gather(*(close(socket, *LOST) for socket in list(self._sockets)))

    # -- requests of other workers

    @web.middleware
    async def admit(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer only other workers, for their clients, and only about tables that are here."""
        secret, given = self._leases.secret, request.headers.get(SECRET, "")
        if not secret or not compare_digest(given.encode("utf-8", "replace"), secret.encode()):
            return web.Response(status=403)
        client, scheme = request.headers.get(CLIENT, ""), request.headers.get(SCHEME, "http")
        request = request.clone(remote=client, scheme=scheme)
        table_id = table_of(request)
        if table_id is None:
            return await handler(request)
        if not self._keeps_table(table_id, request) and not request.path.endswith(REPLAYS):
            return web.Response(status=MISDIRECTED)
        return await self._answer(table_id, request, handler)

    def _keeps_table(self, table_id: str, request: web.Request) -> bool:
        """An unused table moves to the worker where the first client connects."""
        if is_socket(request) and not self._in_progress[table_id]:
            self._server.registry.eviction.release_if_idle(table_id)
        return self._server.registry.is_here(table_id)

    def add_commands(self, app: web.Application) -> None:
        """Carry out the commands of other workers."""

        async def run(request: web.Request) -> web.Response:
            command = self._peers.commands.get(request.match_info["command"])
            if command is None:
                return web.Response(status=404)
            return web.Response(body=await command(await request.clone(client_max_size=COMMAND_BYTES).read()))

        app.router.add_post(f"{COMMAND}{{command}}", run)


def table_of(request: web.Request) -> str | None:
    """The id of the table that a request or a socket is about."""
    return request.match_info.get("table_id")


def is_socket(request: web.Request) -> bool:
    return request.headers.get("Upgrade", "").lower() == "websocket"


def headers_for_worker(request: web.Request) -> CIMultiDict[str]:
    headers = CIMultiDict(
        (name, value)
        for name, value in request.headers.items()
        if name.lower() not in NOT_FORWARDED and not name.lower().startswith("sec-websocket-")
    )
    headers[CLIENT], headers[SCHEME] = address(request), request.scheme
    return headers


async def connect(
    client: web.WebSocketResponse, worker: ClientWebSocketResponse, frames: FrameLimiter
) -> None:
    """Pass messages on in both directions until one side closes, then close the client likewise."""
    pumps = [asyncio.ensure_future(pump(client, worker, frames)), asyncio.ensure_future(pump(worker, client))]
    try:
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in pumps:
            task.cancel()
        _, end = await asyncio.gather(*pumps, return_exceptions=True)
    await close(client, *(end if isinstance(end, tuple) else LOST))


async def pump(
    source: web.WebSocketResponse | ClientWebSocketResponse,
    target: web.WebSocketResponse | ClientWebSocketResponse,
    frames: FrameLimiter | None = None,
) -> tuple[int, str]:
    """Pass messages on until the source closes; return its close code and reason, or those for a loss."""
    while True:
        message = await source.receive()
        if frames:
            frames.unread -= 1
        if message.type is WSMsgType.TEXT:
            await target.send_str(message.data)
        elif message.type is WSMsgType.BINARY:
            await target.send_bytes(message.data)
        else:
            return (message.data, message.extra or "") if message.type is WSMsgType.CLOSE else LOST


async def close(socket: web.WebSocketResponse, code: int, reason: str) -> None:
    with suppress(*CANNOT_REACH):  # the client is gone
        await socket.close(code=code, message=reason.encode())
