"""Statistics of the lab: confidence intervals of shares and means, p-values, false discovery rate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, exp, inf, lgamma, log, pi, sqrt, tan
from statistics import NormalDist

from flattop.bots.stats import Z

FALSE_DISCOVERY_RATE = 0.05

# -- confidence intervals


def wilson(share: float, games: int) -> tuple[float, float]:
    """95 % Wilson interval of a share.  It stays within 0 and 1 and is never empty."""
    scale = 1 + Z * Z / games
    middle = (share + Z * Z / (2 * games)) / scale
    reach = Z / scale * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def mean_margin(total: int, squares: int, games: int) -> float:
    """Half width of the 95 % interval of a mean, from the sum of the values and of their squares."""
    if games < 2:
        return float("inf")
    variance = (squares - total * total / games) / (games - 1)
    return Z * sqrt(max(0.0, variance) / games)


@dataclass(slots=True)
class Sums:
    """Count, sum and sum of squares of values that are not stored."""

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
    """A sample of values between -1 and 1."""

    def interval(self, least: float = 0.0, claims: int = 1) -> tuple[float, float]:
        """95 % interval of the mean of values from `least` to 1, Bonferroni-corrected for `claims` intervals.

        Two pseudo-observations, one at either end, keep a short sample of equal values from an empty
        interval.
        """
        z = Z if claims <= 1 else NormalDist().inv_cdf(1 - 0.025 / claims)
        size, total, squares = self.size + 2, self.total + least + 1, self.squares + least * least + 1
        mean = total / size
        reach = z * sqrt(max(0.0, squares / size - mean * mean) / size)
        return max(least, mean - reach), min(1.0, mean + reach)


@dataclass(slots=True)
class Moments(Sums):
    """A sample of unbounded values."""

    def interval(self, alpha: float = 0.05, prior_deviation: float = 0.0) -> tuple[float, float]:
        """Student interval of the mean at significance level `alpha`.

        `prior_deviation` is added to the sum of squares, so that a few equal values do not give an empty one.
        """
        if self.size < 2:
            return -inf, inf
        squares = max(0.0, self.squares - self.total * self.mean) + prior_deviation * prior_deviation
        reach = student_quantile(alpha, self.size - 1) * sqrt(squares / (self.size - 1) / self.size)
        return self.mean - reach, self.mean + reach


def student_quantile(alpha: float, freedom: int) -> float:
    """Two-sided quantile of Student's t-distribution with `freedom` degrees of freedom.

    Exact up to two degrees of freedom.  From three on it is a Cornish-Fisher series, good to a few percent.
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


# -- p-values


def normal_p_value(z: float) -> float:
    """Two-sided p-value of a z-score."""
    return erfc(abs(z) / sqrt(2))


def equal_shares_p_value(shares: Sequence[float], games: int) -> float:
    """Chi-square p-value of shares of wins if all were equal.  Shared wins make it conservative."""
    fair = 1 / len(shares)
    square = sum((share - fair) ** 2 / fair for share in shares) * games
    return upper_gamma((len(shares) - 1) / 2, square / 2)


def upper_gamma(shape: float, at: float) -> float:
    """Regularized upper incomplete gamma function, by its series or by its continued fraction."""
    if at <= 0:
        return 1.0
    scale = exp(shape * log(at) - at - lgamma(shape))
    if at < shape + 1:
        term = total = 1 / shape
        step = shape
        while term > total * 1e-15:
            step += 1
            term *= at / step
            total += term
        return 1 - scale * total
    return scale * _upper_gamma_fraction(shape, at)


def _upper_gamma_fraction(shape: float, at: float) -> float:
    """Evaluate the continued fraction from the front (Lentz's algorithm)."""
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


def benjamini_hochberg(p_values: Sequence[float], rate: float = FALSE_DISCOVERY_RATE) -> list[bool]:
    """Return for each p-value whether it is significant at this false discovery rate.

    The n-th smallest of m p-values may be at most rate * n / m; the largest such one is the threshold.
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    threshold = -1.0
    for rank, i in enumerate(order, 1):
        if p_values[i] <= rate * rank / len(p_values):
            threshold = p_values[i]
    return [p_value <= threshold for p_value in p_values]
