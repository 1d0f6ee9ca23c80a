"""Bodies of requests and answers over HTTP; docs/protocol.md tells what they mean."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from flattop.server.schemas.fields import (
    Name,
    Number,
    Place,
    Rank,
    SeatKind,
    SeatNumber,
    State,
    Strict,
    Vacancy,
    Word,
)

# -- from a client


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
    practice: bool = False
    clock: ClockTerms | None = None


class Join(Strict):
    invite: Word | None = None
    seat: SeatNumber | None = None


class SetSeat(Strict):
    seat: SeatNumber
    kind: Vacancy


class WhatIf(Strict):
    at: Number
    seat: SeatNumber
    bots: Rank = "house"


class Nothing(Strict):
    """An empty object."""


# -- from the server


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
    lab: bool = False  # whether the lab of the server is open to you


class SeatInfo(Struct):
    seat: int
    kind: SeatKind
    name: str
    here: bool
    bot: str = ""  # who plays there, if it is a bot: the seat's own, or one that stands in for its person
    absent: bool = False  # whether a person is away for so long that nobody need wait


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
    practice: bool
    options: dict[str, Any]
    since: int
    turn: list[int]
    yours: int | None
    closed: bool  # whether it was broken off, by the keeper of the server or its people; then it is over
    earlier: bool  # whether it was dealt by an earlier edition of its rules


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
    outdated: str  # why it cannot be played on, where its rules have changed since; else nothing


class TablePage(Struct):
    tables: list[TableSummary]
    page: int
    pages: int


class ReplayStep(Struct):
    at: int
    actions: int
    seat: int | None
    sheet: Annotated[dict[str, Any], Meta(extra={"typescript": "Sheet"})]


class Verdict(Struct):
    """Whether the record of a game that is over agrees with its chain, its commitment and the rules."""

    good: bool
    lines: list[str]


class EarlierScore(Struct):
    """What an own table came to that ended before, with as many seats and the same options."""

    table: str
    points: int
    at: int


class EarlierScores(Struct):
    best: list[EarlierScore]


class ToldZone(Struct):
    """What lies in one zone, in full sentences."""

    title: str
    lines: list[str]


class ToldTable(Struct):
    """A table in words: the question, what can be done, zone by zone what is seen, and each card in sight."""

    prompt: str
    options: list[str]
    zones: list[ToldZone]
    cards: list[str]


class Live(Struct):
    """That the server is there at all."""

    live: bool = True


class Ready(Struct):
    """Whether people may be sent to the server, and if not, why: each reason is a sentence."""

    ready: bool
    reasons: list[str]


class Health(Struct):
    """How the server is; `ok` if there is no trouble, each of which is a sentence."""

    ok: bool
    tables: int
    version: str
    last_round: float  # seconds since the last round of housekeeping
    broken: int  # tables that cannot be played on; the log names them
    integrity: Literal["unchecked", "sound", "damaged"]
    troubles: list[str]
    workers: int = 1  # of which this is told: those that could be asked
