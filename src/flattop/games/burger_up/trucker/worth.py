"""What a seat's round is worth so far, a hint for search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up import burger
from flattop.games.burger_up.requirements import NEVER
from flattop.games.burger_up.trucker.scoring import speed_coins
from flattop.games.burger_up.worth import PER_MISSING_CARD, shortfall
from flattop.kernel import Seat

if TYPE_CHECKING:
    from flattop.games.burger_up.trucker.table import TruckTable


def worth(t: TruckTable, seat: Seat) -> float:
    """Coins, and what the burger promises, before the best of the others."""
    values = [t.coins[other] + hope(t, other) for other in range(t.seats)]
    return values[seat] - max(value for other, value in enumerate(values) if other != seat)


def hope(t: TruckTable, seat: Seat) -> float:
    """The claim it has, or the best that the Incoming Orders may still bring."""
    if t.phase == "over":
        return 0.0
    speed, stack = speed_coins(t.places[seat]), t.burgers[seat]
    pay = burger.payment(t.pack, stack) + burger.perfect_payment(t.pack, stack)
    if seat in t.takers:
        return speed + pay + t.takers.index(seat) + 1.0
    wanting = [shortfall(t.pack.needs[order], stack) for order in t.incoming]
    near = max((PER_MISSING_CARD**short for short in wanting if short < NEVER), default=0.0)
    return speed + near * (pay + (t.seats + 3) / 2)
