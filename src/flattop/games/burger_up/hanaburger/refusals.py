"""Refusals: the reason why an action is illegal, with the rule that forbids it (HB-R19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.hanaburger.placing import Attempt
from flattop.games.burger_up.hanaburger.turn import Hint
from flattop.kernel import Action, Obstacle, Seat

if TYPE_CHECKING:
    from flattop.games.burger_up.hanaburger.table import HanaTable

VERBS = ("hint", "tell", "discard", "place", "onto", "show", "end")


def why_not(t: HanaTable, seat: Seat, action: Action) -> Obstacle | None:
    """Return the rule against the action; None if it is not an action of this game."""
    if t.over or not 0 <= seat < t.seats or len(action) != 2 or action[0] not in VERBS:
        return None
    if seat not in t.asks:
        return Obstacle("not-your-turn", f"It is the turn of seat {t.active + 1}.", "HB-08")
    asking = t.stack[-1]
    if isinstance(asking, Hint):
        return no_such_clue(t, action)
    if isinstance(asking, Attempt):
        return no_such_placing(action)
    return no_such_move(t, seat, action)


def no_such_move(t: HanaTable, seat: Seat, action: Action) -> Obstacle:
    verb, noun = action
    if verb == "hint":
        return no_such_hint(t, seat, noun)
    if verb not in ("discard", "place"):
        return Obstacle("move-first", "First say whether to hint, to discard or to place.", "HB-08")
    if verb == "discard" and not t.may_discard():
        return Obstacle("all-clean", "All Hint tokens are clean: there is nothing to discard for.", "HB-R7")
    return Obstacle("no-such-slot", f"There is no card in slot {noun!r} of this hand.", "HB-R6")


def no_such_hint(t: HanaTable, seat: Seat, other: object) -> Obstacle:
    if not t.hints:
        return Obstacle("no-token", "All Hint tokens are dirty: discard a card to clean one.", "HB-09")
    if other == seat:
        return Obstacle("own-hand", "A hint goes to another seat.", "HB-10")
    return Obstacle("no-such-seat", f"There is no seat {other!r} to give a hint to.", "HB-10")


def no_such_clue(t: HanaTable, action: Action) -> Obstacle:
    verb, clue = action
    if verb != "tell":
        return Obstacle("tell-first", "A hint was announced: now say what it tells.", "HB-11")
    if clue in t.pack.clue_number:
        return Obstacle("matches-none", "No card of that hand matches this clue.", "HB-R4")
    return Obstacle("no-clue", f"{clue!r} is neither a colour nor the name of an ingredient.", "HB-R3")


def no_such_placing(action: Action) -> Obstacle:
    if action[0] in ("onto", "show", "end"):
        return Obstacle("no-place", "The card has no such place among the legal ones.", "HB-R1")
    return Obstacle("place-first", "The card that is being placed comes first.", "HB-18")
