"""Candidate moves of a search with the results of their playouts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from flattop.bots.stats import mean, standard_error
from flattop.kernel import Action

Move = tuple[Action, ...]  # one whole move: consecutive actions of one seat


class PlayoutResult(NamedTuple):
    """The result of a playout for one seat."""

    value: float  # the number by which moves are compared
    win: float  # the share of the win, or of the team's goal
    points: float


@dataclass(slots=True)
class Candidate:
    """A move and the results of its playouts, in the order of the determinizations they used."""

    move: Move
    values: list[float] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)
    points: list[float] = field(default_factory=list)

    def add(self, result: PlayoutResult) -> None:
        self.values.append(result.value)
        self.wins.append(result.win)
        self.points.append(result.points)

    @property
    def size(self) -> int:
        return len(self.values)

    @property
    def value(self) -> float:
        return mean(self.values)

    def gain_over(self, other: Candidate) -> tuple[float, float]:
        """Return the mean paired difference to another candidate, and its standard error.

        An additional pair without a difference keeps a few equal results from looking certain.
        """
        differences = [0.0, *(a - b for a, b in zip(self.values, other.values, strict=False))]
        return mean(differences), standard_error(differences)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The state of a search."""

    best: Candidate  # the move to play
    house: Candidate  # the house bot's move, often the same
    candidates: tuple[Candidate, ...]  # those with most playouts first
    playouts: int
