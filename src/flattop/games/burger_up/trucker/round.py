"""The game: Set-up, Build and Score, in each round (TR-02)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.trucker.build import Beats, Build
from flattop.games.burger_up.trucker.clock import Countdown, GetReady
from flattop.games.burger_up.trucker.scoring import Score
from flattop.kernel import Frame, Next, part

if TYPE_CHECKING:
    from flattop.games.burger_up.trucker.table import TruckTable


@part
class Rounds(Frame):
    """The game: three rounds, or the number of the option `rounds`."""

    at: str = "set_up"

    def set_up(self, t: TruckTable) -> Next:
        t.set_up_round()
        return self.gather if t.live else self.take_turns

    def gather(self, t: TruckTable) -> Next:
        return t.call(GetReady(), self.count_down)

    def count_down(self, t: TruckTable, _: object) -> Next:
        return t.call(Countdown(), self.build)

    def build(self, t: TruckTable, _: object) -> Next:
        return t.call(Build(), self.score)

    def take_turns(self, t: TruckTable) -> Next:
        t.open_build()
        return t.call(Beats(), self.score)

    def score(self, t: TruckTable, _: object) -> Next:
        t.lay_line()
        return t.call(Score(), self.pay)

    def pay(self, t: TruckTable, _: object) -> Next:
        t.pay_round()
        return self.set_up if t.round < t.settings["rounds"] else self.end_game

    def end_game(self, t: TruckTable) -> Next:
        t.end_game()
        return t.done()
