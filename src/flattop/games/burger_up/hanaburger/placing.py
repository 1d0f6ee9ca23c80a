"""Place: a card from the own hand is turned up and laid on a burger if it fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.actions import SHOW
from flattop.kernel import VACANT, Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_up.hanaburger.table import HanaTable

ONTO: tuple[Action, ...] = (("onto", 0), ("onto", 1))
ENDS: tuple[Action, ...] = (("end", "upper"), ("end", "lower"))


@part
class Attempt(Frame):
    """The common part of both ways of placing: the results of a success and of a mistake (HB-R13)."""

    seat: Seat
    burger: int = VACANT
    at: str = "start"

    def lay(self, t: HanaTable, face: int) -> Next:
        t.lay(self.seat, self.burger, face)
        return self.placed

    def placed(self, t: HanaTable) -> Next:
        """First the draw, then the order is checked (HB-23, HB-24)."""
        t.draw(self.seat)
        t.compare(self.burger)
        return t.done()

    def mistake(self, t: HanaTable) -> Next:
        """The last Mistake token ends the game at once; otherwise a card is drawn (HB-21 to HB-23)."""
        t.make_mistake(self.seat)
        if not t.lost:
            t.draw(self.seat)
        return t.done()

    def where(self, t: HanaTable) -> Next:
        return t.ask(self.seat, ONTO)


@part
class Placing(Attempt):
    """The card is turned up first; the seat must choose one of its legal places (HB-R1)."""

    at: str = "start"

    def start(self, t: HanaTable) -> Next:
        first, second = t.legal_faces(0, t.shown), t.legal_faces(1, t.shown)
        if first and second:
            return self.where
        return self.settled(t, 1, second) if second else self.settled(t, 0, first)

    def onto(self, t: HanaTable, seat: Seat, burger: int) -> Next:
        return self.settled(t, burger, t.legal_faces(burger, t.shown))

    def settled(self, t: HanaTable, burger: int, faces: list[int]) -> Next:
        """Ask for the half only if both fit."""
        self.burger = burger
        if len(faces) == 2:
            return self.which_half
        return self.lay(t, faces[0]) if faces else self.mistake

    def which_half(self, t: HanaTable) -> Next:
        return t.ask(self.seat, SHOW[t.shown])

    def show(self, t: HanaTable, seat: Seat, face: int) -> Next:
        return self.lay(t, face)


@part
class BlindPlacing(Attempt):
    """Slot, burger and end are chosen before the card is turned up (option of HB-R1)."""

    slot: int = 0
    at: str = "start"

    def start(self, t: HanaTable) -> Next:
        """Ask for the burger only if there is a choice."""
        if VACANT not in t.orders:
            return self.where
        self.burger = 0 if t.orders[1] == VACANT else 1
        return self.which_end

    def onto(self, t: HanaTable, seat: Seat, burger: int) -> Next:
        self.burger = burger
        return self.which_end

    def which_end(self, t: HanaTable) -> Next:
        return t.ask(self.seat, ENDS)

    def end(self, t: HanaTable, seat: Seat, end: str) -> Next:
        face = t.face_at(seat, self.slot, end)
        t.turn_up(seat, self.slot)
        return self.lay(t, face) if face in t.legal_faces(self.burger, face >> 1) else self.mistake
