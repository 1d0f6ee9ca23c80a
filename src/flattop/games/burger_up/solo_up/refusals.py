"""Refusals by step of the turn (SU-29)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_up import refusals
from flattop.kernel import Action, Obstacle, Seat

if TYPE_CHECKING:
    from flattop.games.burger_up.solo_up.table import SoloTable


def why_not(t: SoloTable, seat: Seat, action: Action) -> Obstacle | None:
    """Return the rule against the action; None if it is not an action of this game."""
    if not refusals.is_known_action(t, seat, action):
        return None
    return refusals.with_cited_rule(
        t, wrong_step(t, action) or refusals.reward_first(t, action) or refusals.obstacle_to(t, seat, action)
    )


def wrong_step(t: SoloTable, action: Action) -> Obstacle | None:
    orders = action[0] in ("advance", "hold")
    if t.step == "orders":
        return cannot_hold(t) if orders else orders_first()
    if orders:
        return Obstacle("orders-done", "Orders advance at the start of a turn only.", "SU-17")
    if action[0] == "toss" and t.step != "discard":
        return Obstacle("no-discarding", "Hand cards are not thrown away here.", "SU-R6")
    if action[0] != "toss" and t.step == "discard":
        return Obstacle("turn-over", "The turn is over but for throwing cards away.", "SU-R6")
    return None


def orders_first() -> Obstacle:
    return Obstacle("orders-first", "First the orders advance or are held.", "SU-29")


def cannot_hold(t: SoloTable) -> Obstacle:
    return Obstacle("no-coins", f"Holding the orders costs ${t.hold_price}.", "SU-07")
