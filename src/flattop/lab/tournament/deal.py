"""A tournament, and one deal of it: played by every line-up, or by every bot as a team of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

from flattop.kernel import Chance, FlattopError
from flattop.lab.duel import Timed
from flattop.lab.simulate import Contest, Rank, played
from flattop.match import Match, derived

MANY = 1000  # games a deal


class BadTournament(FlattopError):
    """No tournament can be held like that."""


@dataclass(frozen=True, slots=True)
class Tournament(Contest):
    """Who plays, and at what table."""

    game: str
    bots: tuple[Rank, ...]
    seats: int
    seed: int = 0
    given: Mapping[str, Any] = field(default_factory=dict)
    deck: Path | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return self.plan(self.bots).names

    @property
    def games_a_deal(self) -> int:
        return len(self.bots) if self.is_shared else games_a_deal(len(self.bots), self.seats)

    def line_ups(self, deal: int) -> list[LineUp]:
        if self.is_shared:
            return [(bot,) * self.seats for bot in range(len(self.bots))]
        return line_ups(len(self.bots), self.seats, self.seed, deal)

    def check(self) -> None:
        """Whatever is wrong is said before the first game."""
        if len(self.bots) < 2:
            raise BadTournament(
                f"a tournament takes two bots or more, such as house,easy, not {len(self.bots)}"
            )
        self.check_bots(self.bots)
        twice = [name for name in self.names if self.names.count(name) > 1]
        if twice:
            raise BadTournament(f"{twice[0]} is named twice; each bot plays as often as it must by itself")
        if self.games_a_deal > MANY:
            many = f"{len(self.bots)} bots at {self.seats} seats make {self.games_a_deal:,} games a deal"
            raise BadTournament(f"{many}, at most {MANY:,} can be; take fewer bots or other --seats")


@dataclass(frozen=True, slots=True)
class End:
    """How one game ended, by seat."""

    line_up: LineUp
    places: tuple[int, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """All games of one deal, what each bot took for a decision, and a digest of every record."""

    number: int
    ends: tuple[End, ...]
    digest: str
    times: tuple[tuple[int, float], ...]  # of each bot: decisions, and seconds for all of them

    def as_json(self) -> dict[str, Any]:
        return {
            "deal": self.number,
            "games": [[end.line_up, end.places, end.points, end.winners] for end in self.ends],
            "digest": self.digest,
            "times": [[count, round(seconds, 6)] for count, seconds in self.times],
        }

    @classmethod
    def from_json(cls, entry: Mapping[str, Any]) -> Deal:
        ends = tuple(End(*(tuple(part) for part in game)) for game in entry["games"])
        times = tuple((int(count), float(seconds)) for count, seconds in entry["times"])
        return cls(int(entry["deal"]), ends, str(entry["digest"]), times)


def play_deal(tournament: Tournament, number: int) -> Deal:
    """One deal, by every line-up."""
    times: list[list[float]] = [[] for _ in tournament.bots]
    matches = [
        (line_up, _played(tournament, number, line_up, times)) for line_up in tournament.line_ups(number)
    ]
    chains = "".join(match.record.chain for _, match in matches)
    taken = tuple((len(some), sum(some)) for some in times)
    return Deal(number, tuple(_end(*one) for one in matches), sha256(chains.encode()).hexdigest()[:16], taken)


def _played(tournament: Tournament, number: int, line_up: LineUp, times: Sequence[list[float]]) -> Match:
    plan = tournament.plan(tuple(tournament.bots[bot] for bot in line_up))
    timed = [Timed(made, times[bot]) for made, bot in zip(plan.bots(number), line_up, strict=True)]
    return played(plan, number, timed)


def _end(line_up: LineUp, match: Match) -> End:
    end = match.outcome
    return End(line_up, tuple(end.places), tuple(end.points), tuple(end.winners))


LineUp = tuple[int, ...]  # by seat, the number of the bot


def line_ups(bots: int, seats: int, seed: int, deal: int) -> list[LineUp]:
    """All that play one deal."""
    around = Chance(derived(seed, deal, "around")).shuffled(range(bots))
    return [turn for ring in _rings(around, seats) for turn in _rotations(ring)]


def _rings(around: Sequence[int], seats: int) -> list[LineUp]:
    """Who sits around the table together, from some seat on."""
    times, over = divmod(seats, len(around))
    return [(*tuple(around) * times, *more) for more in combinations(around, over)]


def _rotations(ring: LineUp) -> list[LineUp]:
    return [(*ring[first:], *ring[:first]) for first in range(len(ring))]


def games_a_deal(bots: int, seats: int) -> int:
    return seats * comb(bots, seats % bots)
