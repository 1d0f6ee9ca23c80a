"""Actions: what every area has in common, from the placing of a timer to the end of its action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.pieces import DONE, TEMPS, Job
from flattop.games.kitchen_rush.timers import hand_on, lift_all
from flattop.kernel import Action, Seat

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable


class Work:
    """What a timer does in one area; its verbs are its methods."""

    __slots__ = ()

    def possible(self, t: KitchenTable, seat: Seat) -> bool:
        """Whether the action could do something for the seat now (KR-R16)."""
        raise AssertionError(self)

    def begin(self, t: KitchenTable, seat: Seat, job: Job) -> None:
        """The timer has just been put down; prices are paid here (KR-R18)."""

    def options(self, t: KitchenTable, seat: Seat, job: Job) -> list[Action]:
        """The small steps that are open, `done` last."""
        raise AssertionError(self)

    def is_over(self, t: KitchenTable, seat: Seat, job: Job) -> bool:
        """Whether it can go no further by itself (KR-R17)."""
        return self.options(t, seat, job) == [DONE]

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
