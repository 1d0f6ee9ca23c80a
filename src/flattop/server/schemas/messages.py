"""Messages of a client over the socket, and what answers to them are made of; see docs/protocol.md."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

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
    kind: Literal["bot", "back", "pause", "resume"]
    seat: SeatNumber


class Answer(Strict, tag="answer", tag_field="type"):
    id: MessageId
    question: Word
    yes: bool


class Hint(Strict, tag="hint", tag_field="type"):
    id: MessageId


class Chat(Strict, tag="chat", tag_field="type"):
    id: MessageId
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Ping(Strict, tag="ping", tag_field="type"):
    n: Number


Message = Hello | Play | Undo | Ask | Answer | Hint | Chat | Ping


# -- from the server


class TimeInfo(Struct):
    """Time at a table where it runs by itself; the client counts on from what it was sent."""

    running: bool
    rate: float  # ticks in a second
    gone: float  # seconds since the tick that the sheet shows


class ChatLine(Struct):
    n: int
    seat: int | None
    name: str
    text: str
    at: int


class Question(Struct):
    id: str
    kind: Literal["undo", "bot", "back", "pause", "resume"]
    seat: int
    by: int
    needs: list[int]
    yes: list[int]
