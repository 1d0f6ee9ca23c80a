"""Before the next shift: who leaves, what is emptied, what stays (KR-89 to KR-92)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.plates import empty_plate

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable


def clear_up(t: KitchenTable, right: tuple[int, ...]) -> None:
    """Right orders leave; what was served wrong or is spoiled starts again; the rest stays as it is."""
    for card in right:
        send_home(t, card)
    for dish in list(t.dishes.values()):
        if dish.card in t.served or t.is_spoiled(dish):
            t.tell("emptied", dish.seat, dish.id)
            empty_plate(t, dish)
    t.served.clear()
    t.shift += 1
    t.now, t.phase = 0, "planning"
    t.ready, t.calls = [False] * t.seats, [False] * t.seats
    t.flared, t.passed = [False] * t.seats, [False] * t.seats


def send_home(t: KitchenTable, card: int) -> None:
    """The patron is gone for good, the pieces go to the supply, the plates dirty to the sink."""
    for dish in t.dishes_of(card):
        empty_plate(t, dish)
        del t.dishes[dish.id]
    for orders in t.orders:
        if card in orders:
            orders.remove(card)
    if card in t.served:
        t.served.remove(card)
    t.gone.append(card)
