"""A shift, in the real pace and in the stepped pace (KR-14 to KR-24, KR-R12 to KR-R14)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

from flattop.games.kitchen_rush.areas import (
    affected_areas,
    affected_seats,
    close_all,
    end_finished,
    end_if_finished,
    place,
    steps,
    take_step,
)
from flattop.games.kitchen_rush.pieces import EVERYTHING, TEMPS
from flattop.games.kitchen_rush.placements import AreaScan
from flattop.games.kitchen_rush.timers import next_run_out, pass_time, usable
from flattop.kernel import CLOCK, PASS, Action, Frame, Next, Options, Seat, Ticks, part

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable


@part
class Countdown(Frame):
    """The real pace.

    The clock is a seat like any other: the first action counts, then all are asked again.
    """

    at: str = "bustle"

    def bustle(self, t: KitchenTable) -> Next:
        if self.is_over(t):
            return self.end
        return t.ask_any({CLOCK: ticks(t), **offers(t, range(t.seats))})

    def is_over(self, t: KitchenTable) -> bool:
        """True if time is up and no action is open, or all have called it (KR-R6, KR-R7, KR-R10)."""
        return (t.now >= t.limit and not t.jobs) or (t.phase == "running" and all(t.calls))

    def topic(self, t: Any, seat: Seat | None) -> str:
        return "job" if seat in t.jobs else ""

    def act(self, t: KitchenTable, seat: Seat, action: Action) -> Next:
        if seat == CLOCK:
            return self.tick(t, action[1])
        affected = EVERYTHING if t.lifts_itself or t.phase != "running" else affected_areas(t, seat, action)
        if action[0] == "place":
            place(t, seat, action[1], action[2])
        else:
            take_step(t, seat, action)
        return self.settle if affected == EVERYTHING else self.go_on(t, seat, affected, action[0] == "place")

    def go_on(self, t: KitchenTable, seat: Seat, affected: int, started: bool) -> Next:
        """Ask only the affected seats again, and the clock if a timer was started."""
        if affected:
            seats = affected_seats(t, seat, affected)
            end_finished(t, seats)
            return self.offer_anew(t, seats, started)
        end_if_finished(t, seat)
        if started:
            t.still(CLOCK, ticks(t))
        return t.still(seat, offer(t, seat))

    def tick(self, t: KitchenTable, passed: int) -> Next:
        """Advance the clock, and ask again only where options have changed.

        Time alone changes no options. A timer that runs out changes only those of its idle owner.
        """
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
        """Ask these seats again, in seat order, and the clock if its next event has changed."""
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


@part
class Beats(Frame):
    """The stepped pace: in each beat every due seat has one placement with its whole action, or passes."""

    i: int = 0  # seats that have had their turn in this beat
    placed: bool = False  # True if the seat on turn has put its timer down
    at: str = "next_seat"

    def next_seat(self, t: KitchenTable) -> Next:
        """A seat is checked for being due when its turn comes, not at the start of the beat."""
        while self.i < t.seats:
            if is_due(t, self.on_turn(t)):
                self.placed = False
                return self.turn
            self.i += 1
        return self.between

    def on_turn(self, t: KitchenTable) -> Seat:
        """The first seat moves on by one with each beat."""
        return (t.now // t.beat + self.i) % t.seats

    def turn(self, t: KitchenTable) -> Next:
        seat = self.on_turn(t)
        if seat in t.jobs:
            return t.ask(seat, steps(t, seat))
        if self.placed:  # a free act has ended the action
            return self.turn_over
        return t.ask(seat, AreaScan(t).placements(seat, usable(t, seat), PASS))

    def turn_over(self, t: KitchenTable) -> Next:
        self.i += 1
        self.placed = False
        return self.next_seat

    def topic(self, t: Any, seat: Seat | None) -> str:
        return "job" if seat in t.jobs else ""

    def act(self, t: KitchenTable, seat: Seat, action: Action) -> Next:
        if seat == CLOCK:
            return self.tick(t, action[1])
        if action == PASS:
            t.passed[seat] = True
            t.tell("passed", seat)
            return self.turn_over
        if action[0] == "place":
            self.placed = True
            place(t, seat, action[1], action[2])
        else:
            take_step(t, seat, action)
        return self.settle

    def settle(self, t: KitchenTable) -> Next:
        end_finished(t)
        return self.turn

    def between(self, t: KitchenTable) -> Next:
        """After the last turn only the clock acts."""
        return t.ask(CLOCK, [("tick", next_beat(t) - t.now)])

    def tick(self, t: KitchenTable, ticks: int) -> Next:
        pass_time(t, ticks)
        self.i = 0
        return self.end if t.now >= t.limit else self.next_seat

    def end(self, t: KitchenTable) -> Next:
        return t.done()


def offer(t: KitchenTable, seat: Seat) -> Options:
    """The steps of the open action; without one, every placement, until time is up."""
    if seat in t.jobs:
        return steps(t, seat)
    timers = usable(t, seat) if t.phase == "running" else []
    return AreaScan(t).placements(seat, timers) if timers else ()


def offers(t: KitchenTable, seats: Iterable[Seat]) -> dict[Seat, Options]:
    """The options of several seats, from one scan of the kitchen."""
    offers: dict[Seat, Options] = {}
    openings = None
    for seat in seats:
        if seat in t.jobs:
            offers[seat] = steps(t, seat)
        elif t.phase == "running" and (timers := usable(t, seat)):
            openings = openings or AreaScan(t)
            if placements := openings.placements(seat, timers):
                offers[seat] = placements
    return offers


def ticks(t: KitchenTable) -> Ticks:
    """Time until the next run-out, and until the end of the countdown or the grace time (KR-R2)."""
    end = t.limit if t.phase == "running" else t.limit + t.grace
    return Ticks(next_run_out(t, end) - t.now, end - t.now)


def is_due(t: KitchenTable, seat: Seat) -> bool:
    """True if the seat has a usable timer and has not passed since the last change (KR-R13)."""
    return not t.passed[seat] and bool(usable(t, seat))


def next_beat(t: KitchenTable) -> int:
    """The next beat if a seat is due, else the first after the next run-out, at most the end (KR-R14)."""
    length = t.beat
    if any(is_due(t, seat) for seat in range(t.seats)):
        due = (t.now // length + 1) * length
    else:
        due = -(-next_run_out(t, t.limit) // length) * length
    return min(due, t.limit)
