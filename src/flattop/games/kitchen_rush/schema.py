"""The records of a deck file: what is printed on cards and boards, and how a scenario is set up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Basis = Literal["book", "public", "house"]
Kind = Literal["friend", "regular", "challenging", "vip"]

INGREDIENTS = ("meat", "vegetable", "salad", "cheese", "bread", "pasta")
SPICES = ("salt", "pepper", "herbs", "curry", "saffron")
ROOMS = "abc"
AREAS = {  # key: the scenario that opens it (KR-11)
    "reception": 1, "dining": 1, "storage-a": 1, "storage-b": 1, "storage-c": 5, "stove": 1,
    "greenhouse": 2, "sink": 3, "van": 4, "office": 7, "desk-1": 8, "desk-2": 8,
}  # fmt: skip
AWARDS = (
    "wash_up_to", "shop_more", "free_salary", "tip", "garden", "double_cook", "soften", "seat_up_to",
)  # fmt: skip
OFFICE = ("unlock", "repair", "plates", "temp")


@dataclass(frozen=True, slots=True)
class Ingredient:
    key: str
    name: str
    total: int
    rooms_from_5: str
    basis: Basis


@dataclass(frozen=True, slots=True)
class Spice:
    key: str
    name: str
    total: int
    price: Literal["cheap", "expensive"]
    basis: Basis


@dataclass(frozen=True, slots=True)
class Plate:
    size: int
    name: str
    total: int
    basis: Basis


@dataclass(frozen=True, slots=True)
class Area:
    key: str
    name: str
    from_scenario: int
    spaces: tuple[Literal["all", "3p", "4p"], ...]
    action: str
    basis: Basis


@dataclass(frozen=True, slots=True)
class Award:
    key: str
    name: str
    effect: Literal[
        "wash_up_to", "shop_more", "free_salary", "tip", "garden", "double_cook", "soften", "seat_up_to"
    ]
    value: int
    text: str
    basis: Basis


@dataclass(frozen=True, slots=True)
class OfficeCard:
    key: str
    name: str
    cost: int
    effect: Literal["unlock", "repair", "plates", "temp"]
    text: str
    basis: Basis
    cost_basis: Basis = "house"


@dataclass(frozen=True, slots=True)
class DishOnCard:
    part: Literal["meal", "side", "main"]
    plate: int
    cook: int
    ingredients: dict[str, int]
    spices: dict[str, int]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Patron:
    key: str
    kind: Kind
    name: str
    coins: int
    stars: int
    basis: Basis
    dish: tuple[DishOnCard, ...]


@dataclass(frozen=True, slots=True)
class Totals:
    basis: Basis
    friend: int
    regular: int
    challenging: int
    vip: int
    award: int
    office_card: int
    plate: int
    ingredients: int
    spices: int
    unavailable_markers: int
    locked_markers: int
    malfunction_markers: int
    reserved_cards: int
    white_timers: int


@dataclass(frozen=True, slots=True)
class Numbers:
    """What the actions move."""

    basis: Basis
    rows: int
    seat_up_to: int
    throw_out_up_to: int
    wash_up_to: int
    shop_price: int
    shop_ingredients: int
    shop_cheap_spices: int
    shop_expensive_spices: int
    drink: int
    free_drink: int
    tip: int
    salary: int
    late_payment: int
    served_wrong: int
    unfinished_challenging: int
    unfinished_vip: int
    max_awards: int


@dataclass(frozen=True, slots=True)
class Clock:
    ticks_per_second: int
    timer_seconds: int
    timer_seconds_range: tuple[int, ...]
    beat_seconds: int
    grace_seconds: int
    basis: Basis


@dataclass(frozen=True, slots=True)
class Tables:
    count: int
    reserved_2p: tuple[int, ...]
    reserved_3p: tuple[int, ...]
    reserved_4p: tuple[int, ...]
    basis: Basis
    count_basis: Basis = "public"


@dataclass(frozen=True, slots=True)
class Reputation:
    """One side of the Reputation board; hats are the Award thresholds by number of seats."""

    start: int
    top: int
    basis: Basis
    start_basis: Basis = "house"
    hats_2p: tuple[int, ...] = ()
    hats_3p: tuple[int, ...] = ()
    hats_4p: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Plates:
    plates: tuple[int, ...]
    basis: Basis


@dataclass(frozen=True, slots=True)
class Food:
    basis: Basis
    meat: int = 0
    vegetable: int = 0
    salad: int = 0
    cheese: int = 0
    bread: int = 0
    pasta: int = 0


@dataclass(frozen=True, slots=True)
class Bag:
    basis: Basis
    salt: int = 0
    pepper: int = 0
    herbs: int = 0
    curry: int = 0
    saffron: int = 0


@dataclass(frozen=True, slots=True)
class Goal:
    basis: Basis
    served_each: int = 0
    served: int = 0
    coins: int = 0
    reputation: int = 0


@dataclass(frozen=True, slots=True)
class SetUp:
    """How a scenario is laid out for one number of seats."""

    n: int
    clean: Plates
    dirty: Plates
    room_a: Food
    room_b: Food
    goal: Goal
    aside: Plates = Plates((0, 0, 0, 0), "house")
    room_c: Food = Food("house")
    bag: Bag = Bag("house")


@dataclass(frozen=True, slots=True)
class Time:
    normal: int
    family: int
    basis: Basis


@dataclass(frozen=True, slots=True)
class Rush:
    seconds: int
    basis: Basis


@dataclass(frozen=True, slots=True)
class Timers:
    each: int
    temps: int
    temps_to_hire: int
    basis: Basis


@dataclass(frozen=True, slots=True)
class Cards:
    cards: int
    basis: Basis


@dataclass(frozen=True, slots=True)
class Coins:
    start: int
    basis: Basis


@dataclass(frozen=True, slots=True)
class Locked:
    room: Literal["a", "b", "c"]
    spaces: int
    basis: Basis


@dataclass(frozen=True, slots=True)
class Malfunction:
    area: str
    space: int
    basis: Basis


@dataclass(frozen=True, slots=True)
class Scenario:
    number: int
    name: str
    new: tuple[str, ...]
    shifts: int
    deck: tuple[Kind, ...]
    time: Time
    rush: Rush
    timers: Timers
    seated: Cards
    coins: Coins
    players: tuple[SetUp, ...] = field(default=())
    reputation_board: Literal["", "a", "b"] = ""
    locked: Locked | None = None
    malfunction: Malfunction | None = None
    office_shown: Cards = Cards(0, "house")
