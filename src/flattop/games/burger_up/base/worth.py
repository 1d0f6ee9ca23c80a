"""What a position is worth to a seat, judged by what lies open: a hint for search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.worth import burger_worth
from flattop.kernel import Seat

if TYPE_CHECKING:
    from flattop.games.burger_up.base.table import UpTable


def worth(t: UpTable, seat: Seat) -> float:
    """Points, and what the own burgers promise."""
    if t.over:
        return t.points[seat]
    orders = list(zip(t.pending, t.order_coins, strict=True))
    return t.points[seat] + sum(burger_worth(t.pack, stack, orders) for stack in t.burgers[seat])
