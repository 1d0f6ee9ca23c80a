"""Place: a card of the own hand, unseen until it is turned up, goes on one of the burgers if it can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.plays import SHOW
from flattop.kernel import VACANT, Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_up.hanaburger.table import HanaTable

ONTO: tuple[Action, ...] = (("onto", 0), ("onto", 1))
BURGERS = (0, 1)
ENDS: tuple[Action, ...] = (("end", "upper"), ("end", "lower"))


@part
class Attempt(Frame):
    """What both ways of placing have in common: what follows a success, and what a mistake (HB-R13)."""

    seat: Seat
    burger: int = VACANT
    at: str = "start"

    def lay(self, t: HanaTable, face: int) -> Next:
        t.lay(self.seat, self.burger, face)
        return self.placed

    def placed(self, t: HanaTable) -> Next:
        """First the draw, then the order is compared (HB-23, HB-24)."""
        t.draw(self.seat)
        t.compare(self.burger)
        return t.done()

    def mistake(self, t: HanaTable) -> Next:
        """The last token ends it all at that moment; otherwise a card is drawn (HB-21 to HB-23)."""
        t.make_mistake(self.seat)
        if not t.lost:
            t.draw(self.seat)
        return t.done()

    def choose_among(self, burgers: list[int], then: Next) -> Next:
        """The seat is asked only where there is a choice."""
        if len(burgers) == 2:
            return self.where
        self.burger = burgers[0]
        return then

    def where(self, t: HanaTable) -> Next:
        return t.ask(self.seat, ONTO)


@part
class Placing(Attempt):
    """The card lies open: the seat chooses among all legal places, and may refuse none (HB-R1)."""

    at: str = "start"

    def start(self, t: HanaTable) -> Next:
        legal = [burger for burger in BURGERS if t.legal_faces(burger, t.shown)]
        return self.choose_among(legal, self.which_half) if legal else self.mistake

    def onto(self, t: HanaTable, seat: Seat, burger: int) -> Next:
        self.burger = burger
        return self.which_half

    def which_half(self, t: HanaTable) -> Next:
        faces = t.legal_faces(self.burger, t.shown)
        return t.ask(self.seat, SHOW[t.shown]) if len(faces) == 2 else self.lay(t, faces[0])

    def show(self, t: HanaTable, seat: Seat, face: int) -> Next:
        return self.lay(t, face)


@part
class BlindPlacing(Attempt):
    """The strict reading: slot, burger and end are named before the card is turned up (option of HB-R1)."""

    slot: int = 0
    at: str = "start"

    def start(self, t: HanaTable) -> Next:
        taking = [burger for burger in range(2) if t.orders[burger] != VACANT]
        return self.choose_among(taking, self.which_end)

    def onto(self, t: HanaTable, seat: Seat, burger: int) -> Next:
        self.burger = burger
        return self.which_end

    def which_end(self, t: HanaTable) -> Next:
        return t.ask(self.seat, ENDS)

    def end(self, t: HanaTable, seat: Seat, end: str) -> Next:
        face = t.face_at(seat, self.slot, end)
        t.turn_up(seat, self.slot)
        return self.lay(t, face) if face in t.legal_faces(self.burger, face >> 1) else self.mistake
