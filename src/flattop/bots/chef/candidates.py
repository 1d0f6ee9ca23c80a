"""A thought: the moves that a searcher compared, each with what it is worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from flattop.bots.stats import mean, standard_error
from flattop.kernel import Action

Move = tuple[Action, ...]  # one whole move: everything that one seat does in a row


class End(NamedTuple):
    """What a playout came to for one seat."""

    value: float  # what moves are compared by
    win: float  # the share of the win, or of the team's aim
    points: float


@dataclass(slots=True)
class Line:
    """One whole move and the playouts that began with it, in the order of the worlds they were played in."""

    move: Move
    values: list[float] = field(default_factory=list)  # what each was worth: what the search compares
    wins: list[float] = field(default_factory=list)  # the share of the win, or of the team's aim
    points: list[float] = field(default_factory=list)  # of the seat, at the end or where it was cut

    def add(self, end: End) -> None:
        self.values.append(end.value)
        self.wins.append(end.win)
        self.points.append(end.points)

    @property
    def size(self) -> int:
        return len(self.values)

    @property
    def value(self) -> float:
        return mean(self.values)

    def lead(self, other: Line) -> tuple[float, float]:
        """How much better it is than another on the worlds of both, and the standard error of that.

        One more world in which both come to the same keeps a few that came out alike from being sure.
        """
        apart = [0.0, *(a - b for a, b in zip(self.values, other.values, strict=False))]
        return mean(apart), standard_error(apart)


@dataclass(frozen=True, slots=True)
class Thought:
    """What a searcher thinks of a question so far."""

    best: Line  # what it would play
    usual: Line  # what the house bot would play; often the same
    lines: tuple[Line, ...]  # all that were compared, those looked at longest first
    playouts: int
