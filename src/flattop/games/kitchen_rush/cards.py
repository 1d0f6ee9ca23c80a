"""The cards: a deck file read, checked, and put in order for the rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from flattop.games.kitchen_rush import schema
from flattop.games.kitchen_rush.checks import check_file, check_pack
from flattop.games.kitchen_rush.schema import INGREDIENTS, ROOMS, SPICES, Food, Scenario, SetUp
from flattop.kernel.data import read, record, records

HOUSE = Path(__file__).parent / "cards.toml"
LISTS: dict[str, tuple[type[Any], str]] = {  # list in the file: record and key
    "ingredient": (schema.Ingredient, "key"),
    "spice": (schema.Spice, "key"),
    "plate": (schema.Plate, "size"),
    "area": (schema.Area, "key"),
    "award": (schema.Award, "key"),
    "office_card": (schema.OfficeCard, "key"),
    "patron": (schema.Patron, "key"),
    "scenario": (schema.Scenario, "number"),
}
TABLES: dict[str, type[Any]] = {
    "totals": schema.Totals,
    "numbers": schema.Numbers,
    "clock": schema.Clock,
    "tables": schema.Tables,
}


class Recipe(NamedTuple):
    """A dish as its card shows it; a plate of size I is 0."""

    card: int
    part: str
    name: str
    size: int
    cook: int
    food: tuple[int, ...]  # by ingredient
    spices: tuple[int, ...]  # by spice
    pieces: int  # ingredients in all
    pinches: int  # spices in all


@dataclass(frozen=True)
class Pack:
    """A whole deck file, and what the rules ask of it again and again."""

    ingredient: tuple[schema.Ingredient, ...]
    spice: tuple[schema.Spice, ...]
    plate: tuple[schema.Plate, ...]
    area: tuple[schema.Area, ...]
    award: tuple[schema.Award, ...]
    office_card: tuple[schema.OfficeCard, ...]
    patron: tuple[schema.Patron, ...]
    scenario: tuple[Scenario, ...]
    totals: schema.Totals
    numbers: schema.Numbers
    clock: schema.Clock
    tables: schema.Tables
    reputation: dict[str, schema.Reputation]

    @cached_property
    def recipes(self) -> tuple[Recipe, ...]:
        """Every dish of every card, in the order of the cards."""
        return tuple(_recipe(card, dish) for card, patron in enumerate(self.patron) for dish in patron.dish)

    @cached_property
    def dishes_of(self) -> tuple[tuple[int, ...], ...]:
        """The dishes of each card."""
        return tuple(
            tuple(dish for dish, recipe in enumerate(self.recipes) if recipe.card == card)
            for card in range(len(self.patron))
        )

    @cached_property
    def cheap(self) -> tuple[bool, ...]:
        return tuple(spice.price == "cheap" for spice in self.spice)

    @cached_property
    def allowed_rooms(self) -> tuple[tuple[int, ...], ...]:
        """From scenario 5 on, the rooms that may hold each ingredient (KR-72)."""
        return tuple(tuple(map(ROOMS.index, food.rooms_from_5)) for food in self.ingredient)

    @cached_property
    def areas_in(self) -> tuple[tuple[int, ...], ...]:
        """The areas in play, by scenario (KR-11)."""
        return tuple(
            tuple(n for n, area in enumerate(self.area) if area.from_scenario <= scenario)
            for scenario in range(len(self.scenario) + 1)
        )

    def set_up(self, scenario: int, seats: int) -> SetUp:
        return next(found for found in self.scenario[scenario - 1].players if found.n == seats)

    def hats(self, board: str, seats: int) -> tuple[int, ...]:
        """The spaces with as many chef hats as there are seats."""
        found: tuple[int, ...] = getattr(self.reputation[board], f"hats_{seats}p") if board else ()
        return found


def _recipe(card: int, dish: schema.DishOnCard) -> Recipe:
    food = tuple(dish.ingredients.get(key, 0) for key in INGREDIENTS)
    spices = tuple(dish.spices.get(key, 0) for key in SPICES)
    size = dish.plate - 1
    return Recipe(card, dish.part, dish.name, size, dish.cook, food, spices, sum(food), sum(spices))


def stock(food: Food) -> list[int]:
    """What a room holds, by ingredient."""
    return [getattr(food, key) for key in INGREDIENTS]


def load(path: Path | None = None) -> Pack:
    """The house deck, or a deck file of the user's own."""
    return _house() if path is None else _checked(path)


@cache
def _house() -> Pack:
    return _checked(HOUSE)


def _checked(path: Path) -> Pack:
    raw, file = read(path), path.name
    check_file(raw, file, {*LISTS, *TABLES, "reputation"})
    pack = _pack(raw, file)
    check_pack(pack, file)
    return pack


def _pack(raw: dict[str, Any], file: str) -> Pack:
    lists: dict[str, Any] = {name: records(kind, raw, name, file, key) for name, (kind, key) in LISTS.items()}
    tables: dict[str, Any] = {
        name: record(kind, raw.get(name), f"{file}: {name}") for name, kind in TABLES.items()
    }
    boards = {
        side: record(schema.Reputation, raw["reputation"].get(side), f"{file}: reputation.{side}")
        for side in "ab"
    }
    return Pack(**lists, **tables, reputation=boards)
