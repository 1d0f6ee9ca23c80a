"""Types, ingredients and the 72 Ingredient cards with their two halves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from flattop.games.burger_up.schema import (
    Basis,
    Type,
    demand,
    demand_between,
    demand_different,
    demand_exactly,
    demand_known,
    demand_words,
    entries,
)
from flattop.kernel.data import expect


@dataclass(frozen=True, slots=True)
class FoodType:
    """What decides which card may lie on which, shown by a colour."""

    id: Type
    name: str
    colour: str
    basis: Basis


@dataclass(frozen=True, slots=True)
class Ingredient:
    """One food, or the Middle Bun; its name and keywords decide whether an order is met."""

    id: str
    name: str
    type: Type
    keywords: tuple[str, ...]
    halves: int  # how often it is printed
    basis: Basis
    note: str = ""


@dataclass(frozen=True, slots=True)
class Half:
    """One end of a card."""

    name: str
    type: Type
    next: Literal["salad", "sauce", "meat", "cheese", "bun", "any"]
    perfect: bool


@dataclass(frozen=True, slots=True)
class Card:
    """An Ingredient card: two halves, of which one counts once it is played."""

    id: str
    a: Half
    b: Half
    basis: Basis
    note: str = ""

    @property
    def is_bun(self) -> bool:
        return self.a.type == "bun"

    @property
    def title(self) -> str:
        return self.a.name if self.is_bun else f"{self.a.name} / {self.b.name}"


def read_types(raw: Mapping[str, Any], file: str) -> tuple[FoodType, ...]:
    types = entries(FoodType, raw, "type", file)
    demand_exactly((kind.id for kind in types), get_args(Type), f"{file}: type")
    demand_different((kind.name for kind in types), "name", f"{file}: type")
    demand_different((kind.colour for kind in types), "colour", f"{file}: type")
    for kind in types:
        demand_words(f"{file}: type {kind.id}", name=kind.name, colour=kind.colour)
    return types


def read_ingredients(raw: Mapping[str, Any], file: str) -> tuple[Ingredient, ...]:
    ingredients = entries(Ingredient, raw, "ingredient", file)
    demand_different((food.name for food in ingredients), "name", f"{file}: ingredient")
    expect(sum(food.type == "bun" for food in ingredients), 1, "of type bun", f"{file}: ingredient")
    for food in ingredients:
        check_ingredient(food, f"{file}: ingredient {food.id}")
    return ingredients


def check_ingredient(food: Ingredient, where: str) -> None:
    demand_words(where, name=food.name)
    demand_different(food.keywords, "keyword", f"{where}.keywords")
    for i, keyword in enumerate(food.keywords):
        demand(bool(keyword.strip()), f"{where}.keywords[{i}]", "is empty")
    demand(food.type != "bun" or not food.keywords, f"{where}.keywords", "a Middle Bun has none")


def read_cards(raw: Mapping[str, Any], ingredients: tuple[Ingredient, ...], file: str) -> tuple[Card, ...]:
    cards = entries(Card, raw, "card", file)
    types = {food.name: food.type for food in ingredients}
    for i, card in enumerate(cards):
        check_card(card, types, f"{file}: card[{i}] {card.id}")
    printed = Counter(half.name for card in cards for half in (card.a, card.b))
    for food in ingredients:
        where = f"{file}: ingredient {food.id}.halves"
        expect(printed[food.name], food.halves, f"halves {food.name!r} on the cards", where)
    return cards


def check_card(card: Card, types: Mapping[str, Type], where: str) -> None:
    check_half(card.a, types, f"{where}.a")
    check_half(card.b, types, f"{where}.b")
    alike = (card.a.type == "bun") is (card.b.type == "bun")
    demand(alike, f"{where}.b", "a Middle Bun is one on both halves")


def check_half(half: Half, types: Mapping[str, Type], where: str) -> None:
    demand_known(half.name, types, "ingredient", f"{where}.name")
    fits = half.type == types[half.name]
    demand(fits, f"{where}.type", f"{half.type!r}, but {half.name!r} is of type {types[half.name]!r}")
    if half.type == "bun":
        demand(half.next == "any", f"{where}.next", f"{half.next!r}, but anything may lie on a Middle Bun")
        demand(not half.perfect, f"{where}.perfect", "a Middle Bun is never Perfect")


def count_cards(cards: tuple[Card, ...], totals: Mapping[str, int], file: str) -> None:
    """The totals of the file; with fewer than 42 foods a round for six could not be dealt."""
    buns = sum(card.is_bun for card in cards)
    perfect = sum(half.perfect for card in cards for half in (card.a, card.b))
    expect(len(cards), totals["ingredient_cards"], "cards", f"{file}: card")
    expect(buns, totals["middle_buns"], "Middle Buns", f"{file}: card")
    expect(len(cards) - buns, totals["food_cards"], "food cards", f"{file}: card")
    expect(perfect, totals["perfect_halves"], "Perfect halves", f"{file}: card")
    demand_between(1, buns, 30, f"{file}: expect.middle_buns")
