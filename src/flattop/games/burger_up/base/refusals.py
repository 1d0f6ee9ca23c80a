"""Refusals by phase of the turn (BU-50)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up import refusals
from flattop.kernel import Action, Obstacle, Seat

if TYPE_CHECKING:
    from flattop.games.burger_up.base.table import UpTable

PHASE_OF = {
    "buy": "market", "place": "build", "shift": "build", "scrape": "build", "serve": "burger_up",
    "toss": "clean_up",
}  # fmt: skip
NAMES = {"market": "Market", "build": "Build", "burger_up": "Burger Up", "clean_up": "Clean Up"}


def why_not(t: UpTable, seat: Seat, action: Action) -> Obstacle | None:
    """Return the rule against the action; None if it is not an action of this game."""
    if not refusals.is_known_action(t, seat, action):
        return None
    return refusals.with_cited_rule(
        t,
        refusals.out_of_turn(t, seat)
        or refusals.reward_first(t, action)
        or wrong_phase(t, action)
        or refusals.obstacle_to(t, seat, action)
        or no_more(t, action),
    )


def wrong_phase(t: UpTable, action: Action) -> Obstacle | None:
    phase = PHASE_OF.get(action[0], t.phase)
    if phase == t.phase:
        return None
    if action[0] == "serve" and t.phase == "clean_up":
        return Obstacle("one-order", "The Burger Up phase is over: one order in a turn.", "BU-29")
    sentence = f"That belongs to the {NAMES[phase]} phase; this is {NAMES[t.phase]}."
    order = list(NAMES)
    over = order.index(phase) < order.index(t.phase)
    return Obstacle("wrong-phase", sentence, "BU-12" if over else "BU-11")


def no_more(t: UpTable, action: Action) -> Obstacle | None:
    """The action exceeds a limit of the turn."""
    if action[0] == "place":
        return Obstacle("no-placement", "No more cards may be placed this turn.", "BU-16")
    if action[0] == "done":
        return Obstacle("hand-too-big", f"At most {t.hand_limit} cards may be kept.", "BU-40")
    return None
