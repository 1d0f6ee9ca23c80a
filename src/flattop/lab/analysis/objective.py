"""What is at stake in a game, as a number between 0 and 1, and how sure one may be of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist
from typing import Any, Literal

from flattop.kernel import Game, Outcome, Seat
from flattop.lab.stats import Z

Kind = Literal["win", "succeed", "score"]
WORDS: dict[Kind, str] = {
    "win": "chance to win",
    "succeed": "chance to succeed",
    "score": "expected score, as a share of the best one found",
}
RARE = 0.05  # whoever fails, or succeeds, more rarely than this plays for points


@dataclass(frozen=True, slots=True)
class Measure:
    """What a seat plays for: to win, to succeed together, or for points."""

    kind: Kind
    shared: bool  # whether all seats have the same
    best: int = 1  # points, of the best game found

    @property
    def words(self) -> str:
        return WORDS[self.kind]

    def value(self, end: Outcome, seat: Seat) -> float:
        if self.kind == "score":
            return min(1.0, max(0.0, end.points[seat] / self.best))
        share = 1 if self.kind == "succeed" else len(end.winners)
        return 1 / share if seat in end.winners else 0.0

    def as_json(self) -> dict[str, Any]:
        best = self.best if self.kind == "score" else None
        return {"kind": self.kind, "words": self.words, "shared": self.shared, "best": best}


def measure_of(game: Game, ends: Sequence[Outcome]) -> Measure:
    """Whoever plays against others plays to win; together it is to succeed, if that is ever in doubt."""
    if game.mode == "competitive":
        return Measure("win", shared=False)
    succeeded = sum(bool(end.winners) for end in ends) / max(1, len(ends))
    if RARE <= succeeded <= 1 - RARE:
        return Measure("succeed", shared=True)
    best = max([max(end.points) for end in ends], default=1)
    return Measure("score", shared=True, best=max(1, best))


@dataclass(slots=True)
class Sample:
    """Values between -1 and 1, as sums."""

    size: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.size += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.size if self.size else 0.0

    def interval(self, least: float = 0.0, claims: int = 1) -> tuple[float, float]:
        """Where the true mean lies with 95 %, and so do those of all `claims` of the kind together.

        Two made-up values at the ends keep a short sample that came out all alike from being sure of itself.
        """
        z = Z if claims <= 1 else NormalDist().inv_cdf(1 - 0.025 / claims)
        size, total, squares = self.size + 2, self.total + least + 1, self.squares + least * least + 1
        mean = total / size
        reach = z * sqrt(max(0.0, squares / size - mean * mean) / size)
        return max(least, mean - reach), min(1.0, mean + reach)


@dataclass(slots=True)
class Samples:
    """One sample for each seat."""

    seats: list[Sample] = field(default_factory=list)

    @classmethod
    def of(cls, measure: Measure, ends: Sequence[Outcome], seats: int) -> Samples:
        found = cls([Sample() for _ in range(seats)])
        for end in ends:
            for seat, sample in enumerate(found.seats):
                sample.add(measure.value(end, seat))
        return found

    @property
    def means(self) -> list[float]:
        return [sample.mean for sample in self.seats]

    @property
    def intervals(self) -> list[tuple[float, float]]:
        return [sample.interval() for sample in self.seats]
