"""Build Phase: in real time all seats act at once (TR-07 to TR-14), or in beats (TR-R16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flattop.games.burger_up.trucker import hands
from flattop.games.burger_up.trucker.clock import pass_time, ticks
from flattop.games.burger_up.trucker.scoring import BUILDING
from flattop.kernel import CLOCK, VACANT, Frame, Next, Options, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_up.trucker.table import TruckTable


class Work(Frame):
    """Actions of the Build Phase in either pace. Subclasses decide in `settle` which seats are asked next."""

    __slots__ = ()

    def flip(self, t: TruckTable, seat: Seat) -> Next:
        hands.flip(t, seat)
        return self.settle

    def grab(self, t: TruckTable, seat: Seat, card: int) -> Next:
        hands.grab(t, seat, card)
        return self.settle

    def place(self, t: TruckTable, seat: Seat, face: int) -> Next:
        hands.place(t, seat, face)
        return self.settle

    def put_back(self, t: TruckTable, seat: Seat) -> Next:
        hands.put_back(t, seat)
        return self.settle

    def finish(self, t: TruckTable, seat: Seat) -> Next:
        hands.finish(t, seat)
        return self.settle

    def topic(self, t: Any, seat: Seat | None) -> str:
        return "" if seat is None or t.held[seat] == VACANT else "held"

    def settle(self, t: TruckTable) -> Next:
        raise TypeError(f"{type(self).__name__} does not say who is next")


@part
class Build(Work):
    """Real time: the clock and all unfinished seats are asked at once; the first action counts (TR-R2)."""

    at: str = "bustle"

    def bustle(self, t: TruckTable) -> Next:
        if BUILDING not in t.places:
            return self.all_finished
        asked: dict[Seat, Options] = {CLOCK: ticks(t)}
        takes = hands.take_options(t)
        for seat, place in enumerate(t.places):
            if place == BUILDING and (options := hands.steps(t, seat, takes)):
                asked[seat] = options
        return t.ask_any(asked)

    def flip(self, t: TruckTable, seat: Seat) -> Next:
        hands.flip(t, seat)
        return self.settle_alone(t, seat)

    def place(self, t: TruckTable, seat: Seat, face: int) -> Next:
        hands.place(t, seat, face)
        return self.settle_alone(t, seat)

    def settle_alone(self, t: TruckTable, seat: Seat) -> Next:
        """Ask only this seat anew, if nothing has changed for the others."""
        if not t.pile or t.settings["reach"]:
            return self.settle
        return t.still(seat, hands.steps(t, seat, hands.take_options(t)))

    def tick(self, t: TruckTable, seat: Seat, passed: int) -> Next:
        """Time alone changes no options, except at its end and while the option `reach` delays cards."""
        pass_time(t, passed)
        return self.settle if t.settings["reach"] or t.now == t.limit else t.still(CLOCK, ticks(t))

    def settle(self, t: TruckTable) -> Next:
        hands.retire_stranded_seats(t)
        return self.bustle

    def all_finished(self, t: TruckTable) -> Next:
        return t.done()


@part
class Beats(Work):
    """Without a clock: one step per beat for each unfinished seat. Passing is not allowed.

    A step is a card taken and at once placed or put back, or the finish.
    """

    i: int = 0  # seats that have had their step in this beat
    at: str = "next_seat"

    def next_seat(self, t: TruckTable) -> Next:
        while self.i < t.seats:
            seat = self.on_turn(t)
            if t.is_building(seat):
                if hands.steps(t, seat, hands.take_options(t)):
                    return self.step
                hands.run_out(t, seat)
            self.i += 1
        return self.next_beat

    def on_turn(self, t: TruckTable) -> Seat:
        """The first seat moves on by one with every beat and with every round."""
        return (t.beat + t.round - 2 + self.i) % t.seats

    def step(self, t: TruckTable) -> Next:
        seat = self.on_turn(t)
        return t.ask(seat, hands.steps(t, seat, hands.take_options(t)))

    def settle(self, t: TruckTable) -> Next:
        if t.held[self.on_turn(t)] != VACANT:
            return self.step
        self.i += 1
        return self.next_seat

    def next_beat(self, t: TruckTable) -> Next:
        if t.beat == t.settings["beats"]:
            hands.all_run_out(t)
        if not t.builders:
            return self.all_finished
        t.beat += 1
        self.i = 0
        return self.next_seat

    def all_finished(self, t: TruckTable) -> Next:
        return t.done()
