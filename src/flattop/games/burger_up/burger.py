"""Burgers: what fits on what, how high they are, and what they pay, as pure functions.

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

ANY = "any"  # what an empty burger and a Middle Bun ask for
BUN = "bun"

Fitting = dict[str, tuple[tuple[int, ...], ...]]  # by what is asked for and by card: the faces that fit


def wanted(pack: Pack, stack: Stack) -> str:
    """The type asked for next."""
    return pack.faces[stack[-1]].next if stack else ANY


def fits(pack: Pack, face: int, stack: Stack) -> bool:
    """An empty burger and a Middle Bun take anything, and a Middle Bun goes on anything (BU-18)."""
    return face in pack.fitting[wanted(pack, stack)][face >> 1]


def fitting_faces(pack: Pack, card: int, stack: Stack) -> tuple[int, ...]:
    """The faces of a card that may go on the burger; of a Middle Bun, alike on both, the first (BU-R8)."""
    return pack.fitting[wanted(pack, stack)][card]


def fitting_by_type(halves: Sequence[Half]) -> Fitting:
    """What fits on what, for all cards and every type that can be asked for."""
    cards = range(len(halves) // 2)
    asked = {ANY, BUN, *(half.next for half in halves), *(half.type for half in halves)}
    return {kind: tuple(_faces_for(kind, card, halves) for card in cards) for kind in sorted(asked)}


def _faces_for(kind: str, card: int, halves: Sequence[Half]) -> tuple[int, ...]:
    if halves[2 * card].type == BUN:
        return (2 * card,)
    return tuple(face for face in (2 * card, 2 * card + 1) if kind in (ANY, halves[face].type))


def height(pack: Pack, stack: Stack) -> int:
    """Ingredients in the burger: every card but Middle Buns."""
    return len(stack) - len(pack.buns.intersection(stack))


def perfects(pack: Pack, stack: Stack) -> int:
    return len(pack.perfect.intersection(stack))


def size(pack: Pack, height: int) -> Size | None:
    """The size of so many ingredients; none at all have no size."""
    return pack.size_of[height]


def sizes_by_height(sizes: Sequence[Size]) -> tuple[Size | None, ...]:
    """For each number of ingredients that a burger could have."""
    return tuple(next((size for size in reversed(sizes) if height >= size.min), None) for height in range(73))


def payment(pack: Pack, stack: Stack) -> int:
    """What the burger pays by its size alone."""
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
