"""The relay: forwards requests and sockets of a table to the server worker that holds it.

The other worker answers as if the client had connected there. Each forwarded request is a stream of ASGI
events with a flow-control window.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from itertools import count
from typing import Any

import msgspec

from flattop.server.cluster.peers import Message, Peers
from flattop.server.errors import NotRead, elsewhere
from flattop.server.schemas.base import CloseCode, encode_json
from flattop.server.schemas.rest import Problem
from flattop.server.store.leases import Leases

TABLE = re.compile(r"/(?:api|ws)/tables/([^/]+)(?:/|$)")
SCOPE = (
    "type", "http_version", "method", "scheme", "path", "raw_path", "query_string", "root_path", "headers",
    "client", "server", "subprotocols",
)  # fmt: skip
REPLAYS = ("/chances", "/record", "/replay", "/verdict", "/what-if")  # finished games: one cache for each
DISCONNECT: dict[str, Event] = {
    "http": {"type": "http.disconnect"},
    "websocket": {"type": "websocket.disconnect", "code": 1006, "reason": ""},
}
ACCEPTED, NOT_HERE = {"type": "taken"}, {"type": "not here"}
FAILOVER_SECONDS = 8.0  # for a table whose worker was lost to pass to another
RETRY_PAUSE = 0.1  # seconds
MOVED = f'"code":"{elsewhere().code}"'.encode()  # in the response of a worker that lost the race for a table
WINDOW = 262_144  # bytes that may be in flight before the other side has acknowledged some
EVENT_OVERHEAD = 64  # bytes that every event counts in addition to its own
PIECE = 65_536  # bytes of a response body that are sent at a time
KINDS = ("event", "ack", "end", "gone")  # of messages; "gone" answers an event for an unknown stream
Event = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]


def table_of(scope: Event) -> str | None:
    """The id of the table that a request or a socket is about."""
    match = TABLE.match(scope["path"]) if scope["type"] in DISCONNECT else None
    return match[1] if match else None


class Relay:
    """ASGI middleware that forwards to other workers, and serves what they forward."""

    def __init__(
        self,
        app: App,
        peers: Peers,
        leases: Leases,
        is_here: Callable[[str], bool],
        release_if_idle: Callable[[str], None],
        on_error: Callable[[BaseException], None],
    ) -> None:
        self.app, self._peers, self._leases, self._on_error = app, peers, leases, on_error
        self._is_here, self._release_if_idle = is_here, release_if_idle
        self._in_progress: Counter[str] = Counter()  # requests in our own application, by table
        self._streams: dict[str, Stream] = {}
        self._numbers = count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        peers.handlers |= {"open": self._handle_open} | dict.fromkeys(KINDS, self._handle_stream)
        peers.on_disconnect.append(self._handle_disconnect)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        table_id = table_of(scope)
        if table_id is None or self._is_here(table_id):
            return await self._serve(scope, receive, send)
        return await self._route(table_id, scope, receive, send)

    async def _serve(self, scope: Any, receive: Receive, send: Send) -> None:
        """Call our own application; the table stays here until it has answered."""
        table_id = table_of(scope) or ""
        self._in_progress[table_id] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._in_progress[table_id] -= 1
            if not self._in_progress[table_id]:
                del self._in_progress[table_id]

    # -- requests of our own clients

    async def _route(self, table_id: str, scope: Event, receive: Receive, send: Send) -> None:
        """Forward to the holder of the table, or serve here if there is none.

        If the holder is lost, or another worker takes the table first, try again for some seconds.
        """
        request, loop = ReplayableReceive(receive), asyncio.get_running_loop()
        deadline = loop.time() + FAILOVER_SECONDS
        while loop.time() < deadline:
            with suppress(NotRead):  # the database may be back soon
                worker = await self._leases.holder(table_id)
                if worker is None and scope["path"].endswith(REPLAYS):
                    worker = self._peers.preferred_for(table_id)  # so that one worker caches each game
                is_ours = worker is None or worker == self._peers.worker_id or self._is_here(table_id)
                if is_ours and await self._serve_unless_moved(scope, request, send):
                    return None
                if worker and not is_ours and await self._forward(worker, scope, request, send):
                    return None
                request.rewind()
            await asyncio.sleep(RETRY_PAUSE)
        return await ask_to_reconnect(scope, send)

    async def _serve_unless_moved(self, scope: Event, request: ReplayableReceive, send: Send) -> bool:
        """Serve here; return False, with nothing sent, if another worker has taken the table meanwhile.

        A socket of such a table is closed so that the client reconnects.
        """
        held_back: list[Event] = []
        has_moved = False

        async def send_unless_moved(event: Event) -> None:
            nonlocal has_moved
            if event["type"] == "http.response.start" and event["status"] == elsewhere().status:
                return held_back.append(event)
            if held_back and MOVED in event.get("body", b""):
                has_moved = True
                return None
            request.stop_recording()
            while held_back:
                await send(held_back.pop())
            return await send(event)

        await self._serve(scope, request, send_unless_moved)
        return not has_moved

    async def _forward(self, worker: str, scope: Event, request: ReplayableReceive, send: Send) -> bool:
        """Forward to a worker; return False if it does not have the table, or is lost before it accepts."""
        if not self._peers.is_connected(worker):
            return False
        stream = self._open_stream(worker, f"{self._peers.worker_id}:{next(self._numbers)}")
        known = {name: scope[name] for name in SCOPE if name in scope}
        self._peers.send(worker, "open", stream.name, msgspec.msgpack.encode(known))
        upload: asyncio.Task[None] | None = None
        response_started = False
        try:
            if await stream.receive() == NOT_HERE:
                return False
            request.stop_recording()
            upload = asyncio.ensure_future(_upload(request, stream))
            while (event := await stream.receive()) is not None:
                response_started = True
                await send(event)
        except Disconnected:
            if upload is None:
                return False
            await ask_to_reconnect(scope, send, response_started)
        except (OSError, RuntimeError):
            pass  # the client is gone
        finally:
            if upload:
                upload.cancel()
            self._close_stream(stream)
        return True

    # -- requests that other workers forward to us

    def _handle_open(self, message: Message) -> None:
        stream = self._open_stream(message.sender, message.topic)
        task = asyncio.ensure_future(self._serve_stream(decode_event(message.body), stream))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve_stream(self, scope: Event, stream: Stream) -> None:
        kind = scope["type"]

        async def receive() -> Event:
            try:
                return await stream.receive() or DISCONNECT[kind]
            except Disconnected:
                return DISCONNECT[kind]

        async def send(event: Event) -> None:
            if kind == "websocket" or not stream.is_disconnected:
                for piece in pieces(event):
                    await stream.send(piece)

        try:
            is_ours = self._keeps_table(table_of(scope) or "", kind) or scope["path"].endswith(REPLAYS)
            await stream.send(ACCEPTED if is_ours else NOT_HERE)
            if is_ours:
                full = {"asgi": {"version": "3.0", "spec_version": "2.4"}, "extensions": {}, "state": {}}
                await self._serve(full | scope, receive, send)
        except Disconnected:
            pass
        except Exception as error:
            self._on_error(error)
        finally:
            self._close_stream(stream)

    def _keeps_table(self, table_id: str, kind: str) -> bool:
        """True if the table is here. An unused table moves to the worker where a socket comes in.

        So a proxy that hashes by table brings the table to the right worker, wherever it was created.
        """
        if kind == "websocket" and not self._in_progress[table_id]:
            self._release_if_idle(table_id)
        return self._is_here(table_id)

    # -- streams

    def _open_stream(self, worker: str, name: str) -> Stream:
        self._streams[name] = stream = Stream(self._peers, worker, name)
        return stream

    def _close_stream(self, stream: Stream) -> None:
        self._streams.pop(stream.name, None)
        stream.end()

    def _handle_stream(self, message: Message) -> None:
        stream = self._streams.get(message.topic)
        if stream and stream.peer == message.sender:
            stream.handle(message)
        elif message.kind == "event" and stream is None:
            self._peers.send(message.sender, "gone", message.topic)

    def _handle_disconnect(self, worker: str) -> None:
        for stream in [stream for stream in self._streams.values() if stream.peer == worker]:
            stream.disconnect()


class ReplayableReceive:
    """An ASGI receive that can be rewound, so that a request can be sent to another worker."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self._recorded, self._replay = receive, list[Event](), list[Event]()
        self._is_recording = True

    async def __call__(self) -> Event:
        if self._replay:
            return self._replay.pop(0)
        event: Event = await self._receive()
        if self._is_recording:
            self._recorded.append(event)
        return event

    def stop_recording(self) -> None:
        self._is_recording = False
        self._recorded.clear()

    def rewind(self) -> None:
        self._replay = self._recorded.copy()


