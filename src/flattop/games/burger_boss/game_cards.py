"""The game cards: where a die may be placed, and the obstacle if it may not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flattop.games.burger_boss.schema import CARDS, DISCOUNT
from flattop.kernel import Action, Obstacle, Seat

if TYPE_CHECKING:
    from flattop.games.burger_boss.cards import Spot
    from flattop.games.burger_boss.table import BossTable

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


def place_options(t: BossTable, seat: Seat) -> list[Action]:
    """Return every card open to the named die, and leaving it idle (BB-37, BB-R13)."""
    spots = t.pack.taking[t.named].items()
    open_now = [PLACE[card] for card, spot in spots if OBSTACLE[card](t, seat, spot) is None]
    open_now.append(IDLE)
    return open_now


def delivery_obstacle(t: BossTable, seat: Seat, spot: Spot) -> Obstacle | None:
    """Bakery, Butchers, Fruit & Vegetables (BB-42, BB-43, BB-45)."""
    if len(t.placed_dice[spot.number]) >= spot.places:
        return FULL
    return None if t.stock[spot.kind] else NO_SUPPLY


def cheese_shop_obstacle(t: BossTable, seat: Seat, spot: Spot) -> Obstacle | None:
    dice = t.placed_dice[spot.number]
    if dice and dice[-1][0] > t.named:  # BB-R15: the last die is the highest
        return TOO_LOW
    return delivery_obstacle(t, seat, spot)


def specials_obstacle(t: BossTable, seat: Seat, spot: Spot) -> Obstacle | None:
    if len(t.placed_dice[spot.number]) >= spot.places:
        return FULL
    return None if t.specials or t.discard else NO_CARD


def supermarket_obstacle(t: BossTable, seat: Seat, spot: Spot) -> Obstacle | None:
    if len(t.placed_dice[spot.number]) >= spot.places:
        return FULL
    if t.pack.bills[1] > budget(t, seat):
        return TOO_POOR
    return None if any(t.stock) else NO_SUPPLY


def purchase_obstacle(t: BossTable, seat: Seat, spot: Spot) -> Obstacle | None:
    """Workers and Kitchen Expansion."""
    if len(t.placed_dice[spot.number]) >= spot.places:
        return FULL
    if spot.card == "workers" and t.workers[seat] + t.hired[seat] >= t.pack.limits.workers:
        return FOUR_WORKERS
    if spot.card == "expansion" and t.kitchens[seat] >= t.pack.limits.kitchens:
        return THREE_KITCHENS
    return None if payable_dice(t, seat, spot.card) else TOO_POOR


def kitchen_obstacle(t: BossTable, seat: Seat, spot: Spot) -> Obstacle | None:
    if t.cooked[seat]:
        return HAS_COOKED
    return None if t.cookable(seat) else NOTHING_COLD


OBSTACLE: dict[str, Callable[[BossTable, Seat, Spot], Obstacle | None]] = {
    "bakery": delivery_obstacle,
    "butchers": delivery_obstacle,
    "cheese_shop": cheese_shop_obstacle,
    "fruit_veg": delivery_obstacle,
    "specials": specials_obstacle,
    "supermarket": supermarket_obstacle,
    "workers": purchase_obstacle,
    "expansion": purchase_obstacle,
    "kitchen": kitchen_obstacle,
}


def budget(t: BossTable, seat: Seat) -> int:
    """Money plus the savings from all DISCOUNT cards in hand (BB-R16)."""
    hand = t.hands[seat]
    return t.money[seat] + t.pack.discount * hand.count(DISCOUNT) if hand else t.money[seat]


def price(t: BossTable, seat: Seat, card: str, dice: int) -> int:
    """Price of the seat's next worker or kitchen with this number of dice (BB-R17)."""
    if card == "workers":
        bought = t.workers[seat] + t.hired[seat] - t.pack.start.workers
    else:
        bought = t.kitchens[seat] - t.pack.start.kitchens
    return t.pack.ladders[card][dice - 1][bought]


def payable_dice(t: BossTable, seat: Seat, card: str) -> tuple[int, ...]:
    """Return the numbers of dice the seat can pay with: one, a pair, both or neither (BB-48, BB-R12)."""
    most = budget(t, seat)
    single = (SINGLE,) if price(t, seat, card, SINGLE) <= most else ()
    if t.working[seat].count(t.named) >= PAIR and price(t, seat, card, PAIR) <= most:
        return (*single, PAIR)
    return single
