"""Scoring: the income of a completed order, and the points of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flattop.games.burger_up import burger
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import Stack


class Income(NamedTuple):
    """Coins for one completed order (BU-33)."""

    size: int
    order: int
    perfect: int


def income(pack: Pack, stack: Stack, order_coins: int) -> Income:
    return Income(burger.payment(pack, stack), order_coins, burger.perfect_payment(pack, stack))


def points(pack: Pack, coins: Sequence[int], uses: Sequence[int], completed: Sequence[int]) -> list[int]:
    """Coins, Spatula and the bonus for most orders (BU-46)."""
    spatulas = [spatula_points(pack, left) for left in uses]
    return [sum(parts) for parts in zip(coins, spatulas, bonuses(pack, completed), strict=True)]


def bonuses(pack: Pack, completed: Sequence[int]) -> list[int]:
    bonus, best = pack.numbers["most_orders_bonus"].value, most_orders(completed)
    return [bonus if seat == best else 0 for seat in range(len(completed))]


def most_orders(completed: Sequence[int]) -> int | None:
    """The seat with the most completed orders; None if two are tied (BU-47)."""
    most = max(completed)
    return completed.index(most) if completed.count(most) == 1 else None


def spatula_points(pack: Pack, uses: int) -> int:
    return pack.numbers[f"spatula_{spatula_condition(pack, uses)}_points"].value


def spatula_condition(pack: Pack, uses: int) -> str:
    """Pristine, dirty or gone, depending on the uses left (BU-22)."""
    if not uses:
        return "gone"
    return "pristine" if uses == pack.numbers["spatula_uses"].value else "dirty"
