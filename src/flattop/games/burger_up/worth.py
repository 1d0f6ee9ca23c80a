"""What an unfinished burger may still bring, judged by what lies open: shared by searches and house bots."""

from __future__ import annotations

from collections.abc import Iterable

from flattop.games.burger_up import burger
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import NEVER, Needs, Stack
from flattop.kernel import VACANT

PER_MISSING_CARD = 0.8  # of the worth that is left for each card still to come
ORDER = 3.0  # what a completed order is worth besides its coins
DEAD = -2.0  # a burger that no order in sight can accept


def burger_worth(pack: Pack, stack: Stack, orders: Iterable[tuple[int, int]]) -> float:
    """The best of the orders in sight, each with the coins on it."""
    if not stack:
        return 0.0
    found = [order_worth(pack, stack, order, coins) for order, coins in orders if order != VACANT]
    return max(found, default=DEAD)


def order_worth(pack: Pack, stack: Stack, order: int, coins: int) -> float:
    """What the burger would pay for the order with the cards it misses, less for each of them."""
    short = shortfall(pack.needs[order], stack)
    if short >= NEVER:
        return DEAD
    size = burger.size(pack, burger.height(pack, stack) + short)
    paid = (size.pays if size else 0) + burger.perfect_payment(pack, stack)
    return (paid + coins + ORDER) * PER_MISSING_CARD**short


def shortfall(needs: Needs, stack: Stack) -> int:
    """Cards that the order misses: each need by itself, but the height at least."""
    height, *rest = [need.missing(stack) for need in needs]
    return max(height, sum(rest))
