"""Cooking: a worker moves ingredients from cold storage to the grills. They never move back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_boss.schema import GRILLS, KINDS
from flattop.kernel import VACANT, Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_boss.table import BossTable

TOKEN: tuple[Action, ...] = tuple(("token", kind) for kind in range(KINDS))
GRILL: tuple[Action, ...] = tuple(("grill", grill) for grill in range(GRILLS))
DONE: Action = ("done",)
# options for each set of ingredients (a bitmask), before and after the first token
TOKENS = tuple([TOKEN[kind] for kind in range(KINDS) if kinds >> kind & 1] for kinds in range(1 << KINDS))
TOKENS_OR_DONE = tuple([*tokens, DONE] for tokens in TOKENS)
GRILLS_OWNED = tuple(GRILL[:kitchens] for kitchens in range(GRILLS + 1))


@part
class Cooking(Frame):
    """One worker cooks on all kitchens of a seat from its cold storage (BB-54, BB-64, BB-66)."""

    seat: Seat
    begun: bool = False
    at: str = "choose_token"

    def choose_token(self, t: BossTable) -> Next:
        kinds = t.cookable(self.seat)
        return t.ask(self.seat, TOKENS_OR_DONE[kinds] if self.begun else TOKENS[kinds])

    def token(self, t: BossTable, seat: Seat, kind: int) -> Next:
        if t.kitchens[seat] == 1:
            return self.move(t, kind, 0)
        t.held = kind
        return self.choose_grill

    def choose_grill(self, t: BossTable) -> Next:
        return t.ask(self.seat, GRILLS_OWNED[t.kitchens[self.seat]])

    def grill(self, t: BossTable, seat: Seat, grill: int) -> Next:
        kind, t.held = t.held, VACANT
        return self.move(t, kind, grill)

    def done(self, t: BossTable, seat: Seat) -> Next:
        return t.done()

    def move(self, t: BossTable, kind: int, grill: int) -> Next:
        """Add a token to a dish. Any mix is allowed, at any space of the track (BB-62, BB-67, BB-R24)."""
        self.begun = True
        i = GRILLS * self.seat + grill
        dish = t.dishes[i]
        t.dishes[i] = (*dish[:kind], dish[kind] + 1, *dish[kind + 1 :])
        t.chilled[KINDS * self.seat + kind] -= 1
        t.tell("cooked", self.seat, kind, grill)
        return self.choose_token if t.cookable(self.seat) else t.done()
