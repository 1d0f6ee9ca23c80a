"""Dining room: take an order, or from scenario 6 on serve one (KR-28 to KR-33, KR-58 to KR-61)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.area_action import AreaAction, finish
from flattop.games.kitchen_rush.dishes import Dish
from flattop.games.kitchen_rush.pieces import DONE, EVERYTHING, FRONT, IDLE, TEMPS, Job
from flattop.games.kitchen_rush.plates import PLATE, fitting_plates
from flattop.kernel import VACANT, Action, Seat

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

ORDER: tuple[Action, ...] = tuple(("order", table) for table in range(4))
SERVING_FROM = 6


class Dining(AreaAction):
    """The first step decides whether an order is taken or served."""

    __slots__ = ()

    def is_useful(self, t: KitchenTable) -> bool:
        return max(t.tables) >= 0

    def helps(self, t: KitchenTable, dish: Dish) -> bool:
        return t.number >= SERVING_FROM and is_servable(t, dish.card)

    def options(self, t: KitchenTable, seat: Seat, job: Job) -> list[Action]:
        if job.kind:
            own = [dish for dish in t.dishes_of(job.noun) if dish.size < 0]
            return [*[PLATE[dish.id][size] for dish in own for size in fitting_plates(t, dish)], DONE]
        orders = [ORDER[table] for table, card in enumerate(t.tables) if card >= 0]
        return [*orders, *[("serve", card) for card in servable(t, seat)], DONE]

    def is_over(self, t: KitchenTable, seat: Seat, job: Job) -> bool:
        """An order waits for its plates, because other seats may still wash some (KR-R17)."""
        if job.kind:
            return all(dish.size >= 0 for dish in t.dishes_of(job.noun))
        return not self.is_useful(t) and not servable(t, seat)

    def is_private(self, t: KitchenTable, action: Action) -> bool:
        """Taking a plate is private unless it is the last one of its size."""
        return action == DONE or (action[0] == "plate" and t.cupboard[action[2]] > 1)

    def affected_areas(self, t: KitchenTable, action: Action) -> int:
        """Idle seats are affected by the first free table, the last patron, and a Temp that may finish."""
        if action[0] != "order":
            return EVERYTHING
        unnoticed = VACANT in t.tables and len(t.patrons()) > 1 and max(t.places[TEMPS:]) < 0
        return FRONT if unnoticed else FRONT | IDLE

    def order(self, t: KitchenTable, seat: Seat, job: Job, table: int) -> None:
        """Move the card to the seat's board; the table is free again."""
        card, t.tables[table] = t.tables[table], VACANT
        t.orders[seat].append(card)
        for dish in t.pack.dishes_of[card]:
            t.dishes[dish] = Dish(dish, card, seat)
        t.tell("ordered", seat, card, table)
        t.jobs[seat] = Job(job.timer, job.area, "order", noun=card)

    def plate(self, t: KitchenTable, seat: Seat, job: Job, dish: int, size: int) -> None:
        t.take_plate(seat, dish, size)

    def serve(self, t: KitchenTable, seat: Seat, job: Job, card: int) -> None:
        """Turn the card over. The tip comes at once, the check at the end of the shift (KR-59, KR-60)."""
        t.served.append(card)
        tip = max(t.pack.numbers.tip, t.held_award("tip"))
        t.earn("tips", tip)
        t.tell("served", seat, card, tip, t.coins)
        finish(t, seat)


def servable(t: KitchenTable, seat: Seat) -> list[int]:
    """Own orders whose dishes all have an ingredient on a plate (KR-R29).

    If mistakes are prevented, the order must be right.
    """
    if t.number < SERVING_FROM:
        return []
    return [card for card in t.orders[seat] if card not in t.served and is_servable(t, card)]


def is_servable(t: KitchenTable, card: int) -> bool:
    return is_prepared(t, card) and (not t.strict or t.is_right(card))


def is_prepared(t: KitchenTable, card: int) -> bool:
    return all(dish.plated and any(dish.food) for dish in t.dishes_of(card))
