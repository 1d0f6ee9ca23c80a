"""Clues: the words a hint may use, the cards it matches, and the facts that follow from hints.

A mask has one bit per clue. With `hint_detail=end` the bits of the lower end follow those of the upper end;
otherwise a card has the bits of both halves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache, reduce
from operator import and_, or_
from typing import Any, ClassVar

from flattop.games.burger_up import cards
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import NEVER, Height, Needs, NoneOf
from flattop.kernel import RULES_CACHE_SIZE, VACANT, Action
from flattop.kernel.deck import Loader, different

SETS = 1 << 8  # cached sets of cards, of some hundred bytes each
Masks = tuple[int, ...]  # by the face that is up
Marks = tuple[int, int]  # clues that matched a card, and clues that did not


@dataclass(frozen=True, slots=True)
class Clue:
    """A colour or the name of an ingredient (HB-11)."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class HanaPack(Pack):
    """The pack of Burger Up with clues, and the faces that each order forbids."""

    on_paper: ClassVar[tuple[str, ...]] = (*Pack.on_paper, "clues")
    clues: tuple[Clue, ...]
    clue_number: dict[str, int]
    tells: tuple[Action, ...]  # by clue
    card_clues: Masks  # by card
    clues_on: tuple[tuple[int, ...], ...]  # by card: the same clues as numbers
    tells_in: tuple[tuple[tuple[Action, ...], ...], ...]  # by byte of a mask, and by its value
    masks: dict[str, Masks]  # by hint_detail
    bits: dict[str, tuple[int, ...]]  # by hint_detail and clue: the bits a hint tests on every card
    forbidden: tuple[frozenset[int], ...]  # by order: faces it forbids
    most: tuple[int, ...]  # by order: most ingredients
    breakable: tuple[bool, ...]  # by order: True if some face could break it

    def __hash__(self) -> int:
        return hash(self.deck)


def with_clues(raw: dict[str, Any], file: str) -> HanaPack:
    pack = cards.pack(raw, file)
    clues = clues_of(pack)
    different((clue.id for clue in clues), f"{file}: ingredient: a clue")
    masks, tells = masks_of(pack, clues), tuple(("tell", clue.id) for clue in clues)
    return HanaPack(
        **{f.name: getattr(pack, f.name) for f in fields(Pack)},
        clues=clues,
        clue_number={clue.id: number for number, clue in enumerate(clues)},
        tells=tells,
        card_clues=masks["card"][::2],
        clues_on=tuple(numbers_in(mask) for mask in masks["card"][::2]),
        tells_in=tuple(tells_by_byte(tells[first : first + 8]) for first in range(0, len(tells), 8)),
        masks=masks,
        bits={
            "card": tuple(1 << number for number in range(len(clues))),
            "end": tuple(1 << number | 1 << number + len(clues) for number in range(len(clues))),
        },
        forbidden=tuple(map(forbidden_faces, pack.needs)),
        most=tuple(map(most_ingredients, pack.needs)),
        breakable=tuple(map(is_breakable, pack.needs)),
    )


load = Loader(cards.load.house_deck, with_clues)


def clues_of(pack: Pack) -> tuple[Clue, ...]:
    """The four colours and every name; a Middle Bun has a name but no colour (HB-R3)."""
    colours = [Clue(kind.colour, kind.colour) for kind in pack.types if kind.id != "bun"]
    return (*colours, *(Clue(food.id, food.name) for food in pack.ingredients))


def masks_of(pack: Pack, clues: Sequence[Clue]) -> dict[str, Masks]:
    """The clues that match each card, by the half that is up (HB-R2)."""
    number = {clue.id: n for n, clue in enumerate(clues)}
    colour = {kind.id: kind.colour for kind in pack.types}
    halves = [1 << number[food.id] for food in pack.food_of]
    halves = [
        mask if food.type == "bun" else mask | 1 << number[colour[food.type]]
        for mask, food in zip(halves, pack.food_of, strict=True)
    ]
    faces = range(len(halves))
    return {
        "card": tuple(halves[face] | halves[face ^ 1] for face in faces),
        "end": tuple(halves[face] | halves[face ^ 1] << len(clues) for face in faces),
    }


def tells_by_byte(tells: Sequence[Action]) -> tuple[tuple[Action, ...], ...]:
    """For every value of a byte of a mask, the actions that tell its clues."""
    return tuple(tuple(tells[number] for number in numbers_in(byte)) for byte in range(1 << len(tells)))


def tell_actions(pack: HanaPack, mask: int) -> tuple[Action, ...]:
    """The actions that tell the clues of a mask, in clue order."""
    actions: tuple[Action, ...] = ()
    for tells in pack.tells_in:
        actions += tells[mask & 255]
        mask >>= 8
    return actions


@lru_cache(maxsize=RULES_CACHE_SIZE)
def numbers_in(mask: int) -> tuple[int, ...]:
    """The clues of a mask, as numbers."""
    return tuple(number for number in range(mask.bit_length()) if mask >> number & 1)


def forbidden_faces(needs: Needs) -> frozenset[int]:
    return frozenset[int]().union(*(need.barred for need in needs if isinstance(need, NoneOf)))


def most_ingredients(needs: Needs) -> int:
    return min((need.most for need in needs if isinstance(need, Height)), default=NEVER)


def is_breakable(needs: Needs) -> bool:
    """True if a face can break the order for good: it is forbidden, or makes the burger too high."""
    return bool(forbidden_faces(needs)) or most_ingredients(needs) < NEVER


# -- facts that follow from hints


@lru_cache(maxsize=SETS)
def fitting_faces(pack: HanaPack, detail: str, yes: int, no: int) -> frozenset[int]:
    """Every card that matches these marks, with the half that would be up."""
    masks = enumerate(pack.masks[detail])
    return frozenset([face for face, mask in masks if mask & yes == yes and not mask & no])


@lru_cache(maxsize=SETS)
def fitting_cards(pack: HanaPack, detail: str, yes: int, no: int) -> frozenset[int]:
    """Every card of the deck that matches these marks (HB-R5)."""
    return frozenset(face >> 1 for face in fitting_faces(pack, detail, yes, no))


def facts(pack: HanaPack, candidates: Iterable[int]) -> tuple[int, int]:
    """The clues that all these cards match, and the clues that none of them matches."""
    masks = [pack.card_clues[card] for card in candidates]
    every = (1 << len(pack.clues)) - 1
    return reduce(and_, masks, every), every & ~reduce(or_, masks, 0)


def clue_ids(pack: HanaPack, mask: int) -> list[str]:
    """The clues of a mask, or of its upper end."""
    clues = pack.clues
    return [clues[number].id for number in numbers_in(mask & (1 << len(clues)) - 1)]


@lru_cache(maxsize=RULES_CACHE_SIZE)
def clue_words(pack: HanaPack, mask: int) -> str:
    """The same, joined by spaces."""
    return " ".join(clue_ids(pack, mask))


def clue_name(pack: HanaPack, clue: str) -> str:
    number = pack.clue_number.get(clue)
    return clue if number is None else pack.clues[number].name


def clue_names(pack: HanaPack, clues: str) -> str:
    """The names of several clues, given as ids joined by spaces."""
    return ", ".join(clue_name(pack, clue) for clue in clues.split()) or "nothing"


def order_name(pack: HanaPack, order: int) -> str:
    """The name of an order. A Bottom Bun without an order takes no more cards (HB-R14)."""
    return "none is left, it takes no more cards" if order == VACANT else cards.order_name(pack, order)


NAMERS: dict[str, Any] = {**cards.STARRED_NAMERS, "order": order_name, "clue": clue_name, "clues": clue_names}
