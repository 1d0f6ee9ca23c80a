"""The Supermarket: up to three ingredients of any kind, each paid and stored before the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_boss.game_cards import OFF
from flattop.games.burger_boss.schema import KINDS
from flattop.games.burger_boss.storage import Storing
from flattop.kernel import Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_boss.table import BossTable

TAKE: tuple[Action, ...] = tuple(("take", kind) for kind in range(KINDS))
DONE: Action = ("done",)


@part
class Shopping(Frame):
    """A worker shops; a DISCOUNT is off the bill of the whole visit (BB-47, BB-R18, BB-R30)."""

    seat: Seat
    discounts: int
    taken: int = 0
    at: str = "shop"

    def shop(self, t: BossTable) -> Next:
        shelves = [TAKE[kind] for kind in range(KINDS) if t.stock[kind]]
        if self.taken:
            shelves.append(DONE)
        return t.ask(self.seat, shelves)

    def take(self, t: BossTable, seat: Seat, kind: int) -> Next:
        price = self.next_price(t)
        t.money[seat] -= price
        self.taken += 1
        t.tell("bought", seat, kind, price)
        if not t.room(seat):
            return t.call(Storing(seat, kind, 1), self.go_on)
        t.store(seat, kind)
        return self.go_on

    def go_on(self, t: BossTable, _: object = None) -> Next:
        full = self.taken == len(t.pack.prices.supermarket)
        if full or not any(t.stock) or self.next_price(t) > t.money[self.seat]:
            return t.done()
        return self.shop

    def done(self, t: BossTable, seat: Seat) -> Next:
        return t.done()

    def next_price(self, t: BossTable) -> int:
        return self.bill(t, self.taken + 1) - self.bill(t, self.taken)

    def bill(self, t: BossTable, tokens: int) -> int:
        """What so many tokens cost in this visit."""
        return max(0, t.pack.bills[tokens] - OFF * self.discounts)
