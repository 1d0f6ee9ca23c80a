"""The report of the chances along a record: a curve, and the decisions that mattered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from flattop.bots.chef.thought import End
from flattop.kernel import Outcome, Seat
from flattop.lab.analysis.timeline import Decision
from flattop.lab.stats import Sample


@dataclass(frozen=True, slots=True)
class Point:
    """The chances of all seats after so many actions, each with its interval."""

    at: int
    chances: Sequence[float]
    intervals: Sequence[tuple[float, float]]

    def as_json(self) -> dict[str, Any]:
        low, high = zip(*self.intervals, strict=True)
        return {"at": self.at, "chances": rounded(self.chances), "low": rounded(low), "high": rounded(high)}


@dataclass(frozen=True, slots=True)
class Swing:
    """One decision and its seat's chance: with what a house bot would have done, and with what was done."""

    decision: Decision
    words: str
    instead: str | None  # what a house bot would have done, mostly; None if it would have left it at that
    before: float
    after: float
    interval: tuple[float, float]
    luck: tuple[float, float, float] | None  # what the luck of the step brought besides, and its interval
    why: str = ""  # what differs between both

    @property
    def size(self) -> float:
        return self.after - self.before

    def as_json(self) -> dict[str, Any]:
        low, high = rounded(self.interval)
        luck = dict(zip(("swing", "low", "high"), rounded(self.luck), strict=True)) if self.luck else None
        return {
            "at": self.decision.number,
            "seat": self.decision.seat,
            "action": list(self.decision.action),
            "words": self.words,
            "instead": self.instead,
            "before": round(self.before, 4),
            "after": round(self.after, 4),
            "swing": round(self.size, 4),
            "low": low,
            "high": high,
            "luck": luck,
            "why": self.why,
        }


@dataclass(frozen=True, slots=True)
class Chances:
    """The whole report."""

    game: str
    people: Sequence[str]
    actions: int
    objective: Objective
    curve: Sequence[Point]
    decisions: Sequence[Swing]
    looked_at: int  # decisions where something else was open
    playouts: int
    whole: bool  # False if time cut it short, and another run may find more

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "people": list(self.people),
            "actions": self.actions,
            "measure": self.objective.as_json(),
            "curve": [point.as_json() for point in self.curve],
            "decisions": [swing.as_json() for swing in self.decisions],
            "looked_at": self.looked_at,
            "playouts": self.playouts,
            "whole": self.whole,
        }


def rounded(values: Sequence[float]) -> list[float]:
    return [round(value, 4) for value in values]


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

    def worth(self, end: End) -> float:
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
