"""What a position is worth, judged by what lies open: a hint for search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.worth import burger_worth
from flattop.kernel import Seat

if TYPE_CHECKING:
    from flattop.games.burger_up.solo_up.table import SoloTable


def worth(t: SoloTable, seat: Seat) -> float:
    """The score, and what the burgers promise."""
    if t.over:
        return t.points[seat]
    orders = [(order, 0) for order in t.pending]
    return t.points[seat] + sum(burger_worth(t.pack, stack, orders) for stack in t.burgers[seat])
