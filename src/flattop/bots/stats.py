"""How sure one may be of a mean: standard errors and 95 % intervals, for chef, for hints and for the lab."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

Z = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


def interval(values: Sequence[float], doubt: float = 0.0) -> tuple[float, float, float]:
    """The mean, and where the true one lies with 95 %."""
    middle, reach = mean(values), Z * standard_error(values, doubt)
    return middle, middle - reach, middle + reach


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
