"""Messages of the server over the socket, and the sheet they bring; docs/protocol.md tells what they mean."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from flattop.server.schemas.rest import TableInfo

# What the page calls these, which Python's types cannot say as exactly.
Action = Annotated[list[int | str], Meta(extra={"typescript": "Action"})]
Option = Annotated[tuple[Action, str], Meta(extra={"typescript": "Option"})]
Line = Annotated[tuple[list[Any], str], Meta(extra={"typescript": "Line"})]
Changes = Annotated[dict[str, Any], Meta(extra={"typescript": "Partial<Omit<Sheet, 'log'>>"})]


class TimeInfo(Struct):
    """Time at a table where it runs by itself; the client counts on from what it was sent."""

    running: bool
    rate: float  # ticks in a second
    gone: float  # seconds since the tick that the sheet shows
    times: int = 1  # as fast as usual: more while only bots are left to act


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
    """What taking back the own last step would cost."""

    kind: Literal["free", "consent"]
    consent: list[int]
    reason: str


class SeatHabits(Struct):
    """What the own seat lets be answered for it, and what is about to be."""

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
    """One line of the results, a number for each seat: a part of the points, or what else was done."""

    name: str
    title: str
    part: bool
    breaks_ties: bool
    each: bool  # seats are counted one by one
    seats: list[int]


class Sheet(Struct):
    """What one seat, or a spectator, may know, and nothing else."""

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
    habits: SeatHabits | None
    over: bool
    points: list[int]
    places: list[int]
    winners: list[int]
    reason: str
    tallies: list[Tally]  # empty before the end
    clocks: list[SeatClock] | None
    time: TimeInfo | None
    seed: str | None
    log_from: int  # lines of the log that come before those that are sent here


class LogPage(Struct):
    """Earlier lines of a log, and how many come before them."""

    log_from: int
    log: list[Line]


class You(Struct):
    """Where the one who is welcomed sits."""

    seat: int | None
    owner: bool


class Welcome(Struct, tag="welcome", tag_field="type"):
    """Everything, after a hello."""

    protocol: int
    version: int
    you: You
    table: TableInfo
    sheet: Sheet | None
    chat: list[ChatLine]
    questions: list[Question]


class Update(Struct, tag="update", tag_field="type"):
    """What has changed for one seat; of the view only the zones that differ."""

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
    words: str | UnsetType = UNSET  # why not


class ChatSaid(Struct, tag="chat", tag_field="type"):
    line: ChatLine


class Worth(Struct):
    """A share of wins, of successes, or points, and the interval in which the true one lies with 95 %."""

    kind: Literal["win", "succeed", "score"]
    value: float
    low: float
    high: float


class HintGiven(Struct, tag="hint", tag_field="type"):
    """What would be best; sent anew with the same id as more is known, the last time with `done`."""

    id: str
    action: Action
    words: str  # of the action, as on its key
    move: list[Action] = []  # the whole move: this action and those that it leads to
    whole: str = ""  # the whole move in words
    worth: Worth | None = None  # what it brings; null while that is not known, or nothing else is open
    chance: str = ""  # the same in words
    other: str = ""  # the next best whole move
    worse: Worth | None = None  # by how much that is worse
    apart: str = ""  # the same in words
    why: str = ""
    playouts: int = 0
    done: bool = True


class Complaint(Struct, tag="error", tag_field="type"):
    """A message that was none, or too many of them."""

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
