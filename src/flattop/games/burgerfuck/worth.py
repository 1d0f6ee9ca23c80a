"""What a position is worth to a seat, in cards: a hint for search."""

from __future__ import annotations

from collections.abc import Sequence

from flattop.games.burgerfuck.cards import JOKER
from flattop.games.burgerfuck.grid import open_threes
from flattop.games.burgerfuck.scoring import standing
from flattop.games.burgerfuck.table import BurgerfuckTable
from flattop.kernel import Seat

RIVAL_CARD = 0.7
LARGE = 4.0
ORB = 0.4
A_JOKER = 2.5
SMALL = 1.0  # with two seats only
THREE = 1.5
VICTORY = 100.0


def worth(t: BurgerfuckTable, seat: Seat) -> float:
    """Cards to be rid of, against those of the others, and what tokens, Orbs, Jokers and threes promise."""
    if t.over:
        return VICTORY * (t.seats - standing(t)[seat]) / (t.seats - 1)
    hands = [len(hand) for hand in t.hands]
    return (
        RIVAL_CARD * mean_of_others(hands, seat)
        - hands[seat]
        + LARGE * (t.large[seat] - mean_of_others(t.large, seat))
        + ORB * (t.orbs[seat] - mean_of_others(t.orbs, seat))
        + A_JOKER * t.hands[seat].count(JOKER)
        + (SMALL * t.small[seat] if t.seats == 2 else 0.0)
        + THREE * open_threes(t.grid, seat)
    )


def mean_of_others(numbers: Sequence[int], seat: Seat) -> float:
    return (sum(numbers) - numbers[seat]) / (len(numbers) - 1)
