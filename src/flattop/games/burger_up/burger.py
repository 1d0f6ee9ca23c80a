"""Burgers: fitting, height, size and payment, as pure functions.

A burger is a list of faces from bottom to top; a face is `card * 2 + half`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flattop.games.burger_up.requirements import Stack
from flattop.games.burger_up.schema import Half

if TYPE_CHECKING:
    from flattop.games.burger_up.cards import Pack
    from flattop.games.burger_up.schema import Size

ANY = "any"  # requested by an empty burger and by a Middle Bun
BUN = "bun"

Fitting = dict[str, tuple[tuple[int, ...], ...]]  # by requested type and card: the faces that fit


def wanted(pack: Pack, stack: Stack) -> str:
    """The type that must come next."""
    return pack.faces[stack[-1]].next if stack else ANY


def fits(pack: Pack, face: int, stack: Stack) -> bool:
    """True if the face may go on the burger (BU-18).

    An empty burger and a Middle Bun take anything, and a Middle Bun goes on anything.
    """
    return face in pack.fitting[wanted(pack, stack)][face >> 1]


def fitting_faces(pack: Pack, card: int, stack: Stack) -> tuple[int, ...]:
    """The faces of a card that may go on the burger.

    Of a Middle Bun only the first, because its halves are alike (BU-R8).
    """
    return pack.fitting[wanted(pack, stack)][card]


def fitting_by_type(halves: Sequence[Half]) -> Fitting:
    """Table of fitting faces, by requested type and card."""
    cards = range(len(halves) // 2)
    asked = {ANY, BUN, *(half.next for half in halves), *(half.type for half in halves)}
    fitting: Fitting = {}
    for kind in sorted(asked):
        by_card: list[tuple[int, ...]] = []
        for card in cards:
            both = (2 * card, 2 * card + 1)
            is_bun = halves[2 * card].type == BUN
            fits = both[:1] if is_bun else tuple(face for face in both if kind in (ANY, halves[face].type))
            by_card.append(fits)
        fitting[kind] = tuple(by_card)
    return fitting


def height(pack: Pack, stack: Stack) -> int:
    """Number of ingredients in the burger: every card except Middle Buns."""
    return len(stack) - len(pack.buns.intersection(stack))


def perfects(pack: Pack, stack: Stack) -> int:
    return len(pack.perfect.intersection(stack))


def size(pack: Pack, height: int) -> Size | None:
    """The size of a burger of this height; None for height 0."""
    return pack.size_of[height]


def sizes_by_height(sizes: Sequence[Size]) -> tuple[Size | None, ...]:
    """The size for each possible height."""
    return tuple(next((size for size in reversed(sizes) if height >= size.min), None) for height in range(73))


def payment(pack: Pack, stack: Stack) -> int:
    """Coins for the size of the burger."""
    reached = size(pack, height(pack, stack))
    return reached.pays if reached else 0


def index_of_card(stack: Stack, card: int) -> int:
    """Position of the card in the burger; -1 if the burger does not contain it."""
    return next((place for place, face in enumerate(stack) if face >> 1 == card), -1)


def split_at_card(stack: tuple[int, ...], card: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Split a burger below the card: what stays, and the block that the Spatula lifts (BU-24, BU-27)."""
    place = index_of_card(stack, card)
    return stack[:place], stack[place:]


def perfect_payment(pack: Pack, stack: Stack) -> int:
    return perfects(pack, stack) * pack.numbers["perfect_bonus"].value
