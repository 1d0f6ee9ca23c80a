"""Refusals: the reason why an action is illegal, with the rule that forbids it (BT-R17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.between_two.placing import Placing
from flattop.games.burger_up.cards import card_title
from flattop.kernel import Action, Obstacle, Seat

if TYPE_CHECKING:
    from flattop.games.burger_up.between_two.table import BetweenTable

NOUNS = {"choose": 1, "left": 1, "show": 1, "wish": 2, "unwish": 1}


def why_not(t: BetweenTable, seat: Seat, action: Action) -> Obstacle | None:
    """Return the rule against the action; None if it is not an action of this game."""
    if t.over or not 0 <= seat < t.seats or not action or NOUNS.get(action[0]) != len(action) - 1:
        return None
    if action[0] in ("wish", "unwish"):
        return no_such_wish(t, seat, action)
    placing = isinstance(t.stack[-1], Placing)
    if action[0] == "choose":
        return too_late_to_choose(t) if placing else no_such_choice(t, seat, action)
    return no_such_placing(t, seat, action) if placing else too_early_to_place()


# -- step 1


def no_such_choice(t: BetweenTable, seat: Seat, action: Action) -> Obstacle:
    if seat not in t.asks:
        return Obstacle("decided", "Both cards are chosen; wait until all are turned up.", "BT-09")
    if action[1] in t.picks[seat]:
        return Obstacle("same-card", "That card is chosen already; the second must be another.", "BT-09")
    known = isinstance(action[1], int) and 0 <= action[1] < len(t.pack.cards)
    card = card_title(t.pack, action[1]) if known else repr(action[1])
    return Obstacle("not-in-hand", f"{card} is not a card in this hand.", "BT-09")


def too_late_to_choose(t: BetweenTable) -> Obstacle:
    return Obstacle("placing", "All cards are turned up; now they are placed.", "BT-11")


# -- step 3


def too_early_to_place() -> Obstacle:
    return Obstacle("not-turned-up", "Cards are placed once all are turned up.", "BT-10")


def no_such_placing(t: BetweenTable, seat: Seat, action: Action) -> Obstacle:
    if not t.revealed[seat]:
        return Obstacle("placed", "Both cards are placed; there is no third.", "BT-11")
    if seat not in t.asks:
        return Obstacle("out-of-order", f"Seat {t.placing[0] + 1} places first.", "BT-R4")
    asked = next(iter(t.asks[seat]))[0]
    if action[0] == asked == "left":
        return Obstacle("not-revealed", "Only one of the two cards turned up can go left.", "BT-11")
    if action[0] == "left":
        return Obstacle("side-chosen", "It is settled which card goes left; now its half.", "BT-11")
    if asked == "left":
        return Obstacle("side-first", "First say which card goes left, then show halves.", "BT-11")
    return Obstacle("other-card", "The half of the card for the left burger comes first.", "BT-R5")


# -- talk


def no_such_wish(t: BetweenTable, seat: Seat, action: Action) -> Obstacle:
    if t.settings["table_talk"] == "off":
        return Obstacle("no-talk", "There is no talk at this table.", "BT-R13")
    if not isinstance(t.stack[-1], Placing):
        return Obstacle("no-talk-now", "Wishes are open only while cards are placed.", "BT-14")
    if action[1] not in t.beside[seat] or t.partner(seat, action[1]) is None:
        return Obstacle("not-shared", "That burger is not shared with a neighbour.", "BT-14")
    if action[0] == "unwish":
        return Obstacle("no-wish", "There is no wish of this seat on that burger.", "BT-R13")
    return Obstacle(
        "not-open-card", "Only another face of a neighbour's unplaced open card can be wished.", "BT-R13"
    )
