"""How sure one may be of a share or a mean after so many games: samples and their 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, exp, inf, lgamma, log, pi, sqrt, tan
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


RATE = 0.05  # of all that are called surprising at most so many may be chance


def normal_chance(surprise: float) -> float:
    """The chance of a mean that many standard errors from nothing, or more, to either side."""
    return erfc(abs(surprise) / sqrt(2))


def alike_chance(wins: Sequence[float], games: int) -> float:
    """The chance of shares that far apart if all were alike, by chi-square; shared wins make it cautious."""
    fair = 1 / len(wins)
    square = sum((share - fair) ** 2 / fair for share in wins) * games
    return upper_gamma((len(wins) - 1) / 2, square / 2)


def upper_gamma(shape: float, at: float) -> float:
    """The upper part of the gamma distribution, by its series or its continued fraction."""
    if at <= 0:
        return 1.0
    scale = exp(shape * log(at) - at - lgamma(shape))
    return 1 - scale * _series(shape, at) if at < shape + 1 else scale * _fraction(shape, at)


def _series(shape: float, at: float) -> float:
    term = total = 1 / shape
    step = shape
    while term > total * 1e-15:
        step += 1
        term *= at / step
        total += term
    return total


def _fraction(shape: float, at: float) -> float:
    """By Lentz's way, from the front."""
    below = at + 1 - shape
    ratio, total = 1e300, 1 / below
    step = total
    for n in range(1, 10_000):
        factor = n * (shape - n)
        below += 2
        step = 1 / (below + factor * step)
        ratio = below + factor / ratio
        total *= ratio * step
        if abs(ratio * step - 1) < 1e-15:
            break
    return total


def surprising(chances: Sequence[float], rate: float = RATE) -> list[bool]:
    """Which of many stand out, so that of those at most `rate` are expected to be chance.

    By Benjamini and Hochberg: the n-th smallest of m chances may be rate * n / m, and all below it.
    """
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    bar = -1.0
    for rank, i in enumerate(order, 1):
        if chances[i] <= rate * rank / len(chances):
            bar = chances[i]
    return [chance <= bar for chance in chances]
