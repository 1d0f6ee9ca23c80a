"""The reward of a Colossal burger: its coins, or the upgrade of the restaurant (BU-34)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.plays import REWARDS
from flattop.kernel import Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_up.shop import ShopTable


@part
class Reward(Frame):
    """Asked before any coin of the order is paid; nothing else can happen in between (BU-R20)."""

    seat: Seat
    burger: int
    order: int
    at: str = "offer"

    def offer(self, t: ShopTable) -> Next:
        return t.ask(self.seat, REWARDS)

    def cash(self, t: ShopTable, seat: Seat) -> Next:
        t.complete(seat, self.burger, self.order)
        return t.done()

    def upgrade(self, t: ShopTable, seat: Seat) -> Next:
        t.complete(seat, self.burger, self.order, upgrade=True)
        return t.done()
