"""Simulations: many games among bots.  Result and digest do not depend on the number of workers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial
from hashlib import sha256
from math import isfinite
from pathlib import Path
from time import perf_counter
from typing import Any

from flattop.bots import Bot
from flattop.bots.plugins import seat_bot
from flattop.games import game as game_of
from flattop.kernel import Chance, Game
from flattop.lab.interrupts import defer_interrupts, report_on_interrupt
from flattop.lab.jobs import Progress, Workers, run_jobs
from flattop.lab.stats import mean_margin, wilson
from flattop.match import Match, derived
from flattop.match.game_loop import Fault, error_text, play

REPORT_SECONDS = 0.5  # about the time between two reports of a worker
MAX_CHUNK = 500  # games in one report

BotSpec = str | Callable[[Chance], Bot]  # a rank, FILE.py:CLASS, or a bot class or factory


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything a worker needs to play any game of a simulation."""

    game: str
    seats: tuple[BotSpec, ...]
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    deck: Path | None = None

    def check(self) -> None:
        """Raise an error if the options, the deck or a bot are invalid, before any game is played."""
        game_of(self.game).settings(len(self.seats), self.options)
        game_of(self.game).pack(self.deck)
        self.bots(0)

    def bots(self, number: int) -> list[Bot]:
        """Create new bots for a game, each with its own random stream."""
        bots = []
        for seat, spec in enumerate(self.seats):
            chance = Chance(derived(self.seed, number, "bot", seat))
            bots.append(seat_bot(spec, self.game, chance) if isinstance(spec, str) else spec(chance))
        return bots

    def game_seed(self, number: int) -> int:
        return derived(self.seed, number)

    @property
    def has_rivals(self) -> bool:
        """True if the seats compete; False in cooperative and solo games."""
        game, seats = game_of(self.game), len(self.seats)
        return game.has_rivals(seats, game.settings(seats, self.options))

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the bot on each seat."""
        return tuple(
            spec if isinstance(spec, str) else getattr(spec, "__name__", type(spec).__name__)
            for spec in self.seats
        )


class Contest:
    """Base class of duels and tournaments, which compare bots at tables of one kind."""

    __slots__ = ()

    game: str
    seats: int
    seed: int
    options: Mapping[str, Any]
    deck: Path | None

    @property
    def is_cooperative(self) -> bool:
        """True if the seats do not compete, so that each bot plays all seats of its games as a team."""
        return not self.plan(("house",) * self.seats).has_rivals

    def plan(self, bots: tuple[BotSpec, ...]) -> Plan:
        return Plan(self.game, bots, self.seed, self.options, self.deck)

    def check_bots(self, bots: Iterable[BotSpec]) -> None:
        """Raise an error if one of the bots cannot play at the table."""
        for spec in bots:
            self.plan((spec,) * self.seats).check()


@dataclass(slots=True)
class Totals:
    """Sums over several games.  They are exact, so the order of addition does not matter."""

    seats: int
    games: int = 0
    decisions: int = 0
    wins: list[Fraction] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    squares: list[int] = field(default_factory=list)
    chains: list[str] = field(default_factory=list)  # last hash of each record; not added up by `add`
    records: list[str] = field(default_factory=list)  # texts, if requested; not added up by `add`

    def __post_init__(self) -> None:
        self.wins = [Fraction(0)] * self.seats
        self.points, self.squares = [0] * self.seats, [0] * self.seats

    def count(self, match: Match) -> None:
        """Add a finished match."""
        outcome = match.outcome
        self.games += 1
        self.decisions += match.actions
        self.chains.append(match.record.chain)
        for seat, points in enumerate(outcome.points):
            self.points[seat] += points
            self.squares[seat] += points * points
        shared_by = len(outcome.winners) if match.game.has_rivals(self.seats, match.settings) else 1
        for seat in outcome.winners:
            self.wins[seat] += Fraction(1, shared_by)

    def add(self, other: Totals) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        self.points = [a + b for a, b in zip(self.points, other.points, strict=True)]
        self.squares = [a + b for a, b in zip(self.squares, other.squares, strict=True)]


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a simulation: wins and points by seat, and a digest of all records."""

    plan: Plan
    totals: Totals
    seconds: float
    digest: str
    records: Path | None = None  # folder with the records

    @property
    def wins(self) -> list[float]:
        """Share of wins by seat.  Rivals split a shared win; a cooperative win counts fully for all seats."""
        return [float(won / self.totals.games) for won in self.totals.wins]

    @property
    def points(self) -> list[float]:
        """Mean points by seat."""
        return [points / self.totals.games for points in self.totals.points]

    @property
    def win_intervals(self) -> list[tuple[float, float]]:
        """95 % intervals of `wins`."""
        return [wilson(share, self.totals.games) for share in self.wins]

    @property
    def point_margins(self) -> list[float]:
        """Half widths of the 95 % intervals of `points`."""
        sums = zip(self.totals.points, self.totals.squares, strict=True)
        return [mean_margin(total, squares, self.totals.games) for total, squares in sums]

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.plan.game,
            "seats": list(self.plan.names),
            "seed": self.plan.seed,
            "options": dict(game_of(self.plan.game).settings(len(self.plan.seats), self.plan.options)),
            "games": self.totals.games,
            "decisions": self.totals.decisions,
            "seconds": round(self.seconds, 3),
            "wins": self.wins,
            "win_intervals": self.win_intervals,
            "points": self.points,
            "point_margins": [margin if isfinite(margin) else None for margin in self.point_margins],
            "digest": self.digest,
        }


