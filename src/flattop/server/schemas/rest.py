"""Bodies of REST requests and responses: guests, tables, replays, analysis and the lab.

docs/protocol.md explains the fields.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from flattop.server.schemas.base import (
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

# -- requests


class NewGuest(Strict):
    name: Name


class ClockTerms(Strict):
    """Seconds for each move, and a time bank in seconds for longer moves."""

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


# -- responses


class Problem(Struct, kw_only=True):
    """Body of every error response."""

    code: str
    sentence: str
    rule: str | UnsetType = UNSET


class GuestInfo(Struct):
    id: str
    name: str


class Me(Struct):
    guest: GuestInfo | None
    lab: bool = False  # whether the guest may use the lab


class SeatInfo(Struct):
    seat: int
    kind: SeatKind
    name: str
    here: bool
    bot: str = ""  # name of the bot that plays the seat, also in place of a person
    absent: bool = False  # the person is away for so long that a bot may take over


class TableSummary(Struct, kw_only=True):
    """A table in the list of the lobby."""

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
    closed: bool  # ended early, by the operator or its players; then `state` is over
    earlier: bool  # started under an earlier edition of its rules


class ClockInfo(Struct):
    move: int
    bank: int


class TableInfo(TableSummary, kw_only=True):
    """A table with the details for its players."""

    invite: str | None
    commitment: str
    clock: ClockInfo | None
    rematch: str | None
    deck: Literal["house", "own"]
    mine: bool
    outdated: str  # why it cannot be continued after a change of its rules, or empty


class TablePage(Struct):
    tables: list[TableSummary]
    page: int
    pages: int


class ReplayStep(Struct):
    at: int
    actions: int
    seat: int | None
    sheet: Annotated[dict[str, Any], Meta(extra={"typescript": "Snapshot"})]


class Verdict(Struct):
    """Result of checking a record against its hash chain, its seed commitment and the rules."""

    good: bool
    lines: list[str]


class EarlierScore(Struct):
    """Score of an earlier table of the guest, with as many seats and the same options."""

    table: str
    points: int
    at: int


class EarlierScores(Struct):
    best: list[EarlierScore]


class ToldZone(Struct):
    """One zone as full sentences."""

    title: str
    lines: list[str]


class ToldTable(Struct):
    """A table as text: the prompt, the options, the visible zones and cards."""

    prompt: str
    options: list[str]
    zones: list[ToldZone]
    cards: list[str]


class Live(Struct):
    """Liveness check."""

    live: bool = True


class Ready(Struct):
    """Readiness check: whether new tables should be opened here; each reason against it is a sentence."""

    ready: bool
    reasons: list[str]
    dependencies: list[str]  # problems of a database that all workers share


class Health(Struct):
    """Health of the server; `ok` if there are no troubles, each of which is a sentence."""

    ok: bool
    tables: int
    version: str
    last_round: float  # seconds since the last housekeeping run
    broken: int  # tables that cannot be loaded; the log names them
    integrity: Literal["unchecked", "sound", "damaged"]
    troubles: list[str]
    workers: int = 1  # number of workers that answered


class Measure(Struct):
    kind: Literal["win", "succeed", "score"]
    words: str
    shared: bool
    best: int | None


class ChancePoint(Struct):
    at: int
    chances: list[float]
    low: list[float]
    high: list[float]


class LuckSwing(Struct):
    swing: float
    low: float
    high: float


class DecisionSwing(Struct):
    at: int
    seat: int
    action: list[int | str]
    words: str
    instead: str | None
    before: float
    after: float
    swing: float
    low: float
    high: float
    luck: LuckSwing | None
    why: str = ""


class Chances(Struct):
    game: str
    people: list[str]
    actions: int
    measure: Measure
    curve: list[ChancePoint]
    decisions: list[DecisionSwing]
    looked_at: int
    playouts: int
    whole: bool


class ChancesAnswer(Struct):
    ready: bool
    ahead: int  # tables ahead in the queue
    chances: Chances | None
    tries: int = 0  # attempts that failed because the server was too busy


ExperimentKind = Literal["simulate", "duel", "tournament", "balance", "train"]
ExperimentState = Literal["waiting", "running", "done", "stopped", "failed"]

# -- the lab


class NewExperiment(Strict):
    """Request for a run of a lab command; `bots` and `size` depend on its kind."""

    # bots: one per seat (simulate), two opponents (duel), all participants (tournament), or the one that
    # plays every seat (balance, train).
    # size: games (simulate, balance), deals (duel, tournament) or minutes (train).
    kind: ExperimentKind
    game: Word
    bots: Annotated[list[Rank], Meta(min_length=1, max_length=12)]
    seats: Annotated[int, Meta(ge=1, le=12)]
    size: Annotated[int, Meta(ge=1, le=1_000_000_000)]
    seed: Number = 0
    options: dict[Word, str | int | float | bool] = {}
    deck: Annotated[str, Meta(min_length=1, max_length=200_000)] | None = None


class Experiment(Struct, kw_only=True):
    """A run of a lab command, with its progress."""

    id: str
    asked: NewExperiment  # without the deck text
    deck: str  # digest of a custom deck, or empty
    command: str  # the equivalent command line
    since: int  # time of the request, in seconds since 1970
    state: ExperimentState
    done: int
    total: int  # number of steps; 0 while unknown
    seconds: float  # run time so far
    left: float | None  # estimated seconds to go, if known
    note: str  # reason if it was stopped or has failed
    page: bool  # an HTML report exists
    figures: bool  # a JSON report exists
    weights: bool = False  # trained weights exist


class Experiments(Struct):
    experiments: list[Experiment]


class LabTerms(Struct):
    """Limits and abilities of the lab."""

    minutes: int  # run time limit of an experiment
    games: int  # limit of games or deals
    waiting: int  # limit of waiting experiments
    untrainable: str  # why training is not available here, or empty
    paces: dict[str, dict[str, float]]  # by game and rank: estimated seconds per seat and game
