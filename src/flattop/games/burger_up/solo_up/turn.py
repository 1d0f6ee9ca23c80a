"""A turn of Solo Up: draw, advance or hold the orders, then any plays (SU-05 to SU-13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.actions import ADVANCE, DONE, HOLD
from flattop.games.burger_up.scoring import spatula_points
from flattop.games.burger_up.shop import Reward
from flattop.kernel import Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_up.solo_up.table import SoloTable

ALONE: Seat = 0
ONLY_ADVANCE, ADVANCE_OR_HOLD = (ADVANCE,), (ADVANCE, HOLD)
STEPS = {"orders": "orders", "play": "play", "offer": "reward", "throw_away": "discard"}


@part
class Turns(Frame):
    """The game: turns until one of its two ends."""

    at: str = "next_turn"

    def next_turn(self, t: SoloTable) -> Next:
        t.turn += 1
        t.tell("turn_begins", t.turn)
        return t.call(Turn(), self.turn_over)

    def turn_over(self, t: SoloTable, ending: str) -> Next:
        t.ending = ending
        return self.end_game if ending else self.next_turn

    def end_game(self, t: SoloTable) -> Next:
        if t.events is not None:
            t.tell(f"out_of_{t.ending}")
            t.tell("scored", t.coins[ALONE], spatula_points(t.pack, t.uses[ALONE]), t.points[ALONE])
        return t.done()


@part
class Turn(Frame):
    """One turn. Its result names the end of the game that it caused, or is empty."""

    at: str = "draw"

    def draw(self, t: SoloTable) -> Next:
        t.draw_up_to(ALONE, t.hand_limit)
        return self.orders

    def orders(self, t: SoloTable) -> Next:
        return t.ask(ALONE, ADVANCE_OR_HOLD if t.can_hold(ALONE) else ONLY_ADVANCE)

    def advance(self, t: SoloTable, seat: Seat) -> Next:
        t.advance()
        return self.next_play

    def hold(self, t: SoloTable, seat: Seat) -> Next:
        t.hold(seat)
        return self.next_play

    def next_play(self, t: SoloTable) -> Next:
        """End A ends the game at once (SU-21)."""
        return t.done("orders") if t.orders_are_out else self.play

    def play(self, t: SoloTable) -> Next:
        plays = t.placings(ALONE)
        plays += t.purchases(ALONE)
        plays += t.servings(ALONE)
        plays += t.spatula_moves(ALONE)
        plays.append(DONE)
        return t.ask(ALONE, plays)

    def place(self, t: SoloTable, seat: Seat, face: int, to: int) -> Next:
        t.place(seat, face, to)
        return self.play

    def buy(self, t: SoloTable, seat: Seat, card: int) -> Next:
        """Fill the gap in the Market at once (SU-10)."""
        t.buy(seat, card)
        t.fill_market()
        return self.play

    def serve(self, t: SoloTable, seat: Seat, burger: int, order: int) -> Next:
        if t.may_upgrade(seat, burger):
            return t.call(Reward(seat, burger, order), self.served)
        t.complete(seat, burger, order)
        return self.next_play

    def served(self, t: SoloTable, _: object) -> Next:
        return self.next_play

    def shift(self, t: SoloTable, seat: Seat, card: int, to: int) -> Next:
        t.shift(seat, card, to)
        return self.play

    def scrape(self, t: SoloTable, seat: Seat, card: int) -> Next:
        t.scrape(seat, card)
        return self.play

    def done(self, t: SoloTable, seat: Seat) -> Next:
        if t.settings["discard"] == "on":
            return t.call(Discarding(), self.end)
        return self.end

    def end(self, t: SoloTable, _: object = None) -> Next:
        """End B is checked when the seat ends its turn (SU-R5)."""
        return t.done("cards" if t.nothing_can_be_placed else "")


@part
class Discarding(Frame):
    """With the option `discard`, hand cards may be thrown away at the end of a turn (SU-R6)."""

    at: str = "throw_away"

    def throw_away(self, t: SoloTable) -> Next:
        return t.ask(ALONE, [*t.tossable(ALONE), DONE])

    def toss(self, t: SoloTable, seat: Seat, card: int) -> Next:
        t.toss(seat, card)
        return self.throw_away

    def done(self, t: SoloTable, seat: Seat) -> Next:
        return t.done()
