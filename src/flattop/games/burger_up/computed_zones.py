"""What can be read off the burgers and orders on the table, worked out only when someone looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up import burger
from flattop.games.burger_up.requirements import State, all_judged
from flattop.games.burger_up.scoring import income, spatula_condition

if TYPE_CHECKING:
    from flattop.games.burger_up.shop import ShopTable


def wanted(t: ShopTable) -> list[list[str]]:
    """The type that each burger of each seat asks for next; `any` if it takes anything."""
    return [[burger.wanted(t.pack, stack) for stack in own] for own in t.burgers]


def heights(t: ShopTable) -> list[list[int]]:
    """Ingredients in each burger of each seat."""
    return [[burger.height(t.pack, stack) for stack in own] for own in t.burgers]


def sizes(t: ShopTable) -> list[list[str]]:
    """The id of the size that each burger has reached; empty while it has none."""
    reached = [[burger.size(t.pack, height) for height in own] for own in heights(t)]
    return [[size.id if size else "" for size in own] for own in reached]


def pays(t: ShopTable) -> list[list[int]]:
    """What each burger would pay now by size and Perfect faces, before the coins on an order."""
    return [[sum(income(t.pack, stack, 0)) for stack in own] for own in t.burgers]


def asked(t: ShopTable) -> list[list[str]]:
    """What each order on the table asks for, in words; the height comes first."""
    return [[need.words for need in t.pack.needs[order]] if order >= 0 else [] for order in t.pending]


def prospects(t: ShopTable) -> list[list[list[list[State]]]]:
    """By seat, burger and order: met, possible or impossible; first the order as a whole, then each need."""
    pack, orders = t.pack, tuple(t.pending)
    return [[[*map(list, all_judged(pack, orders, tuple(stack)))] for stack in own] for own in t.burgers]


def spatulas(t: ShopTable) -> list[str]:
    return [spatula_condition(t.pack, uses) for uses in t.uses]
