"""The result of an analysis: the objective, the curve of chances, and the decisions that mattered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from flattop.bots.chef.playout import PlayoutResult
from flattop.kernel import Outcome, Seat
from flattop.lab.analysis.timeline import Decision

Kind = Literal["win", "succeed", "score"]
WORDS: dict[Kind, str] = {
    "win": "chance to win",
    "succeed": "chance to succeed",
    "score": "expected score, as a share of the best one found",
}
RARE = 0.05  # if success or failure is rarer than this, the objective is the score


@dataclass(frozen=True, slots=True)
class Objective:
    """The aim of a seat, as a value between 0 and 1: a win, a common success, or points."""

    kind: Kind
    shared: bool  # all seats have the same value
    best: int = 1  # points of the best game found

    @property
    def words(self) -> str:
        return WORDS[self.kind]

    def value(self, end: Outcome, seat: Seat) -> float:
        """Return the value of a finished game for a seat."""
        if self.kind == "score":
            return min(1.0, max(0.0, end.points[seat] / self.best))
        shared_by = 1 if self.kind == "succeed" else len(end.winners)
        return 1 / shared_by if seat in end.winners else 0.0

    def playout_value(self, end: PlayoutResult) -> float:
        """Return the value of a playout, which may have been cut off and estimated."""
        return min(1.0, max(0.0, end.points / self.best)) if self.kind == "score" else end.win

    def as_json(self) -> dict[str, Any]:
        best = self.best if self.kind == "score" else None
        return {"kind": self.kind, "words": self.words, "shared": self.shared, "best": best}


def objective_of(rivals: bool, ends: Sequence[Outcome]) -> Objective:
    """Return the objective: winning among rivals, else success if it is in doubt, else points."""
    if rivals:
        return Objective("win", shared=False)
    succeeded = sum(bool(end.winners) for end in ends) / max(1, len(ends))
    if RARE <= succeeded <= 1 - RARE:
        return Objective("succeed", shared=True)
    best = max([max(end.points) for end in ends], default=1)
    return Objective("score", shared=True, best=max(1, best))


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the curve: the chances of all seats after `at` actions, with their intervals."""

    at: int
    chances: Sequence[float]
    intervals: Sequence[tuple[float, float]]

    def as_json(self) -> dict[str, Any]:
        low, high = zip(*self.intervals, strict=True)
        return {"at": self.at, "chances": rounded(self.chances), "low": rounded(low), "high": rounded(high)}


@dataclass(frozen=True, slots=True)
class Swing:
    """A decision with the chances of its seat: after a house bot's choice, and after the actual one."""

    decision: Decision
    words: str
    instead: str | None  # the usual choice of a house bot; None if it would not have acted
    before: float  # chance after the house bot's choice
    after: float  # chance after the actual choice
    interval: tuple[float, float]
    luck: tuple[float, float, float] | None  # effect of the random events in this step, with its interval
    why: str = ""  # main difference between both choices

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
    """The result of an analysis: the curve of chances and the decisions that mattered."""

    game: str
    people: Sequence[str]
    actions: int
    objective: Objective
    curve: Sequence[Point]
    decisions: Sequence[Swing]
    looked_at: int  # decisions with more than one option
    playouts: int
    whole: bool  # False if the time ran out; a longer run may find more

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
