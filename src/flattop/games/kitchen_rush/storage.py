"""Storage rooms and greenhouse: pieces for one's own plates (KR-34 to KR-38, KR-46 to KR-50)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.dishes import Dish, changed
from flattop.games.kitchen_rush.pieces import DONE, STORAGE_A, Job
from flattop.games.kitchen_rush.plates import MOST_DISHES
from flattop.games.kitchen_rush.work import Work
from flattop.kernel import Action, Seat

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

TAKE: tuple[tuple[Action, ...], ...] = tuple(
    tuple(("take", kind, dish) for dish in range(MOST_DISHES)) for kind in range(6)
)
SEASON: tuple[tuple[Action, ...], ...] = tuple(
    tuple(("season", kind, dish) for dish in range(MOST_DISHES)) for kind in range(5)
)


class Storage(Work):
    """One room; it ends only by `done`, even if nothing more can be taken (KR-R17)."""

    __slots__ = ()

    def possible(self, t: KitchenTable, seat: Seat) -> bool:
        return bool(any(self.kinds_for(t, dish) for dish in t.own_dishes(seat)))

    def kinds_for(self, t: KitchenTable, dish: Dish) -> list[int]:
        return []

    def is_over(self, t: KitchenTable, seat: Seat, job: Job) -> bool:
        return False


class StorageRoom(Storage):
    """Take any number of ingredients lying in this room, onto plates on row 0."""

    __slots__ = ("room",)

    def __init__(self, room: int) -> None:
        self.room = room

    def kinds_for(self, t: KitchenTable, dish: Dish) -> list[int]:
        return takeable(t, dish, self.room)

    def options(self, t: KitchenTable, seat: Seat, job: Job) -> list[Action]:
        wanted = [(dish.id, self.kinds_for(t, dish)) for dish in t.own_dishes(seat)]
        return [*(TAKE[kind][dish] for kind in range(6) for dish, kinds in wanted if kind in kinds), DONE]

    def take(self, t: KitchenTable, seat: Seat, job: Job, kind: int, dish: int) -> None:
        t.rooms[self.room][kind] -= 1
        plate = t.dishes[dish]
        t.dishes[dish] = plate._replace(food=changed(plate.food, kind, 1))
        t.tell("took", seat, kind, dish, STORAGE_A + self.room)


class Greenhouse(Storage):
    """Any number of spices from the bag, onto plates on any row."""

    __slots__ = ()

    def kinds_for(self, t: KitchenTable, dish: Dish) -> list[int]:
        return seasonable(t, dish)

    def options(self, t: KitchenTable, seat: Seat, job: Job) -> list[Action]:
        wanted = [(dish.id, self.kinds_for(t, dish)) for dish in t.own_dishes(seat)]
        return [*(SEASON[kind][dish] for kind in range(5) for dish, kinds in wanted if kind in kinds), DONE]

    def season(self, t: KitchenTable, seat: Seat, job: Job, kind: int, dish: int) -> None:
        t.bag[kind] -= 1
        plate = t.dishes[dish]
        t.dishes[dish] = plate._replace(spices=changed(plate.spices, kind, 1))
        t.tell("seasoned", seat, kind, dish)


def takeable(t: KitchenTable, dish: Dish, room: int) -> list[int]:
    """Ingredients of a room that the plate may take: any, as long as there is room on it (KR-R24)."""
    recipe = t.recipe(dish.id)
    if dish.row or not dish.plated or sum(dish.food) >= recipe.pieces:
        return []
    lies = t.rooms[room]
    if t.strict:
        return [kind for kind in range(6) if lies[kind] and dish.food[kind] < recipe.food[kind]]
    return [kind for kind in range(6) if lies[kind]]


def seasonable(t: KitchenTable, dish: Dish) -> list[int]:
    """Spices in the bag that the plate may take, on whatever row (KR-48)."""
    recipe = t.recipe(dish.id)
    if not dish.plated or sum(dish.spices) >= recipe.pinches:
        return []
    if t.strict:
        return [kind for kind in range(5) if t.bag[kind] and dish.spices[kind] < recipe.spices[kind]]
    return [kind for kind in range(5) if t.bag[kind]]
