"""Rounds: one turn of every seat each, until an order cannot be replaced (BU-10, BU-43)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.base.turn import Turn
from flattop.kernel import Frame, Next, part

if TYPE_CHECKING:
    from flattop.games.burger_up.base.table import UpTable


@part
class Rounds(Frame):
    """The game, so that all seats have had equally many turns at its end (BU-44)."""

    turns: int = 0  # taken in this round
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
