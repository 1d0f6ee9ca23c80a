"""Structs for the entries of the deck file, and the checks of the whole file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, get_args

from msgspec import Meta

from flattop.kernel.deck import (
    UNIQUE,
    Basis,
    Deck,
    Key,
    Name,
    between,
    demand,
    different,
    exactly,
    expect,
    in_order,
    known,
    placed,
)
from flattop.kernel.toml import Entry

Type = Literal["salad", "sauce", "meat", "cheese", "bun"]
SizeId = Literal["sandwich", "gourmet", "tower", "colossal"]
Level = Literal["easy", "normal", "hard", "expert"]
CheckName = Literal[
    "has_name", "has_keyword", "no_keyword", "distinct_names_with_keyword", "equal_counts", "topmost_card_is"
]
VOCABULARY: Mapping[str, tuple[str, ...]] = {  # the fields of each check
    "has_name": ("name", "min"),
    "has_keyword": ("keyword", "min"),
    "no_keyword": ("keyword",),
    "distinct_names_with_keyword": ("keyword", "min"),
    "equal_counts": ("keywords", "min_each"),
    "topmost_card_is": ("name",),
}
Coins = Annotated[int, Meta(ge=0, le=99)]
UpToNine = Annotated[int, Meta(ge=0, le=9)]
Hand = Annotated[int, Meta(ge=1, le=9)]
Orders = Annotated[int, Meta(ge=1, le=21)]
Height = Annotated[int, Meta(ge=1, le=72)]
MOST_LINES = 12  # of an order, and groups of one line
UpToSix = Annotated[int, Meta(ge=1, le=6)]
NUMBERS = (
    "market_price", "order_coin", "perfect_bonus", "upgrade_placements", "spatula_pristine_points",
    "spatula_dirty_points", "spatula_gone_points", "spatula_uses", "most_orders_bonus", "serves_per_turn",
    "solo_hold_price", "idle_rounds",
)  # fmt: skip
# a turn would be pointless or a game endless if one of these were 0
AT_LEAST_ONE = ("serves_per_turn", "solo_hold_price", "idle_rounds")
SETUPS = [("burger-up", n) for n in (2, 3, 4)] + [("solo-up", 1)] + [("party-up", n) for n in (5, 6)]


class FoodType(Entry, frozen=True):
    """The type of a food, shown by a colour. It decides which cards fit on which."""

    id: Annotated[Type, UNIQUE]
    name: Key
    colour: Key
    basis: Basis


class Ingredient(Entry, frozen=True):
    """A food or the Middle Bun. Its name and keywords decide whether an order is met."""

    id: Key
    name: Key
    type: Type
    keywords: tuple[Name, ...]
    halves: int  # how often it occurs on the cards
    basis: Basis
    note: str = ""

    def __post_init__(self) -> None:
        different(self.keywords, ".keywords")
        demand(self.type != "bun" or not self.keywords, ".keywords", "a Middle Bun has none")


class Half(Entry, frozen=True):
    """One end of a card."""

    name: str
    type: Type
    next: Literal["salad", "sauce", "meat", "cheese", "bun", "any"]
    perfect: bool

    def __post_init__(self) -> None:
        if self.type == "bun":
            demand(self.next == "any", ".next", f"{self.next!r}, but anything may lie on a Middle Bun")
            demand(not self.perfect, ".perfect", "a Middle Bun is never Perfect")


class Card(Entry, frozen=True):
    """An Ingredient card with two halves; one of them counts once it is played."""

    id: Key
    a: Half
    b: Half
    basis: Basis
    note: str = ""

    def __post_init__(self) -> None:
        demand(self.is_bun is (self.b.type == "bun"), ".b", "a Middle Bun is one on both halves")

    @property
    def is_bun(self) -> bool:
        return self.a.type == "bun"

    @property
    def title(self) -> str:
        return self.a.name if self.is_bun else f"{self.a.name} / {self.b.name}"


class CheckKind(Entry, frozen=True):
    """The fields of one kind of check."""

    fields: tuple[str, ...]


class Check(Entry, frozen=True):
    """One requirement of an order. Its kind decides which fields it has."""

    kind: CheckName
    name: str = ""
    keyword: str = ""
    keywords: Annotated[tuple[str, ...], Meta(max_length=MOST_LINES)] = ()
    min: Annotated[int, Meta(ge=1, le=144)] = -1
    min_each: Annotated[int, Meta(ge=0, le=18)] = -1

    def __post_init__(self) -> None:
        """Require exactly the fields of the kind."""
        given = (name for name in self.__struct_fields__[1:] if getattr(self, name) not in ("", (), -1))
        exactly(given, VOCABULARY[self.kind], f" {self.kind}")
        different(self.keywords, ".keywords")


class TopBun(Entry, frozen=True):
    """One order. A missing limit means no limit."""

    id: Key
    number: Annotated[Orders, UNIQUE]
    name: Key
    checks: Annotated[tuple[Check, ...], Meta(max_length=MOST_LINES)]
    text: Name
    basis: Basis
    name_basis: Basis
    needs_basis: Basis
    min_ingredients: Height = 1
    max_ingredients: Height | None = None
    note: str = ""

    def __post_init__(self) -> None:
        between(self.max_ingredients or 72, self.min_ingredients, 72, ".max_ingredients")


class Totals(Entry, frozen=True):
    """The totals that the file declares. Food cards, buns and Perfect halves may differ between decks."""

    ingredient_cards: Literal[72]
    halves: Literal[144]
    food_cards: int
    middle_buns: Annotated[int, Meta(ge=1, le=30)]  # six seats need at least 42 food cards
    perfect_halves: int
    ingredients: int
    types: Literal[5]
    sizes: Literal[4]
    top_buns: Literal[21]
    check_kinds: Literal[6]
    setups: Literal[6]


class Components(Entry, frozen=True):
    """The contents of the box."""

    ingredient_cards: int
    top_buns: int
    bottom_buns: int
    spatulas: int
    player_aids: int
    coins: dict[str, Annotated[int, Meta(ge=0, le=999)]]
    basis: Basis
    note: str = ""

    def __post_init__(self) -> None:
        for value in self.coins:
            demand(value.isascii() and value.isdigit(), ".coins", f"{value!r} is no value of a coin")


class Number(Entry, frozen=True):
    """One number of the base game."""

    value: Coins
    basis: Basis
    note: str = ""


class Size(Entry, frozen=True):
    """A size of burger by number of ingredients, and the coins it pays."""

    id: Annotated[SizeId, UNIQUE]
    name: Name
    min: Height
    pays: Coins
    upgrade: bool
    basis: Basis
    max: Height | None = None
    note: str = ""


class Setup(Entry, frozen=True):
    """The set-up numbers of one game for one number of seats."""

    game: Literal["burger-up", "solo-up", "party-up"]
    players: int
    orders: Orders
    pending: UpToSix
    face_up_at_start: Annotated[int, Meta(ge=0, le=6)]
    market: UpToSix
    bottom_buns: Annotated[int, Meta(ge=1, le=4)]
    coins: Coins
    spatula: bool
    placements: UpToNine
    opening_hand: UpToNine
    hand: Hand
    basis: dict[str, Basis]

    def __post_init__(self) -> None:
        between(self.orders, self.pending, 21, ".orders")
        between(self.face_up_at_start, 0, self.pending, ".face_up_at_start")
        exactly(self.basis, self.__struct_fields__[2:-1], ".basis")


Setups = dict[tuple[str, int], Setup]  # by game and seats


class Difficulty(Entry, frozen=True):
    """A level of Solo Up."""

    id: Annotated[Level, UNIQUE]
    name: Name
    coins: Coins
    spatula: bool
    hand: Hand
    basis: Basis
    name_basis: Basis
    note: str = ""


class Alternatives(Entry, frozen=True):
    """Top Buns in play by seats, as an older rule book had them."""

    orders_v1: dict[str, Orders]

    def __post_init__(self) -> None:
        exactly(self.orders_v1, "234", ".orders_v1")


class UpDeck(Deck, frozen=True, rename={"totals": "expect"}):
    """The deck file as written."""

    schema: Literal[1]
    deck: str
    totals: Totals
    components: Components
    numbers: dict[str, Number]
    size: tuple[Size, ...]
    setup: tuple[Setup, ...]
    alternatives: Alternatives
    difficulty: tuple[Difficulty, ...]
    type: tuple[FoodType, ...]
    ingredient: tuple[Ingredient, ...]
    card: tuple[Card, ...]
    check_kind: dict[str, CheckKind]
    top_bun: tuple[TopBun, ...]

    @property
    def setups(self) -> Setups:
        return {(setup.game, setup.players): setup for setup in self.setup}

    def check(self) -> None:
        exactly((kind.id for kind in self.type), get_args(Type), "type")
        exactly((level.id for level in self.difficulty), get_args(Level), "difficulty")
        exactly(((setup.game, setup.players) for setup in self.setup), SETUPS, "setup")
        expect(len(self.setup), self.totals.setups, "entries", "setup")
        exactly(self.check_kind, VOCABULARY, "check_kind")
        for word, kind in self.check_kind.items():
            exactly(kind.fields, VOCABULARY[word], f"check_kind.{word}.fields")
        exactly(self.numbers, NUMBERS, "numbers")
        for name in AT_LEAST_ONE:
            between(self.numbers[name].value, 1, 99, f"numbers.{name}.value")
        for seats, count in self.alternatives.orders_v1.items():
            least = self.setups["burger-up", int(seats)].pending
            between(count, least, 21, f"alternatives.orders_v1.{seats}")
        in_order((size.id for size in self.size), get_args(SizeId), "size")
        low = 1
        for where, size in placed("size", self.size):  # without a gap, and the last has no limit
            between(size.min, low, low, f"{where}.min")
            last = size is self.size[-1]
            demand((size.max is None) is last, f"{where}.max", "only the last size has none")
            between(size.max or 72, low, 72, f"{where}.max")
            low = (size.max or 0) + 1
        self._check_cards()
        self._check_orders()

    def _check_cards(self) -> None:
        expect(sum(food.type == "bun" for food in self.ingredient), 1, "of type bun", "ingredient")
        types = {food.name: food.type for food in self.ingredient}
        for where, card in placed("card", self.card):
            check_half(card.a, types, f"{where}.a")
            check_half(card.b, types, f"{where}.b")
        halves = [half for card in self.card for half in (card.a, card.b)]
        counts = Counter(half.name for half in halves)
        for where, food in placed("ingredient", self.ingredient):
            expect(counts[food.name], food.halves, f"halves {food.name!r} on the cards", f"{where}.halves")
        buns = sum(card.is_bun for card in self.card)
        expect(len(self.ingredient), self.totals.ingredients, "entries", "ingredient")
        expect(len(self.card), self.totals.ingredient_cards, "cards", "card")
        expect(buns, self.totals.middle_buns, "Middle Buns", "card")
        expect(len(self.card) - buns, self.totals.food_cards, "food cards", "card")
        expect(sum(half.perfect for half in halves), self.totals.perfect_halves, "Perfect halves", "card")

    def _check_orders(self) -> None:
        """Each check names keywords and foods that exist, often enough to be met."""
        expect(len(self.top_bun), self.totals.top_buns, "entries", "top_bun")
        keywords = {keyword for food in self.ingredient for keyword in food.keywords}
        foods = [food.name for food in self.ingredient if food.type != "bun"]
        for where, order in placed("top_bun", self.top_bun):
            for i, check in enumerate(order.checks):
                place = f"{where}.checks[{i}]"
                for keyword in (*check.keywords, *filter(None, [check.keyword])):
                    known(keyword, keywords, "keyword of an ingredient", place)
                if check.name:
                    known(check.name, foods, "food", f"{place}.name")
                if "min" in VOCABULARY[check.kind]:
                    between(check.min, 1, most_matches(check, self.ingredient), f"{place}.min")


def most_matches(check: Check, ingredients: Iterable[Ingredient]) -> int:
    """The largest count that a check can reach with all halves of the pack."""
    if check.kind == "has_name":
        return sum(food.halves for food in ingredients if food.name == check.name)
    carriers = [food for food in ingredients if check.keyword in food.keywords]
    if check.kind == "distinct_names_with_keyword":
        return len(carriers)
    return sum(food.halves for food in carriers)


def check_half(half: Half, types: dict[str, Type], where: str) -> None:
    known(half.name, types, "ingredient", f"{where}.name")
    fits = half.type == types[half.name]
    demand(fits, f"{where}.type", f"{half.type!r}, but {half.name!r} is of type {types[half.name]!r}")
