"""What a position is worth to a seat: a hint for bots that search, no rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.kernel import Seat

if TYPE_CHECKING:
    from flattop.games.ninja_burger.table import NinjaTable

WON = 100.0


def worth(t: NinjaTable, seat: Seat) -> float:
    """Own Honor against the rivals', with money, items and cards as far as they may become Honor."""
    if t.over:
        return WON if seat in t.winners else -WON
    rivals = [t.honor[rival] for rival in t.rivals(seat)]
    honor = t.honor[seat] - max(rivals) / 2 - sum(rivals) / len(rivals) / 2
    prices = sum(t.pack.price[item] for item in t.items[seat])
    return honor + t.money[seat] / 200 + prices / 250 + len(t.hands[seat]) / 4
