"""Refusals in the shop: the reason why an action is illegal, with the rule that forbids it (BU-50)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flattop.games.burger_up import burger
from flattop.games.burger_up.cards import card_title, face_name, order_name
from flattop.games.burger_up.shop import Reward
from flattop.kernel import VACANT, Action, Obstacle, Seat

if TYPE_CHECKING:
    from flattop.games.burger_up.shop import ShopTable

NOUNS = {
    "buy": 1, "toss": 1, "scrape": 1, "shift": 2, "place": 2, "serve": 2,
    "done": 0, "cash": 0, "upgrade": 0, "advance": 0, "hold": 0,
}  # fmt: skip


def is_known_action(t: ShopTable, seat: Seat, action: Action) -> bool:
    """True if the game is running and the action has a verb of these games with the right number of nouns."""
    return (
        not t.over
        and 0 <= seat < t.seats
        and bool(action)
        and NOUNS.get(action[0]) == len(action) - 1
        and all(type(noun) is int for noun in action[1:])
    )


def with_cited_rule(t: ShopTable, why: Obstacle | None) -> Obstacle | None:
    """Cite the rule of this variant, if it replaces the base rule."""
    return why._replace(rule=t.cited(why.rule)) if why else None


def out_of_turn(t: ShopTable, seat: Seat) -> Obstacle | None:
    if seat in t.asks:
        return None
    return Obstacle("not-your-turn", "It is another seat's turn.", "BU-10")


def reward_first(t: ShopTable, action: Action) -> Obstacle | None:
    """While a Colossal burger asks for a reward, nothing else is open."""
    asked = isinstance(t.stack[-1], Reward)
    if asked:
        return Obstacle("reward-first", "First choose between the coins and the upgrade.", "BU-R20")
    if action[0] in ("cash", "upgrade"):
        return Obstacle("no-reward", "Only a Colossal burger asks for the coins or the upgrade.", "BU-34")
    return None


def obstacle_to(t: ShopTable, seat: Seat, action: Action) -> Obstacle | None:
    """Return the obstacle to an action whose phase it is."""
    judge = OBSTACLES.get(action[0])
    return judge(t, seat, *action[1:]) if judge else None


def buying_obstacle(t: ShopTable, seat: Seat, card: int) -> Obstacle | None:
    if card == VACANT or card not in t.market:
        return Obstacle("not-in-market", f"{card_label(t, card)} is not in the Market.", "BU-13")
    if t.coins[seat] < t.terms.price:
        return Obstacle("no-coin", f"A Market card costs ${t.terms.price}.", "BU-13")
    return None


def placing_obstacle(t: ShopTable, seat: Seat, face: int, to: int) -> Obstacle | None:
    if face >> 1 not in t.hands[seat]:
        return Obstacle("not-in-hand", f"{card_label(t, face >> 1)} is not a card in this hand.", "BU-20")
    if not 0 <= to < len(t.burgers[seat]):
        return Obstacle("no-such-burger", f"There is no burger {to + 1}.", "BU-09")
    stack = t.burgers[seat][to]
    if t.pack.is_bun[face >> 1] and face & 1:
        return Obstacle("same-half", "Both halves of a Middle Bun are alike; place the first.", "BU-R8")
    if not burger.fits(t.pack, face, stack):
        name, asked = face_name(t.pack, face), burger.wanted(t.pack, stack)
        return Obstacle("no-fit", f"{name} does not go on it: {asked} is asked for.", "BU-18")
    return None


def scraping_obstacle(t: ShopTable, seat: Seat, card: int) -> Obstacle | None:
    if not t.uses[seat]:
        return Obstacle("no-spatula", "There is no Spatula left.", "BU-22")
    if t.burger_with(seat, card) < 0:
        return Obstacle("not-in-burger", f"{card_label(t, card)} lies in no own burger.", "BU-24")
    return None


def shifting_obstacle(t: ShopTable, seat: Seat, card: int, to: int) -> Obstacle | None:
    if refused := scraping_obstacle(t, seat, card):
        return refused
    start, own = t.burger_with(seat, card), t.burgers[seat]
    if not 0 <= to < len(own) or to == start:
        return Obstacle("no-other-burger", "That is no other burger of the seat.", "BU-25")
    face = next(face for face in own[start] if face >> 1 == card)
    if not burger.fits(t.pack, face, own[to]):
        return Obstacle("no-fit", f"{face_name(t.pack, face)} does not fit on the other burger.", "BU-25")
    return None


def serving_obstacle(t: ShopTable, seat: Seat, served: int, order: int) -> Obstacle | None:
    if order == VACANT or order not in t.pending:
        return Obstacle("not-pending", "That order is not pending.", "BU-29")
    if not 0 <= served < len(t.burgers[seat]):
        return Obstacle("no-such-burger", f"There is no burger {served + 1}.", "BU-09")
    stack = t.burgers[seat][served]
    unmet = [need.words for need in t.pack.needs[order] if need.missing(stack)]
    if unmet:
        name = order_name(t.pack, order)
        return Obstacle("not-met", f"The burger does not meet {name}: {', '.join(unmet)}.", "BU-30")
    return None


def tossing_obstacle(t: ShopTable, seat: Seat, card: int) -> Obstacle | None:
    if card not in t.hands[seat]:
        return Obstacle("not-in-hand", f"{card_label(t, card)} is not a card in this hand.", "BU-40")
    return None


def card_label(t: ShopTable, card: int) -> str:
    return card_title(t.pack, card) if 0 <= card < len(t.pack.cards) else f"Card {card}"


OBSTACLES: dict[str, Callable[..., Obstacle | None]] = {
    "buy": buying_obstacle,
    "place": placing_obstacle,
    "scrape": scraping_obstacle,
    "shift": shifting_obstacle,
    "serve": serving_obstacle,
    "toss": tossing_obstacle,
}
