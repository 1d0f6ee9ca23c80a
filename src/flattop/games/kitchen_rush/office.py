"""Office: late payment, and the Office cards on the desks (KR-64 to KR-68)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.area_action import AreaAction, finish
from flattop.games.kitchen_rush.pieces import (
    ASIDE,
    DESK_1,
    IN_HAND,
    LOCKED,
    MALFUNCTION,
    SIZES,
    TEMPS,
    TIMERS,
    Job,
)
from flattop.games.kitchen_rush.timers import on_strike
from flattop.kernel import VACANT, Action, Seat

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

LATE_PAY: tuple[Action, ...] = tuple(("late_pay", timer) for timer in range(TIMERS))


class Office(AreaAction):
    """Late payment: a timer on strike returns for 3 coins. There is no `done` (KR-R18)."""

    __slots__ = ()

    def is_useful(self, t: KitchenTable) -> bool:
        return t.coins >= t.pack.numbers.late_payment and bool(on_strike(t))

    def begin(self, t: KitchenTable, seat: Seat, job: Job) -> None:
        t.earn("late payment", -t.pack.numbers.late_payment)
        t.tell("pays_late", seat, t.pack.numbers.late_payment, t.coins)

    def options(self, t: KitchenTable, seat: Seat, job: Job) -> list[Action]:
        return [LATE_PAY[timer] for timer in on_strike(t)]

    def is_over(self, t: KitchenTable, seat: Seat, job: Job) -> bool:
        return not on_strike(t)

    def late_pay(self, t: KitchenTable, seat: Seat, job: Job, timer: int) -> None:
        """The owner may use the timer at once; a Temp is open to all again."""
        t.places[timer] = IN_HAND
        t.tell("back_to_work", timer)
        finish(t, seat)

    def done(self, t: KitchenTable, seat: Seat, job: Job) -> None:
        """Only when the grace time has run out: the first timer on strike returns (KR-R7)."""
        if strikers := on_strike(t):
            self.late_pay(t, seat, job, strikers[0])
        else:
            finish(t, seat)


class Desk(AreaAction):
    """A face-up Office card, paid and carried out when the timer is put down."""

    __slots__ = ("desk",)

    def __init__(self, desk: int) -> None:
        self.desk = desk

    def is_useful(self, t: KitchenTable) -> bool:
        card = t.desks[self.desk]
        return card >= 0 and t.coins >= t.pack.office_card[card].cost

    def begin(self, t: KitchenTable, seat: Seat, job: Job) -> None:
        card = t.desks[self.desk]
        cost = t.pack.office_card[card].cost
        t.earn("office", -cost)
        t.tell("office_card", seat, card, cost, t.coins)
        EFFECTS[t.pack.office_card[card].effect](t)
        t.office_discard.append(card)
        # The next card is laid at once, and waits until the timer is gone (KR-R33).
        t.desks[self.desk] = VACANT
        if t.office_deck:
            t.desks[self.desk] = t.office_deck.pop(0)
            t.reveal()
            t.tell("turned_up", t.desks[self.desk], DESK_1 + self.desk)
        finish(t, seat)

    def options(self, t: KitchenTable, seat: Seat, job: Job) -> list[Action]:
        return []


def unlock(t: KitchenTable) -> None:
    """Remove every Locked marker; the room is open to all."""
    clear_spaces(t, LOCKED)


def repair(t: KitchenTable) -> None:
    """Remove the Malfunction marker; the space is open to all."""
    clear_spaces(t, MALFUNCTION)


def clear_spaces(t: KitchenTable, marker: int) -> None:
    t.spaces = [tuple([VACANT if piece == marker else piece for piece in spaces]) for spaces in t.spaces]


def plates(t: KitchenTable) -> None:
    """The plates beside the Office enter the cupboard clean."""
    for size in range(SIZES):
        t.cupboard[size] += t.aside[size]
        t.aside[size] = 0


def temp(t: KitchenTable) -> None:
    """The next white timer joins."""
    hired = next((timer for timer in range(TEMPS, TIMERS) if t.places[timer] == ASIDE), None)
    if hired is not None:
        t.places[hired] = IN_HAND


EFFECTS: dict[str, Callable[[KitchenTable], None]] = {
    "unlock": unlock,
    "repair": repair,
    "plates": plates,
    "temp": temp,
}
