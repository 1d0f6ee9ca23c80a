"""What a position is worth to a seat, judged by what lies open: a hint for search."""

from __future__ import annotations

from flattop.games.burger_up.between_two.rounds import ROUNDS
from flattop.games.burger_up.between_two.table import BetweenTable
from flattop.kernel import Seat

HIGHER = 0.25  # what a point of the better burger is worth beside one of the weaker
TO_COME = 3.0  # points that a card still to come brings


def worth(t: BetweenTable, seat: Seat) -> float:
    """The lower burger, a little of the higher, and hope for the cards that are missing."""
    whole = 2 * ROUNDS * t.settings["turns_per_round"]
    if len(t.burgers) > t.seats:
        whole //= 2  # of four burgers each gets one card in a turn
    hopes: list[float] = [
        total + TO_COME * (whole - len(burger)) for total, burger in zip(t.totals, t.burgers, strict=True)
    ]
    left, right = t.beside[seat]
    return min(hopes[left], hopes[right]) + HIGHER * max(hopes[left], hopes[right])
