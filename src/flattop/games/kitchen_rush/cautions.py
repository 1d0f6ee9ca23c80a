"""First shifts: what would spoil a dish is said before it is done, while it cannot be cleared away yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.cards import Recipe
from flattop.games.kitchen_rush.dishes import Dish, lacking

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

LEARNING = 2  # the last scenario that warns; from the next one on mistakes can be cleared away (KR-70)
MENDING = {
    1: "You could still put it back later (KR-43).",
    2: "It could not be taken off again (KR-R27).",
}


def cautions(t: KitchenTable) -> list[dict[str, str]]:
    """For each seat the plays that would spoil one of its dishes, in writing, each with the reason."""
    if t.number > LEARNING or t.strict:
        return [{} for _ in range(t.seats)]
    return [
        {play: why for dish in t.dishes.values() if dish.seat == seat for play, why in _spoiling(t, dish)}
        for seat in range(t.seats)
    ]


def _spoiling(t: KitchenTable, dish: Dish) -> Iterator[tuple[str, str]]:
    recipe = t.recipe(dish.id)
    name = recipe.name or t.pack.patron[dish.card].name
    food, spices = lacking(dish.food, recipe.food), lacking(dish.spices, recipe.spices)
    kinds = [one.name for one in t.pack.ingredient], [one.name for one in t.pack.spice]
    wants = recipe.food, recipe.spices
    for verb, missing, want, names in zip(("take", "season"), (food, spices), wants, kinds, strict=True):
        for noun in (noun for noun, left in enumerate(missing) if not left):
            none = f"no {'more ' if want[noun] else ''}{names[noun]}"
            yield f"{verb} {noun} {dish.id}", f"{name} wants {none}. {MENDING[t.number]}"
    if any(food):
        yield f"cook {dish.id}", f"{name} is not complete: cooked now, it takes no more ingredients (KR-42)."
    elif _is_done(dish, recipe):
        yield f"cook {dish.id}", f"{name} is finished: cooked once more, it is spoiled (KR-44)."


def _is_done(dish: Dish, recipe: Recipe) -> bool:
    return dish.row >= recipe.cook
