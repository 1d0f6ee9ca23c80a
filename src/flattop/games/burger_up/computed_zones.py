"""Computed zones of the shop: facts about burgers and orders, computed when a view is built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up import burger
from flattop.games.burger_up.requirements import State, all_order_states
from flattop.games.burger_up.scoring import income, spatula_condition

if TYPE_CHECKING:
    from flattop.games.burger_up.shop import ShopTable


def wanted(t: ShopTable) -> list[list[str]]:
    """The type that each burger of each seat requests next; `any` if it takes anything."""
    return [[burger.wanted(t.pack, stack) for stack in own] for own in t.burgers]


def heights(t: ShopTable) -> list[list[int]]:
    """The number of ingredients in each burger of each seat."""
    return [[burger.height(t.pack, stack) for stack in own] for own in t.burgers]


def sizes(t: ShopTable) -> list[list[str]]:
    """The id of the size that each burger has reached; empty for an empty burger."""
    reached = [[burger.size(t.pack, height) for height in own] for own in heights(t)]
    return [[size.id if size else "" for size in own] for own in reached]


def pays(t: ShopTable) -> list[list[int]]:
    """Coins that each burger would pay now for size and Perfect faces, without the coins on an order."""
    return [[sum(income(t.pack, stack, 0)) for stack in own] for own in t.burgers]


def asked(t: ShopTable) -> list[list[str]]:
    """The requirements of each pending order as text, the height first."""
    return [[need.words for need in t.pack.needs[order]] if order >= 0 else [] for order in t.pending]


def prospects(t: ShopTable) -> list[list[list[list[State]]]]:
    """By seat, burger and order: met, possible or impossible. First the whole order, then each need."""
    pack, orders = t.pack, tuple(t.pending)
    return [
        [[*map(list, all_order_states(pack, orders, tuple(stack)))] for stack in own] for own in t.burgers
    ]


def spatulas(t: ShopTable) -> list[str]:
    return [spatula_condition(t.pack, uses) for uses in t.uses]
