"""Refusals: the reason why an action is illegal, with the rule that forbids it (BF-R44)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from flattop.games.burgerfuck.burning import SACRIFICE_ORBS
from flattop.games.burgerfuck.cards import CARDS, JOKER
from flattop.games.burgerfuck.grid import COLUMNS
from flattop.games.burgerfuck.playing import banned_suits, bribe
from flattop.games.burgerfuck.strike import at_rest
from flattop.kernel import Action, Obstacle, Seat

if TYPE_CHECKING:
    from flattop.games.burgerfuck.table import BurgerfuckTable


OVER = Obstacle("over", "The game is over.", "BF-R44")
NOT_YOURS = Obstacle("not-yours-now", "You are not asked for a decision now.", "BF-R44")
NOT_NOW = Obstacle("not-yours-now", "That is not the question now.", "BF-R44")
NO_SUCH = Obstacle("not-yours-now", "There is no such action.", "BF-R44")
MUST_ACT = Obstacle("not-yours-now", "You must Play, Draw or Burn while you can.", "BF-R13")
NO_WINDOW = Obstacle("not-yours-now", "You may Strike when the next window comes to you.", "BF-R40")
RESOLVING = Obstacle("resolving", "What is going on is never interrupted; Strike afterwards.", "BF-R36")
GRACE = Obstacle("grace", "A moment's grace for Strikes comes first; send it again.", "BF-R42")
NOT_HELD = Obstacle("not-held", "You do not hold that card.", "BF-25")
NO_COLUMN = Obstacle("no-column", "There is no such column.", "BF-11")
COLUMN_FULL = Obstacle("column-full", "That column is full.", "BF-R9")
NO_DRAW = Obstacle("no-cards", "There is no card left to draw.", "BF-R16")
NO_HAND = Obstacle("no-cards", "Name another player who holds cards.", "BF-R29")
JOKER_BURN = Obstacle("joker-burn", "A Joker has no value, so it cannot be burned.", "BF-R19")
NOT_RED = Obstacle("not-red", "Only a Red card can be sacrificed.", "BF-55")
ALREADY_RED = Obstacle("already-red", "That card is on the Red List already.", "BF-R33")
MISMATCH = Obstacle("strike-mismatch", "A Strike needs the rank and the colour of the top card.", "BF-61")
FRESH = Obstacle("fresh", "A card drawn through a Strike cannot Strike in the same beat.", "BF-R38")

ASKED = {  # the verbs that each waiting step offers
    "strategy_move": ("drop",),
    "place_another": ("drop",),
    "base_action": ("play", "draw", "burn", "sacrifice", "pass"),
    "extra_play": ("play", "end"),
    "pick": ("reveal",),
    "choose_scrap": ("scrap",),
    "choose_name": ("mark",),
    "answer": ("strike", "hold"),
}
OF_THE_TURN = ("drop", "play", "draw", "burn", "sacrifice", "pass", "end")


def why_not(t: BurgerfuckTable, seat: Seat, action: Action) -> Obstacle:
    """Return the obstacle to an illegal action. It never depends on another seat's hand."""
    if t.over:
        return OVER
    if not 0 <= seat < t.seats or not action:
        return NOT_YOURS
    verb, step = action[0], t.stack[-1].at
    if verb == "strike":
        return why_no_strike(t, seat, action)
    if t.grace and seat == t.marker and verb in OF_THE_TURN and at_rest(t):
        return GRACE
    if seat not in t.asks:
        return NOT_YOURS
    if verb not in ASKED[step]:
        return NOT_NOW
    return why_not_that(t, seat, action)


def why_not_that(t: BurgerfuckTable, seat: Seat, action: Action) -> Obstacle:
    """The verb is asked for, but not with these nouns."""
    verb, *nouns = action
    check = CHECKS.get(verb)
    if check is None or len(nouns) != NOUNS.get(verb, 1) or not all(isinstance(noun, int) for noun in nouns):
        return WORDS_ALONE.get(verb, NO_SUCH) if not nouns else NO_SUCH
    return check(t, seat, *nouns)


