"""Messages of a client over the socket; docs/protocol.md tells what they mean."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from flattop.server.schemas.fields import MessageId, Noun, Number, SeatNumber, Strict, Word


class Hello(Strict, tag="hello", tag_field="type"):
    protocol: int
    seen: Number | None


class Play(Strict, tag="play", tag_field="type"):
    id: MessageId
    version: Number
    action: Annotated[list[Noun | Word], Meta(min_length=1, max_length=16)]


class Undo(Strict, tag="undo", tag_field="type"):
    id: MessageId
    version: Number


class Ask(Strict, tag="ask", tag_field="type"):
    id: MessageId
    kind: Literal["bot", "back", "pause", "resume", "end"]
    seat: SeatNumber


class Answer(Strict, tag="answer", tag_field="type"):
    id: MessageId
    question: Word
    yes: bool


class Hint(Strict, tag="hint", tag_field="type"):
    id: MessageId
    stop: bool = False  # no more of what was asked before


class Chat(Strict, tag="chat", tag_field="type"):
    id: MessageId
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Habits(Strict, tag="habits", tag_field="type"):
    id: MessageId
    forced: bool
    windows: bool
    hold: Literal["ask", "same", "turn"]


class Ping(Strict, tag="ping", tag_field="type"):
    n: Number


Message = Hello | Play | Undo | Ask | Answer | Hint | Chat | Habits | Ping
