"""What is printed on cards and counted in the box: one record for each entry of the deck file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Basis = Literal["book", "public", "house"]
Ingredient = Literal["bun", "patty", "cheese", "tomato", "lettuce"]
Card = Literal[
    "bakery", "butchers", "cheese_shop", "fruit_veg", "specials",
    "supermarket", "workers", "expansion", "kitchen",
]  # fmt: skip
Counted = Literal["orders_with", "orders_named", "sales_at", "kitchens", "orders_priced"]
SpecialKey = Literal["DOUBLE", "DISCOUNT", "STEAL", "TIP", "FIRST"]

INGREDIENTS = ("bun", "patty", "cheese", "tomato", "lettuce")
BUN, PATTY, CHEESE, TOMATO, LETTUCE = range(5)
SPECIALS = ("DOUBLE", "DISCOUNT", "STEAL", "TIP", "FIRST")
DOUBLE, DISCOUNT, STEAL, TIP, FIRST = range(5)
OPEN_SPECIALS = (STEAL, TIP, FIRST)
CARDS = (
    "bakery", "butchers", "cheese_shop", "fruit_veg", "specials",
    "supermarket", "workers", "expansion", "kitchen",
)  # fmt: skip
KINDS = 5  # so many numbers per seat in a flat list of tokens
GRILLS = 3  # the most grills of a seat: so many dishes per seat in a flat list of them
UNNAMED = 0  # no die is on its way
R1, R2, L1, L2, S1, S2 = range(6)

Dish = tuple[int, ...]  # how many of each ingredient
NOTHING: Dish = (0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Size:
    key: str
    name: str
    bonus: int
    basis: Basis
    ours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Restaurant:
    key: str
    name: str
    colour: str
    plain: str
    basis: Basis
    ours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Space:
    card: Card
    dice: tuple[int, ...]
    gives: dict[str, int]
    places: int
    basis: Basis
    rising: bool = False
    pair: bool = False
    draw: int = 0
    buy: int = 0
    own: bool = False
    ours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Order:
    key: str
    name: str
    bun: int
    patty: int
    cheese: int
    tomato: int
    lettuce: int
    price: int
    basis: Basis
    ours: tuple[str, ...] = ()

    @property
    def recipe(self) -> Dish:
        return (self.bun, self.patty, self.cheese, self.tomato, self.lettuce)


@dataclass(frozen=True, slots=True)
class Customer:
    id: str
    who: str
    order: str
    basis: Basis
    ours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Special:
    key: SpecialKey
    name: str
    copies: int
    play: Literal["attached", "open"]
    text: str
    basis: Basis
    ours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mission:
    key: str
    name: str
    test: Counted
    need: int
    bonus: int
    text: str
    basis: Basis
    ingredient: Ingredient | None = None
    amount: int = 1
    order: str = ""
    size: str = ""
    price: int = 0
    ours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Counts:
    customers: int
    specials: int
    missions: int
    restaurants: int
    expansions: int
    game_cards: int
    dice: int
    tokens: int
    basis: Basis
    ours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Supply:
    bun: int
    patty: int
    cheese: int
    tomato: int
    lettuce: int
    basis: Basis
    ours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seats:
    min: int
    max: int
    variant: tuple[int, ...]
    basis: Basis
    ours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Start:
    money: int
    workers: int
    kitchens: int
    missions: int
    basis: Basis
    ours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    workers: int
    kitchens: int
    cold_slots_per_kitchen: int
    grills_per_kitchen: int
    working_dice_min: int
    basis: Basis
    ours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Queue:
    spaces_per_size: int
    first_deal: int
    step_rounds: int
    basis: Basis
    ours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grill:
    track: int
    recycle: int
    end_of_game: int
    basis: Basis
    ours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prices:
    supermarket: tuple[int, ...]
    worker_single: tuple[int, ...]
    worker_pair: tuple[int, ...]
    expansion_single: tuple[int, ...]
    expansion_pair: tuple[int, ...]
    basis: Basis
    ours: tuple[str, ...] = ()


LISTS: dict[str, tuple[type[Any], str, str]] = {
    "size": (Size, "key", "sizes"),
    "restaurant": (Restaurant, "key", "restaurants"),
    "space": (Space, "", "spaces"),
    "order": (Order, "key", "orders"),
    "customer": (Customer, "id", "customers"),
    "special": (Special, "key", "specials"),
    "mission": (Mission, "key", "missions"),
}
TABLES: dict[str, type[Any]] = {
    "counts": Counts, "supply": Supply, "seats": Seats, "start": Start,
    "limits": Limits, "queue": Queue, "grill": Grill, "prices": Prices,
}  # fmt: skip
