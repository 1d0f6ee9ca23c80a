"""Actions: what every area has in common, from the placing of a timer to the end of its action."""

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
    """What a timer does in one area; its verbs are its methods."""

    __slots__ = ()

    def is_useful(self, t: KitchenTable) -> bool:
        """Whether the action could do something now, whoever comes (KR-R16)."""
        return False

    def helps(self, t: KitchenTable, dish: Dish) -> bool:
        """Whether it could do something for a dish of whoever comes, if that has a plate."""
        return False

    def possible(self, t: KitchenTable, seat: Seat) -> bool:
        """Whether it could do something for the seat."""
        return self.is_useful(t) or any(self.helps(t, dish) for dish in t.own_dishes(seat) if dish.plated)

    def begin(self, t: KitchenTable, seat: Seat, job: Job) -> None:
        """The timer has just been put down; prices are paid here (KR-R18)."""

    def options(self, t: KitchenTable, seat: Seat, job: Job) -> Sequence[Action]:
        """The small steps that are open, `done` last."""
        raise AssertionError(self)

    def is_over(self, t: KitchenTable, seat: Seat, job: Job) -> bool:
        """Whether it can go no further by itself (KR-R17)."""
        return self.options(t, seat, job)[0] == DONE

    def is_private(self, t: KitchenTable, action: Action) -> bool:
        """Whether a step changes nothing that the options of other seats rest on."""
        return False

    def affected_areas(self, t: KitchenTable, action: Action) -> int:
        """What else a step may change, as bits: open actions by their area, and IDLE hands."""
        return EVERYTHING

    def done(self, t: KitchenTable, seat: Seat, job: Job) -> None:
        """The seat has had enough of it: doing less or nothing is legal."""
        finish(t, seat)


def finish(t: KitchenTable, seat: Seat) -> None:
    """An action is over; its timer runs on."""
    job = t.jobs.pop(seat)
    t.tell("finished", seat, job.area)
    if job.timer >= TEMPS and t.temps_rule == "turns":
        hand_on(t, job.timer)
    if t.lifts_itself:
        lift_all(t)
