"""Stove: a Cook action moves one dish down one row (KR-39 to KR-44)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.area_action import AreaAction, finish
from flattop.games.kitchen_rush.dishes import Dish
from flattop.games.kitchen_rush.pieces import DONE, Job
from flattop.games.kitchen_rush.schema import MOST_DISHES
from flattop.kernel import Action, Seat

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

COOK: tuple[Action, ...] = tuple(("cook", dish) for dish in range(MOST_DISHES))
FLARE: Action = ("flare",)


class Stove(AreaAction):
    """The action ends after one dish; with the Gas Main the same dish may move once more."""

    __slots__ = ()

    def helps(self, t: KitchenTable, dish: Dish) -> bool:
        return is_cookable(t, dish)

    def options(self, t: KitchenTable, seat: Seat, job: Job) -> list[Action]:
        if job.kind:
            return [FLARE, DONE] if self.can_flare(t, seat, job.noun) else [DONE]
        return [*(COOK[dish.id] for dish in t.own_dishes(seat) if is_cookable(t, dish)), DONE]

    def is_private(self, t: KitchenTable, action: Action) -> bool:
        return True

    def cook(self, t: KitchenTable, seat: Seat, job: Job, dish: int) -> None:
        move_down(t, seat, dish)
        t.jobs[seat] = Job(job.timer, job.area, "cook", noun=dish)

    def can_flare(self, t: KitchenTable, seat: Seat, dish: int) -> bool:
        """True once per seat and shift, if the team has the Gas Main and the dish could be cooked again."""
        return bool(t.held_award("double_cook") and not t.flared[seat] and is_cookable(t, t.dishes[dish]))

    def flare(self, t: KitchenTable, seat: Seat, job: Job) -> None:
        t.flared[seat] = True
        t.tell("flared", seat, job.noun)
        move_down(t, seat, job.noun)
        finish(t, seat)


def move_down(t: KitchenTable, seat: Seat, dish: int) -> None:
    t.dishes[dish] = plate = t.dishes[dish].one_row_down()
    t.tell("cooked", seat, dish, plate.row)


def is_cookable(t: KitchenTable, dish: Dish) -> bool:
    """True if something is on the plate and a row is below it (KR-R25).

    If mistakes are prevented, the dish must be complete and not done.
    """
    if t.strict:
        recipe = t.recipe(dish.id)
        return dish.plated and dish.food == recipe.food and dish.row < recipe.cook
    return any(dish.food) and dish.row < t.pack.numbers.rows - 1
