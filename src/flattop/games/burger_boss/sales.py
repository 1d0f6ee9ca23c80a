"""Sales: seat by seat, dishes on grills are sold to customers who want exactly that dish."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_boss import specials
from flattop.games.burger_boss.schema import GRILLS
from flattop.kernel import VACANT, Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_boss.table import BossTable

SELL: tuple[Action, ...] = tuple(("sell", grill) for grill in range(GRILLS))
TO: tuple[Action, ...] = tuple(("to", space) for space in range(6))
STOP: Action = ("stop",)


@part
class SalesPhase(Frame):
    """Each seat has one turn to sell as many dishes as it likes (BB-68, BB-75, BB-R26)."""

    turns: int = 0
    grill: int = 0
    at: str = "next_seller"

    def next_seller(self, t: BossTable) -> Next:
        while self.turns < t.seats:
            self.turns += 1
            if self.saleable(t):  # BB-73
                return self.offer
        return t.done()

    def offer(self, t: BossTable) -> Next:
        seat = t.order[self.turns - 1]
        offers = [SELL[grill] for grill in self.saleable(t)]
        return t.ask(seat, [*offers, STOP, *specials.sales_plays(t, seat)])

    def sell(self, t: BossTable, seat: Seat, grill: int) -> Next:
        self.grill = grill
        return self.choose_customer

    def choose_customer(self, t: BossTable) -> Next:
        seat = t.order[self.turns - 1]
        return t.ask(seat, [TO[space] for space in t.buyers(t.dishes[GRILLS * seat + self.grill])])

    def to(self, t: BossTable, seat: Seat, space: int) -> Next:
        sell(t, seat, self.grill, space)
        return self.offer if self.saleable(t) else self.next_seller  # BB-R35: the queue may be empty

    def stop(self, t: BossTable, seat: Seat) -> Next:
        t.tell("stopped", seat)
        return self.next_seller

    def use(self, t: BossTable, seat: Seat, kind: int) -> Next:
        return t.use(seat, kind)

    def saleable(self, t: BossTable) -> list[int]:
        """Grills of the seller whose dish a customer in the queue wants (BB-70)."""
        recipes = t.pack.recipes
        wanted = [recipes[customer] for customer in t.queue if customer >= 0]
        return [grill for grill, dish in enumerate(t.dishes_of(t.order[self.turns - 1])) if dish in wanted]


def sell(t: BossTable, seat: Seat, grill: int, space: int) -> None:
    """Pay price, bonus and tips, clear the grill, and give the customer card to the seat (BB-71)."""
    customer, price, bonus = t.queue[space], t.pack.pays[t.queue[space]], t.pack.bonus[space]
    tip = t.pack.tip * t.tips[seat]
    t.money[seat] += price + bonus + tip
    t.sales[seat] += 1
    t.queue[space] = VACANT
    t.served[seat] += (customer,)
    t.served_at[seat] += (space // 2,)
    t.clear_grill(GRILLS * seat + grill)
    t.tell("sold", seat, grill, customer, space, price, bonus, tip, price + bonus + tip)
