"""A thought: the moves that a searcher compared, each with what it is worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

from flattop.kernel import Action

Z = 1.959964  # 95 % of a normal distribution lie within so many standard deviations
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

    @property
    def win(self) -> float:
        return mean(self.wins)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share of the win lies with 95 %."""
        middle, reach = self.win, Z * _spread(self.wins) / sqrt(self.size or 1)
        return max(0.0, middle - reach), min(1.0, middle + reach)

    def lead(self, other: Line) -> tuple[float, float]:
        """How much better it is than another on the worlds of both, and the standard error of that.

        One more world in which both come to the same keeps a few that came out alike from being sure.
        """
        apart = [0.0, *(a - b for a, b in zip(self.values, other.values, strict=False))]
        return mean(apart), _spread(apart) / sqrt(len(apart))

    def win_lead(self, other: Line) -> tuple[float, float, float]:
        """By how much more often it wins than another on the worlds of both, with the interval of that."""
        apart = [a - b for a, b in zip(self.wins, other.wins, strict=False)]
        middle, reach = mean(apart), Z * _spread(apart) / sqrt(len(apart) or 1)
        return middle, middle - reach, middle + reach


@dataclass(frozen=True, slots=True)
class Thought:
    """What a searcher thinks of a question so far."""

    best: Line  # what it would play
    usual: Line  # what the house bot would play; often the same
    lines: tuple[Line, ...]  # all that were compared, those looked at longest first
    playouts: int

    @property
    def runner_up(self) -> Line | None:
        """The best of the others that begin otherwise."""
        others = [line for line in self.lines if line.move[:1] != self.best.move[:1]]
        return max(others, key=lambda line: (line.size, line.value), default=None)


def mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _spread(values: list[float]) -> float:
    """The standard deviation; nobody knows it of less than two, so it is taken to be wide."""
    if len(values) < 2:
        return 1.0
    middle = mean(values)
    return sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))
