"""Other luck: from some point on, another chance, and what nobody knows dealt anew."""

from __future__ import annotations

from flattop.kernel import Chance, Seat, Secret, Sees, Table, Zone, Zones, redeal_unknown


def redeal_after_undo(t: Table, zones: Zones, taker: Seat, chance: Chance) -> None:
    """After an undo: what nobody knows is dealt anew, and what others have sealed is asked again."""
    chance.draws = t.chance.draws + 1  # luck was drawn, even where nothing is hidden
    t.chance = chance
    for frame in t.stack:
        if isinstance(frame, Secret):
            frame.forget(taker)
    redeal_unknown(t, zones, chance)
    t.ask_afresh()


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
