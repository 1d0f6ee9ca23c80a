"""Statistics over many games as sums of integers: exact, so the order of addition does not matter."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from math import inf, log1p, sqrt
from typing import Any, Self

from flattop.bots.stats import quantile

MIN_SAMPLE = 20  # seats on either side, or pairs, that a reported difference needs
WIN_UNITS = 60  # a win counts 60, so that a win shared by two to six seats stays an integer


class Additive:
    """Base class of dataclasses that are added field by field."""

    __slots__ = ()

    def add(self, other: Self) -> None:
        for name in [part.name for part in fields(self)]:  # type: ignore[arg-type]
            setattr(self, name, merged(getattr(self, name), getattr(other, name)))


def merged(ours: Any, theirs: Any) -> Any:
    """Return the sum of two values: numbers, `Additive`s, or dicts or lists of them.  `ours` may change."""
    if isinstance(ours, Additive):
        ours.add(theirs)
        return ours
    if isinstance(ours, dict):
        for key, value in theirs.items():
            ours[key] = merged(ours[key], value) if key in ours else value
        return ours
    if isinstance(ours, list):
        return [merged(a, b) for a, b in zip(ours, theirs, strict=True)]
    return ours + theirs


@dataclass(slots=True)
class Mean(Additive):
    """Sample of integers, one for each game or pair of games."""

    size: int = 0
    total: int = 0
    squares: int = 0
    largest: int = 0  # by absolute value

    @classmethod
    def of(cls, value: int) -> Mean:
        return cls(1, value, value * value, abs(value))

    def count(self, value: int) -> None:
        self.add(Mean.of(value))

    def add(self, other: Mean) -> None:
        self.size += other.size
        self.total += other.total
        self.squares += other.squares
        self.largest = max(self.largest, other.largest)

    @property
    def standard_error(self) -> float:
        """Infinite for fewer than two values."""
        if self.size < 2:
            return inf
        variance = (self.squares * self.size - self.total * self.total) / (self.size * (self.size - 1))
        return sqrt(max(0.0, variance) / self.size)

    def value(self, unit: float = 1) -> float:
        return self.total / self.size / unit if self.size else 0.0

    def interval(self, unit: float = 1) -> tuple[float, float, float]:
        """Return the mean with the ends of its 95 % interval."""
        middle, reach = self.value(unit), quantile(self.size) * self.standard_error / unit
        return middle, middle - reach, middle + reach

    def with_pseudo_values(self, size: int = 0) -> Mean:
        """Add two pseudo-values, plus and minus `size` or the largest value.

        They keep a few values that are nearly equal from giving a far too narrow interval.
        """
        size = size or self.largest
        return Mean(self.size + 2, self.total, self.squares + 2 * size * size, size)

    @property
    def z_score(self) -> float:
        """Distance of the mean from zero in standard errors, converted from Student's t (Wallace)."""
        if self.size < 2 or not self.total:
            return 0.0
        if not self.standard_error:
            return inf if self.size >= MIN_SAMPLE else 0.0
        t, freedom = abs(self.value()) / self.standard_error, self.size - 1
        return (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log1p(t * t / freedom))


@dataclass(slots=True)
class GroupDifference(Additive):
    """Wins of seats that took an option, compared with those of seats that could have.

    The unit is the game.  Each game adds four numbers: the size and the wins of either group.
    """

    games: int = 0
    sums: list[int] = field(default_factory=lambda: [0] * 4)
    products: list[int] = field(default_factory=lambda: [0] * 16)

    def count(self, takers: int, takers_wins: int, others: int, others_wins: int) -> None:
        row = takers, takers_wins, others, others_wins
        self.games += 1
        self.sums = [total + value for total, value in zip(self.sums, row, strict=True)]
        products = [a * b for a in row for b in row]
        self.products = [total + value for total, value in zip(self.products, products, strict=True)]

    @property
    def shares(self) -> tuple[float, float] | None:
        """Wins per seat of both groups, in win units; None if one group is empty."""
        takers, takers_wins, others, others_wins = self.sums
        return (takers_wins / takers, others_wins / others) if takers and others else None

    def interval(self, unit: float = 1) -> tuple[float, float, float] | None:
        """Return the difference of the shares with its 95 % interval, by the delta method for two ratios."""
        takers, others = self.sums[0], self.sums[2]
        if not (shares := self.shares) or min(takers, others) < MIN_SAMPLE:
            return None
        own, other = shares
        weights = (-own / takers, 1 / takers, other / others, -1 / others)
        square = sum(
            a * b * self.products[4 * i + j] for i, a in enumerate(weights) for j, b in enumerate(weights)
        )
        error = sqrt(max(0.0, square) * self.games / (self.games - 1))
        reach = quantile(self.games) * error
        return (own - other) / unit, (own - other - reach) / unit, (own - other + reach) / unit
