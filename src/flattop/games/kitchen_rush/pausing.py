"""A pause: the clock is not asked, so no time passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.kernel import Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

RESUME: tuple[Action, ...] = (("resume",),)


@part
class Paused(Frame):
    """Nothing but `resume` is heard, from whoever may pause (KR-R9)."""

    at: str = "stand_still"

    def stand_still(self, t: KitchenTable) -> Next:
        anyone = t.settings["pause"] == "anyone"
        return t.ask_any({seat: RESUME for seat in range(t.seats) if anyone or seat == t.timekeeper})

    def resume(self, t: KitchenTable, seat: Seat) -> Next:
        t.paused = False
        t.tell("resumed", seat)
        return t.done()
