"""The report of the chances along a record: a curve, and the decisions that mattered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flattop.lab.analysis.objective import Objective
from flattop.lab.analysis.timeline import Decision


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
