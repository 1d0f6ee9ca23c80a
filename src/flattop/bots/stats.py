"""How sure one may be of a mean: standard errors and 95 % intervals, for chef, for hints and for the lab."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

Z = 1.959964  # 95 % of a normal distribution lie within so many standard deviations
# The same of Student's distribution, for a few values, of which the deviation is but guessed: two, three, ...
FEW = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
    2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045,
)  # fmt: skip


def interval(values: Sequence[float], doubt: float = 0.0) -> tuple[float, float, float]:
    """The mean, and where the true one lies with 95 %."""
    middle, reach = mean(values), breadth(len(values)) * standard_error(values, doubt)
    return middle, middle - reach, middle + reach


def breadth(size: int) -> float:
    """Standard errors on either side of a mean of so many values within which the true one lies with 95 %."""
    return FEW[max(0, size - 2)] if size - 2 < len(FEW) else Z


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def standard_error(values: Sequence[float], doubt: float = 0.0) -> float:
    """Of the mean; a deviation of so much more, in doubt, keeps a few that came out alike from being sure.

    Nobody knows it of less than two.
    """
    size, middle = max(1, len(values)), mean(values)
    if size < 2 and not doubt:
        return inf
    squares = sum([(value - middle) ** 2 for value in values]) + doubt * doubt
    return sqrt(squares / max(1, size - 1) / size)
