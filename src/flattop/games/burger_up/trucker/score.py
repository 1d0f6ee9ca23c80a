"""Score phase: Top Buns are turned up one by one, and the quicker seat claims first (TR-15 to TR-22)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.trucker.plays import CLAIM
from flattop.kernel import PASS, Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_up.trucker.table import TruckTable


@part
class Score(Frame):
    """One Top Bun after the other, until none is left or everybody has one."""

    at: str = "next_order"

    def next_order(self, t: TruckTable) -> Next:
        if t.turned == len(t.line) or t.all_have_claimed:
            t.close_line()
            return t.done()
        t.turn_up()
        return self.offer

    def offer(self, t: TruckTable) -> Next:
        """Only whoever could claim it is asked, in the order of the speed coins (TR-R12)."""
        claimants = t.claimants()
        return t.ask(claimants[0], CLAIM) if claimants else self.nobody

    def act(self, t: TruckTable, seat: Seat, action: Action) -> Next:
        if action == PASS:
            t.let_go(seat)
            return self.offer
        t.claim(seat)
        return self.next_order

    def nobody(self, t: TruckTable) -> Next:
        t.discard()
        return self.next_order
