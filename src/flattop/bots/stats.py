"""Means with standard errors and 95 % confidence intervals, for the search, for hints and for the lab."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

Z = 1.959964  # 97.5 % quantile of the normal distribution
# The same quantile of Student's t distribution for 2, 3, ... values.
T_QUANTILES = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
    2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045,
)  # fmt: skip


def interval(values: Sequence[float], prior_deviation: float = 0.0) -> tuple[float, float, float]:
    """Return the mean and its 95 % confidence interval."""
    middle = mean(values)
    half_width = quantile(len(values)) * standard_error(values, prior_deviation)
    return middle, middle - half_width, middle + half_width


def quantile(size: int) -> float:
    """Return the standard errors on either side of a mean of `size` values that make a 95 % interval."""
    return T_QUANTILES[max(0, size - 2)] if size - 2 < len(T_QUANTILES) else Z


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def standard_error(values: Sequence[float], prior_deviation: float = 0.0) -> float:
    """Return the standard error of the mean, infinite for less than two values.

    `prior_deviation` acts as one more deviation, so that a few equal values do not look certain.
    """
    size, middle = max(1, len(values)), mean(values)
    if size < 2 and not prior_deviation:
        return inf
    squares = sum([(value - middle) ** 2 for value in values]) + prior_deviation * prior_deviation
    return sqrt(squares / max(1, size - 1) / size)
