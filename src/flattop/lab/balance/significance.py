"""How surprising a number would be if there were nothing to it, and what many of them may claim together."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, lgamma, log, sqrt

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
