"""What a game is played for, as a number between 0 and 1: the objective that playouts are counted by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from flattop.bots.chef.candidates import PlayoutResult
from flattop.kernel import Outcome, Seat
from flattop.lab.stats import Sample

Kind = Literal["win", "succeed", "score"]
WORDS: dict[Kind, str] = {
    "win": "chance to win",
    "succeed": "chance to succeed",
    "score": "expected score, as a share of the best one found",
}
RARE = 0.05  # whoever fails, or succeeds, more rarely than this plays for points


@dataclass(frozen=True, slots=True)
class Objective:
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

    def worth(self, end: PlayoutResult) -> float:
        """The same of a playout that chef would cut."""
        return min(1.0, max(0.0, end.points / self.best)) if self.kind == "score" else end.win

    def as_json(self) -> dict[str, Any]:
        best = self.best if self.kind == "score" else None
        return {"kind": self.kind, "words": self.words, "shared": self.shared, "best": best}


def objective_of(rivals: bool, ends: Sequence[Outcome]) -> Objective:
    """Whoever plays against others plays to win; together it is to succeed, if that is ever in doubt."""
    if rivals:
        return Objective("win", shared=False)
    succeeded = sum(bool(end.winners) for end in ends) / max(1, len(ends))
    if RARE <= succeeded <= 1 - RARE:
        return Objective("succeed", shared=True)
    best = max([max(end.points) for end in ends], default=1)
    return Objective("score", shared=True, best=max(1, best))


@dataclass(slots=True)
class Samples:
    """One sample for each seat."""

    seats: list[Sample] = field(default_factory=list)

    @classmethod
    def of(cls, objective: Objective, ends: Sequence[Outcome], seats: int) -> Samples:
        samples = [Sample() for _ in range(seats)]
        for end in ends:
            for seat, sample in enumerate(samples):
                sample.add(objective.value(end, seat))
        return cls(samples)

    @property
    def means(self) -> list[float]:
        return [sample.mean for sample in self.seats]

    @property
    def intervals(self) -> list[tuple[float, float]]:
        return [sample.interval() for sample in self.seats]
