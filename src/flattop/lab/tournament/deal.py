"""The definition of a tournament, its line-ups, and the playing of one deal.

In a game with rivals every line-up plays the same deal.  Every bot has every seat equally often and meets
every other bot equally often.  A line-up has every bot equally often, or once more where the seats do not
divide evenly.  All choices of the bots that sit once more are played, each in every rotation.  So seven bots
at three seats play all 35 triples, and two bots at three seats play AAB and ABB, each in three rotations.
The order around the table is drawn anew for every deal, so that no bot always has the same neighbour.

In a cooperative game every bot plays the deal once, on all seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

from flattop.kernel import Chance, FlattopError
from flattop.lab.duel import TimedBot
from flattop.lab.simulate import BotSpec, Contest, play_game
from flattop.match import derived

MAX_GAMES = 1000  # of one deal

LineUp = tuple[int, ...]  # the index of the bot on each seat


class BadTournament(FlattopError):
    """The tournament cannot be played, or does not match its checkpoint file."""


@dataclass(frozen=True, slots=True)
class Tournament(Contest):
    """The bots and the table."""

    game: str
    bots: tuple[BotSpec, ...]
    seats: int
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    deck: Path | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return self.plan(self.bots).names

    @property
    def games_per_deal(self) -> int:
        return len(self.bots) if self.is_cooperative else games_per_deal(len(self.bots), self.seats)

    def line_ups(self, deal: int) -> list[LineUp]:
        if self.is_cooperative:
            return [(bot,) * self.seats for bot in range(len(self.bots))]
        return line_ups(len(self.bots), self.seats, self.seed, deal)

    def check(self) -> None:
        """Raise an error if the bots or the table are invalid."""
        if len(self.bots) < 2:
            raise BadTournament(
                f"a tournament needs two or more bots, such as house,easy, not {len(self.bots)}"
            )
        self.check_bots(self.bots)
        repeated = [name for name in self.names if self.names.count(name) > 1]
        if repeated:
            raise BadTournament(f"bot {repeated[0]!r} is named twice; name each bot once")
        if self.games_per_deal > MAX_GAMES:
            raise BadTournament(
                f"{len(self.bots)} bots at {self.seats} seats make {self.games_per_deal:,} games a deal, "
                f"more than {MAX_GAMES:,}; use fewer bots or other --seats"
            )


def line_ups(bots: int, seats: int, seed: int, deal: int) -> list[LineUp]:
    """Return all line-ups of one deal of a game with rivals."""
    order = Chance(derived(seed, deal, "around")).shuffled(range(bots))
    times, extra = divmod(seats, bots)
    rings = [(*tuple(order) * times, *more) for more in combinations(order, extra)]
    return [(*ring[first:], *ring[:first]) for ring in rings for first in range(len(ring))]


def games_per_deal(bots: int, seats: int) -> int:
    return seats * comb(bots, seats % bots)


@dataclass(frozen=True, slots=True)
class GameResult:
    """Result of one game by seat."""

    line_up: LineUp
    places: tuple[int, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Results of all games of one deal, with thinking times and a digest of all records."""

    number: int
    results: tuple[GameResult, ...]
    digest: str
    times: tuple[tuple[int, float], ...]  # of each bot: number of decisions, and their total seconds

    def as_json(self) -> dict[str, Any]:
        return {
            "deal": self.number,
            "games": [[game.line_up, game.places, game.points, game.winners] for game in self.results],
            "digest": self.digest,
            "times": [[count, round(seconds, 6)] for count, seconds in self.times],
        }

    @classmethod
    def from_json(cls, entry: Mapping[str, Any]) -> Deal:
        results = tuple(GameResult(*(tuple(part) for part in game)) for game in entry["games"])
        times = tuple((int(count), float(seconds)) for count, seconds in entry["times"])
        return cls(int(entry["deal"]), results, str(entry["digest"]), times)


def play_deal(tournament: Tournament, number: int) -> Deal:
    """Play one deal with every line-up."""
    times: list[list[float]] = [[] for _ in tournament.bots]
    results, chains = [], []
    for line_up in tournament.line_ups(number):
        plan = tournament.plan(tuple(tournament.bots[bot] for bot in line_up))
        bots = [TimedBot(bot, times[i]) for bot, i in zip(plan.bots(number), line_up, strict=True)]
        match = play_game(plan, number, bots)
        chains.append(match.record.chain)
        end = match.outcome
        results.append(GameResult(line_up, tuple(end.places), tuple(end.points), tuple(end.winners)))
    digest = sha256("".join(chains).encode()).hexdigest()[:16]
    return Deal(number, tuple(results), digest, tuple((len(some), sum(some)) for some in times))
