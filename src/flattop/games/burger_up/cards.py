"""The pack: everything the deck file says, checked as a whole before a card is dealt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from flattop.games.burger_up.burger import Fitting, fitting_by_type, sizes_by_height
from flattop.games.burger_up.checks import kitchen, needs_of
from flattop.games.burger_up.food import (
    Card,
    FoodType,
    Half,
    Ingredient,
    count_cards,
    read_cards,
    read_ingredients,
    read_types,
)
from flattop.games.burger_up.numbers import (
    Components,
    Difficulty,
    Number,
    Setups,
    Size,
    read_components,
    read_difficulties,
    read_numbers,
    read_older_counts,
    read_setups,
    read_sizes,
    read_totals,
)
from flattop.games.burger_up.orders import TopBun, read_top_buns, read_vocabulary
from flattop.games.burger_up.requirements import Foods, Needs
from flattop.games.burger_up.schema import Type, demand, demand_exactly
from flattop.kernel.data import expect, read

HOUSE_DECK = Path(__file__).with_name("cards.toml")
SCHEMA = 1
TABLES = (
    "schema", "deck", "expect", "components", "numbers", "size", "setup", "alternatives", "difficulty",
    "type", "ingredient", "card", "check_kind", "top_bun",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pack:
    """One deck file.  A card is its place in `cards`; a face is `card * 2 + half`, half 0 being a."""

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
    food_of: tuple[Ingredient, ...]  # by face
    foods: Foods
    buns: frozenset[int]  # faces of Middle Buns
    perfect: frozenset[int]  # Perfect faces
    fitting: Fitting
    size_of: tuple[Size | None, ...]  # by number of ingredients
    needs: tuple[Needs, ...]  # by Top Bun


def load(path: Path | None = None) -> Pack:
    """The house deck, or a deck file of the user's own."""
    return house() if path is None else pack(read(path), path.name)


@cache
def house() -> Pack:
    return pack(read(HOUSE_DECK), HOUSE_DECK.name)


def pack(raw: Mapping[str, Any], file: str) -> Pack:
    """The whole file as a pack; whatever is amiss is named with file, entry and field."""
    demand_exactly(raw, TABLES, file)
    demand(raw["schema"] == SCHEMA, f"{file}: schema", f"{raw['schema']!r}, this game reads {SCHEMA}")
    demand(isinstance(raw["deck"], str), f"{file}: deck", f"{raw['deck']!r} is not a text")
    totals = read_totals(raw, file)
    ingredients = read_ingredients(raw, file)
    cards = read_cards(raw, ingredients, file)
    count_cards(cards, totals, file)
    read_vocabulary(raw, file)
    setups = read_setups(raw, file)
    sizes = read_sizes(raw, file)
    top_buns = read_top_buns(raw, ingredients, file)
    found = Pack(
        deck=raw["deck"],
        types=read_types(raw, file),
        ingredients=ingredients,
        cards=cards,
        top_buns=top_buns,
        sizes=sizes,
        size_of=sizes_by_height(sizes),
        setups=setups,
        orders_v1=read_older_counts(raw, setups, file),
        difficulties=read_difficulties(raw, file),
        numbers=read_numbers(raw, file),
        components=read_components(raw, file),
        **by_face(cards, ingredients, top_buns),
    )
    count_lists(found, totals, file)
    return found


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
        "food_of": tuple(foods[half.name] for half in faces),
        "foods": tuple(
            tuple(face for face, half in enumerate(faces) if half.name == food.name)
            for food in ingredients
            if food.type != "bun"
        ),
        "buns": frozenset(face for face, half in enumerate(faces) if half.type == "bun"),
        "perfect": frozenset(face for face, half in enumerate(faces) if half.perfect),
        "fitting": fitting_by_type(faces),
        "needs": tuple(needs_of(order, kitchen(faces, ingredients)) for order in top_buns),
    }


def count_lists(found: Pack, totals: Mapping[str, int], file: str) -> None:
    expect(len(found.ingredients), totals["ingredients"], "entries", f"{file}: ingredient")
    expect(len(found.sizes), totals["sizes"], "entries", f"{file}: size")
    expect(len(found.top_buns), totals["top_buns"], "entries", f"{file}: top_bun")


def card_title(pack: Pack, card: int) -> str:
    return pack.cards[card].title


def face_name(pack: Pack, face: int) -> str:
    return pack.faces[face].name


def laid_end(pack: Pack, face: int) -> str:
    """A face as one would lay it: whether it is Perfect, and what it asks for next."""
    half = pack.faces[face]
    names: dict[str, str] = {kind.id: kind.name for kind in pack.types}
    return f"{half.name}{' ★' if half.perfect else ''} (next: {names.get(half.next, 'anything')})"


def order_name(pack: Pack, order: int) -> str:
    return pack.top_buns[order].name


NAMERS = {"card": card_title, "face": face_name, "end": laid_end, "order": order_name}
