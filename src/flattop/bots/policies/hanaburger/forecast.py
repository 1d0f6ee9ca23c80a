"""What a burger of Hanaburger is likely to pay in the end, by the placings that are still to come."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from math import exp, hypot, sqrt
from operator import add

from flattop.bots.policies import THOUGHTS
from flattop.games.burger_up.hanaburger.clues import HanaPack

FARTHEST = 48  # placings of the whole team that are looked ahead
STRAY = 0.6  # how far the number of placings may stray from what is expected, by its root
PERFECTS = 0.3  # coins for Perfect faces that each placing brings on the average
USUAL_WAIT = 7  # placings on a burger until all has come that a new order asks for
NEW_ORDERS = 0.7  # what orders that nobody has seen yet really pay, of what they could

Worths = Sequence[float]  # by placings to come


def together(first: Worths, second: Worths, placings: int) -> float:
    """What two burgers are worth if the placings are shared out in the best way."""
    best: float = max(map(add, first[: placings + 1], second[placings::-1]))
    return best


@lru_cache(maxsize=2 * THOUGHTS)
def worths(pack: HanaPack, height: int, needed: int, wait: int, most: int, extra: int) -> Worths:
    """What a burger will pay that ends at the best height, and those after it.

    It needs so many ingredients more, those that the order asks for take so many placings to come, and
    `extra` lies on it besides the pay.
    """
    if not needed:
        now = pays(pack, height) + extra
        return array("d", [now + worth for worth in later(pack)])
    least = height + needed
    ends = [least, *(size.min for size in pack.sizes if least < size.min <= most)]
    endings = [ending(pack, end, end - height, wait, extra) for end in ends]
    return array("d", map(max, *endings, later(pack)))


def ending(pack: HanaPack, end: int, more: int, wait: int, extra: int) -> list[float]:
    """What a burger is worth that is to grow by so many ingredients."""
    takes, after = hypot(more, wait), later(pack)
    pay, over = pays(pack, end) + extra + PERFECTS * more, round(takes)
    return [pay * in_time(takes, n) + after[max(0, n - over)] for n in range(FARTHEST + 1)]


@lru_cache(maxsize=8)
def later(pack: HanaPack) -> Worths:
    """What orders that nobody has seen yet will pay."""
    worths = [0.0]
    takes = {size: hypot(size.min, USUAL_WAIT) for size in pack.sizes}
    for n in range(1, FARTHEST + 1):
        worths.append(
            max(
                NEW_ORDERS * in_time(needed, n) * (size.pays + PERFECTS * size.min)
                + worths[max(0, n - round(needed))]
                for size, needed in takes.items()
            )
        )
    return tuple(worths)


@lru_cache(maxsize=8 * THOUGHTS)
def in_time(needed: float, placings: int) -> float:
    """The chance that so many placings are made where about so many are expected."""
    return 1 / (1 + exp((needed - placings - 0.5) / (STRAY * sqrt(placings + 1))))


def pays(pack: HanaPack, height: int) -> int:
    size = pack.size_of[height]
    return size.pays if size else 0
