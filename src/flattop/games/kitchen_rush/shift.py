"""A shift in the real pace: everybody plays at once while the countdown runs (KR-14 to KR-24)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

from flattop.games.kitchen_rush.areas import (
    close_all,
    end_finished,
    end_if_finished,
    place,
    reach,
    steps,
    take_step,
    those_reached,
)
from flattop.games.kitchen_rush.openings import Openings
from flattop.games.kitchen_rush.pieces import EVERYTHING, TEMPS
from flattop.games.kitchen_rush.timers import next_run_out, pass_time, usable
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
        return t.ask_any({CLOCK: ticks(t), **offers(t, range(t.seats))})

    def is_over(self, t: KitchenTable) -> bool:
        """Time is up and nothing is open, or all have called it (KR-R6, KR-R7, KR-R10)."""
        return (t.now >= t.limit and not t.jobs) or (t.phase == "running" and all(t.calls))

    def topic(self, t: Any, seat: Seat | None) -> str:
        return "job" if seat in t.jobs else ""

    def act(self, t: KitchenTable, seat: Seat, action: Action) -> Next:
        if seat == CLOCK:
            return self.tick(t, action[1])
        reached = EVERYTHING if t.lifts_itself or t.phase != "running" else reach(t, seat, action)
        if action[0] == "place":
            place(t, seat, action[1], action[2])
        else:
            take_step(t, seat, action)
        return self.settle if reached == EVERYTHING else self.go_on(t, seat, reached, action[0] == "place")

    def go_on(self, t: KitchenTable, seat: Seat, reached: int, started: bool) -> Next:
        """Only those whom it could matter to are asked anew; the clock where a timer was started."""
        if reached:
            seats = those_reached(t, seat, reached)
            end_finished(t, seats)
            return self.offer_anew(t, seats, started)
        end_if_finished(t, seat)
        if started:
            t.still(CLOCK, ticks(t))
        return t.still(seat, offer(t, seat))

    def tick(self, t: KitchenTable, passed: int) -> Next:
        """Time alone changes no offer, a timer that runs out only its idle owner's; what else may, all."""
        time = cast("Ticks", t.asks[CLOCK])
        if passed < time.next:
            t.now += passed
            return t.still(CLOCK, Ticks(time.next - passed, time.most - passed))
        ran_out = pass_time(t, passed)
        if t.now < t.limit and not t.lifts_itself and max(ran_out, default=TEMPS) < TEMPS:
            owners = [timer // 2 for timer in ran_out if timer // 2 not in t.jobs]
            return self.offer_anew(t, owners, True) if owners else t.still(CLOCK, ticks(t))
        if t.now >= t.limit and t.phase == "running" and t.jobs:
            t.phase = "closing"
            t.tell("closing")
        if t.now >= t.limit + t.grace:
            close_all(t)
        return self.settle

    def offer_anew(self, t: KitchenTable, seats: Sequence[Seat], timed: bool) -> Next:
        """To these alone, in the order of the seats; to the clock too where it has another way to go."""
        asks, anew = t.asks, offers(t, seats)
        asked: dict[Seat, Options] = {CLOCK: ticks(t) if timed else asks[CLOCK]}
        for seat in range(t.seats):
            if options := (anew if seat in seats else asks).get(seat):
                asked[seat] = options
        return t.still_any(asked)

    def settle(self, t: KitchenTable) -> Next:
        end_finished(t)
        return self.bustle

    def end(self, t: KitchenTable) -> Next:
        return t.done()


def offer(t: KitchenTable, seat: Seat) -> Options:
    """The steps of the open action; with none open, every placement, until the time is up."""
    if seat in t.jobs:
        return steps(t, seat)
    timers = usable(t, seat) if t.phase == "running" else []
    return Openings(t).placements(seat, timers) if timers else ()


def offers(t: KitchenTable, seats: Iterable[Seat]) -> dict[Seat, Options]:
    """What is offered to several seats, by one look at the kitchen."""
    offers: dict[Seat, Options] = {}
    openings = None
    for seat in seats:
        if seat in t.jobs:
            offers[seat] = steps(t, seat)
        elif t.phase == "running" and (timers := usable(t, seat)):
            openings = openings or Openings(t)
            if placements := openings.placements(seat, timers):
                offers[seat] = placements
    return offers


def ticks(t: KitchenTable) -> Ticks:
    """Up to the end of the countdown, or of the grace time; to the next run-out at first (KR-R2)."""
    end = t.limit if t.phase == "running" else t.limit + t.grace
    return Ticks(next_run_out(t, end) - t.now, end - t.now)
