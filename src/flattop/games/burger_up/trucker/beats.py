"""Build phase without a clock: beat after beat, one step for each unfinished seat (TR-R16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.trucker import hands
from flattop.games.burger_up.trucker.build import Work
from flattop.kernel import VACANT, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_up.trucker.table import TruckTable


@part
class Beats(Work):
    """A step is a card taken and at once placed or put back, or the finish; there is no passing."""

    i: int = 0  # seats that have had their place in this beat
    at: str = "next_seat"

    def next_seat(self, t: TruckTable) -> Next:
        while self.i < t.seats:
            seat = self.on_turn(t)
            if t.is_building(seat):
                if hands.steps(t, seat, hands.takes(t)):
                    return self.step
                hands.run_out(t, seat)
            self.i += 1
        return self.next_beat

    def on_turn(self, t: TruckTable) -> Seat:
        """The first seat moves on by one with every beat and with every round."""
        return (t.beat + t.round - 2 + self.i) % t.seats

    def step(self, t: TruckTable) -> Next:
        seat = self.on_turn(t)
        return t.ask(seat, hands.steps(t, seat, hands.takes(t)))

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
