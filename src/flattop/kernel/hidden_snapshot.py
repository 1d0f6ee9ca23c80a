"""How closed piles lie: what many look at is looked at once, and each sees its part of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from flattop.kernel.frame import Seat
from flattop.kernel.table import Table
from flattop.kernel.zone import ALL, HIDDEN, NONE, OWNER, Zone, left_of

HiddenSnapshot = tuple[
    list[list[Any]], list[list[Any]]
]  # piles, and how they look to whoever may not see them


def hidden_snapshot(
    t: Table, name: str, zone: Zone, was: HiddenSnapshot | None = None
) -> HiddenSnapshot | None:
    """How a zone lies, where a seat is its owner or looks like all others do; as it was, if it is so still.

    None where it is not one pile per seat, or where what is known of it differs from seat to seat.
    """
    known = zone.known
    if not zone.per_seat or zone.sees is ALL or not t.stack or (known and not zone.known_alike):
        return None
    piles = getattr(t, name)
    if zone.laid:
        piles = [left_of(t, zone, cards, owner) for owner, cards in enumerate(piles)]
    if known is None and was is not None and was[0] == piles:
        return was
    closed = [[HIDDEN] * len(cards) for cards in piles]
    if known:
        for owner, shown in enumerate(closed):
            _turn_up(shown, piles[owner], known(t, None, owner))
    lies = [cards[:] for cards in piles], closed
    return was if lies == was else lies


def _turn_up(shown: list[Any], cards: list[Any], places: Collection[int]) -> None:
    if len(places) == len(cards):
        shown[:] = cards
    else:
        for place in places:
            shown[place] = cards[place]


def visible_part(zone: Zone, lies: HiddenSnapshot, seat: Seat | None) -> list[list[Any]]:
    """What a seat, or a spectator, sees of it."""
    piles, closed = lies
    if seat is None or zone.sees is NONE:
        return closed
    if zone.sees is OWNER:
        return [*closed[:seat], piles[seat], *closed[seat + 1 :]]
    return [*piles[:seat], closed[seat], *piles[seat + 1 :]]
