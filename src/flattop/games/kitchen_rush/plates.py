"""Plates: from the cupboard to a board, and dirty to the sink (KR-31 to KR-33, KR-51, KR-70)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.area_action import AreaAction
from flattop.games.kitchen_rush.dishes import Dish, fits
from flattop.games.kitchen_rush.pieces import DONE, SIZES, Job
from flattop.games.kitchen_rush.schema import MOST_DISHES
from flattop.kernel import Action, Seat

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

LARGER_FROM = 2
PLATE: tuple[tuple[Action, ...], ...] = tuple(
    tuple(("plate", dish, size) for size in range(SIZES)) for dish in range(MOST_DISHES)
)
FITTING = tuple(
    tuple(tuple(plate for plate in range(SIZES) if fits(plate, size, larger)) for size in range(SIZES))
    for larger in (False, True)
)
WASH: tuple[Action, ...] = tuple(("wash", size) for size in range(SIZES))


def fitting_plates(t: KitchenTable, dish: Dish) -> list[int]:
    """Clean plates of the card's size, or from scenario 2 on one larger (KR-32)."""
    size = t.recipe(dish.id).size
    return [plate for plate in FITTING[t.number >= LARGER_FROM][size] if t.cupboard[plate]]


def empty_plate(t: KitchenTable, dish: Dish) -> None:
    """Return pieces to the supply and the plate to the sink; the dish starts again (KR-70, KR-71)."""
    for kind, number in enumerate(dish.food):
        t.larder[kind] += number
    for kind, number in enumerate(dish.spices):
        t.rack[kind] += number
    if dish.plated:
        t.sink[dish.size] += 1
    t.dishes[dish.id] = Dish(dish.id, dish.card, dish.seat)


class Sink(AreaAction):
    """Wash up to 3 dirty plates (KR-51)."""

    __slots__ = ()

    def is_useful(self, t: KitchenTable) -> bool:
        return any(t.sink)

    def options(self, t: KitchenTable, seat: Seat, job: Job) -> list[Action]:
        if job.amount >= max(t.pack.numbers.wash_up_to, t.held_award("wash_up_to")):
            return [DONE]
        return [*(WASH[size] for size in range(SIZES) if t.sink[size]), DONE]

    def is_private(self, t: KitchenTable, action: Action) -> bool:
        return action == DONE

    def wash(self, t: KitchenTable, seat: Seat, job: Job, size: int) -> None:
        t.sink[size] -= 1
        t.cupboard[size] += 1
        t.tell("washed", seat, size)
        t.jobs[seat] = job._replace(amount=job.amount + 1)
