"""Many games among bots: the same result and the same digest whatever the number of workers."""

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
from flattop.bots.game_loop import Fault, play, what_went_wrong
from flattop.bots.plugins import seat_bot
from flattop.games import game as game_of
from flattop.kernel import Chance, Game
from flattop.lab.interrupts import each_whole, what_is_done
from flattop.lab.jobs import Progress, Workers, spread
from flattop.lab.stats import mean_margin, wilson
from flattop.match import Match, derived

OFTEN = 0.5  # seconds after which somebody wants to hear how far it is
MOST = 500  # games that a worker plays before it reports

Rank = str | Callable[[Chance], Bot]  # a rank, `mine.py:Bot`, or how to make a bot of one's own


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a worker must know to play any one of the games."""

    game: str
    seats: tuple[Rank, ...]
    seed: int = 0
    given: Mapping[str, Any] = field(default_factory=dict)
    deck: Path | None = None

    def check(self) -> None:
        """Whatever is wrong with the plan is said before the first game."""
        game_of(self.game).settings(len(self.seats), self.given)
        game_of(self.game).pack(self.deck)
        self.bots(0)

    def bots(self, number: int) -> list[Bot]:
        """Fresh bots for one of the games, each with luck of its own."""
        lucks = [Chance(derived(self.seed, number, "bot", seat)) for seat in range(len(self.seats))]
        return [_bot(rank, self.game, luck) for rank, luck in zip(self.seats, lucks, strict=True)]

    def games_seed(self, number: int) -> int:
        return derived(self.seed, number)

    @property
    def has_rivals(self) -> bool:
        """Whether they play against each other, and not together or alone."""
        game, seats = game_of(self.game), len(self.seats)
        return game.has_rivals(seats, game.settings(seats, self.given))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(rank if isinstance(rank, str) else _name(rank) for rank in self.seats)


def _bot(rank: Rank, key: str, luck: Chance) -> Bot:
    return seat_bot(rank, key, luck) if isinstance(rank, str) else rank(luck)


def _name(rank: Rank) -> str:
    return getattr(rank, "__name__", type(rank).__name__)


@dataclass(slots=True)
class Tally:
    """Sums over some games; exact, so that the order of adding them up cannot show."""

    seats: int
    games: int = 0
    decisions: int = 0
    wins: list[Fraction] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    squares: list[int] = field(default_factory=list)
    chains: list[str] = field(default_factory=list)  # the last of each record, until they are in the digest
    records: list[str] = field(default_factory=list)  # all of them, where they are wanted

    def __post_init__(self) -> None:
        self.wins = [Fraction(0)] * self.seats
        self.points, self.squares = [0] * self.seats, [0] * self.seats

    def count(self, match: Match) -> None:
        end = match.outcome
        self.games += 1
        self.decisions += match.actions
        self.chains.append(match.record.chain)
        for seat, points in enumerate(end.points):
            self.points[seat] += points
            self.squares[seat] += points * points
        for seat in end.winners:
            self.wins[seat] += Fraction(
                1, len(end.winners) if match.game.has_rivals(self.seats, match.settings) else 1
            )

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        self.points = [a + b for a, b in zip(self.points, other.points, strict=True)]
        self.squares = [a + b for a, b in zip(self.squares, other.squares, strict=True)]


@dataclass(frozen=True, slots=True)
class Result:
    """What came of the games: shares of the wins and points by seat, and a digest of every record."""

    plan: Plan
    tally: Tally
    seconds: float
    digest: str
    records: Path | None = None  # the folder that has them

    @property
    def wins(self) -> list[float]:
        """A shared win counts for each by its part; a win of all together counts for all."""
        return [float(won / self.tally.games) for won in self.tally.wins]

    @property
    def points(self) -> list[float]:
        return [points / self.tally.games for points in self.tally.points]

    @property
    def win_intervals(self) -> list[tuple[float, float]]:
        """Where 95 % of such runs have the true share of the wins."""
        return [wilson(share, self.tally.games) for share in self.wins]

    @property
    def point_margins(self) -> list[float]:
        """How far the mean of the points may lie from the true one, in 95 % of such runs."""
        sums = zip(self.tally.points, self.tally.squares, strict=True)
        return [mean_margin(total, squares, self.tally.games) for total, squares in sums]

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.plan.game,
            "seats": list(self.plan.names),
            "seed": self.plan.seed,
            "options": dict(game_of(self.plan.game).settings(len(self.plan.seats), self.plan.given)),
            "games": self.tally.games,
            "decisions": self.tally.decisions,
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
    """Play all the games; `progress` hears how many more are done, `records` is a folder to keep them in.

    Ctrl-C is `Stopped` with the result of the games so far, if there are any.
    """
    plan.check()
    run = Run(plan, records)
    work = each_whole(spread(partial(_chunk, plan, bool(records)), run.chunks(games), workers))
    with what_is_done(lambda: run.result() if run.total.games else None), closing(work) as tallies:
        for tally in tallies:
            run.add(tally)
            progress(tally.games)
    return run.result()


class Run:
    """The games so far, in their order."""

    def __init__(self, plan: Plan, records: Path | None) -> None:
        self.plan, self.records = plan, records
        self.total, self.digest, self.began = Tally(len(plan.seats)), sha256(), perf_counter()

    def chunks(self, games: int) -> Iterator[range]:
        """The numbers of the games, as many at a time as are played in a moment."""
        start = 0
        while start < games:
            pace = self.total.games / (perf_counter() - self.began)
            stop = min(games, start + max(1, min(MOST, int(OFTEN * pace))))
            yield range(start, stop)
            start = stop

    def add(self, tally: Tally) -> None:
        for number, record in enumerate(tally.records, self.total.games + 1):
            assert self.records
            (self.records / f"{self.plan.game}-{number:06}.jsonl").write_text(record, "utf-8")
        self.total.add(tally)
        self.digest.update("".join(tally.chains).encode())

    def result(self) -> Result:
        seconds = perf_counter() - self.began
        return Result(self.plan, self.total, seconds, self.digest.hexdigest()[:16], self.records)


def _chunk(plan: Plan, recorded: bool, numbers: Iterable[int]) -> Tally:
    tally = Tally(len(plan.seats))
    for number in numbers:
        match = played(plan, number)
        tally.count(match)
        if recorded:
            tally.records.append(match.record.text())
    return tally


@cache
def kept_game(key: str) -> Game:
    """The game with a pack that is read once, however many games are played with it."""
    return replace(game_of(key), pack=cache(game_of(key).pack))


def played(
    plan: Plan, number: int, bots: Sequence[Bot] | None = None, ranks: Sequence[str] | None = None
) -> Match:
    """One of the games, by bots of the plan or by others in their place; its record names what ranks tell."""
    seed = plan.games_seed(number)
    try:
        return play(kept_game(plan.game), bots or plan.bots(number), seed, plan.given, plan.deck, ranks)
    except Exception as error:
        raise Fault(f"game {number + 1} (seed {seed}): {what_went_wrong(error)}") from None


class Contest:
    """At what table it is; which bots there are, a duel or a tournament says by itself."""

    __slots__ = ()

    game: str
    seats: int
    seed: int
    given: Mapping[str, Any]
    deck: Path | None

    @property
    def is_shared(self) -> bool:
        """Whether all seats have one aim, so that each bot plays as a team of its own."""
        return not self.plan(("house",) * self.seats).has_rivals

    def plan(self, seated: tuple[Rank, ...]) -> Plan:
        return Plan(self.game, seated, self.seed, self.given, self.deck)

    def check_bots(self, bots: Iterable[Rank]) -> None:
        """Each of them can sit at the table."""
        for rank in bots:
            self.plan((rank,) * self.seats).check()
