"""What a position is worth to a seat, judged by what lies open: a hint for search."""

from __future__ import annotations

from flattop.games.burger_up.burger_go import scoring
from flattop.games.burger_up.burger_go.table import GoTable
from flattop.kernel import Seat

BUN = 2.5  # coins that a Middle Bun more than the average is worth before the end
BROWN = 0.42  # share of the cards with a Meat or Patty on one half


def worth(t: GoTable, seat: Seat) -> float:
    """Coins, and what the row, its open Sauces, Salads and Middle Buns promise."""
    if t.over:
        return t.coins[seat]
    rows = [t.row_types(s) for s in range(t.seats)]
    buns = t.buns
    return (
        t.coins[seat]
        + scoring.row_coins(rows[seat])
        + sauce_hope(scoring.open_sauces(rows[seat]), len(t.hands[seat]))
        + scoring.salad_coins([row.count(scoring.SALAD) for row in rows])[seat]
        + BUN * (buns[seat] - sum(buns) / t.seats)
    )


def sauce_hope(sauces: int, cards: int) -> float:
    """Six coins more for each open Sauce that still gets its Meat, with so many cards to play."""
    gain = scoring.MEAT_ON_SAUCE - scoring.MEAT_ALONE
    return sum(gain * brown_chance(cards - i) for i in range(min(sauces, cards)))


def brown_chance(cards: int) -> float:
    """The chance of a brown half in hands of so many cards and fewer, down to the last."""
    return 1.0 - (1.0 - BROWN) ** (cards * (cards + 1) // 2)
