"""Messages over the WebSocket, of the server and of clients; docs/protocol.md explains them.

The protocol calls a snapshot `sheet` and auto-answers `habits`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from flattop.protocol import PROTOCOL
from flattop.server.errors import Refusal
from flattop.server.schemas.base import MessageId, Noun, Number, SeatNumber, Strict, Word, encode_json
from flattop.server.schemas.rest import TableInfo

# -- messages of the server

# Named types of the page, which are more exact than these Python types.
Action = Annotated[list[int | str], Meta(extra={"typescript": "Action"})]
Option = Annotated[tuple[Action, str], Meta(extra={"typescript": "Option"})]
Line = Annotated[tuple[list[Any], str], Meta(extra={"typescript": "Line"})]
Changes = Annotated[dict[str, Any], Meta(extra={"typescript": "Partial<Omit<Snapshot, 'log'>>"})]


class TimeInfo(Struct):
    """Clock of a real-time table; the client extrapolates from it."""

    running: bool
    rate: float  # ticks per second
    gone: float  # seconds since the tick of the snapshot
    times: int = 1  # speed-up factor, above 1 while only bots can act


class ChatLine(Struct):
    n: int
    seat: int | None
    name: str
    text: str
    at: int


class Question(Struct):
    id: str
    kind: Literal["undo", "bot", "back", "pause", "resume", "end"]
    seat: int
    by: int
    needs: list[int]
    yes: list[int]


class UndoTerms(Struct):
    """Terms for undoing the own last step."""

    kind: Literal["free", "consent"]
    consent: list[int]
    reason: str


class SeatAutoAnswers(Struct):
    """Auto-answer settings of the own seat, and the answer about to be given."""

    forced: bool
    windows: bool
    hold: Literal["ask", "same", "turn"]
    answer: Option | None
    can_hold: bool


class SeatClock(Struct):
    seat: int
    left: float
    bank: float
    running: bool


class Tally(Struct):
    """One row of the results, with a number for each seat: a part of the score, or a statistic."""

    name: str
    title: str
    part: bool
    breaks_ties: bool
    each: bool  # counted for each seat separately
    seats: list[int]


class Snapshot(Struct):
    """Snapshot of the game for one viewer: everything a seat, or a spectator, may know."""

    seat: int | None
    view: dict[str, Any]
    options: list[Option]
    anytime: list[Option]
    waiting: list[int]
    sealed: bool
    paused: bool
    prompt: str
    log: list[Line]
    undo: UndoTerms | None
    habits: SeatAutoAnswers | None
    over: bool
    points: list[int]
    places: list[int]
    winners: list[int]
    reason: str
    tallies: list[Tally]  # empty before the end
    clocks: list[SeatClock] | None
    time: TimeInfo | None
    seed: str | None
    log_from: int  # number of earlier log lines, which are not in this snapshot


class LogPage(Struct):
    """A page of earlier log lines, and the number of lines before it."""

    log_from: int
    log: list[Line]


class You(Struct):
    """Seat and role of the receiver."""

    seat: int | None
    owner: bool


class Welcome(Struct, tag="welcome", tag_field="type"):
    """Full state, sent after a hello."""

    protocol: int
    version: int
    you: You
    table: TableInfo
    sheet: Snapshot | None
    chat: list[ChatLine]
    questions: list[Question]


class Update(Struct, tag="update", tag_field="type"):
    """Changes for one viewer; `view` has only the zones that differ."""

    version: int
    log: list[Line]
    set: Changes


class Done(Struct, tag="done", tag_field="type"):
    id: str
    version: int


class Refused(Struct, tag="refused", tag_field="type"):
    id: str
    code: str
    sentence: str
    rule: str | UnsetType = UNSET


class TableChanged(Struct, tag="table", tag_field="type"):
    table: TableInfo


class QuestionPut(Struct, tag="question", tag_field="type"):
    question: Question


class QuestionAnswered(Struct, tag="answered", tag_field="type"):
    question: str
    agreed: bool
    words: str | UnsetType = UNSET  # the reason, if it was declined


class ChatSaid(Struct, tag="chat", tag_field="type"):
    line: ChatLine


class Worth(Struct):
    """A win rate, success rate or score, with its 95 % confidence interval."""

    kind: Literal["win", "succeed", "score"]
    value: float
    low: float
    high: float


class HintGiven(Struct, tag="hint", tag_field="type"):
    """The best move found so far; resent with the same id during the search, finally with `done`."""

    id: str
    action: Action
    words: str  # label of the action
    move: list[Action] = []  # the whole move: this action and its follow-up actions
    whole: str = ""  # text of the whole move
    worth: Worth | None = None  # estimated value; null while unknown, or if the move is forced
    chance: str = ""  # `worth` as text
    other: str = ""  # text of the second-best whole move
    worse: Worth | None = None  # difference to the second-best move
    apart: str = ""  # `worse` as text
    why: str = ""
    playouts: int = 0
    done: bool = True


class Complaint(Struct, tag="error", tag_field="type"):
    """Error for an invalid message, or for too many messages."""

    code: str
    sentence: str


class Pong(Struct, tag="pong", tag_field="type"):
    n: int


ServerMessage = (
    Welcome
    | Update
    | Done
    | Refused
    | TableChanged
    | QuestionPut
    | QuestionAnswered
    | ChatSaid
    | HintGiven
    | Complaint
    | Pong
)


def encode(message: ServerMessage) -> str:
    return encode_json(message).decode()


# -- messages of clients


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


class SetAutoAnswers(Strict, tag="habits", tag_field="type"):
    id: MessageId
    forced: bool
    windows: bool
    hold: Literal["ask", "same", "turn"]


class Ping(Strict, tag="ping", tag_field="type"):
    n: Number


Message = Hello | Play | Undo | Ask | Answer | Hint | Chat | SetAutoAnswers | Ping
_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def decode(text: str) -> Message:
    """Decode one client message; raise `Refusal` with the reason if it is invalid."""
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        sentence = f"This is not a message of protocol {PROTOCOL}: {error}."
        raise Refusal(400, "bad-message", sentence) from None
