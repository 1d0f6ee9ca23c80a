"""Sums of whole numbers over many games: exact, so that no order of adding them up can show."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from math import inf, log1p, sqrt
from typing import Any, Self

from flattop.bots.stats import quantile

FEW = 20  # seats on either side, or pairs, for a difference to be spoken of
PART = 60  # a win is counted in sixtieths: shared by two to six it stays a whole number


class Additive:
    """Sums of some games; those of other games are added field by field."""

    __slots__ = ()

    def add(self, other: Self) -> None:
        for one in fields(self):  # type: ignore[arg-type]
            setattr(self, one.name, together(getattr(self, one.name), getattr(other, one.name)))


def together(ours: Any, theirs: Any) -> Any:
    """Two sums as one, whatever they are made of."""
    if isinstance(ours, Additive):
        ours.add(theirs)
        return ours
    if isinstance(ours, dict):
        for key, value in theirs.items():
            ours[key] = together(ours[key], value) if key in ours else value
        return ours
    if isinstance(ours, list):
        return [together(one, other) for one, other in zip(ours, theirs, strict=True)]
    return ours + theirs


@dataclass(slots=True)
class Mean(Additive):
    """The mean of some numbers, one for each game or each pair of games."""

    size: int = 0
    total: int = 0
    squares: int = 0
    most: int = 0  # the largest of them, whatever its sign

    @classmethod
    def of(cls, value: int) -> Mean:
        return cls(1, value, value * value, abs(value))

    def count(self, value: int) -> None:
        self.add(Mean.of(value))

    def add(self, other: Mean) -> None:
        self.size += other.size
        self.total += other.total
        self.squares += other.squares
        self.most = max(self.most, other.most)

    @property
    def error(self) -> float:
        """Its standard error; nobody knows it of less than two."""
        if self.size < 2:
            return inf
        variance = (self.squares * self.size - self.total * self.total) / (self.size * (self.size - 1))
        return sqrt(max(0.0, variance) / self.size)

    def value(self, unit: float = 1) -> float:
        return self.total / self.size / unit if self.size else 0.0

    def interval(self, unit: float = 1) -> tuple[float, float, float]:
        """The mean, and where the true one lies with 95 %."""
        middle, reach = self.value(unit), quantile(self.size) * self.error / unit
        return middle, middle - reach, middle + reach

    def cautious(self, most: int = 0) -> Mean:
        """With one more number at either end, so that a few that came out nearly alike are not sure of it."""
        far = most or self.most
        return Mean(self.size + 2, self.total, self.squares + 2 * far * far, far)

    @property
    def surprise(self) -> float:
        """How far the mean is from nothing, in standard errors of a normal distribution.

        Of a few numbers the error is but guessed, so that theirs is Student's, here brought to the normal one
        (Wallace's way in short); many that are all the same leave no doubt at all.
        """
        if self.size < 2 or not self.total:
            return 0.0
        if not self.error:
            return inf if self.size >= FEW else 0.0
        far, freedom = abs(self.value()) / self.error, self.size - 1
        return (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log1p(far * far / freedom))


@dataclass(slots=True)
class Apart(Additive):
    """What seats with something won beside seats without it; the game is the unit, not the seat.

    Of every game: how many seats had it and what they won, and the same of those who could have had it.
    """

    games: int = 0
    sums: list[int] = field(default_factory=lambda: [0] * 4)
    products: list[int] = field(default_factory=lambda: [0] * 16)

    def count(self, having: int, won: int, lacking: int, others_won: int) -> None:
        row = having, won, lacking, others_won
        self.games += 1
        self.sums = [ours + one for ours, one in zip(self.sums, row, strict=True)]
        squares = [a * b for a in row for b in row]
        self.products = [ours + one for ours, one in zip(self.products, squares, strict=True)]

    @property
    def shares(self) -> tuple[float, float] | None:
        """Wins of a seat with it and of one without, in parts; None where nobody had it, or everybody."""
        having, won, lacking, others_won = self.sums
        return (won / having, others_won / lacking) if having and lacking else None

    def interval(self, unit: float = 1) -> tuple[float, float, float] | None:
        """The difference of both shares, as that of two ratios whose games are drawn by lot."""
        if not (shares := self.shares) or min(self.sums[0], self.sums[2]) < FEW:
            return None
        own, other = shares
        having, lacking = self.sums[0], self.sums[2]
        weights = (-own / having, 1 / having, other / lacking, -1 / lacking)
        square = sum(
            a * b * self.products[4 * i + j] for i, a in enumerate(weights) for j, b in enumerate(weights)
        )
        error = sqrt(max(0.0, square) * self.games / (self.games - 1))
        reach = quantile(self.games) * error
        return (own - other) / unit, (own - other - reach) / unit, (own - other + reach) / unit
