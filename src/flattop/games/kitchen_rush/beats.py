"""A shift in the stepped pace: time stands still while seats decide (KR-R12 to KR-R14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flattop.games.kitchen_rush.areas import end_finished, place, steps, take_step
from flattop.games.kitchen_rush.openings import Openings
from flattop.games.kitchen_rush.timers import next_run_out, pass_time, usable
from flattop.kernel import CLOCK, PASS, Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable


@part
class Beats(Frame):
    """Every due seat has one turn per beat: one placement played out to its end, or a pass."""

    i: int = 0  # how many seats have had their place in this beat
    placed: bool = False  # whether the seat on turn has put its timer down
    at: str = "next_seat"

    def next_seat(self, t: KitchenTable) -> Next:
        """Whether a seat is due is judged when its place in the order comes."""
        while self.i < t.seats:
            if is_due(t, self.on_turn(t)):
                self.placed = False
                return self.turn
            self.i += 1
        return self.between

    def on_turn(self, t: KitchenTable) -> Seat:
        """The order begins one seat further at each beat."""
        return (t.now // beat(t) + self.i) % t.seats

    def turn(self, t: KitchenTable) -> Next:
        seat = self.on_turn(t)
        if seat in t.jobs:
            return t.ask(seat, steps(t, seat))
        if self.placed:  # a free act has completed the action
            return self.turn_over
        return t.ask(seat, Openings(t).placements(seat, usable(t, seat), PASS))

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
        """After the last turn the only move is the clock's."""
        return t.ask(CLOCK, [("tick", next_beat(t) - t.now)])

    def tick(self, t: KitchenTable, ticks: int) -> Next:
        pass_time(t, ticks)
        self.i = 0
        return self.end if t.now >= t.limit else self.next_seat

    def end(self, t: KitchenTable) -> Next:
        return t.done()


def beat(t: KitchenTable) -> int:
    ticks: int = t.settings["beat"] * t.pack.clock.ticks_per_second
    return ticks


def is_due(t: KitchenTable, seat: Seat) -> bool:
    """It has a usable timer and has not passed since the last news (KR-R13)."""
    return not t.passed[seat] and bool(usable(t, seat))


def next_beat(t: KitchenTable) -> int:
    """The next beat if somebody is due, else the first after the next run-out, else the end (KR-R14)."""
    length = beat(t)
    if any(is_due(t, seat) for seat in range(t.seats)):
        due = (t.now // length + 1) * length
    else:
        due = -(-next_run_out(t, t.limit) // length) * length
    return min(due, t.limit)
