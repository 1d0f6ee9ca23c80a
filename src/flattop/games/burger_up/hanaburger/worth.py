"""What a position is worth to the team, judged by what lies open: a hint for search."""

from __future__ import annotations

from flattop.games.burger_up import burger
from flattop.games.burger_up.hanaburger.scoring import DEFEAT
from flattop.games.burger_up.hanaburger.table import HanaTable
from flattop.games.burger_up.requirements import missing
from flattop.kernel import VACANT, Seat

NEAR = 0.8  # what is left of a burger's pay for each ingredient that it still misses
TOKEN = 1.5  # coins that a Mistake token is worth
LAST_TOKENS = 3  # from here on a token is worth much more


def worth(t: HanaTable, seat: Seat) -> float:
    """Coins, what both burgers promise, and the Mistake tokens that are left; the same for every seat."""
    if t.lost:
        return float(DEFEAT)
    if t.over:
        return float(t.coins)
    spent: int = t.settings["mistake_tokens"] - t.mistakes
    danger = max(0, LAST_TOKENS - t.mistakes) ** 2
    return t.coins + sum(promise(t, place) for place in range(2)) - TOKEN * (spent + danger)


def promise(t: HanaTable, place: int) -> float:
    """The pay of a burger at the height it will have when its order is met, the less the more it misses."""
    order, stack = t.orders[place], t.burgers[place]
    if order == VACANT:
        return 0.0
    lacking = missing(t.pack.needs[order], stack)
    size = burger.size(t.pack, burger.height(t.pack, stack) + lacking)
    pays = size.pays if size else 0
    return float((pays + burger.perfect_payment(t.pack, stack)) * NEAR**lacking)
