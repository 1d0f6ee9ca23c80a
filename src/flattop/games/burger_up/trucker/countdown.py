"""Before a live Build Phase: everybody says ready, then 3, 2, 1, GO! (TR-06, TR-R15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.trucker.plays import READY
from flattop.games.burger_up.trucker.timing import count_down, start_countdown, ticks
from flattop.kernel import CLOCK, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_up.trucker.table import TruckTable


@part
class GetReady(Frame):
    """Seats say ready in any order; the clock stands still until all have."""

    at: str = "wait"

    def wait(self, t: TruckTable) -> Next:
        waiting = [seat for seat in range(t.seats) if not t.ready[seat]]
        return t.ask_any(dict.fromkeys(waiting, READY)) if waiting else self.all_ready

    def ready(self, t: TruckTable, seat: Seat) -> Next:
        t.ready[seat] = True
        t.tell("is_ready", seat)
        return self.wait

    def all_ready(self, t: TruckTable) -> Next:
        start_countdown(t)
        return t.done()


@part
class Countdown(Frame):
    """Only the clock acts; nobody takes a card before GO."""

    at: str = "count"

    def count(self, t: TruckTable) -> Next:
        return t.ask_any({CLOCK: ticks(t)}) if t.now < 0 else self.go

    def tick(self, t: TruckTable, seat: Seat, ticks: int) -> Next:
        count_down(t, ticks)
        return self.count

    def go(self, t: TruckTable) -> Next:
        t.open_build()
        return t.done()
