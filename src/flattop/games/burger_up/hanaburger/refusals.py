"""Why a play is not open to a seat, with the rule it rests on (HB-R19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up.hanaburger.hint import Hint
from flattop.games.burger_up.hanaburger.placing import Attempt
from flattop.kernel import Action, Illegal, Seat

if TYPE_CHECKING:
    from flattop.games.burger_up.hanaburger.table import HanaTable

VERBS = ("hint", "tell", "discard", "place", "onto", "show", "end")


def refusal(t: HanaTable, seat: Seat, action: Action) -> Illegal | None:
    """The rule against it; None if the play is no play of this game at all."""
    if len(action) != 2 or action[0] not in VERBS:
        return None
    if seat not in t.asks:
        return Illegal("not-your-turn", f"It is the turn of seat {t.active + 1}.", "HB-08")
    asking = t.stack[-1]
    if isinstance(asking, Hint):
        return no_such_clue(t, action)
    if isinstance(asking, Attempt):
        return no_such_placing(action)
    return no_such_move(t, seat, action)


def no_such_move(t: HanaTable, seat: Seat, action: Action) -> Illegal:
    verb, noun = action
    if verb == "hint":
        return no_such_hint(t, seat, noun)
    if verb not in ("discard", "place"):
        return Illegal("move-first", "First say whether to hint, to discard or to place.", "HB-08")
    if verb == "discard" and not t.may_discard:
        return Illegal("all-clean", "All Hint tokens are clean: there is nothing to discard for.", "HB-R7")
    return Illegal("no-such-slot", f"There is no card in slot {noun!r} of this hand.", "HB-R6")


def no_such_hint(t: HanaTable, seat: Seat, other: object) -> Illegal:
    if not t.hints:
        return Illegal("no-token", "All Hint tokens are dirty: discard a card to clean one.", "HB-09")
    if other == seat:
        return Illegal("own-hand", "A hint goes to another seat.", "HB-10")
    return Illegal("no-such-seat", f"There is no seat {other!r} to give a hint to.", "HB-10")


def no_such_clue(t: HanaTable, action: Action) -> Illegal:
    verb, clue = action
    if verb != "tell":
        return Illegal("tell-first", "A hint was announced: now say what it tells.", "HB-11")
    if clue in t.pack.clue_number:
        return Illegal("matches-none", "No card of that hand matches this clue.", "HB-R4")
    return Illegal("no-clue", f"{clue!r} is neither a colour nor the name of an ingredient.", "HB-R3")


def no_such_placing(action: Action) -> Illegal:
    if action[0] in ("onto", "show", "end"):
        return Illegal("no-place", "The card has no such place among the legal ones.", "HB-R1")
    return Illegal("place-first", "The card that is being placed comes first.", "HB-18")
