"""The Spatula: what it lifts, and what is left of it."""

from __future__ import annotations

from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import Stack

Burger = tuple[int, ...]


def lifted(burger: Burger, card: int) -> tuple[Burger, Burger]:
    """What stays, and the block: the card with all above it (BU-24, BU-27)."""
    place = place_of(burger, card)
    return burger[:place], burger[place:]


def place_of(burger: Stack, card: int) -> int:
    """Where in the burger the card lies; -1 if it does not."""
    return next((place for place, face in enumerate(burger) if face >> 1 == card), -1)


def condition(pack: Pack, uses: int) -> str:
    """Pristine, dirty or gone, by the uses that are left (BU-22)."""
    if not uses:
        return "gone"
    return "pristine" if uses == pack.numbers["spatula_uses"].value else "dirty"


def points(pack: Pack, uses: int) -> int:
    return pack.numbers[f"spatula_{condition(pack, uses)}_points"].value
