"""The cards: a deck file read, checked, and put in order for the rules."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from flattop.games.burger_boss.schema import (
    CARDS,
    INGREDIENTS,
    MARK,
    SPECIALS,
    Counts,
    Customer,
    Dish,
    Grill,
    Limits,
    Mission,
    Order,
    Prices,
    Queue,
    Restaurant,
    Seats,
    Size,
    Space,
    Special,
    Start,
    Supply,
)  # fmt: skip
from flattop.kernel.deck import Deck, Loader, between, demand, expect, in_order, one_of, part_of, placed
from flattop.kernel.toml import Entry, convert

ANY_NUMBER = 1000  # places of a card without limit


class Spot(NamedTuple):
    """A space as the rules look at it: its number among all, its card, and what a die brings there."""

    number: int
    card: str
    places: int
    kind: int  # the ingredient given, or -1
    amount: int
    draw: int


SINGULAR = {
    "sizes": "size", "restaurants": "restaurant", "spaces": "space", "orders": "order",
    "customers": "customer", "specials": "special", "missions": "mission",
}  # fmt: skip


class Pack(Entry, frozen=True, dict=True, rename=SINGULAR):
    """A whole deck file, and what the rules ask of it again and again."""

    sizes: tuple[Size, ...]
    restaurants: tuple[Restaurant, ...]
    spaces: tuple[Space, ...]
    orders: tuple[Order, ...]
    customers: tuple[Customer, ...]
    specials: tuple[Special, ...]
    missions: tuple[Mission, ...]
    counts: Counts
    supply: Supply
    seats: Seats
    start: Start
    limits: Limits
    queue: Queue
    grill: Grill
    prices: Prices

    @cached_property
    def wanted(self) -> tuple[Order, ...]:
        """The order of each customer."""
        menu = {order.key: order for order in self.orders}
        return tuple(menu[customer.order] for customer in self.customers)

    @cached_property
    def recipes(self) -> tuple[Dish, ...]:
        """What each customer wants, exactly."""
        return tuple(order.recipe for order in self.wanted)

    @cached_property
    def pays(self) -> tuple[int, ...]:
        """The price on each customer's card."""
        return tuple(order.price for order in self.wanted)

    @cached_property
    def bonus(self) -> tuple[int, ...]:
        """What each space of the queue adds to a sale (BB-20)."""
        return tuple(size.bonus for size in self.sizes for _ in range(self.queue.spaces_per_size))

    @cached_property
    def tokens(self) -> tuple[int, ...]:
        """The supply at the start, by ingredient."""
        return tuple(getattr(self.supply, name) for name in INGREDIENTS)

    @cached_property
    def special_cards(self) -> tuple[int, ...]:
        """The specials as kinds, one per card."""
        return tuple(kind for kind, special in enumerate(self.specials) for _ in range(special.copies))

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        return tuple(_spot(index, space) for index, space in enumerate(self.spaces))

    @cached_property
    def taking(self) -> tuple[dict[str, Spot], ...]:
        """For each value of a die, the spaces that take it, by card in the order of the cards."""
        return tuple(
            {
                card: spot
                for card in CARDS
                for spot in self.spots
                if spot.card == card and value in self.spaces[spot.number].dice
            }
            for value in range(7)
        )

    @cached_property
    def bills(self) -> tuple[int, ...]:
        """What none, one, two … tokens cost at the Supermarket (BB-47)."""
        return (0, *self.prices.supermarket)

    @cached_property
    def ladders(self) -> dict[str, tuple[tuple[int, ...], tuple[int, ...]]]:
        """Prices with one die and with two, for the first extra one and the second (BB-48, BB-49, BB-51)."""
        prices = self.prices
        return {
            "workers": (prices.worker_single, prices.worker_pair),
            "expansion": (prices.expansion_single, prices.expansion_pair),
        }

    @cached_property
    def plain_signs(self) -> Pack:
        """The same deck under neutral signs."""
        return replace(self, restaurants=tuple(replace(r, name=r.plain) for r in self.restaurants))


def _spot(index: int, space: Space) -> Spot:
    kind, amount = next(((INGREDIENTS.index(name), n) for name, n in space.gives.items()), (-1, 0))
    return Spot(index, space.card, space.places or ANY_NUMBER, kind, amount, space.draw)


class BossDeck(Pack, Deck, frozen=True):
    """A deck file with its head."""

    key: Literal["burger-boss"]
    title: str
    ingredients: tuple[
        Literal["bun"], Literal["patty"], Literal["cheese"], Literal["tomato"], Literal["lettuce"]
    ]

    def check(self) -> None:
        """Totals and references."""
        for entries, count, what in (
            (self.sizes, 3, "size"),
            (self.restaurants, self.counts.restaurants, "restaurant"),
            (self.customers, self.counts.customers, "customer"),
            (self.missions, self.counts.missions, "mission"),
        ):
            expect(len(entries), count, f"{what}s", what)
        in_order((special.key for special in self.specials), SPECIALS, "special")
        copies = sum(special.copies for special in self.specials)
        expect(copies, self.counts.specials, "specials", "special")
        expect(sum(self.tokens), self.counts.tokens, "tokens", "supply")
        self._check_orders()
        self._check_spaces()

    def _check_orders(self) -> None:
        menu, sizes = [order.key for order in self.orders], [size.key for size in self.sizes]
        for where, order in placed("order", self.orders):
            for kind, count, most in zip(INGREDIENTS, order.recipe, self.tokens, strict=True):
                between(count, 0, most, f"{where}.{kind}")
        for where, customer in placed("customer", self.customers):
            one_of(customer.order, menu, f"{where}.order")
        for where, mission in placed("mission", self.missions):
            one_of(mission.order, ["", *menu], f"{where}.order")
            one_of(mission.size, ["", *sizes], f"{where}.size")

    def _check_spaces(self) -> None:
        """Every card is there, and takes each value in one space at most."""
        for card in CARDS:
            spaces = [space for space in self.spaces if space.card == card]
            demand(bool(spaces), "space", f"no space of the card {card!r}")
            if card in MARK:
                expect(len(spaces), 1, f"spaces of {card!r}", "space")
            values = [value for space in spaces for value in space.dice]
            for value in values:
                expect(values.count(value), 1, f"spaces of {card!r} for a {value}", "space")
            if card == "supermarket":
                expect(len(self.prices.supermarket), spaces[0].buy, "prices", "prices.supermarket")


def pack(raw: dict[str, Any], file: str) -> Pack:
    return part_of(convert(BossDeck, raw, file), Pack)


load = Loader(Path(__file__).with_name("cards.toml"), pack)
