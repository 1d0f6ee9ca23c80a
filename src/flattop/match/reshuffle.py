"""Other luck: from some point on, another chance and face-down decks in another order."""

from __future__ import annotations

from flattop.kernel import Chance, Seat, Sees, Table, Zone, Zones


def stir(t: Table, zones: Zones, chance: Chance) -> None:
    """Shuffle every pile that nobody sees; what it holds, and whatever anybody knows of it, stays."""
    t.chance = chance
    for name, zone in zones.items():
        if zone.sees is Sees.NONE:
            value = getattr(t, name)
            for owner, cards in enumerate(value) if zone.per_seat else ((None, value),):
                _shuffle(t, zone, cards, owner)


def _shuffle(t: Table, zone: Zone, cards: list[int], owner: Seat | None) -> None:
    known: set[int] = set()
    for seat in (None, *range(t.seats)) if zone.known else ():
        known.update(zone.known(t, seat, owner) if zone.known else ())
    closed = [i for i in range(len(cards)) if i not in known]
    for i, card in zip(closed, t.chance.shuffled([cards[i] for i in closed]), strict=True):
        cards[i] = card
