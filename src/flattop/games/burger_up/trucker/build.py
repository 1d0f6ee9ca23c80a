"""Build phase: everybody at once, as quick as one can (TR-07 to TR-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flattop.games.burger_up.trucker import hands
from flattop.games.burger_up.trucker.scoring import BUILDING
from flattop.games.burger_up.trucker.timing import pass_time, ticks
from flattop.kernel import CLOCK, VACANT, Frame, Next, Options, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_up.trucker.table import TruckTable


class Work(Frame):
    """What a seat may do with its hands, whatever the pace; afterwards the frame settles who is next."""

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
    """The clock and all unfinished seats are asked at once; the first is carried out (TR-R2)."""

    at: str = "bustle"

    def bustle(self, t: TruckTable) -> Next:
        if BUILDING not in t.places:
            return self.all_finished
        asked: dict[Seat, Options] = {CLOCK: ticks(t)}
        takes = hands.takes(t)
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
        """Where the centre is as it was to the others, only the seat itself is asked something new."""
        if not t.pile or t.settings["reach"]:
            return self.settle
        return t.still(seat, hands.steps(t, seat, hands.takes(t)))

    def tick(self, t: TruckTable, seat: Seat, passed: int) -> Next:
        """Time alone opens nothing and closes nothing, but at its end and where hands must wait."""
        pass_time(t, passed)
        return self.settle if t.settings["reach"] or t.now == t.limit else t.still(CLOCK, ticks(t))

    def settle(self, t: TruckTable) -> Next:
        hands.send_off_the_stranded(t)
        return self.bustle

    def all_finished(self, t: TruckTable) -> Next:
        return t.done()
