"""The build clock: the countdown before a live Build Phase, and time during it (TR-06, TR-R1, TR-R15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.trucker.hands import all_run_out
from flattop.kernel import CLOCK, SECOND, VACANT, Action, Frame, Next, Seat, Ticks, part

if TYPE_CHECKING:
    from flattop.games.burger_up.trucker.table import TruckTable


COUNT = 3  # seconds of the countdown, each announced
WARNING = 15 * SECOND  # ticks before the end at which the log warns
HOUR = 3600 * SECOND  # how far to look ahead without a limit
READY: tuple[Action, ...] = (("ready",),)
ANY_NUMBER = 10**9  # upper bound of a tick; time beyond the next event is dropped


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
    """3, 2, 1, GO! Only the clock acts, and no card can be taken before GO."""

    at: str = "count"

    def count(self, t: TruckTable) -> Next:
        return t.ask_any({CLOCK: ticks(t)}) if t.now < 0 else self.go

    def tick(self, t: TruckTable, seat: Seat, ticks: int) -> Next:
        count_down(t, ticks)
        return self.count

    def go(self, t: TruckTable) -> Next:
        t.open_build()
        return t.done()


def ticks(t: TruckTable) -> Ticks:
    return Ticks(next_event_tick(t) - t.now, ANY_NUMBER)


def next_event_tick(t: TruckTable) -> int:
    """The tick of the next event: a countdown number, the warning, the end, or the end of a `reach` delay."""
    if t.now < 0:
        return t.now - t.now % SECOND + SECOND
    end = t.limit or t.now + HOUR
    soon = end - WARNING if t.now < end - WARNING else end
    return min(soon, *ends_of_reach(t), end) if t.settings["reach"] else soon


def ends_of_reach(t: TruckTable) -> list[int]:
    """The coming ticks at which held cards may be laid down."""
    reach = t.settings["reach"]
    ends = [taken + reach for taken, card in zip(t.taken_at, t.held, strict=True) if card != VACANT]
    return [tick for tick in ends if tick > t.now]


def start_countdown(t: TruckTable) -> None:
    t.phase, t.now = "countdown", -COUNT * SECOND
    t.tell("counted", COUNT)


def count_down(t: TruckTable, ticks: int) -> None:
    """Announce every number that is passed; the clock stops at GO."""
    before, t.now = t.now, min(0, t.now + ticks)
    for number in range(COUNT - 1, 0, -1):
        if before < -number * SECOND <= t.now:
            t.tell("counted", number)


def pass_time(t: TruckTable, ticks: int) -> None:
    """Advance the clock up to the limit; unfinished seats are then out of time (TR-R7)."""
    before, t.now = t.now, min(t.now + ticks, t.limit or t.now + ticks)
    if before < t.limit - WARNING <= t.now < t.limit:
        t.tell("last_seconds", WARNING // SECOND)
    if t.now == t.limit:
        all_run_out(t)
