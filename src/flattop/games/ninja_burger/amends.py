"""You have no Honor: an old ninja goes for good, a new one reports for work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.kernel import VACANT, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.ninja_burger.table import NinjaTable


@part
class Amends(Frame):
    """All his cards and money go, then a new ninja and three cards come (NB-38, NB-39, NB-R9)."""

    seat: Seat
    at: str = "bow_out"

    def bow_out(self, t: NinjaTable) -> Next:
        seat = self.seat
        t.tell("bowed_out", seat, t.ninjas[seat])
        t.ninja_discards += (t.ninjas[seat],)
        t.discards += (*t.items[seat], *t.courses[seat], *t.hands[seat])
        t.items[seat], t.courses[seat], t.hands[seat] = (), (), []
        t.ninjas[seat], t.money[seat], t.honor[seat] = VACANT, 0, t.pack.rules.start_honor
        t.dealt[seat] = [t.draw_ninja() for _ in range(t.settings["replacement_ninja_cards"])]
        return self.choose if len(t.dealt[seat]) > 1 else self.report

    def choose(self, t: NinjaTable) -> Next:
        return t.ask(self.seat, t.ninja_choices(self.seat))

    def pick(self, t: NinjaTable, seat: Seat, ninja: int) -> Next:
        t.ninja_discards += tuple([other for other in t.dealt[seat] if other != ninja])
        t.dealt[seat] = [ninja]
        return self.report

    def report(self, t: NinjaTable) -> Next:
        seat = self.seat
        t.ninjas[seat], t.dealt[seat] = t.dealt[seat][0], []
        t.reveal()
        t.tell("reported", seat, t.ninjas[seat], t.honor[seat])
        t.draw_fortune(seat, t.pack.rules.start_hand, "amends")
        return t.done()
