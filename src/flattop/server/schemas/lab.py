"""The lab: what the keeper wants bots to find out, and what is told of it; docs/protocol.md tells more."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from flattop.server.schemas.fields import Number, Rank, Strict, Word

ExperimentKind = Literal["simulate", "duel", "tournament", "balance", "train"]
ExperimentState = Literal["waiting", "running", "done", "stopped", "failed"]

# -- from the keeper


class NewExperiment(Strict):
    """One run of a command of the lab; what `bots` and `size` are depends on its kind."""

    # Bots at the table, seat by seat (simulate), two rivals (duel), all who meet (tournament), or the one in
    # every seat (balance, train); and games (simulate, balance), deals (duel, tournament) or minutes (train).
    kind: ExperimentKind
    game: Word
    bots: Annotated[list[Rank], Meta(min_length=1, max_length=12)]
    seats: Annotated[int, Meta(ge=1, le=12)]
    size: Annotated[int, Meta(ge=1, le=1_000_000_000)]
    seed: Number = 0
    options: dict[Word, str | int | float | bool] = {}
    deck: Annotated[str, Meta(min_length=1, max_length=200_000)] | None = None


# -- from the server


class Experiment(Struct, kw_only=True):
    """One run of a command of the lab, and how far it is."""

    id: str
    asked: NewExperiment  # without the text of its deck
    deck: str  # the digest of a deck of one's own, or nothing
    command: str  # the same on the command line
    since: int  # when it was asked for, in seconds since 1970
    state: ExperimentState
    done: int
    total: int  # of what is done one by one; 0 while nobody knows
    seconds: float  # that it has run
    left: float | None  # seconds it may still take, where that can be said
    note: str  # why it was stopped, or has failed
    page: bool  # whether there is a report to look at
    figures: bool  # whether there is one for programs
    weights: bool = False  # whether a training has learned some


class Experiments(Struct):
    experiments: list[Experiment]


class LabTerms(Struct):
    """What the lab of this server can do."""

    minutes: int  # that an experiment may run
    games: int  # that it may play, or deals
    waiting: int  # experiments that may wait
    untrainable: str  # why nothing can be trained here, or nothing
    paces: dict[str, dict[str, float]]  # by game and rank: about how many seconds of a game a seat takes here
