"""Rounds and turns: Market, Build, Burger Up and Clean Up, in this order (BU-10, BU-11, BU-43)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.actions import DONE, ONLY_DONE
from flattop.games.burger_up.shop import Reward
from flattop.kernel import Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_up.base.table import UpTable


@part
class Rounds(Frame):
    """The game: whole rounds, so that all seats have had the same number of turns at the end (BU-44)."""

    turns: int = 0  # turns taken in this round
    at: str = "start_round"

    def start_round(self, t: UpTable) -> Next:
        t.round += 1
        t.served = self.turns = 0
        return self.next_turn

    def next_turn(self, t: UpTable) -> Next:
        seat = (t.first + self.turns) % t.seats
        self.turns += 1
        return t.call(Turn(seat), self.turn_over)

    def turn_over(self, t: UpTable, _: object) -> Next:
        return self.next_turn if self.turns < t.seats else self.end_round

    def end_round(self, t: UpTable) -> Next:
        t.idle = 0 if t.served else t.idle + 1
        if t.stalled:
            t.tell("stalled", t.idle)
        return self.end_game if t.last_round or t.stalled else self.start_round

    def end_game(self, t: UpTable) -> Next:
        t.tell_points()
        return t.done()


@part
class Turn(Frame):
    """The four phases of one seat's turn. An upgrade counts from the next turn on (BU-35)."""

    seat: Seat
    bonus: bool = False
    at: str = "start"

    def start(self, t: UpTable) -> Next:
        t.turn = self.seat
        self.bonus = t.upgraded[self.seat]
        t.tell("turn_begins", t.round, self.seat)
        return t.call(Market(self.seat), self.build)

    def build(self, t: UpTable, _: object) -> Next:
        return t.call(Build(self.seat, t.terms.placements[self.bonus]), self.burger_up)

    def burger_up(self, t: UpTable, _: object) -> Next:
        return t.call(BurgerUp(self.seat, t.terms.serves), self.clean_up)

    def clean_up(self, t: UpTable, _: object) -> Next:
        return t.call(CleanUp(self.seat, t.terms.hand[self.bonus]), self.end)

    def end(self, t: UpTable, _: object) -> Next:
        return t.done()


@part
class Market(Frame):
    """Buy cards while coins and cards last; gaps stay open (BU-13, BU-14)."""

    seat: Seat
    at: str = "offer"

    def offer(self, t: UpTable) -> Next:
        return t.ask(self.seat, [*t.purchases(self.seat), DONE])

    def buy(self, t: UpTable, seat: Seat, card: int) -> Next:
        t.buy(seat, card)
        return self.offer

    def done(self, t: UpTable, seat: Seat) -> Next:
        return t.done()


@part
class Build(Frame):
    """Place some cards from hand on own burgers, and use the Spatula (BU-16, BU-23)."""

    seat: Seat
    left: int  # placements
    at: str = "offer"

    def offer(self, t: UpTable) -> Next:
        placings = t.placings(self.seat) if self.left else []
        return t.ask(self.seat, [*placings, *t.spatula_moves(self.seat), DONE])

    def place(self, t: UpTable, seat: Seat, face: int, to: int) -> Next:
        self.left -= 1
        t.place(seat, face, to)
        return self.offer

    def shift(self, t: UpTable, seat: Seat, card: int, to: int) -> Next:
        t.shift(seat, card, to)
        return self.offer

    def scrape(self, t: UpTable, seat: Seat, card: int) -> Next:
        t.scrape(seat, card)
        return self.offer

    def done(self, t: UpTable, seat: Seat) -> Next:
        return t.done()


@part
class BurgerUp(Frame):
    """Complete one burger with one Pending Order (BU-29)."""

    seat: Seat
    left: int  # orders that may still be completed this turn
    at: str = "offer"

    def offer(self, t: UpTable) -> Next:
        servings = t.servings(self.seat)
        return t.ask(self.seat, [*servings, DONE] if servings else ONLY_DONE)

    def serve(self, t: UpTable, seat: Seat, burger: int, order: int) -> Next:
        self.left -= 1
        if t.may_upgrade(seat, burger):
            return t.call(Reward(seat, burger, order), self.served)
        t.complete(seat, burger, order)
        return self.next_order

    def served(self, t: UpTable, _: object) -> Next:
        return self.next_order

    def next_order(self, t: UpTable) -> Next:
        """End the phase without a question when no more orders may be completed (BU-R14)."""
        return self.offer if self.left else t.done()

    def done(self, t: UpTable, seat: Seat) -> Next:
        return t.done()


@part
class CleanUp(Frame):
    """Fill the Market, throw away cards, and draw up to the hand limit (BU-39 to BU-41)."""

    seat: Seat
    limit: int
    at: str = "fill_market"

    def fill_market(self, t: UpTable) -> Next:
        t.fill_market()
        return self.offer

    def offer(self, t: UpTable) -> Next:
        tosses = t.tossable(self.seat)
        return t.ask(self.seat, tosses if len(tosses) > self.limit else [*tosses, DONE])

    def toss(self, t: UpTable, seat: Seat, card: int) -> Next:
        t.toss(seat, card)
        return self.offer

    def done(self, t: UpTable, seat: Seat) -> Next:
        t.draw_up_to(seat, self.limit)
        return t.done()


PHASES = {Market: "market", Build: "build", BurgerUp: "burger_up", CleanUp: "clean_up"}
