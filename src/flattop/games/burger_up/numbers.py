"""Sizes, set-ups, levels and single numbers of the base game, and the totals of the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

from flattop.games.burger_up.schema import (
    Basis,
    demand,
    demand_between,
    demand_exactly,
    demand_words,
    entries,
)
from flattop.kernel.data import expect, record

SizeId = Literal["sandwich", "gourmet", "tower", "colossal"]
Level = Literal["easy", "normal", "hard", "expert"]
NUMBERS = (
    "market_price", "order_coin", "perfect_bonus", "upgrade_placements", "spatula_pristine_points",
    "spatula_dirty_points", "spatula_gone_points", "spatula_uses", "most_orders_bonus", "serves_per_turn",
    "solo_hold_price", "idle_rounds",
)  # fmt: skip
SETUPS = [("burger-up", n) for n in (2, 3, 4)] + [("solo-up", 1)] + [("party-up", n) for n in (5, 6)]
# with none of these a turn would have no sense, or a game no end
AT_LEAST_ONE = ("serves_per_turn", "solo_hold_price", "idle_rounds")
# What the rule books print; how many of the cards are foods, buns or Perfect is the file's own to say.
PRINTED = {
    "ingredient_cards": 72, "halves": 144, "types": 5, "sizes": 4, "top_buns": 21, "check_kinds": 6,
    "setups": 6,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Expect:
    """The totals that the file says it has."""

    ingredient_cards: int
    halves: int
    food_cards: int
    middle_buns: int
    perfect_halves: int
    ingredients: int
    types: int
    sizes: int
    top_buns: int
    check_kinds: int
    setups: int


@dataclass(frozen=True, slots=True)
class Components:
    """What the box holds."""

    ingredient_cards: int
    top_buns: int
    bottom_buns: int
    spatulas: int
    player_aids: int
    coins: dict[str, int]
    basis: Basis
    note: str = ""


@dataclass(frozen=True, slots=True)
class Number:
    """One number of the base game."""

    value: int
    basis: Basis
    note: str = ""


@dataclass(frozen=True, slots=True)
class Size:
    """A burger of so many ingredients, and what it pays."""

    id: SizeId
    name: str
    min: int
    pays: int
    upgrade: bool
    basis: Basis
    max: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """The set-up numbers of one game for one number of seats."""

    game: Literal["burger-up", "solo-up", "party-up"]
    players: int
    orders: int
    pending: int
    face_up_at_start: int
    market: int
    bottom_buns: int
    coins: int
    spatula: bool
    placements: int
    opening_hand: int
    hand: int
    basis: dict[str, Basis]


Setups = dict[tuple[str, int], Setup]  # by game and seats


@dataclass(frozen=True, slots=True)
class Difficulty:
    """A level of Solo Up."""

    id: Level
    name: str
    coins: int
    spatula: bool
    hand: int
    basis: Basis
    name_basis: Basis
    note: str = ""


def read_totals(raw: Mapping[str, Any], file: str) -> dict[str, int]:
    where = f"{file}: expect"
    found = record(Expect, raw["expect"], where)
    totals = {f.name: getattr(found, f.name) for f in fields(found)}
    for name, printed in PRINTED.items():
        expect(totals[name], printed, name, f"{where}.{name}")
    return totals


def read_components(raw: Mapping[str, Any], file: str) -> Components:
    where = f"{file}: components"
    box = record(Components, raw["components"], where)
    for value, count in box.coins.items():
        demand(value.isascii() and value.isdigit(), f"{where}.coins", f"{value!r} is no value of a coin")
        demand_between(0, count, 999, f"{where}.coins.{value}")
    return box


def read_numbers(raw: Mapping[str, Any], file: str) -> dict[str, Number]:
    tables = raw["numbers"]
    demand(isinstance(tables, dict), f"{file}: numbers", "is not a table")
    demand_exactly(tables, NUMBERS, f"{file}: numbers")
    numbers = {name: record(Number, entry, f"{file}: numbers.{name}") for name, entry in tables.items()}
    for name, number in numbers.items():
        demand_between(int(name in AT_LEAST_ONE), number.value, 99, f"{file}: numbers.{name}.value")
    return numbers


def read_sizes(raw: Mapping[str, Any], file: str) -> tuple[Size, ...]:
    """Sizes follow each other without gap; the last has no limit."""
    sizes = entries(Size, raw, "size", file)
    demand_exactly((size.id for size in sizes), get_args(SizeId), f"{file}: size")
    low = 1
    for i, size in enumerate(sizes):
        where = f"{file}: size[{i}] {size.id}"
        last = i == len(sizes) - 1
        demand_words(where, name=size.name)
        demand(size.min == low, f"{where}.min", f"{size.min}, it must be {low}")
        demand((size.max is None) is last, f"{where}.max", "only the last size has none")
        demand_between(size.min, size.max or 72, 72, f"{where}.max")
        demand_between(0, size.pays, 99, f"{where}.pays")
        low = (size.max or 0) + 1
    return sizes


def read_setups(raw: Mapping[str, Any], file: str) -> Setups:
    rows = raw["setup"]
    demand(isinstance(rows, list), f"{file}: setup", "no list of that name")
    setups = [record(Setup, row, f"{file}: setup[{i}]") for i, row in enumerate(rows)]
    expect(len(setups), len(SETUPS), "entries", f"{file}: setup")
    demand_exactly(((s.game, s.players) for s in setups), SETUPS, f"{file}: setup")
    for i, setup in enumerate(setups):
        check_setup(setup, f"{file}: setup[{i}] {setup.game} {setup.players}")
    return {(setup.game, setup.players): setup for setup in setups}


def check_setup(setup: Setup, where: str) -> None:
    limits = {
        "orders": (setup.pending, 21), "pending": (1, 6), "face_up_at_start": (0, setup.pending),
        "market": (1, 6), "bottom_buns": (1, 4), "coins": (0, 99), "placements": (0, 9),
        "opening_hand": (0, 9), "hand": (1, 9),
    }  # fmt: skip
    for name, (low, high) in limits.items():
        demand_between(low, getattr(setup, name), high, f"{where}.{name}")
    demand_exactly(setup.basis, {*limits, "spatula"}, f"{where}.basis")


def read_older_counts(raw: Mapping[str, Any], setups: Setups, file: str) -> dict[int, int]:
    """Top Buns in play by seats, as an older rule book had them."""
    where = f"{file}: alternatives"
    demand(isinstance(raw["alternatives"], dict), where, "is not a table")
    demand_exactly(raw["alternatives"], ["orders_v1"], where)
    counts = raw["alternatives"]["orders_v1"]
    demand(isinstance(counts, dict), f"{where}.orders_v1", "is not a table")
    demand_exactly(counts, "234", f"{where}.orders_v1")
    for seats, count in counts.items():
        demand(type(count) is int, f"{where}.orders_v1.{seats}", f"{count!r} is not a whole number")
        demand_between(setups["burger-up", int(seats)].pending, count, 21, f"{where}.orders_v1.{seats}")
    return {int(seats): count for seats, count in counts.items()}


def read_difficulties(raw: Mapping[str, Any], file: str) -> dict[str, Difficulty]:
    levels = entries(Difficulty, raw, "difficulty", file)
    demand_exactly((level.id for level in levels), get_args(Level), f"{file}: difficulty")
    for level in levels:
        where = f"{file}: difficulty {level.id}"
        demand_words(where, name=level.name)
        demand_between(0, level.coins, 99, f"{where}.coins")
        demand_between(1, level.hand, 9, f"{where}.hand")
    return {level.id: level for level in levels}
