"""Structs for the entries of the deck file, with the allowed range of each field."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta

from flattop.kernel.deck import UNIQUE, Basis, Key, demand, same
from flattop.kernel.toml import Entry

Kind = Literal["friend", "regular", "challenging", "vip"]
IngredientKey = Literal["meat", "vegetable", "salad", "cheese", "bread", "pasta"]
SpiceKey = Literal["salt", "pepper", "herbs", "curry", "saffron"]
AwardEffect = Literal[
    "wash_up_to", "shop_more", "free_salary", "tip", "garden", "double_cook", "soften", "seat_up_to"
]
Pieces = Annotated[int, Meta(ge=0, le=99)]  # coins, stars or pieces of one kind; two digits fit the screen
Some = Annotated[int, Meta(ge=1, le=99)]
Seconds = Annotated[int, Meta(ge=1, le=3600)]
ShiftSeconds = Annotated[int, Meta(ge=30, le=3600)]
Total = Annotated[int, Meta(ge=0, le=990)]
UpToTwo = Annotated[int, Meta(ge=0, le=2)]

INGREDIENTS: tuple[IngredientKey, ...] = get_args(IngredientKey)
SPICES: tuple[SpiceKey, ...] = get_args(SpiceKey)
ROOMS = "abc"
AREAS = {  # area: the scenario that opens it (KR-11)
    "reception": 1, "dining": 1, "storage-a": 1, "storage-b": 1, "storage-c": 5, "stove": 1,
    "greenhouse": 2, "sink": 3, "van": 4, "office": 7, "desk-1": 8, "desk-2": 8,
}  # fmt: skip
MOST_DISHES = 400  # size of the action tables
USUAL_SECONDS = {"timer": 27, "beat": 5, "grace": 30}  # options at these values leave it to the deck
KINDS_FROM = {"friend": 1, "regular": 2, "challenging": 4, "vip": 7}  # KR-06


class Sourced(Entry, frozen=True, kw_only=True):
    """An entry with its source."""

    basis: Basis


class Ingredient(Sourced, frozen=True):
    key: str
    name: str
    total: Some
    rooms_from_5: Literal["a", "b", "c", "ab", "ac", "bc", "abc"]


class Spice(Sourced, frozen=True):
    key: str
    name: str
    total: Some
    price: Literal["cheap", "expensive"]


class Plate(Sourced, frozen=True):
    size: int
    name: str
    total: Some


class Area(Sourced, frozen=True):
    key: str
    name: str
    from_scenario: int
    spaces: tuple[Literal["all", "3p", "4p"], ...]
    action: str

    def __post_init__(self) -> None:
        same(self.from_scenario, AREAS.get(self.key), ".from_scenario")
        open_to_all = not self.spaces if self.key == "van" else "all" in self.spaces
        demand(open_to_all, ".spaces", "the van has none, every other area one that is open to all")


class Award(Sourced, frozen=True):
    key: Key
    name: str
    effect: Annotated[AwardEffect, UNIQUE]
    value: Some
    text: str


class OfficeCard(Sourced, frozen=True):
    key: Key
    name: str
    cost: Pieces
    effect: Annotated[Literal["unlock", "repair", "plates", "temp"], UNIQUE]
    text: str
    cost_basis: Basis = "house"


class DishOnCard(Entry, frozen=True):
    part: Literal["meal", "side", "main"]
    plate: Annotated[int, Meta(ge=1, le=4)]
    cook: Annotated[int, Meta(ge=0, le=3)]
    ingredients: Annotated[dict[IngredientKey, Some], Meta(min_length=1)]
    spices: dict[SpiceKey, Some]
    name: str = ""


class Patron(Sourced, frozen=True):
    key: Key
    kind: Kind
    name: str
    coins: Pieces
    stars: Pieces
    dish: tuple[DishOnCard, ...]

    def __post_init__(self) -> None:
        parts = ["side", "main"] if self.kind == "vip" else ["meal"]
        same([dish.part for dish in self.dish], parts, ".dish: the parts")


class Totals(Sourced, frozen=True):
    friend: int
    regular: int
    challenging: int
    vip: int
    award: Literal[8]
    office_card: Literal[4]
    plate: int
    ingredients: int
    spices: int
    unavailable_markers: int
    locked_markers: int
    malfunction_markers: int
    reserved_cards: int
    white_timers: int


class Numbers(Sourced, frozen=True):
    """The quantities of the actions."""

    rows: Literal[4]
    seat_up_to: Some
    throw_out_up_to: Some
    wash_up_to: Some
    shop_price: Some
    shop_ingredients: Some
    shop_cheap_spices: Some
    shop_expensive_spices: Some
    drink: Some
    free_drink: Some
    tip: Some
    salary: Some
    late_payment: Some
    served_wrong: Some
    unfinished_challenging: Some
    unfinished_vip: Some
    max_awards: Literal[3]


class Clock(Sourced, frozen=True):
    ticks_per_second: Literal[10]
    timer_seconds: Seconds
    timer_seconds_range: tuple[Seconds, Seconds]
    beat_seconds: Seconds
    grace_seconds: Seconds


class Tables(Sourced, frozen=True):
    count: Literal[4]
    reserved_2p: tuple[Literal[3], Literal[4]]
    reserved_3p: tuple[Literal[4]]
    reserved_4p: tuple[()]
    count_basis: Basis = "public"


class Reputation(Sourced, frozen=True):
    """One side of the Reputation board. Hats are the Award thresholds by number of seats."""

    start: Pieces
    top: Some
    start_basis: Basis = "house"
    hats_2p: tuple[Some, ...] = ()
    hats_3p: tuple[Some, ...] = ()
    hats_4p: tuple[Some, ...] = ()

    def __post_init__(self) -> None:
        demand(self.start <= self.top, ".start", f"{self.start} is above the top of {self.top}")
        for name in ("hats_2p", "hats_3p", "hats_4p"):
            hats = list(getattr(self, name))
            rise = sorted({*hats}) == hats and max(hats, default=0) <= self.top and len(hats) <= 3
            demand(rise, f".{name}", f"{hats} are not up to 3 rising numbers up to {self.top}")


class Plates(Sourced, frozen=True):
    plates: tuple[Pieces, Pieces, Pieces, Pieces]


class Food(Sourced, frozen=True):
    meat: Pieces = 0
    vegetable: Pieces = 0
    salad: Pieces = 0
    cheese: Pieces = 0
    bread: Pieces = 0
    pasta: Pieces = 0


class Bag(Sourced, frozen=True):
    salt: Pieces = 0
    pepper: Pieces = 0
    herbs: Pieces = 0
    curry: Pieces = 0
    saffron: Pieces = 0


class Goal(Sourced, frozen=True):
    served_each: Total = 0
    served: Total = 0
    coins: Total = 0
    reputation: Total = 0


class SetUp(Entry, frozen=True):
    """The set-up of a scenario for one number of seats."""

    n: int
    clean: Plates
    dirty: Plates
    room_a: Food
    room_b: Food
    goal: Goal
    aside: Plates = Plates((0, 0, 0, 0), basis="house")
    room_c: Food = Food(basis="house")
    bag: Bag = Bag(basis="house")


class Time(Sourced, frozen=True):
    normal: ShiftSeconds
    family: ShiftSeconds


class Rush(Sourced, frozen=True):
    seconds: ShiftSeconds


class Timers(Sourced, frozen=True):
    each: Annotated[int, Meta(ge=1, le=2)]
    temps: UpToTwo
    temps_to_hire: UpToTwo


class Cards(Sourced, frozen=True):
    cards: UpToTwo


class Coins(Sourced, frozen=True):
    start: Pieces


class Locked(Sourced, frozen=True):
    room: Literal["a", "b", "c"]
    spaces: Some


class Malfunction(Sourced, frozen=True):
    area: str
    space: int


class Scenario(Entry, frozen=True):
    number: int
    name: str
    new: tuple[str, ...]
    shifts: Some
    deck: Annotated[tuple[Kind, ...], Meta(min_length=1)]
    time: Time
    rush: Rush
    timers: Timers
    seated: Cards
    coins: Coins
    players: tuple[SetUp, ...] = ()
    reputation_board: Literal["", "a", "b"] = ""
    locked: Locked | None = None
    malfunction: Malfunction | None = None
    office_shown: Cards = Cards(0, basis="house")

    def __post_init__(self) -> None:
        early = [kind for kind in self.deck if KINDS_FROM[kind] > self.number]
        demand(not early, ".deck", f"{early[:1]} is not in play in scenario {self.number}")
        same(bool(self.reputation_board), self.number >= 6, ".reputation_board is given")
        same(sorted(entry.n for entry in self.players), [2, 3, 4], ".players: n")
