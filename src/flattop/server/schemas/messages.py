"""Client messages over the socket, and their decoder; docs/protocol.md explains them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from flattop.protocol import PROTOCOL
from flattop.server.errors import Refusal
from flattop.server.schemas.base import MessageId, Noun, Number, SeatNumber, Strict, Word


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
    stop: bool = False  # cancel the hint requested before


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
_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def decode(text: str) -> Message:
    """Decode one client message; raise `Refusal` with the reason if it is invalid."""
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        sentence = f"This is not a message of protocol {PROTOCOL}: {error}."
        raise Refusal(400, "bad-message", sentence) from None
