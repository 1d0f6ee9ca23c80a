"""Storage rooms and greenhouse: pieces for own plates (KR-34 to KR-38, KR-46 to KR-50)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.area_action import AreaAction
from flattop.games.kitchen_rush.dishes import Dish, changed
from flattop.games.kitchen_rush.pieces import DONE, STORAGE_A, Job
from flattop.games.kitchen_rush.schema import MOST_DISHES
from flattop.kernel import Action, Seat

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

Actions = tuple[tuple[Action, ...], ...]  # by kind and dish
TAKE: Actions = tuple(tuple(("take", kind, dish) for dish in range(MOST_DISHES)) for kind in range(6))
SEASON: Actions = tuple(tuple(("season", kind, dish) for dish in range(MOST_DISHES)) for kind in range(5))


class Storage(AreaAction):
    """A room. Its action ends only by `done`, even if nothing more can be taken (KR-R17)."""

    __slots__ = ()

    def pieces(self, t: KitchenTable) -> list[int]:
        """The contents of the room, by kind."""
        raise AssertionError(self)

    def kinds(self, t: KitchenTable) -> list[int]:
        return [kind for kind, number in enumerate(self.pieces(t)) if number]

    def has_room(self, t: KitchenTable, dish: Dish) -> bool:
        """True if the plate may take one more piece of any kind (KR-R24)."""
        raise AssertionError(self)

    def is_lacking(self, t: KitchenTable, dish: Dish, kind: int) -> bool:
        """True if the dish needs one more of this kind; used if mistakes are prevented."""
        raise AssertionError(self)

    def helps(self, t: KitchenTable, dish: Dish) -> bool:
        if not self.has_room(t, dish):
            return False
        if t.strict:
            return any(self.is_lacking(t, dish, kind) for kind in self.kinds(t))
        return any(self.pieces(t))

    def choices(self, t: KitchenTable, seat: Seat, actions: Actions) -> list[Action]:
        """Every kind for every dish that may take it, kind by kind."""
        dishes = [dish for dish in t.own_dishes(seat) if self.has_room(t, dish)]
        pairs = [(kind, dish) for kind in self.kinds(t) for dish in dishes] if dishes else []
        if t.strict:
            pairs = [(kind, dish) for kind, dish in pairs if self.is_lacking(t, dish, kind)]
        return [actions[kind][dish.id] for kind, dish in pairs]

    def is_over(self, t: KitchenTable, seat: Seat, job: Job) -> bool:
        return False

    def is_private(self, t: KitchenTable, action: Action) -> bool:
        """A step is private unless it takes the last piece of a kind."""
        return len(action) < 3 or self.pieces(t)[action[1]] > 1


class StorageRoom(Storage):
    """Take any number of ingredients of this room, onto plates on row 0."""

    __slots__ = ("room",)

    def __init__(self, room: int) -> None:
        self.room = room

    def pieces(self, t: KitchenTable) -> list[int]:
        return t.rooms[self.room]

    def has_room(self, t: KitchenTable, dish: Dish) -> bool:
        return not dish.row and dish.size >= 0 and sum(dish.food) < t.pack.recipes[dish.id].pieces

    def is_lacking(self, t: KitchenTable, dish: Dish, kind: int) -> bool:
        return dish.food[kind] < t.pack.recipes[dish.id].food[kind]

    def options(self, t: KitchenTable, seat: Seat, job: Job) -> list[Action]:
        return [*self.choices(t, seat, TAKE), DONE]

    def take(self, t: KitchenTable, seat: Seat, job: Job, kind: int, dish: int) -> None:
        t.rooms[self.room][kind] -= 1
        t.dishes[dish] = t.dishes[dish].with_one_more(kind)
        t.tell("took", seat, kind, dish, STORAGE_A + self.room)


class Greenhouse(Storage):
    """Take any number of spices from the bag, onto plates on any row (KR-48)."""

    __slots__ = ()

    def pieces(self, t: KitchenTable) -> list[int]:
        return t.bag

    def has_room(self, t: KitchenTable, dish: Dish) -> bool:
        return dish.size >= 0 and sum(dish.spices) < t.pack.recipes[dish.id].pinches

    def is_lacking(self, t: KitchenTable, dish: Dish, kind: int) -> bool:
        return dish.spices[kind] < t.pack.recipes[dish.id].spices[kind]

    def options(self, t: KitchenTable, seat: Seat, job: Job) -> list[Action]:
        return [*self.choices(t, seat, SEASON), DONE]

    def season(self, t: KitchenTable, seat: Seat, job: Job, kind: int, dish: int) -> None:
        t.bag[kind] -= 1
        plate = t.dishes[dish]
        t.dishes[dish] = plate._replace(spices=changed(plate.spices, kind, 1))
        t.tell("seasoned", seat, kind, dish)
