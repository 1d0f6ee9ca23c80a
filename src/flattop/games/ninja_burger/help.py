"""A call for help after a failed throw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.ninja_burger import dealings
from flattop.kernel import PASS, Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.ninja_burger.table import NinjaTable


@part
class CallForHelp(Frame):
    """Every rival who might help is asked until he passes or has no more to give (NB-R45)."""

    seat: Seat
    i: int = 0
    at: str = "next_rival"

    def next_rival(self, t: NinjaTable, _: object = None) -> Next:
        roll, rivals = t.current_roll, t.rivals(self.seat)
        while not roll.is_saved(t) and self.i < len(rivals):
            if dealings.could_help(t, roll, rivals[self.i]):
                return self.ask_rival
            self.i += 1
        return t.done()

    def ask_rival(self, t: NinjaTable) -> Next:
        roll, rival = t.current_roll, t.rivals(self.seat)[self.i]
        if roll.is_saved(t):
            return t.done()
        return t.ask(rival, [*roll.loans(t, rival), *self.sales(t, rival), PASS])

    def sales(self, t: NinjaTable, rival: Seat) -> list[Action]:
        deal = [("deal", self.seat)] if dealings.may_deal(t, rival, self.seat) else []
        return dealings.purchases(t, rival) + deal

    def act(self, t: NinjaTable, seat: Seat, action: Action) -> Next:
        if action == PASS:
            self.i += 1
            return self.next_rival
        return getattr(self, action[0])(t, seat, *action[1:])  # type: ignore[no-any-return]

    def lend(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        dealings.lend(t, seat, kind)
        return self.next_rival

    def buy(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        dealings.buy(t, seat, kind)
        return self.next_rival

    def deal(self, t: NinjaTable, seat: Seat, partner: Seat) -> Next:
        return t.call(dealings.opened(t, seat, partner), self.next_rival)
