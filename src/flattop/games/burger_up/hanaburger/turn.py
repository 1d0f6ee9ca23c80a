"""Turns: a seat gives a hint, discards a card, or places one."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from flattop.games.burger_up.hanaburger.placing import BlindPlacing, Placing
from flattop.kernel import Action, Frame, Next, Options, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_up.hanaburger.table import HanaTable


@cache
def moves(seats: int, seat: Seat, cards: int, hint: bool, discard: bool) -> Options:
    """The moves of a seat. They never depend on its cards, which the seat does not know (HB-R17)."""
    moves: list[Action] = [("hint", other) for other in range(seats) if hint and other != seat]
    moves += [("discard", slot) for slot in range(cards) if discard]
    return (*moves, *(("place", slot) for slot in range(cards)))


@part
class Turns(Frame):
    """The game: turns clockwise, until the deck or the tokens run out (HB-08)."""

    at: str = "turn"

    def turn(self, t: HanaTable) -> Next:
        seat = t.active
        return t.ask(seat, moves(t.seats, seat, len(t.hands[seat]), t.hints > 0, t.may_discard()))

    def hint(self, t: HanaTable, seat: Seat, other: Seat) -> Next:
        return t.call(Hint(seat, other), self.end_turn)

    def discard(self, t: HanaTable, seat: Seat, slot: int) -> Next:
        t.discard(seat, slot)
        t.clean_token()
        t.draw(seat)
        return self.end_turn

    def place(self, t: HanaTable, seat: Seat, slot: int) -> Next:
        if t.settings["placing"] == "blind":
            return t.call(BlindPlacing(seat, slot=slot), self.end_turn)
        t.turn_up(seat, slot)
        return t.call(Placing(seat), self.end_turn)

    def end_turn(self, t: HanaTable, _: object = None) -> Next:
        seat = t.active
        if t.fresh[seat]:
            t.fresh[seat] = []
        if t.final > 0:
            t.final -= 1
        if t.has_ended():
            return self.end_game
        t.active = (seat + 1) % t.seats
        return self.turn

    def end_game(self, t: HanaTable) -> Next:
        t.tell_result()
        return t.done()


@part
class Hint(Frame):
    """A hint to one other seat (HB-10).

    The possible clues would reveal the hand, so the frame does not store them (HB-R17).
    """

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
    """True if more than one clue matches the hand: any hand except one of Middle Buns only."""
    card_clues, answer = t.pack.card_clues, 0
    for card in t.hands[seat]:
        answer |= card_clues[card]
        if answer & answer - 1:  # a second bit
            return True
    return False
