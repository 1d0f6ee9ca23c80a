"""The pack: a deck file that was checked as a whole, and what is asked of it again and again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from flattop.games.burger_up.actions import Placings, placings_by_type
from flattop.games.burger_up.burger import Fitting, fitting_by_type, sizes_by_height
from flattop.games.burger_up.requirements import Foods, Needs, indispensable, kitchen, needs_of
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
from flattop.kernel.deck import Loader
from flattop.kernel.toml import convert


@dataclass(frozen=True, slots=True)
class Pack:
    """One deck file.  A card is its place in `cards`; a face is `card * 2 + half`, half 0 being a."""

    on_paper: ClassVar[tuple[str, ...]] = (  # the rest is only kept ready for the rules
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
    shortest: tuple[int, ...]  # ingredients that an order wants at least, by Top Bun
    one_of: tuple[frozenset[int], ...]  # faces of which it wants at least one, by Top Bun

    def __hash__(self) -> int:
        return hash(self.deck)


def pack(raw: dict[str, Any], file: str) -> Pack:
    """The whole file as a pack; whatever is amiss is named with file, entry and field."""
    deck = convert(UpDeck, raw, file)
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
        **by_face(deck.card, deck.ingredient, deck.top_bun),
    )


load = Loader(Path(__file__).with_name("cards.toml"), pack)


def by_face(
    cards: tuple[Card, ...], ingredients: tuple[Ingredient, ...], top_buns: tuple[TopBun, ...]
) -> dict[str, Any]:
    """What is asked of a face, card or order so often that it lies ready."""
    faces = tuple(half for card in cards for half in (card.a, card.b))
    foods = {food.name: food for food in ingredients}
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
        "needs": (needs := tuple(needs_of(order, kitchen(faces, ingredients)) for order in top_buns)),
        "one_of": tuple(indispensable(asked, len(faces)) for asked in needs),
        "shortest": tuple(order.min_ingredients for order in top_buns),
    }


def card_title(pack: Pack, card: int) -> str:
    return pack.titles[card]


def face_name(pack: Pack, face: int) -> str:
    return pack.faces[face].name


def laid_end(pack: Pack, face: int) -> str:
    """A face as one would lay it: whether it is Perfect, and what it asks for next."""
    half = pack.faces[face]
    names: dict[str, str] = {kind.id: kind.name for kind in pack.types}
    return f"{half.name}{' ★' if half.perfect else ''} (next: {names.get(half.next, 'anything')})"


def order_name(pack: Pack, order: int) -> str:
    return pack.top_buns[order].name


def starred_face(pack: Pack, face: int) -> str:
    """A face where Perfect ones count."""
    return f"{face_name(pack, face)}{' ★' if face in pack.perfect else ''}"


NAMERS = {"card": card_title, "face": face_name, "end": laid_end, "order": order_name}
STARRED = {**NAMERS, "face": starred_face}
