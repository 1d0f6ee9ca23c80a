"""Interesting Times: cards played on rivals, which may be cancelled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.ninja_burger.cards import NONE, Kinds
from flattop.games.ninja_burger.effects import Consequences
from flattop.games.ninja_burger.schema import Window
from flattop.kernel import VACANT, Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.ninja_burger.table import NinjaTable

LET_IT_HAPPEN: Action = ("let_it_happen",)


def times_open(t: NinjaTable, window: Window) -> Kinds:
    """The Times that may be played on the active ninja's delivery now (NB-65, NB-74, NB-R31)."""
    seat = t.active
    if seat < 0:
        return NONE
    mission, most = t.missions[seat][0], t.settings["max_times_per_mission"]
    if t.pack.is_errand(mission) or (most and t.times_played >= most):
        return NONE
    roll = t.roll if window == "before_roll" else None
    return t.pack.times(window, t.ninjas[seat], roll.skill if roll else mission)


@part
class InterestingTimes(Frame):
    """One card on one ninja: shown, then cancelled or carried out.

    Meanwhile the target is locked (NB-R32).
    """

    card: int
    by: Seat
    target: Seat
    at: str = "show"

    def show(self, t: NinjaTable) -> Next:
        t.spend(self.by, self.card)
        t.times_played += 1
        t.locked = self.target
        t.tell("times", self.by, self.card, self.target)
        return self.answer if t.may_hold(self.target, t.pack.playable("response")) else self.carry_out

    def answer(self, t: NinjaTable) -> Next:
        cards = t.held(self.target, t.pack.playable("response"))
        return t.ask(self.target, [*[("cancel", kind) for kind in cards], LET_IT_HAPPEN])

    def cancel(self, t: NinjaTable, seat: Seat, kind: int) -> Next:
        t.spend(seat, kind)
        t.tell("cancelled", seat, kind, self.card)
        return self.over

    def let_it_happen(self, t: NinjaTable, seat: Seat) -> Next:
        return self.carry_out

    def carry_out(self, t: NinjaTable) -> Next:
        window = t.pack.fortune[self.card].play_if.window
        return t.call(Consequences(self.target, window, self.card), self.over)

    def over(self, t: NinjaTable, _: object = None) -> Next:
        t.locked = VACANT
        return t.done()
