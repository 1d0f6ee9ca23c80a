"""One relayed request or socket: its events in order, and no more under way than there is room for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec

from flattop.server.cluster.peers import Letter, Post

WINDOW = 262_144  # bytes that may be under way before the other side has dealt with some of them
HEAD = 64  # bytes that every event counts besides its own
PIECE = 65_536  # bytes of an answer's body that travel at a time
KINDS = (
    "event",
    "ack",
    "end",
    "gone",
)  # of letters: the last answers what comes for a stream that is no more
Event = dict[str, Any]


class Parted(OSError):
    """The other worker is gone, or something that it said was lost."""


class Stream:
    """One side of what is relayed; both sides may speak at once."""

    def __init__(self, post: Post, peer: str, name: str) -> None:
        self._post, self.peer, self.name = post, peer, name
        self._came: asyncio.Queue[tuple[Event | None, int]] = asyncio.Queue()
        self._unheard = 0  # bytes of ours that the other side has not dealt with
        self._room = asyncio.Event()
        self._taken = self._taking = 0  # bytes dealt with and not told yet, and of what is being dealt with
        self.is_parted = self._is_over = False

    # -- ours to say

    async def say(self, event: Event) -> None:
        """Send an event once there is room for it; `Parted` if nobody will hear it."""
        while self._unheard >= WINDOW and not self.is_parted:
            self._room.clear()
            await self._room.wait()
        if self.is_parted:
            raise Parted("the other worker is gone")
        body = msgspec.msgpack.encode(event)
        self._unheard += len(body) + HEAD
        self._post.send(self.peer, "event", self.name, body)

    def end(self) -> None:
        """There is no more to be said; whoever was told so by the other side need not say it."""
        if not self.is_parted and not self._is_over:
            self._post.send(self.peer, "end", self.name)
        self.is_parted = True
        self._room.set()

    # -- theirs

    async def hear(self) -> Event | None:
        """The next event; None once there is no more. What was heard before is dealt with by now."""
        self._acknowledge()
        event = None
        if not self._came.empty() or not (self._is_over or self.is_parted):
            event, self._taking = await self._came.get()
        if event is None and not self._is_over:
            raise Parted("the other worker is gone")
        return event

    def _acknowledge(self) -> None:
        self._taken += self._taking
        self._taking = 0
        if self._taken >= WINDOW // 4 and not self.is_parted:
            self._post.send(self.peer, "ack", self.name, msgspec.msgpack.encode(self._taken))
            self._taken = 0

    def take(self, letter: Letter) -> None:
        if letter.kind == "event":
            self._came.put_nowait((decoded(letter.body), len(letter.body) + HEAD))
        elif letter.kind == "ack":
            self._unheard -= msgspec.msgpack.decode(letter.body, type=int)
            self._room.set()
        elif letter.kind == "gone":
            self.part()
        else:
            self._is_over = True
            self._came.put_nowait((None, 0))

    def part(self) -> None:
        self.is_parted = True
        self._room.set()
        self._came.put_nowait((None, 0))


def decoded(body: bytes) -> Event:
    """An event, or the scope of what is relayed, as the application wants it."""
    event: Event = msgspec.msgpack.decode(body)
    for name in ("headers", "client", "server"):
        if isinstance(event.get(name), list):
            event[name] = _tupled(name, event[name])
    return event


def _tupled(name: str, value: list[Any]) -> Any:
    return [tuple(head) for head in value] if name == "headers" else tuple(value)


def pieces(event: Event) -> Iterator[Event]:
    """A long answer piece by piece, so that little of it is under way at a time."""
    body, more = event.get("body", b""), event.get("more_body", False)
    if len(body) <= PIECE:
        yield event
        return
    for start in range(0, len(body), PIECE):
        is_last = start + PIECE >= len(body)
        yield {**event, "body": body[start : start + PIECE], "more_body": more or not is_last}
