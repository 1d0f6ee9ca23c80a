"""Terms: the set-up numbers and limits that one table plays by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flattop.games.burger_up.cards import Pack
from flattop.kernel import Option

NO_LIMIT = 99  # the meaning of 0 placements in a set-up row


@dataclass(frozen=True, slots=True)
class Terms:
    """A set-up row of the deck file, its single numbers, and the changes made by options."""

    orders: int  # Top Buns in play
    face_up: int  # Top Buns turned up at the start
    pending: int  # places for pending orders
    market: int
    burgers: int  # Bottom Buns of each seat
    coins: int
    spatula: int  # uses of the Spatula
    opening_hand: int
    placements: tuple[int, int]  # in a turn: before and after the upgrade
    hand: tuple[int, int]  # drawn up to: before and after the upgrade
    price: int  # of a Market card
    order_coin: int
    perfect_bonus: int
    serves: int  # orders completed in a turn
    idle_rounds: int  # without a completed order, after which the game stops
    reshuffle: bool = True  # the discard pile becomes the deck when that is empty
    upgrade: bool = True  # a Colossal burger may upgrade the restaurant
    cites: Mapping[str, str] = field(default_factory=dict)  # rules replaced by this variant


def chosen(option: Option, value: int, of_deck: int) -> int:
    """The value of an option; its default stands for the number of the deck."""
    return of_deck if value == option.default else value


def terms(pack: Pack, game: str, seats: int) -> Terms:
    """Return the terms of the deck file for this game and number of seats."""
    setup, numbers = pack.setups[game, seats], {name: number.value for name, number in pack.numbers.items()}
    placements = setup.placements or NO_LIMIT
    return Terms(
        orders=setup.orders,
        face_up=setup.face_up_at_start,
        pending=setup.pending,
        market=setup.market,
        burgers=setup.bottom_buns,
        coins=setup.coins,
        spatula=numbers["spatula_uses"] if setup.spatula else 0,
        opening_hand=setup.opening_hand,
        placements=(placements, placements + numbers["upgrade_placements"]),
        hand=(setup.hand, setup.hand),
        price=numbers["market_price"],
        order_coin=numbers["order_coin"],
        perfect_bonus=numbers["perfect_bonus"],
        serves=numbers["serves_per_turn"],
        idle_rounds=numbers["idle_rounds"],
    )
