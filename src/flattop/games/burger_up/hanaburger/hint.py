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
        return self.say if has_several_clues(t, self.to) else self.say_the_only

    def say(self, t: HanaTable) -> Next:
        return t.ask(self.seat, t.clues_for(self.to))

    def say_the_only(self, t: HanaTable) -> Next:
        ((_, clue),) = t.clues_for(self.to)
        t.give_hint(self.seat, self.to, clue)
        return t.done()

    def tell(self, t: HanaTable, seat: Seat, clue: str) -> Next:
        t.give_hint(seat, self.to, clue)
        return t.done()


def has_several_clues(t: HanaTable, seat: Seat) -> bool:
    """Whether more than one clue matches a card of the hand: any hand but one of Middle Buns."""
    card_clues, answer = t.pack.card_clues, 0
    for card in t.hands[seat]:
        answer |= card_clues[card]
        if answer & answer - 1:  # a second bit
            return True
    return False