# -- Strikes


def why_no_strike(t: BurgerfuckTable, seat: Seat, action: Action) -> Obstacle:
    if len(action) != 2 or not is_card(action[1]):
        return NO_SUCH
    if t.settings["strikes"] == "live":
        return no_strike_with(t, seat, action[1]) if at_rest(t) else RESOLVING
    if t.stack[-1].at == "answer":
        return no_strike_with(t, seat, action[1]) if seat in t.asks else NO_WINDOW
    return NO_WINDOW if at_rest(t) else RESOLVING


def no_strike_with(t: BurgerfuckTable, seat: Seat, card: int) -> Obstacle:
    if card not in t.hands[seat]:
        return NOT_HELD
    return FRESH if card in t.pack.twins[t.play_pile[-1]] else MISMATCH


# -- the turn


def no_drop(t: BurgerfuckTable, seat: Seat, column: int) -> Obstacle:
    return COLUMN_FULL if 0 <= column < COLUMNS else NO_COLUMN


def no_play(t: BurgerfuckTable, seat: Seat, card: int, price: int) -> Obstacle:
    """The card is not held, is banned, costs another price, or is too expensive."""
    if card not in t.hands[seat]:
        return NOT_HELD
    suit = t.pack.suit_of[card]
    if suit in banned_suits(t):
        sentence = f"No card of {t.pack.suits[suit].name} can be played while their Concert lasts."
        return Obstacle("concert", sentence, "BF-41")
    cost, purse = bribe(t, card), t.small[seat]
    if price != cost and not (price < 0 and cost > purse):  # a negative price asks for the reason only
        return Obstacle(
            "price-changed", f"That card costs {tokens(cost)} now, not {tokens(price)}.", "BF-R43"
        )
    return Obstacle(
        "no-match", f"That card does not match; its Bribe is {tokens(cost)}, you have {purse}.", "BF-26"
    )


def tokens(number: int) -> str:
    return {0: "no Small Tokens", 1: "1 Small Token"}.get(number, f"{number} Small Tokens")


def no_burn(t: BurgerfuckTable, seat: Seat, card: int) -> Obstacle:
    if card not in t.hands[seat]:
        return NOT_HELD
    return JOKER_BURN if card == JOKER else too_few_orbs(t, seat, t.pack.value[card])


def no_sacrifice(t: BurgerfuckTable, seat: Seat, card: int) -> Obstacle:
    if card not in t.hands[seat]:
        return NOT_HELD
    return too_few_orbs(t, seat, SACRIFICE_ORBS) if card in t.red else NOT_RED


def too_few_orbs(t: BurgerfuckTable, seat: Seat, cost: int) -> Obstacle:
    return Obstacle(
        "orbs", f"That costs {cost} Orb{'' if cost == 1 else 's'}, you have {t.orbs[seat]}.", "BF-46"
    )


def no_reveal(t: BurgerfuckTable, seat: Seat, other: Seat) -> Obstacle:
    return NO_HAND


def no_scrap(t: BurgerfuckTable, seat: Seat, card: int) -> Obstacle:
    return NOT_HELD


def no_mark(t: BurgerfuckTable, seat: Seat, card: int) -> Obstacle:
    return ALREADY_RED if is_card(card) else NO_SUCH


def is_card(noun: Any) -> bool:
    return isinstance(noun, int) and 0 <= noun < CARDS


NOUNS = {"play": 2}
WORDS_ALONE = {"draw": NO_DRAW, "pass": MUST_ACT}
CHECKS: dict[str, Callable[..., Obstacle]] = {
    "drop": no_drop,
    "play": no_play,
    "burn": no_burn,
    "sacrifice": no_sacrifice,
    "reveal": no_reveal,
    "scrap": no_scrap,
    "mark": no_mark,
}
