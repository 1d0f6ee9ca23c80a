"""Refusals: for an illegal action, a code, a sentence and the rule that forbids it (BB-R39)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flattop.games.burger_boss import game_cards, specials
from flattop.games.burger_boss.schema import CARDS, DISCOUNT, DOUBLE, FIRST
from flattop.kernel import Action, Noun, Obstacle, Seat

if TYPE_CHECKING:
    from flattop.games.burger_boss.table import BossTable

OVER = Obstacle("over", "The game is over.", "BB-83")
NOT_ASKED = Obstacle("not-your-turn", "You are not asked for that now.", "BB-R39")
NOT_NOW = Obstacle("not-now", "That is not the question now.", "BB-R39")
NO_SUCH = Obstacle("no-such", "There is no such thing on this table.", "BB-R39")

# the obstacle when the verb is right but its noun is not
ASKED: dict[str, Obstacle] = {
    "restaurant": Obstacle("taken", "That restaurant is taken already.", "BB-07"),
    "rest": Obstacle("no-such-die", "You have no such worker to put aside, or it is your last one.", "BB-32"),
    "die": Obstacle("no-such-die", "None of your working dice shows that.", "BB-36"),
    "dice": Obstacle("no-such-way", "One die or two equal ones.", "BB-R12"),
    "add": Obstacle("does-not-fit", "You hold no such special that fits this placement.", "BB-R30"),
    "plain": Obstacle("cannot-pay", "You cannot pay without that DISCOUNT.", "BB-R16"),
    "take": Obstacle("no-supply", "The supply has none of that.", "BB-R18"),
    "swap": Obstacle("cannot-swap", "Only a token of another kind in your cold storage will do.", "BB-R19"),
    "token": Obstacle("nothing-to-cook", "You have none of that to cook now.", "BB-R20"),
    "grill": Obstacle("no-such-grill", "You have no such grill.", "BB-53"),
    "victim": Obstacle("nothing-to-steal", "Name a rival who has something in cold storage.", "BB-R31"),
    "grab": Obstacle("nothing-to-steal", "That rival has none of that in cold storage.", "BB-58"),
    "sell": Obstacle("no-match", "No customer wants exactly what is on that grill.", "BB-69"),
    "to": Obstacle("no-match", "Nobody there wants exactly that dish.", "BB-69"),
}
DONE_TOO_SOON = {
    "Shopping": Obstacle("too-soon", "You must buy at least one token.", "BB-R18"),
    "Cooking": Obstacle("too-soon", "You must move at least one token.", "BB-R22"),
}


def why_not(t: BossTable, seat: Seat, action: Action) -> Obstacle:
    """Return the obstacle to an illegal action of the seat."""
    if t.over:
        return OVER
    verb, nouns = (action[0], action[1:]) if action else ("", ())
    if verb == "use":
        return why_no_play(t, seat, nouns)
    if seat not in t.asks:
        return NOT_ASKED
    if not any(option[0] == verb for option in t.asks[seat]):
        return why_no_verb(t, verb)
    if verb == "place":
        return why_no_place(t, seat, nouns)
    return ASKED.get(verb, NOT_NOW) if len(nouns) == 1 else NO_SUCH


def why_no_verb(t: BossTable, verb: Noun) -> Obstacle:
    """Return the obstacle to a verb that is not among the options; two verbs have specific ones."""
    frame = type(t.stack[-1]).__name__
    if verb == "done" and frame in DONE_TOO_SOON:
        return DONE_TOO_SOON[frame]
    if verb == "plain" and t.stack[-1].at == "add_special":
        return ASKED["plain"]
    return NOT_NOW


def why_no_place(t: BossTable, seat: Seat, nouns: tuple[Noun, ...]) -> Obstacle:
    card = nouns[0] if len(nouns) == 1 else None
    if not isinstance(card, str) or card not in CARDS:
        return NO_SUCH
    spot = t.pack.taking[t.named].get(card)
    if spot is None:
        return Obstacle("wrong-value", f"A {t.named} cannot go there.", VALUE_RULE.get(card, "BB-37"))
    return game_cards.OBSTACLE[card](t, seat, spot) or NOT_NOW


VALUE_RULE = {"bakery": "BB-42", "butchers": "BB-43", "fruit_veg": "BB-45"}


def why_no_play(t: BossTable, seat: Seat, nouns: tuple[Noun, ...]) -> Obstacle:
    """Return the obstacle to playing a special. It never depends on another seat's hand."""
    kind = nouns[0] if len(nouns) == 1 else None
    if not isinstance(kind, int) or not 0 <= seat < t.seats or kind not in range(5):
        return NO_SUCH
    for holds, obstacle in PLAY_CHECKS:
        if not holds(t, seat, kind):
            return obstacle
    return specials.obstacle(t, seat, kind) or NOT_NOW


PLAY_CHECKS: tuple[tuple[Callable[[BossTable, Seat, int], bool], Obstacle], ...] = (
    (
        lambda t, seat, kind: kind in t.hands[seat],
        Obstacle("not-held", "You do not hold that special.", "BB-55"),
    ),
    (
        lambda t, seat, kind: kind not in (DOUBLE, DISCOUNT),
        Obstacle("attached", "That special goes with a placement of your own.", "BB-R28"),
    ),
    (
        lambda t, seat, kind: t.stack[-1].at in ("name_die", "offer"),
        Obstacle("no-rest-point", "Specials are played at rest points only.", "BB-R27"),
    ),
    (
        lambda t, seat, kind: (
            seat in t.asks or (t.stack[-1].at == "name_die" and t.settings["off_turn_specials"] == "on")
        ),
        Obstacle("not-your-turn", "Only the seat that is asked may play a special now.", "BB-R28"),
    ),
    (
        lambda t, seat, kind: kind != FIRST or type(t.stack[-1]).__name__ != "SalesPhase",
        Obstacle("order-settled", "The order no longer changes once sales have begun.", "BB-R28"),
    ),
)
