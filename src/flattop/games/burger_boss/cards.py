"""The cards: the deck file, validated, with the tables that the rules look up."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from flattop.games.burger_boss.schema import (
    CARDS,
    DISCOUNT,
    INGREDIENTS,
    MARK,
    SPECIALS,
    TIP,
    USUAL_DOLLARS,
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

ANY_NUMBER = 1000  # number of places on a card without a limit


class Spot(NamedTuple):
    """A space of a game card in the form the rules use."""

    number: int  # index among all spaces
    card: str
    places: int  # how many placements it can hold
    kind: int  # the ingredient given, or -1
    amount: int  # tokens given
    draw: int  # specials drawn


SINGULAR = {
    "sizes": "size", "restaurants": "restaurant", "spaces": "space", "orders": "order",
    "customers": "customer", "specials": "special", "missions": "mission",
}  # fmt: skip


class Pack(Entry, frozen=True, dict=True, rename=SINGULAR):
    """The contents of a deck file, with derived lookup tables."""

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
        """The exact dish that each customer wants."""
        return tuple(order.recipe for order in self.wanted)

    @cached_property
    def pays(self) -> tuple[int, ...]:
        """The price on each customer's card."""
        return tuple(order.price for order in self.wanted)

    @cached_property
    def bonus(self) -> tuple[int, ...]:
        """The bonus for a sale at each space of the queue (BB-20)."""
        return tuple(size.bonus for size in self.sizes for _ in range(self.queue.spaces_per_size))

    @cached_property
    def tokens(self) -> tuple[int, ...]:
        """The supply at the start, by ingredient."""
        return tuple(getattr(self.supply, name) for name in INGREDIENTS)

    @cached_property
    def special_cards(self) -> tuple[int, ...]:
        """The kind of each special card, one entry per card."""
        return tuple(kind for kind, special in enumerate(self.specials) for _ in range(special.copies))

    @cached_property
    def discount(self) -> int:
        """The dollars that a DISCOUNT takes off a bill (BB-57)."""
        return self._dollars(DISCOUNT)

    @cached_property
    def tip(self) -> int:
        """The dollars that a TIP pays for each sale (BB-59)."""
        return self._dollars(TIP)

    def _dollars(self, kind: int) -> int:
        return self.specials[kind].dollars or USUAL_DOLLARS

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        spots: list[Spot] = []
        for number, space in enumerate(self.spaces):
            kind, amount = next(((INGREDIENTS.index(name), n) for name, n in space.gives.items()), (-1, 0))
            spots.append(Spot(number, space.card, space.places or ANY_NUMBER, kind, amount, space.draw))
        return tuple(spots)

    @cached_property
    def taking(self) -> tuple[dict[str, Spot], ...]:
        """For each value of a die, the spaces that accept it, by card in card order."""
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
        """The total price of 0, 1, 2 … tokens at the Supermarket (BB-47)."""
        return (0, *self.prices.supermarket)

    @cached_property
    def ladders(self) -> dict[str, tuple[tuple[int, ...], tuple[int, ...]]]:
        """Prices with one die and with a pair: first purchase, second purchase (BB-48, BB-49, BB-51)."""
        prices = self.prices
        return {
            "workers": (prices.worker_single, prices.worker_pair),
            "expansion": (prices.expansion_single, prices.expansion_pair),
        }

    @cached_property
    def plain_signs(self) -> Pack:
        """The same deck with neutral restaurant names."""
        return replace(self, restaurants=tuple(replace(r, name=r.plain) for r in self.restaurants))


class BossDeck(Pack, Deck, frozen=True):
    """The deck file as written, with its header."""

    key: Literal["burger-boss"]
    title: str
    ingredients: tuple[
        Literal["bun"], Literal["patty"], Literal["cheese"], Literal["tomato"], Literal["lettuce"]
    ]

    def check(self) -> None:
        """Check totals and references."""
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
        for card in CARDS:
            spaces = [space for space in self.spaces if space.card == card]
            demand(bool(spaces), "space", f"no space of the card {card!r}")
            if card in MARK:
                expect(len(spaces), 1, f"spaces of {card!r}", "space")
            values = [value for space in spaces for value in space.dice]
            for value in values:  # accepted in at most one space
                expect(values.count(value), 1, f"spaces of {card!r} for a {value}", "space")
            if card == "supermarket":
                expect(len(self.prices.supermarket), spaces[0].buy, "prices", "prices.supermarket")

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


def pack(raw: dict[str, Any], file: str) -> Pack:
    return part_of(convert(BossDeck, raw, file), Pack)


load = Loader(Path(__file__).with_name("cards.toml"), pack)
