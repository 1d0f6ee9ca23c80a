"""Structs for the entries of the deck file, with the allowed range of each field."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from flattop.kernel.deck import Basis, Key, Name, demand, different, expect, one_of, same
from flattop.kernel.toml import Entry

Ingredient = Literal["bun", "patty", "cheese", "tomato", "lettuce"]
Card = Literal[
    "bakery", "butchers", "cheese_shop", "fruit_veg", "specials",
    "supermarket", "workers", "expansion", "kitchen",
]  # fmt: skip

INGREDIENTS = ("bun", "patty", "cheese", "tomato", "lettuce")
BUN, PATTY, CHEESE, TOMATO, LETTUCE = range(5)
SPECIALS = ("DOUBLE", "DISCOUNT", "STEAL", "TIP", "FIRST")
DOUBLE, DISCOUNT, STEAL, TIP, FIRST = range(5)
PAYING = ("DISCOUNT", "TIP")
USUAL_DOLLARS = 2  # BB-57, BB-59
OPEN_SPECIALS = (STEAL, TIP, FIRST)
CARDS = (
    "bakery", "butchers", "cheese_shop", "fruit_veg", "specials",
    "supermarket", "workers", "expansion", "kitchen",
)  # fmt: skip
MARK = {  # the field that only this card has
    "cheese_shop": "rising", "workers": "pair", "expansion": "pair",
    "specials": "draw", "supermarket": "buy", "kitchen": "own",
}  # fmt: skip
GIVING = ("bakery", "butchers", "cheese_shop", "fruit_veg")
NEEDS = {  # the field that each mission test reads; `kitchens` reads none
    "orders_with": "ingredient", "orders_named": "order", "sales_at": "size", "orders_priced": "price",
}  # fmt: skip
KINDS = 5  # numbers per seat in a flat list of tokens
GRILLS = 3  # most grills of a seat, and dishes per seat in a flat list
UNNAMED = 0  # no die has been named
R1, R2, L1, L2, S1, S2 = range(6)

Dish = tuple[int, ...]  # count of each ingredient
NOTHING: Dish = (0, 0, 0, 0, 0)


Money = Annotated[int, Meta(ge=0, le=99)]  # on one card or price step
Tokens = Annotated[int, Meta(ge=0, le=65)]
Some = Annotated[int, Meta(ge=1, le=65)]


class Sourced(Entry, frozen=True, kw_only=True):
    """An entry with its source, and the names of fields that are our own addition."""

    basis: Basis
    ours: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_ours(self.ours, self)


def check_ours(ours: tuple[str, ...], entry: Entry) -> None:
    for i, name in enumerate(ours):
        one_of(name, entry.__struct_fields__, f".ours[{i}]")


class Size(Sourced, frozen=True):
    key: Key
    name: Name
    bonus: Money


class Restaurant(Sourced, frozen=True):
    """No two look alike (BB-07)."""

    key: Key
    name: Key
    colour: Key
    plain: Key


class Space(Entry, frozen=True):
    card: Card
    dice: tuple[Annotated[int, Meta(ge=1, le=6)], ...]
    gives: dict[Ingredient, Some]
    places: Annotated[int, Meta(ge=0, le=20)]
    basis: Basis
    rising: bool = False
    pair: bool = False
    draw: Annotated[int, Meta(ge=0, le=14)] = 0
    buy: Tokens = 0
    own: bool = False
    ours: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_ours(self.ours, self)
        demand(bool(self.dice), ".dice", "[], there must be values")
        different(self.dice, ".dice")
        if self.own:
            same(self.places, 1, ".places")
        for mark in ("rising", "pair", "draw", "buy", "own"):
            value = getattr(self, mark)
            fits = bool(value) == (MARK.get(self.card) == mark)
            demand(fits, f".{mark}", f"{value!r} does not fit this card")
        expect(len(self.gives), int(self.card in GIVING), "kinds of tokens", ".gives")


class Order(Sourced, frozen=True):
    key: Key
    name: Name
    bun: Tokens
    patty: Tokens
    cheese: Tokens
    tomato: Tokens
    lettuce: Tokens
    price: Money

    @property
    def recipe(self) -> Dish:
        return (self.bun, self.patty, self.cheese, self.tomato, self.lettuce)

    def __post_init__(self) -> None:
        super().__post_init__()
        demand(bool(sum(self.recipe)), "", "no ingredient in it")


class Customer(Sourced, frozen=True):
    id: Key
    who: Name
    order: str


class Special(Sourced, frozen=True):
    key: Literal["DOUBLE", "DISCOUNT", "STEAL", "TIP", "FIRST"]
    name: Name
    copies: Annotated[int, Meta(ge=0, le=14)]
    play: Literal["attached", "open"]
    text: str
    dollars: Annotated[int, Meta(ge=1, le=99)] | None = (
        None  # what it saves, or pays for each sale; 2 if left out
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        demand(self.dollars is None or self.key in PAYING, ".dollars", "only DISCOUNT and TIP have it")
        same(self.play, "attached" if self.key in SPECIALS[:2] else "open", ".play")


class Mission(Entry, frozen=True):
    key: Key
    name: Name
    test: Literal["orders_with", "orders_named", "sales_at", "kitchens", "orders_priced"]
    need: Annotated[int, Meta(ge=1, le=30)]
    bonus: Money
    text: str
    basis: Basis
    ingredient: Ingredient | None = None
    amount: Some = 1
    order: str = ""
    size: str = ""
    price: Money = 0
    ours: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_ours(self.ours, self)
        needed = NEEDS.get(self.test)
        for field in NEEDS.values():
            fits = bool(getattr(self, field)) == (field == needed)
            demand(fits, f".{field}", f"{self.test!r} reads {needed or 'no field'!r}, and that alone")


class Counts(Sourced, frozen=True):
    """The pieces in the box (BB-02, BB-03)."""

    customers: Annotated[int, Meta(ge=1, le=99)]
    specials: Literal[14]
    missions: Literal[8]
    restaurants: Literal[5]
    expansions: Literal[10]
    game_cards: Literal[8]
    dice: Literal[20]
    tokens: Literal[65]


class Supply(Sourced, frozen=True):
    bun: Tokens
    patty: Tokens
    cheese: Tokens
    tomato: Tokens
    lettuce: Tokens


class Seats(Sourced, frozen=True):
    min: Literal[3]
    max: Literal[5]
    variant: tuple[Literal[2]]


class Start(Sourced, frozen=True):
    money: Money
    workers: Literal[2]
    kitchens: Literal[1]
    missions: Literal[1]


class Limits(Sourced, frozen=True):
    workers: Literal[4]
    kitchens: Literal[3]
    cold_slots_per_kitchen: Literal[4]
    grills_per_kitchen: Literal[1]
    working_dice_min: Literal[1]


class Queue(Sourced, frozen=True):
    spaces_per_size: Literal[2]
    first_deal: Literal[2]
    step_rounds: Annotated[Literal[2], Meta(extra={"hint": "the option close_up_from changes it"})]


class Grill(Sourced, frozen=True):
    track: Annotated[Literal[3], Meta(extra={"hint": "the option grill_track changes it"})]
    recycle: Money
    end_of_game: Money


class Prices(Sourced, frozen=True):
    supermarket: tuple[Money, ...]
    worker_single: tuple[Money, Money]
    worker_pair: tuple[Money, Money]
    expansion_single: tuple[Money, Money]
    expansion_pair: tuple[Money, Money]

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in self.__struct_fields__[:5]:
            ladder = list(getattr(self, name))
            demand(
                ladder == sorted(ladder), f".{name}", f"{ladder}, no price may be lower than the one before"
            )
