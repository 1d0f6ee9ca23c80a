"""The cards: the deck file, validated, with the tables that the rules look up."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from flattop.games.kitchen_rush import schema
from flattop.games.kitchen_rush.schema import INGREDIENTS, ROOMS, SPICES, Food, Scenario, SetUp
from flattop.kernel.deck import Deck, Loader, between, demand, expect, in_order, one_of, part_of, placed
from flattop.kernel.toml import Entry, convert


class Recipe(NamedTuple):
    """A dish as printed on its card. Plate size I is 0."""

    card: int
    part: str
    name: str
    size: int
    cook: int
    food: tuple[int, ...]  # by ingredient
    spices: tuple[int, ...]  # by spice
    pieces: int  # total number of ingredients
    pinches: int  # total number of spices


class Pack(Entry, frozen=True, dict=True):
    """The contents of a deck file, with derived lookup tables."""

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
        """Every dish of every card, in card order."""
        recipes: list[Recipe] = []
        for card, patron in enumerate(self.patron):
            for dish in patron.dish:
                food = tuple(dish.ingredients.get(key, 0) for key in INGREDIENTS)
                spices = tuple(dish.spices.get(key, 0) for key in SPICES)
                recipes.append(
                    Recipe(
                        card=card,
                        part=dish.part,
                        name=dish.name,
                        size=dish.plate - 1,
                        cook=dish.cook,
                        food=food,
                        spices=spices,
                        pieces=sum(food),
                        pinches=sum(spices),
                    )
                )
        return tuple(recipes)

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
        """The rooms that may hold each ingredient, from scenario 5 on (KR-72)."""
        return tuple(tuple(map(ROOMS.index, food.rooms_from_5)) for food in self.ingredient)

    @cached_property
    def areas_in(self) -> tuple[tuple[int, ...], ...]:
        """The areas in play, by scenario (KR-11)."""
        return tuple(
            tuple(n for n, area in enumerate(self.area) if area.from_scenario <= scenario)
            for scenario in range(len(self.scenario) + 1)
        )

    def set_up(self, scenario: int, seats: int) -> SetUp:
        return next(entry for entry in self.scenario[scenario - 1].players if entry.n == seats)

    def seconds(self, option: str, chosen: int) -> int:
        """Return the seconds of an option of time; at its usual value the deck decides."""
        ours: int = getattr(self.clock, f"{option}_seconds")
        return ours if chosen == schema.USUAL_SECONDS[option] else chosen

    def hats(self, board: str, seats: int) -> tuple[int, ...]:
        """The spaces of the Reputation board with chef hats for this number of seats."""
        hats: tuple[int, ...] = getattr(self.reputation[board], f"hats_{seats}p") if board else ()
        return hats


def dish_name(pack: Pack, dish: int) -> str:
    """The name of the dish, or of its patron if the dish has none."""
    recipe = pack.recipes[dish]
    return recipe.name or pack.patron[recipe.card].name


def stock(food: Food) -> list[int]:
    """The contents of a room, by ingredient."""
    return [getattr(food, key) for key in INGREDIENTS]


class KitchenDeck(Pack, Deck, frozen=True):
    """The deck file as written, with its header."""

    key: Literal["kitchen-rush"]
    title: str
    seats: tuple[Literal[2], Literal[3], Literal[4]]

    def check(self) -> None:
        in_order((food.key for food in self.ingredient), INGREDIENTS, "ingredient")
        in_order((spice.key for spice in self.spice), SPICES, "spice")
        in_order((plate.size for plate in self.plate), range(1, 5), "plate")
        in_order((area.key for area in self.area), schema.AREAS, "area")
        in_order((scenario.number for scenario in self.scenario), range(1, 9), "scenario")
        in_order(sorted(self.reputation), "ab", "reputation")
        low, high = self.clock.timer_seconds_range
        demand(low <= high, "clock.timer_seconds_range", f"{[low, high]} is no range")
        totals = self.totals
        expect(sum(plate.total for plate in self.plate), totals.plate, "plates", "plate")
        expect(sum(food.total for food in self.ingredient), totals.ingredients, "ingredients", "ingredient")
        expect(sum(spice.total for spice in self.spice), totals.spices, "spices", "spice")
        expect(len(self.award), totals.award, "Awards", "award")
        expect(len(self.office_card), totals.office_card, "Office cards", "office_card")
        between(len(self.recipes), 1, schema.MOST_DISHES, "patron: dishes")
        kinds = Counter[str](patron.kind for patron in self.patron)
        for kind in schema.KINDS_FROM:
            expect(kinds[kind], getattr(totals, kind), f"{kind} patrons", "patron")
        covered = sum(space != "all" for area in self.area for space in area.spaces)
        between(covered, 0, totals.unavailable_markers, "area: spaces with 3p or 4p")
        between(len(self.tables.reserved_2p), 0, totals.reserved_cards, "tables.reserved_2p")
        spaces = {area.key: len(area.spaces) for area in self.area}
        for where, scenario in placed("scenario", self.scenario):
            timers, whites = scenario.timers, self.totals.white_timers
            between(timers.temps + timers.temps_to_hire, 0, min(2, whites), f"{where}.timers: temps")
            if lock := scenario.locked:
                most = min(totals.locked_markers, spaces[f"storage-{lock.room}"])
                between(lock.spaces, 1, most, f"{where}.locked.spaces")
            if spot := scenario.malfunction:
                between(1, 0, totals.malfunction_markers, f"{where}.malfunction: markers")
                one_of(spot.area, spaces, f"{where}.malfunction.area")
                between(spot.space, 1, spaces[spot.area], f"{where}.malfunction.space")
            for i, entry in enumerate(scenario.players):
                self._check_set_up(entry, scenario.number, f"{where}.players[{i}]")

    def _check_set_up(self, entry: SetUp, scenario: int, where: str) -> None:
        """No more pieces are laid out than exist, and each lies in an allowed room (KR-72)."""
        for size, plate in enumerate(self.plate):
            laid = sum(place.plates[size] for place in (entry.clean, entry.dirty, entry.aside))
            between(laid, 0, plate.total, f"{where}: plates {plate.name}")
        for food in self.ingredient:
            rooms = {room: getattr(getattr(entry, f"room_{room}"), food.key) for room in ROOMS}
            between(sum(rooms.values()), 0, food.total, f"{where}: {food.key} in the rooms")
            open_rooms = food.rooms_from_5 if scenario >= 5 else "ab"
            for room, pieces in rooms.items():
                fits = not pieces or room in open_rooms
                demand(fits, f"{where}.room_{room}", f"{food.key} may not lie there")
        for spice in self.spice:
            between(getattr(entry.bag, spice.key), 0, spice.total, f"{where}.bag.{spice.key}")


def pack(raw: dict[str, Any], file: str) -> Pack:
    return part_of(convert(KitchenDeck, raw, file), Pack)


load = Loader(Path(__file__).with_name("cards.toml"), pack)
