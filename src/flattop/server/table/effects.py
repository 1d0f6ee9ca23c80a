"""Effects: what a command has done to its table, to be saved and then published."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from flattop.kernel import Seat
from flattop.server.schemas.base import CloseCode
from flattop.server.store.writes import Write


class ChatText(NamedTuple):
    """A line for the chat; a notice of the server has no name."""

    text: str
    name: str = ""
    seat: Seat | None = None


class Closing(NamedTuple):
    """The end of a table: it is removed from memory, and its sockets are closed."""

    code: CloseCode
    reason: str


@dataclass(slots=True)
class Effects:
    """The writes of a command, saved in one commit with the log of the match, and what is sent after it."""

    writes: list[Write] = field(default_factory=list)
    publish: list[Callable[[], None]] = field(default_factory=list)  # called once all is saved
    chat: list[ChatText] = field(default_factory=list)
    mover: Seat | None = None  # the seat that has changed the match, if any
    closing: Closing | None = None

    def announce(self, *sentences: str) -> Effects:
        """Add notices; empty sentences are skipped."""
        self.chat += [ChatText(sentence) for sentence in sentences if sentence]
        return self

    def add(self, other: Effects) -> Effects:
        """Add the effects of a further step of the same command."""
        self.writes += other.writes
        self.publish += other.publish
        self.chat += other.chat
        self.mover = self.mover if other.mover is None else other.mover
        self.closing = self.closing or other.closing
        return self


Command = Callable[[], Awaitable[Effects | None]]  # changes the table in memory; None if it changed nothing
