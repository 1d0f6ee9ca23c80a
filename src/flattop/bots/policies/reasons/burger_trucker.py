"""Burger Trucker: what the Incoming Orders lack, and whether speed pays more."""

from __future__ import annotations

from flattop.bots.policies.burger_trucker.plan import Plan
from flattop.bots.policies.burger_trucker.policy import WEIGHTS, StepValues
from flattop.bots.policies.reasons import Move
from flattop.bots.policies.reasons.burger_up import order_that_needs
from flattop.games.burger_up.requirements import is_met
from flattop.kernel import Event
from flattop.match import Observation

JUDGED = (
    "claim",
    "pass",
    "ready",
    "of_no_use",
    "speed",
)


def reason(obs: Observation, move: Move) -> Event | None:
    verb, *nouns = move[0]
    if verb in ("claim", "pass", "ready"):
        return (verb,)
    plan = Plan(obs, WEIGHTS)
    values, stack = StepValues(plan, []), plan.stack
    if verb in ("grab", "place"):
        faces = values.fitting[nouns[0]] if verb == "grab" else nouns
        for face in sorted(faces, key=plan.with_face, reverse=True):
            order = order_that_needs(obs.pack, obs.view["incoming"], stack, face)
            if order is not None:
                return ("needed", face, order)
        return ("taller", len(stack) + 1) if faces else None
    if verb == "flip":
        best = max([values.with_card(card) for card in obs.view["face_up"]], default=0.0)
        return ("nothing_face_up",) if best <= plan.unchanged() else ("one_more", len(obs.view["pile"]))
    if verb == "finish":
        met = [order for order in obs.view["incoming"] if stack and is_met(obs.pack.needs[order], stack)]
        return ("meets", met[0]) if met else ("speed",)
    return ("of_no_use",) if verb == "put_back" else None
