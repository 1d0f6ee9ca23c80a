"""A shift in the real pace: everybody plays at once while the countdown runs (KR-14 to KR-24)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flattop.games.kitchen_rush.areas import close_all, end_finished, place, placements, steps, take_step
from flattop.games.kitchen_rush.timers import next_run_out, pass_time
from flattop.kernel import CLOCK, Action, Frame, Next, Options, Seat, Ticks, part

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable


@part
class Countdown(Frame):
    """The clock is a seat like any other: the first to act is carried out, then all are asked afresh."""

    at: str = "bustle"

    def bustle(self, t: KitchenTable) -> Next:
        if self.is_over(t):
            return self.end
        offers = {seat: self.offers(t, seat) for seat in range(t.seats)}
        asked = {seat: options for seat, options in offers.items() if options}
        return t.ask_any({CLOCK: ticks(t), **asked})

    def is_over(self, t: KitchenTable) -> bool:
        """Time is up and nothing is open, or all have called it (KR-R6, KR-R7, KR-R10)."""
        return (t.now >= t.limit and not t.jobs) or (t.phase == "running" and all(t.calls))

    def offers(self, t: KitchenTable, seat: Seat) -> Options:
        """The steps of the open action; with none open, every placement, until the time is up."""
        if seat in t.jobs:
            return steps(t, seat)
        return placements(t, seat) if t.phase == "running" else ()

    def topic(self, t: Any, seat: Seat | None) -> str:
        return "job" if seat in t.jobs else ""

    def act(self, t: KitchenTable, seat: Seat, action: Action) -> Next:
        if seat == CLOCK:
            return self.tick(t, action[1])
        if action[0] == "place":
            place(t, seat, action[1], action[2])
        else:
            take_step(t, seat, action)
        return self.settle

    def tick(self, t: KitchenTable, passed: int) -> Next:
        """Time alone changes no offer; what happens by itself may change them all."""
        alone = passed < ticks(t).next
        pass_time(t, passed)
        if alone:
            return t.still(CLOCK, ticks(t))
        if t.now >= t.limit and t.phase == "running" and t.jobs:
            t.phase = "closing"
            t.tell("closing")
        if t.now >= t.limit + t.grace:
            close_all(t)
        return self.settle

    def settle(self, t: KitchenTable) -> Next:
        end_finished(t)
        return self.bustle

    def end(self, t: KitchenTable) -> Next:
        return t.done()


def ticks(t: KitchenTable) -> Ticks:
    """Up to the end of the countdown, or of the grace time; to the next run-out at first (KR-R2)."""
    end = t.limit if t.phase == "running" else t.limit + t.grace
    soon = next_run_out(t)
    return Ticks(min(end, soon or end) - t.now, end - t.now)
