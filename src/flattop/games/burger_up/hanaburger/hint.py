"""Hint: one thing is said about the hand of another seat, and every card that matches is pointed out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.kernel import Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_up.hanaburger.table import HanaTable


@part
class Hint(Frame):
    """To exactly one other seat (HB-10); its clues spell out a hand, so no frame keeps them (HB-R17)."""

    seat: Seat
    to: Seat
    at: str = "start"

    def start(self, t: HanaTable) -> Next:
        return self.say if len(t.clues_in(self.to)) > 1 else self.say_the_only

    def say(self, t: HanaTable) -> Next:
        return t.ask(self.seat, t.clues_for(self.to))

    def say_the_only(self, t: HanaTable) -> Next:
        ((_, clue),) = t.clues_for(self.to)
        t.give_hint(self.seat, self.to, clue)
        return t.done()

    def tell(self, t: HanaTable, seat: Seat, clue: str) -> Next:
        t.give_hint(seat, self.to, clue)
        return t.done()
