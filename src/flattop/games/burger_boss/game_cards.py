"""The game cards: where a die may go, and what stands in its way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flattop.games.burger_boss.schema import CARDS, DISCOUNT
from flattop.kernel import Action, Obstacle, Seat

if TYPE_CHECKING:
    from flattop.games.burger_boss.cards import Spot
    from flattop.games.burger_boss.table import BossTable

OFF = 2  # BB-57: dollars off for a DISCOUNT
SINGLE, PAIR = 1, 2
PLACE: dict[str, Action] = {card: ("place", card) for card in (*CARDS, "idle")}
IDLE = PLACE["idle"]
PURCHASES = ("workers", "expansion")


FULL = Obstacle("full", "No space is left for that die there this round.", "BB-39")
TOO_LOW = Obstacle("too-low", "The die must be at least as high as the last one at the Cheese Shop.", "BB-44")
NO_SUPPLY = Obstacle("no-supply", "The supply has no token to give there.", "BB-R16")
NO_CARD = Obstacle("no-card", "Neither the deck nor the discards hold a special.", "BB-R16")
TOO_POOR = Obstacle("cannot-pay", "You cannot pay for that.", "BB-R16")
FOUR_WORKERS = Obstacle("limit", "No seat has more than four workers.", "BB-35")
THREE_KITCHENS = Obstacle("limit", "No seat has more than three kitchens.", "BB-52")
HAS_COOKED = Obstacle("cooked", "Your kitchen has cooked already this round.", "BB-R21")
NOTHING_COLD = Obstacle("nothing-to-cook", "There is nothing in your cold storage to cook.", "BB-R22")


def places(t: BossTable, seat: Seat) -> list[Action]:
    """Every card open to the named die, and leaving it idle (BB-37, BB-R13)."""
    spots = t.pack.taking[t.named].items()
    open_now = [PLACE[card] for card, spot in spots if OBSTACLE[card](t, seat, spot) is None]
    open_now.append(IDLE)
    return open_now


def to_delivery(t: BossTable, seat: Seat, spot: Spot) -> Obstacle | None:
    """Bakery, Butchers, Fruit & Vegetables (BB-42, BB-43, BB-45)."""
    if len(t.placed_dice[spot.number]) >= spot.places:
        return FULL
    return None if t.stock[spot.kind] else NO_SUPPLY


def to_cheese_shop(t: BossTable, seat: Seat, spot: Spot) -> Obstacle | None:
    placed_dice = t.placed_dice[spot.number]
    if placed_dice and placed_dice[-1][0] > t.named:  # BB-R15: the last die is the highest
        return TOO_LOW
    return to_delivery(t, seat, spot)


def to_specials(t: BossTable, seat: Seat, spot: Spot) -> Obstacle | None:
    if len(t.placed_dice[spot.number]) >= spot.places:
        return FULL
    return None if t.specials or t.discard else NO_CARD


def to_supermarket(t: BossTable, seat: Seat, spot: Spot) -> Obstacle | None:
    if len(t.placed_dice[spot.number]) >= spot.places:
        return FULL
    if t.pack.bills[1] > budget(t, seat):
        return TOO_POOR
    return None if any(t.stock) else NO_SUPPLY


def to_purchase(t: BossTable, seat: Seat, spot: Spot) -> Obstacle | None:
    """Workers and Kitchen Expansion."""
    if len(t.placed_dice[spot.number]) >= spot.places:
        return FULL
    if spot.card == "workers" and t.workers[seat] + t.hired[seat] >= t.pack.limits.workers:
        return FOUR_WORKERS
    if spot.card == "expansion" and t.kitchens[seat] >= t.pack.limits.kitchens:
        return THREE_KITCHENS
    return None if payable_dice(t, seat, spot.card) else TOO_POOR


def to_kitchen(t: BossTable, seat: Seat, spot: Spot) -> Obstacle | None:
    if t.cooked[seat]:
        return HAS_COOKED
    return None if t.cookable(seat) else NOTHING_COLD


OBSTACLE: dict[str, Callable[[BossTable, Seat, Spot], Obstacle | None]] = {
    "bakery": to_delivery,
    "butchers": to_delivery,
    "cheese_shop": to_cheese_shop,
    "fruit_veg": to_delivery,
    "specials": to_specials,
    "supermarket": to_supermarket,
    "workers": to_purchase,
    "expansion": to_purchase,
    "kitchen": to_kitchen,
}


def budget(t: BossTable, seat: Seat) -> int:
    """Money, and what the DISCOUNT cards in hand would save (BB-R16)."""
    hand = t.hands[seat]
    return t.money[seat] + OFF * hand.count(DISCOUNT) if hand else t.money[seat]


def price(t: BossTable, seat: Seat, card: str, dice: int) -> int:
    """What the next worker or kitchen costs with so many dice (BB-R17)."""
    if card == "workers":
        bought = t.workers[seat] + t.hired[seat] - t.pack.start.workers
    else:
        bought = t.kitchens[seat] - t.pack.start.kitchens
    return t.pack.ladders[card][dice - 1][bought]


def payable_dice(t: BossTable, seat: Seat, card: str) -> tuple[int, ...]:
    """Whether one die would do, or two equal ones, or either (BB-48, BB-R12)."""
    most = budget(t, seat)
    single = (SINGLE,) if price(t, seat, card, SINGLE) <= most else ()
    if t.working[seat].count(t.named) >= PAIR and price(t, seat, card, PAIR) <= most:
        return (*single, PAIR)
    return single
