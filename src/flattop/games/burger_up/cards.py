"""The pack: a validated deck file, with lookup tables for the rules."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from flattop.games.burger_up.actions import Placings, placings_by_type
from flattop.games.burger_up.burger import Fitting, fitting_by_type, sizes_by_height
from flattop.games.burger_up.requirements import (
    FaceIndex,
    Foods,
    Needs,
    is_simple,
    needs_of,
    smallest_required_set,
)
from flattop.games.burger_up.schema import (
    Card,
    Components,
    Difficulty,
    FoodType,
    Half,
    Ingredient,
    Number,
    Setups,
    Size,
    TopBun,
    Type,
    UpDeck,
)
from flattop.kernel.deck import Loader, demand, placed
from flattop.kernel.toml import convert

TOO_COMPLEX = "too many lines count the same foods; use fewer of them, or a lower max_ingredients"


@dataclass(frozen=True, slots=True)
class Pack:
    """One deck file. A card is its index in `cards`; a face is `card * 2 + half`, and half a is 0."""

    on_paper: ClassVar[tuple[str, ...]] = (  # printed fields; the others are lookup tables
        *("deck", "types", "ingredients", "cards", "top_buns", "sizes", "setups", "orders_v1"),
        *("difficulties", "numbers", "components"),
    )
    deck: str
    types: tuple[FoodType, ...]
    ingredients: tuple[Ingredient, ...]
    cards: tuple[Card, ...]
    top_buns: tuple[TopBun, ...]
    sizes: tuple[Size, ...]
    setups: Setups
    orders_v1: dict[int, int]  # by seats
    difficulties: dict[str, Difficulty]
    numbers: dict[str, Number]
    components: Components
    faces: tuple[Half, ...]
    type_of: tuple[Type, ...]  # by face
    is_bun: tuple[bool, ...]  # by card
    titles: tuple[str, ...]  # by card
    food_of: tuple[Ingredient, ...]  # by face
    foods: Foods
    buns: frozenset[int]  # faces of Middle Buns
    perfect: frozenset[int]  # Perfect faces
    fitting: Fitting
    placings: Placings
    size_of: tuple[Size | None, ...]  # by number of ingredients
    needs: tuple[Needs, ...]  # by Top Bun
    shortest: tuple[int, ...]  # least number of ingredients, by Top Bun
    one_of: tuple[frozenset[int], ...]  # faces of which the order needs at least one, by Top Bun

    def __hash__(self) -> int:
        return hash(self.deck)


def pack(raw: dict[str, Any], file: str) -> Pack:
    """Build a pack from a parsed file. Errors name the file, the entry and the field."""
    deck = convert(UpDeck, raw, file)
    tables = lookup_tables(deck.card, deck.ingredient, deck.top_bun)
    for (where, _), needs in zip(placed("top_bun", deck.top_bun), tables["needs"], strict=True):
        demand(is_simple(needs, tables["foods"]), f"{file}: {where}.checks", TOO_COMPLEX)
    return Pack(
        deck=deck.deck,
        types=deck.type,
        ingredients=deck.ingredient,
        cards=deck.card,
        top_buns=deck.top_bun,
        sizes=deck.size,
        size_of=sizes_by_height(deck.size),
        setups=deck.setups,
        orders_v1={int(seats): count for seats, count in deck.alternatives.orders_v1.items()},
        difficulties={level.id: level for level in deck.difficulty},
        numbers=deck.numbers,
        components=deck.components,
        **tables,
    )


load = Loader(Path(__file__).with_name("cards.toml"), pack)


def lookup_tables(
    cards: tuple[Card, ...], ingredients: tuple[Ingredient, ...], top_buns: tuple[TopBun, ...]
) -> dict[str, Any]:
    """Tables by face, card and order that the rules look up often."""
    faces = tuple(half for card in cards for half in (card.a, card.b))
    foods = {food.name: food for food in ingredients}
    index = FaceIndex(faces, {food.name: food.keywords for food in ingredients})
    return {
        "faces": faces,
        "type_of": tuple(half.type for half in faces),
        "is_bun": tuple(card.is_bun for card in cards),
        "titles": tuple(card.title for card in cards),
        "food_of": tuple(foods[half.name] for half in faces),
        "foods": tuple(
            tuple(face for face, half in enumerate(faces) if half.name == food.name)
            for food in ingredients
            if food.type != "bun"
        ),
        "buns": frozenset(face for face, half in enumerate(faces) if half.type == "bun"),
        "perfect": frozenset(face for face, half in enumerate(faces) if half.perfect),
        "fitting": (fitting := fitting_by_type(faces)),
        "placings": placings_by_type(fitting),
        "needs": (needs := tuple(needs_of(order, index) for order in top_buns)),
        "one_of": tuple(smallest_required_set(asked, len(faces)) for asked in needs),
        "shortest": tuple(order.min_ingredients for order in top_buns),
    }


def card_title(pack: Pack, card: int) -> str:
    return pack.titles[card]


def face_name(pack: Pack, face: int) -> str:
    return pack.faces[face].name


def face_with_next(pack: Pack, face: int) -> str:
    """The name of a face, its star if Perfect, and the type it requests next."""
    half = pack.faces[face]
    names: dict[str, str] = {kind.id: kind.name for kind in pack.types}
    return f"{half.name}{' ★' if half.perfect else ''} (next: {names.get(half.next, 'anything')})"


def order_name(pack: Pack, order: int) -> str:
    return pack.top_buns[order].name


def starred_face(pack: Pack, face: int) -> str:
    """The name of a face, with a star if Perfect."""
    return f"{face_name(pack, face)}{' ★' if face in pack.perfect else ''}"


NAMERS = {"card": card_title, "face": face_name, "end": face_with_next, "order": order_name}
STARRED_NAMERS = {**NAMERS, "face": starred_face}