def simulate(
    plan: Plan,
    games: int,
    workers: Workers = 1,
    progress: Progress = lambda more: None,
    records: Path | None = None,
) -> Result:
    """Play the games of a plan and return their result.

    `progress` is called with the number of newly finished games.  `records` is a folder for their records.
    Ctrl-C raises `Stopped` with the result of the games so far, if there are any.
    """
    plan.check()
    run = SimulationRun(plan, records)
    chunks = defer_interrupts(run_jobs(partial(_play_chunk, plan, bool(records)), run.chunks(games), workers))
    with report_on_interrupt(lambda: run.result() if run.totals.games else None), closing(chunks):
        for totals in chunks:
            run.add(totals)
            progress(totals.games)
    return run.result()


class SimulationRun:
    """The games played so far, in their order."""

    def __init__(self, plan: Plan, records: Path | None) -> None:
        self.plan, self.records = plan, records
        self.totals, self.digest, self.began = Totals(len(plan.seats)), sha256(), perf_counter()

    def chunks(self, games: int) -> Iterator[range]:
        """Yield ranges of game numbers, each about as long as `REPORT_SECONDS`."""
        start = 0
        while start < games:
            rate = self.totals.games / (perf_counter() - self.began)
            stop = min(games, start + max(1, min(MAX_CHUNK, int(REPORT_SECONDS * rate))))
            yield range(start, stop)
            start = stop

    def add(self, totals: Totals) -> None:
        for number, record in enumerate(totals.records, self.totals.games + 1):
            assert self.records
            (self.records / f"{self.plan.game}-{number:06}.jsonl").write_text(record, "utf-8")
        self.totals.add(totals)
        self.digest.update("".join(totals.chains).encode())

    def result(self) -> Result:
        seconds = perf_counter() - self.began
        return Result(self.plan, self.totals, seconds, self.digest.hexdigest()[:16], self.records)


def _play_chunk(plan: Plan, with_records: bool, numbers: Iterable[int]) -> Totals:
    totals = Totals(len(plan.seats))
    for number in numbers:
        match = play_game(plan, number)
        totals.count(match)
        if with_records:
            totals.records.append(match.record.text())
    return totals


def play_game(
    plan: Plan, number: int, bots: Sequence[Bot] | None = None, ranks: Sequence[str] | None = None
) -> Match:
    """Play one game of a plan, with other bots if given; `ranks` are written to its record."""
    seed = plan.game_seed(number)
    try:
        return play(cached_game(plan.game), bots or plan.bots(number), seed, plan.options, plan.deck, ranks)
    except Exception as error:
        raise Fault(f"game {number + 1} (seed {seed}): {error_text(error)}") from None


@cache
def cached_game(key: str) -> Game:
    """Return the game with its deck file read only once."""
    return replace(game_of(key), pack=cache(game_of(key).pack))
