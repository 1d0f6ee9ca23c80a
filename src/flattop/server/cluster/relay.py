"""The relay: what is asked of a table goes to the worker that has it, which answers as if it came there."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from typing import Any

import msgspec

from flattop.server.cluster.peers import Letter, Post
from flattop.server.cluster.streams import KINDS, Event, Parted, Stream, decoded, pieces
from flattop.server.errors import NotRead, elsewhere
from flattop.server.schemas.base import CloseCode, encode_json
from flattop.server.schemas.rest import Problem
from flattop.server.store.leases import Leases

TABLE = re.compile(r"/(?:api|ws)/tables/([^/]+)(?:/|$)")
SCOPE = (
    "type", "http_version", "method", "scheme", "path", "raw_path", "query_string", "root_path", "headers",
    "client", "server", "subprotocols",
)  # fmt: skip
PAST = ("/chances", "/record", "/replay", "/verdict", "/what-if")  # one queue, and one memory, for each game
GONE: dict[str, Event] = {
    "http": {"type": "http.disconnect"},
    "websocket": {"type": "websocket.disconnect", "code": 1006, "reason": ""},
}
TAKEN, NOT_HERE = {"type": "taken"}, {"type": "not here"}
PATIENCE = 8.0  # seconds in which a table whose worker is gone should have passed to another
LOOK_AGAIN = 0.1  # seconds between two looks at who has it
MOVED = f'"code":"{elsewhere().code}"'.encode()  # in the answer of a worker that found the table taken
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]


def table_of(scope: Event) -> str | None:
    """The table that a request or a socket is about."""
    about = TABLE.match(scope["path"]) if scope["type"] in GONE else None
    return about[1] if about else None


class Relay:
    """Stands before the application, and lets other workers stand before it."""

    def __init__(
        self,
        app: App,
        post: Post,
        leases: Leases,
        is_here: Callable[[str], bool],
        part_with: Callable[[str], None],
        fault: Callable[[BaseException], None],
    ) -> None:
        self.app, self._post, self._leases, self._fault = app, post, leases, fault
        self._is_here, self._part_with = is_here, part_with
        self._inside: Counter[str] = Counter()  # what our own application has in hand, by table
        self._streams: dict[str, Stream] = {}
        self._numbers = count(1)
        self._at_work: set[asyncio.Task[None]] = set()
        post.takers |= {"open": self._open} | dict.fromkeys(KINDS, self._hand_on)
        post.parted.append(self._part)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        table_id = table_of(scope)
        if table_id is None or self._is_here(table_id):
            return await self._let_in(scope, receive, send)
        return await self._bring(table_id, scope, receive, send)

    async def _let_in(self, scope: Any, receive: Receive, send: Send) -> None:
        """To our own application; until it has answered, the table stays here."""
        table_id = table_of(scope) or ""
        self._inside[table_id] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._inside[table_id] -= 1
            if not self._inside[table_id]:
                del self._inside[table_id]

    # -- what came to us

    async def _bring(self, table_id: str, scope: Event, receive: Receive, send: Send) -> None:
        """To whoever has the table; what nobody has is ours, unless somebody takes it at the same moment.

        Of a worker that is gone another may take the table soon, so that is waited for.
        """
        kept, until = Kept(receive), asyncio.get_running_loop().time() + PATIENCE
        while asyncio.get_running_loop().time() < until:
            with suppress(NotRead):  # the database is away, and may be back soon
                worker = await self._leases.holder(table_id) or self._looks_back(table_id, scope)
                is_ours = worker is None or worker == self._post.me or self._is_here(table_id)
                if is_ours and await self._is_answered_here(scope, kept, send):
                    return None
                if worker and not is_ours and await self._is_carried(worker, scope, kept, send):
                    return None
                kept.rewind()
            await asyncio.sleep(LOOK_AGAIN)
        return await turn_away(scope, send)

    def _looks_back(self, table_id: str, scope: Event) -> str | None:
        """The worker that is asked about a game that is over, while nobody has its table: always the same."""
        return self._post.first_for(table_id) if scope["path"].endswith(PAST) else None

    async def _is_answered_here(self, scope: Event, kept: Kept, send: Send) -> bool:
        """Whether our own answer counts: not if the table was taken by another while we looked.

        A socket of such a table is closed so that it comes back.
        """
        held: list[Event] = []
        is_elsewhere = False

        async def sending(event: Event) -> None:
            nonlocal is_elsewhere
            if event["type"] == "http.response.start" and event["status"] == elsewhere().status:
                return held.append(event)
            if held and MOVED in event.get("body", b""):
                is_elsewhere = True
                return None
            kept.let_go()
            while held:
                await send(held.pop())
            return await send(event)

        await self._let_in(scope, kept, sending)
        return not is_elsewhere

    async def _is_carried(self, worker: str, scope: Event, kept: Kept, send: Send) -> bool:
        """Whether the worker has taken it; if so it was answered, or given up when we were parted."""
        if not self._post.is_there(worker):
            return False
        stream = self._begin(worker, f"{self._post.me}:{next(self._numbers)}")
        known = {name: scope[name] for name in SCOPE if name in scope}
        self._post.send(worker, "open", stream.name, msgspec.msgpack.encode(known))
        pump: asyncio.Task[None] | None = None
        answered = Answered(send)
        try:
            if await stream.hear() == NOT_HERE:
                return False
            kept.let_go()
            pump = asyncio.ensure_future(_pump(kept, stream))
            while (event := await stream.hear()) is not None:
                await answered(event)
        except Parted:
            if pump is None:
                return False  # nothing was asked yet
            await turn_away(scope, send, answered.has_begun)
        except (OSError, RuntimeError):
            pass  # whoever asked is gone
        finally:
            if pump:
                pump.cancel()
            self._finish(stream)
        return True

    # -- what others bring

    def _open(self, letter: Letter) -> None:
        scope = decoded(letter.body)
        stream = self._begin(letter.sender, letter.topic)
        task = asyncio.ensure_future(self._answer(scope, stream))
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    async def _answer(self, scope: Event, stream: Stream) -> None:
        """Let the application answer what came to another worker."""
        kind = scope["type"]

        async def receive() -> Event:
            try:
                return await stream.hear() or GONE[kind]
            except Parted:
                return GONE[kind]

        async def send(event: Event) -> None:
            if kind == "websocket" or not stream.is_parted:
                for piece in pieces(event):
                    await stream.say(piece)

        try:
            is_ours = self._stays(table_of(scope) or "", kind) or scope["path"].endswith(PAST)
            await stream.say(TAKEN if is_ours else NOT_HERE)
            if is_ours:
                full = {"asgi": {"version": "3.0", "spec_version": "2.4"}, "extensions": {}, "state": {}}
                await self._let_in(full | scope, receive, send)
        except Parted:
            pass  # nobody waits for it any more
        except Exception as error:
            self._fault(error)
        finally:
            self._finish(stream)

    def _stays(self, table_id: str, kind: str) -> bool:
        """Whether the table is ours; one at which nobody is goes where a socket comes in.

        So a proxy that sends those at a table to one worker brings the table there too, wherever it was set.
        """
        if kind == "websocket" and not self._inside[table_id]:
            self._part_with(table_id)
        return self._is_here(table_id)

    # -- streams

    def _begin(self, worker: str, name: str) -> Stream:
        self._streams[name] = stream = Stream(self._post, worker, name)
        return stream

    def _finish(self, stream: Stream) -> None:
        self._streams.pop(stream.name, None)
        stream.end()

    def _hand_on(self, letter: Letter) -> None:
        stream = self._streams.get(letter.topic)
        if stream and stream.peer == letter.sender:
            stream.take(letter)
        elif letter.kind == "event" and stream is None:
            self._post.send(letter.sender, "gone", letter.topic)

    def _part(self, worker: str) -> None:
        """All that went between us and another worker is over."""
        for stream in [one for one in self._streams.values() if one.peer == worker]:
            stream.part()


class Kept:
    """What a request says, kept so that it can be said again."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self._events, self._again = receive, list[Event](), list[Event]()
        self._is_keeping = True

    async def __call__(self) -> Event:
        if self._again:
            return self._again.pop(0)
        event: Event = await self._receive()
        if self._is_keeping:
            self._events.append(event)
        return event

    def let_go(self) -> None:
        """It will not have to be said again."""
        self._is_keeping = False
        self._events.clear()

    def rewind(self) -> None:
        self._again = self._events.copy()


