"""Refusals: the reason why an action is illegal, with the rule that forbids it (BG-R15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.cards import card_title
from flattop.kernel import Action, Obstacle, Seat

if TYPE_CHECKING:
    from flattop.games.burger_up.burger_go.table import GoTable


def why_not(t: GoTable, seat: Seat, action: Action) -> Obstacle | None:
    """Return the rule against the action; None if it is not an action of this game."""
    if t.over or not 0 <= seat < t.seats or len(action) != 2 or action[0] not in ("choose", "show"):
        return None
    if seat not in t.asks:
        return Obstacle("decided", "A choice is final; wait until all cards are turned up.", "BG-R13")
    choosing = next(iter(t.asks[seat]))[0] == "choose"
    if action[0] == "choose":
        return not_in_hand(t, action) if choosing else card_is_fixed(t, seat)
    if choosing:
        return nothing_to_show(t, seat)
    return Obstacle("other-card", "Only a half of the chosen card can be shown.", "BG-08")


def not_in_hand(t: GoTable, action: Action) -> Obstacle:
    known = isinstance(action[1], int) and 0 <= action[1] < len(t.pack.cards)
    card = card_title(t.pack, action[1]) if known else repr(action[1])
    return Obstacle("not-in-hand", f"{card} is not a card in this hand.", "BG-07")


def card_is_fixed(t: GoTable, seat: Seat) -> Obstacle:
    if len(t.hands[seat]) == 1:
        return Obstacle("last-card", "The last card is given; only its half is chosen.", "BG-R1")
    return Obstacle("card-chosen", "The card is chosen; now its half.", "BG-R15")


def nothing_to_show(t: GoTable, seat: Seat) -> Obstacle:
    if len(t.hands[seat]) == 1:
        return Obstacle("no-half", "Both halves of a Middle Bun are the same; choose the card.", "BG-R12")
    return Obstacle("choose-first", "Choose a card first, then its half.", "BG-07")
