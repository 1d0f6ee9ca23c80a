"""The base class of the actions of areas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.pieces import DONE, EVERYTHING, TEMPS, Job
from flattop.games.kitchen_rush.timers import hand_on, lift_all
from flattop.kernel import Action, Seat

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.dishes import Dish
    from flattop.games.kitchen_rush.table import KitchenTable


class AreaAction:
    """The action of a timer in one area. Each verb of its steps is a method."""

    __slots__ = ()

    def is_useful(self, t: KitchenTable) -> bool:
        """True if the action could have an effect now for any seat (KR-R16)."""
        return False

    def helps(self, t: KitchenTable, dish: Dish) -> bool:
        """True if the action could have an effect for this dish, which has a plate."""
        return False

    def possible(self, t: KitchenTable, seat: Seat) -> bool:
        """True if the action could have an effect for the seat."""
        return self.is_useful(t) or any(self.helps(t, dish) for dish in t.own_dishes(seat) if dish.plated)

    def begin(self, t: KitchenTable, seat: Seat, job: Job) -> None:
        """Called when the timer has been put down; prices are paid here (KR-R18)."""

    def options(self, t: KitchenTable, seat: Seat, job: Job) -> Sequence[Action]:
        """The steps that are open, `done` last."""
        raise AssertionError(self)

    def is_over(self, t: KitchenTable, seat: Seat, job: Job) -> bool:
        """True if the action ends by itself (KR-R17)."""
        return self.options(t, seat, job)[0] == DONE

    def is_private(self, t: KitchenTable, action: Action) -> bool:
        """True if a step changes nothing that the options of other seats depend on."""
        return False

    def affected_areas(self, t: KitchenTable, action: Action) -> int:
        """The options that a step may change, as a bitmask: open actions by area, and IDLE."""
        return EVERYTHING

    def done(self, t: KitchenTable, seat: Seat, job: Job) -> None:
        """End the action; a seat may do less than allowed, or nothing."""
        finish(t, seat)


def finish(t: KitchenTable, seat: Seat) -> None:
    """Close the seat's action; its timer keeps running."""
    job = t.jobs.pop(seat)
    t.tell("finished", seat, job.area)
    if job.timer >= TEMPS and t.temps_rule == "turns":
        hand_on(t, job.timer)
    if t.lifts_itself:
        lift_all(t)
