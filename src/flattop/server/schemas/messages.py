"""Everything that goes over the wire, as strict structs; docs/protocol.md tells what it means."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from flattop.protocol import PROTOCOL
from flattop.server.errors import Refusal

Name = Annotated[str, Meta(min_length=1, max_length=30, description="What the others call you.")]
MessageId = Annotated[str, Meta(min_length=1, max_length=40)]
Number = Annotated[int, Meta(ge=0, le=2**53)]
Noun = Annotated[int, Meta(ge=-(2**53), le=2**53)]
SeatNumber = Annotated[int, Meta(ge=0, le=99)]
Word = Annotated[str, Meta(max_length=64)]
Rank = Literal["house", "random"]
Place = Literal["you", "open", "house", "random"]
SeatKind = Literal["person", "open", "house", "random"]
State = Literal["waiting", "playing", "over"]


class Strict(Struct, forbid_unknown_fields=True, kw_only=True):
    """From a client: nothing unknown gets in."""


# -- REST, from a client


class NewGuest(Strict):
    name: Name


class ClockTerms(Strict):
    """Seconds for each move, and a bank of seconds for all that goes beyond."""

    move: Annotated[int, Meta(ge=1, le=1_209_600)]
    bank: Annotated[int, Meta(ge=0, le=1_209_600)]


class NewTable(Strict):
    game: Word
    seats: Annotated[list[Place], Meta(min_length=1, max_length=12)]
    options: dict[Word, str | int | float | bool] = {}
    deck: Annotated[str, Meta(min_length=1, max_length=200_000)] | None = None
    private: bool = False
    spectators: bool = False
    clock: ClockTerms | None = None


class Join(Strict):
    invite: Word | None = None
    seat: SeatNumber | None = None


class SetSeat(Strict):
    seat: SeatNumber
    kind: Literal["open", "house", "random"]


class WhatIf(Strict):
    at: Number
    seat: SeatNumber
    bots: Rank = "house"


class Nothing(Strict):
    """An empty object."""


# -- REST, from the server


class Problem(Struct, kw_only=True):
    """Why something was not done."""

    code: str
    sentence: str
    rule: str | UnsetType = UNSET


class GuestInfo(Struct):
    id: str
    name: str


class Me(Struct):
    guest: GuestInfo | None


class SeatInfo(Struct):
    seat: int
    kind: SeatKind
    name: str
    here: bool


class TableSummary(Struct, kw_only=True):
    """A table as the lobby shows it."""

    id: str
    game: str
    title: str
    seats: list[SeatInfo]
    open: int
    state: State
    owner: str | None
    private: bool
    spectators: bool
    options: dict[str, Any]
    since: int
    turn: list[int]
    yours: int | None


class ClockInfo(Struct):
    move: int
    bank: int


class TableInfo(TableSummary, kw_only=True):
    """A table as those at it see it."""

    invite: str | None
    commitment: str
    clock: ClockInfo | None
    rematch: str | None
    deck: Literal["house", "own"]
    mine: bool


class TablePage(Struct):
    tables: list[TableSummary]
    page: int
    pages: int


class ReplayStep(Struct):
    at: int
    actions: int
    seat: int | None
    sheet: dict[str, Any]


class Health(Struct):
    ok: bool
    tables: int
    version: str


# -- the socket, from a client


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
_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_encoder = msgspec.json.Encoder()


def decode(text: str) -> Message:
    """One message of a client, or a refusal that says what is wrong with it."""
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refusal(400, "bad-message", f"That is no message of protocol {PROTOCOL}: {error}.") from None


# -- the socket, from the server


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


def encode(kind: str, **fields: Any) -> str:
    """One message of the server as it is sent."""
    return _encoder.encode({"type": kind, **fields}).decode()


def encode_json(value: Any) -> bytes:
    return _encoder.encode(value)


def encode_refusal(message_id: str, why: Refusal) -> str:
    rule = {"rule": why.rule} if why.rule else {}
    return encode("refused", id=message_id, code=why.code, sentence=why.sentence, **rule)
