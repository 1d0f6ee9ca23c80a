"""The cards: a deck file read, checked, and put in order for the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from flattop.games.burger_boss.checks import check_file, check_pack
from flattop.games.burger_boss.schema import (
    CARDS,
    INGREDIENTS,
    LISTS,
    TABLES,
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
from flattop.kernel.data import read, record, records

HOUSE = Path(__file__).parent / "cards.toml"
ANY_NUMBER = 1000  # places of a card without limit


class Spot(NamedTuple):
    """A space as the rules look at it: its number among all, its card, and what a die brings there."""

    number: int
    card: str
    places: int
    kind: int  # the ingredient given, or -1
    amount: int
    draw: int


@dataclass(frozen=True)
class Pack:
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


def load(path: Path | None = None) -> Pack:
    """The house deck, or a deck file of the user's own."""
    return _house() if path is None else _checked(path)


@cache
def _house() -> Pack:
    return _checked(HOUSE)


def _checked(path: Path) -> Pack:
    raw, file = read(path), path.name
    check_file(raw, file)
    pack = _pack(raw, file)
    check_pack(pack, file)
    return pack


def _pack(raw: dict[str, Any], file: str) -> Pack:
    lists: dict[str, Any] = {
        field: records(kind, raw, name, file, key) for name, (kind, key, field) in LISTS.items()
    }
    tables: dict[str, Any] = {
        name: record(kind, raw.get(name), f"{file}: {name}") for name, kind in TABLES.items()
    }
    return Pack(**lists, **tables)
