"""Dishes: the pieces on a plate compared with the recipe."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from flattop.games.kitchen_rush.cards import Recipe
from flattop.kernel import RULES_CACHE_SIZE, Seat

NO_PLATE = -1
NO_FOOD = (0, 0, 0, 0, 0, 0)
NO_SPICES = (0, 0, 0, 0, 0)


class Dish(NamedTuple):
    """One plate of an order on a board. Immutable."""

    id: int  # index of the recipe in the pack
    card: int
    seat: Seat
    size: int = NO_PLATE
    row: int = 0
    food: tuple[int, ...] = NO_FOOD
    spices: tuple[int, ...] = NO_SPICES
    owed: int = 0  # wrong pieces given back and not yet exchanged (KR-R26)

    @property
    def plated(self) -> bool:
        return self.size != NO_PLATE

    @property
    def empty(self) -> bool:
        return not any(self.food) and not any(self.spices)

    # -- the most frequent changes; `_replace` takes three times as long

    def on_plate(self, size: int) -> Dish:
        return Dish(self.id, self.card, self.seat, size, self.row, self.food, self.spices, self.owed)

    def one_row_down(self) -> Dish:
        return Dish(self.id, self.card, self.seat, self.size, self.row + 1, self.food, self.spices, self.owed)

    def with_one_more(self, kind: int) -> Dish:
        food = changed(self.food, kind, 1)
        return Dish(self.id, self.card, self.seat, self.size, self.row, food, self.spices, self.owed)


def changed(counts: tuple[int, ...], kind: int, by: int) -> tuple[int, ...]:
    """The counts with one of them changed."""
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1 :])


@lru_cache(maxsize=RULES_CACHE_SIZE)
def lacking(have: tuple[int, ...], want: tuple[int, ...]) -> tuple[int, ...]:
    """The missing number of each kind."""
    return tuple([w - h if w > h else 0 for h, w in zip(have, want, strict=True)])


def surplus(have: tuple[int, ...], want: tuple[int, ...]) -> tuple[int, ...]:
    """The number of each kind that is too many or not in the recipe."""
    return lacking(want, have)


def fits(plate: int, size: int, larger: bool) -> bool:
    """True if the plate has the size on the card, or one larger where that is allowed (KR-32)."""
    return plate == size or (larger and plate == size + 1)


def is_right(dish: Dish, recipe: Recipe) -> bool:
    """True if the dish is exactly as on the card, on the row of its Cooking Time (KR-77).

    The plate is not compared: only fitting plates can be taken (KR-R23).
    """
    return (
        dish.size >= 0
        and dish.row == recipe.cook
        and dish.food == recipe.food
        and dish.spices == recipe.spices
    )


def is_ready_to_cook(dish: Dish, recipe: Recipe) -> bool:
    """True if nothing is missing on the plate and the dish is above the row of its Cooking Time."""
    missing = *lacking(dish.food, recipe.food), *lacking(dish.spices, recipe.spices)
    return dish.size >= 0 and not any(missing) and dish.row < recipe.cook


def is_spoiled(dish: Dish, recipe: Recipe) -> bool:
    """True if the dish can only become right by starting again."""
    return (
        any(surplus(dish.food, recipe.food))
        or any(surplus(dish.spices, recipe.spices))
        or (dish.row > 0 and dish.food != recipe.food)
        or dish.row > recipe.cook
    )