class Answered:
    """Sends on, and knows whether anything was sent."""

    def __init__(self, send: Send) -> None:
        self._send, self.has_begun = send, False

    async def __call__(self, event: Event) -> None:
        self.has_begun = True
        await self._send(event)


async def _pump(receive: Receive, stream: Stream) -> None:
    """Hand on what a client says, until it is gone."""
    try:
        while True:
            event = await receive()
            await stream.say(event)
            if event in GONE.values() or event["type"].endswith(".disconnect"):
                return
    except Parted:
        return


async def turn_away(scope: Event, send: Send, has_begun: bool = False) -> None:
    """Ask whoever came to come again, by what clients understand; an answer that has begun is cut off."""
    try:
        if scope["type"] == "websocket":
            if not has_begun:
                await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            reason = "The table moves; come back in a moment."
            await send({"type": "websocket.close", "code": int(CloseCode.SERVER_CLOSES), "reason": reason})
        elif not has_begun:
            await _refuse(send)
    except (OSError, RuntimeError):
        return  # it was gone already


async def _refuse(send: Send) -> None:
    why = elsewhere()
    body = encode_json(Problem(code=why.code, sentence=why.sentence))
    heads = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    heads.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": why.status, "headers": heads})
    await send({"type": "http.response.body", "body": body, "more_body": False})