async def _upload(receive: Receive, stream: Stream) -> None:
    """Forward the events of a client until it disconnects."""
    with suppress(Disconnected):
        while True:
            event = await receive()
            await stream.send(event)
            if event in DISCONNECT.values() or event["type"].endswith(".disconnect"):
                return


async def ask_to_reconnect(scope: Event, send: Send, response_started: bool = False) -> None:
    """Close a socket with 1012, or answer a request with 503; a started response is cut off."""
    try:
        if scope["type"] == "websocket":
            if not response_started:
                await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            reason = "The table is moving; reconnect in a moment."
            await send({"type": "websocket.close", "code": int(CloseCode.SERVER_CLOSES), "reason": reason})
        elif not response_started:
            problem = elsewhere()
            body = encode_json(Problem(code=problem.code, sentence=problem.sentence))
            headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
            headers.append((b"retry-after", b"1"))
            await send({"type": "http.response.start", "status": problem.status, "headers": headers})
            await send({"type": "http.response.body", "body": body, "more_body": False})
    except (OSError, RuntimeError):
        return  # the client is gone


class Disconnected(OSError):
    """The other worker is lost, or one of its messages is."""


class Stream:
    """One side of a forwarded request or socket. Both sides may send at the same time."""

    def __init__(self, peers: Peers, peer: str, name: str) -> None:
        self._peers, self.peer, self.name = peers, peer, name
        self._received: asyncio.Queue[tuple[Event | None, int]] = asyncio.Queue()
        self._in_flight = 0  # bytes sent and not acknowledged
        self._has_room = asyncio.Event()
        self._unacknowledged = self._current = 0  # bytes handled since the last ack, and of the current event
        self.is_disconnected = self._has_ended = False

    async def send(self, event: Event) -> None:
        """Send an event once the window has room for it; raises `Disconnected` if the other side is gone."""
        while self._in_flight >= WINDOW and not self.is_disconnected:
            self._has_room.clear()
            await self._has_room.wait()
        if self.is_disconnected:
            raise Disconnected("the other worker is gone")
        body = msgspec.msgpack.encode(event)
        self._in_flight += len(body) + EVENT_OVERHEAD
        self._peers.send(self.peer, "event", self.name, body)

    def end(self) -> None:
        """Stop sending, and tell the other side unless it has ended first."""
        if not self.is_disconnected and not self._has_ended:
            self._peers.send(self.peer, "end", self.name)
        self.is_disconnected = True
        self._has_room.set()

    async def receive(self) -> Event | None:
        """Acknowledge the last event and return the next one; None at the end of the stream."""
        self._unacknowledged += self._current
        self._current = 0
        if self._unacknowledged >= WINDOW // 4 and not self.is_disconnected:
            self._peers.send(self.peer, "ack", self.name, msgspec.msgpack.encode(self._unacknowledged))
            self._unacknowledged = 0
        event = None
        if not self._received.empty() or not (self._has_ended or self.is_disconnected):
            event, self._current = await self._received.get()
        if event is None and not self._has_ended:
            raise Disconnected("the other worker is gone")
        return event

    def handle(self, message: Message) -> None:
        """Handle a message of the other side."""
        if message.kind == "event":
            self._received.put_nowait((decode_event(message.body), len(message.body) + EVENT_OVERHEAD))
        elif message.kind == "ack":
            self._in_flight -= msgspec.msgpack.decode(message.body, type=int)
            self._has_room.set()
        elif message.kind == "gone":
            self.disconnect()
        else:
            self._has_ended = True
            self._received.put_nowait((None, 0))

    def disconnect(self) -> None:
        self.is_disconnected = True
        self._has_room.set()
        self._received.put_nowait((None, 0))


def decode_event(body: bytes) -> Event:
    """Decode an ASGI event or scope, with the tuples that applications expect."""
    event: Event = msgspec.msgpack.decode(body)
    if isinstance(event.get("headers"), list):
        event["headers"] = [tuple(header) for header in event["headers"]]
    for name in ("client", "server"):
        if isinstance(event.get(name), list):
            event[name] = tuple(event[name])
    return event


def pieces(event: Event) -> Iterator[Event]:
    """Split a long response body, so that little of it is in flight at a time."""
    body, more = event.get("body", b""), event.get("more_body", False)
    if len(body) <= PIECE:
        yield event
        return
    for start in range(0, len(body), PIECE):
        is_last = start + PIECE >= len(body)
        yield {**event, "body": body[start : start + PIECE], "more_body": more or not is_last}
