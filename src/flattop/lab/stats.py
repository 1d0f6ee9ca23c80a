"""How sure one may be of a share or a mean after so many games: samples and their 95 % intervals."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, pi, sqrt, tan
from statistics import NormalDist

from flattop.bots.stats import Z


def wilson(share: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a share of wins; it never leaves 0 to 1, nor closes at either end."""
    scale = 1 + Z * Z / games
    middle = (share + Z * Z / (2 * games)) / scale
    reach = Z / scale * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def mean_margin(total: int, squares: int, games: int) -> float:
    """How far the true mean may lie from the counted one, from the sums of values and of their squares."""
    if games < 2:
        return float("inf")
    variance = (squares - total * total / games) / (games - 1)
    return Z * sqrt(max(0.0, variance) / games)


@dataclass(slots=True)
class Sums:
    """Any number of values, of which only sums are kept."""

    size: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.size += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.size if self.size else 0.0


@dataclass(slots=True)
class Sample(Sums):
    """Values between -1 and 1."""

    def interval(self, least: float = 0.0, claims: int = 1) -> tuple[float, float]:
        """Where the true mean lies with 95 %, and so do those of all `claims` of the kind together.

        Two pseudo-observations, one at either end, keep a short sample that came out all alike from being
        sure of itself.
        """
        z = Z if claims <= 1 else NormalDist().inv_cdf(1 - 0.025 / claims)
        size, total, squares = self.size + 2, self.total + least + 1, self.squares + least * least + 1
        mean = total / size
        reach = z * sqrt(max(0.0, squares / size - mean * mean) / size)
        return max(least, mean - reach), min(1.0, mean + reach)


@dataclass(slots=True)
class Moments(Sums):
    """Values of any size."""

    def interval(self, alpha: float = 0.05, doubt: float = 0.0) -> tuple[float, float]:
        """Where the true mean lies but for a chance of `alpha`.

        A deviation of so much more, in doubt, keeps a few values that came out alike from being sure.
        """
        if self.size < 2:
            return -inf, inf
        deviation = max(0.0, self.squares - self.total * self.mean) + doubt * doubt
        reach = student(alpha, self.size - 1) * sqrt(deviation / (self.size - 1) / self.size)
        return self.mean - reach, self.mean + reach


def student(alpha: float, freedom: int) -> float:
    """Standard errors on either side that leave out a chance of `alpha` in all, by Student's distribution.

    A series around the normal one, good to a few percent from three degrees of freedom on; below there are
    formulas.
    """
    if freedom <= 2:
        tail = 1 - alpha / 2
        return tan(pi * (tail - 0.5)) if freedom == 1 else (2 * tail - 1) / sqrt(2 * tail * (1 - tail))
    z = NormalDist().inv_cdf(1 - alpha / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return float(z + sum([term / freedom**power for power, term in enumerate(terms, 1)]))
