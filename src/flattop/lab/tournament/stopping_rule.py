"""When the order of the bots is decided.

One looks after 8, 16, 32 … deals.  Who looks often is fooled often, so the n-th look may err with a chance of
1/(n(n+1)) of what is allowed in all: however many there are, they add up to that.  At a look all pairs of
bots are compared on the same deals, each with its part of that chance, and the order is decided when every
bot is surely ahead of the next.  Without looks there is one comparison, at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from flattop.lab.tournament.standing import Standing

FIRST = 8  # deals before the first look


@dataclass(frozen=True, slots=True)
class Step:
    """One bot and the next in the order: by how much it is ahead, and whether that is sure."""

    bot: int
    next: int
    gap: tuple[float, float, float]

    @property
    def is_decided(self) -> bool:
        return self.gap[1] > 0


def is_look(deals: int) -> bool:
    return deals >= FIRST and deals % FIRST == 0 and (deals // FIRST).bit_count() == 1


def looks(deals: int) -> int:
    """How often one has looked after so many deals, the end included."""
    before = sum(1 for power in range(64) if FIRST << power < deals)
    return before + 1


def allowance(until: float | None, deals: int) -> float:
    """The chance to err that one comparison of all pairs has."""
    if until is None:
        return 0.05
    look = looks(deals)
    return (1 - until / 100) / (look * (look + 1))


def steps(standing: Standing, until: float | None) -> list[Step]:
    """The order with its gaps, which all hold at once."""
    alpha = allowance(until, standing.deals) / len(standing.gaps)
    order = standing.order
    return [Step(a, b, standing.gap(a, b, alpha)) for a, b in pairwise(order)]


def is_decided(standing: Standing, until: float | None) -> bool:
    return all(step.is_decided for step in steps(standing, until))
