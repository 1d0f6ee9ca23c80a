"""How sure one may be of a share or a mean after so many games: 95 % intervals."""

from __future__ import annotations

from math import sqrt

Z = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


def wilson(share: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a share of wins; it never leaves 0 to 1, nor closes at either end."""
    scale = 1 + Z * Z / games
    middle = (share + Z * Z / (2 * games)) / scale
    reach = Z / scale * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def mean_margin(total: int, squares: int, games: int) -> float:
    """How far the true mean may lie from the mean found, from the sums of values and of their squares."""
    if games < 2:
        return float("inf")
    variance = (squares - total * total / games) / (games - 1)
    return Z * sqrt(max(0.0, variance) / games)
