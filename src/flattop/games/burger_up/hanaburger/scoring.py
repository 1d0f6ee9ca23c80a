"""Scoring: the earnings of a completed order, and faces that would break an order."""

from __future__ import annotations

from typing import NamedTuple

from flattop.games.burger_up import burger
from flattop.games.burger_up.hanaburger.clues import HanaPack
from flattop.games.burger_up.requirements import NEVER, Stack, can_still_be_met

DEFEAT = -1  # HB-R20: below every score, zero included


class Earnings(NamedTuple):
    """Coins for one completed order: size, Perfect faces, and coins on the Top Bun (HB-25)."""

    size: int
    perfect: int
    order: int


def earnings(pack: HanaPack, stack: Stack, order_coins: int = 0) -> Earnings:
    """A Colossal burger only pays; nothing is upgraded (HB-26)."""
    return Earnings(burger.payment(pack, stack), burger.perfect_payment(pack, stack), order_coins)


def breaks(pack: HanaPack, order: int, stack: Stack, face: int) -> bool:
    """True if the order could never be met with this face on the burger (HB-20, HB-R8)."""
    if face in pack.forbidden[order]:
        return True
    if pack.most[order] == NEVER or face in pack.buns:
        return False
    return not can_still_be_met(pack.needs[order], (*stack, face), pack.foods)
