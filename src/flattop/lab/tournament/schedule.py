"""Who sits where: line-ups in which every bot has every seat equally often and meets every other as often.

A line-up has every bot as often as any other, or once more where the seats do not go up; all choices of those
who sit there once more are played, each in every rotation.  So seven bots at three seats play all threesomes,
35 of them, and two at three seats AAB and ABB, each in three rotations.  In which order they sit around the
table is drawn anew for every deal: the neighbour on the left is nobody's fate.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

from flattop.kernel import Chance
from flattop.match import derived

LineUp = tuple[int, ...]  # by seat, the number of the bot


def line_ups(bots: int, seats: int, seed: int, deal: int) -> list[LineUp]:
    """All that play one deal."""
    around = Chance(derived(seed, deal, "around")).shuffled(range(bots))
    return [turn for ring in _rings(around, seats) for turn in _rotations(ring)]


def _rings(around: Sequence[int], seats: int) -> list[LineUp]:
    """Who sits around the table together, from some seat on."""
    times, over = divmod(seats, len(around))
    return [(*tuple(around) * times, *more) for more in combinations(around, over)]


def _rotations(ring: LineUp) -> list[LineUp]:
    return [(*ring[first:], *ring[:first]) for first in range(len(ring))]


def games_a_deal(bots: int, seats: int) -> int:
    return seats * comb(bots, seats % bots)
