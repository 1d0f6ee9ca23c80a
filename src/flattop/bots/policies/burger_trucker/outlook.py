"""What the house bot of Burger Trucker tells a searcher: the coins that each seat may expect."""

from __future__ import annotations

from flattop.bots.policies.burger_trucker.pace import Pace
from flattop.bots.policies.burger_trucker.plan import Plan
from flattop.bots.policies.burger_trucker.policy import TASTE, Hand
from flattop.games.burger_up.trucker.scoring import BUILDING
from flattop.kernel import VACANT, Seat
from flattop.match.observation import Observation


def forecast(obs: Observation) -> list[float]:
    """Coins of every seat, and those that its burger may bring while it is built."""
    coins = obs.view["coins"]
    if obs.view["clock"]["phase"] != "build":
        return list(coins)
    return [had + burger(obs, seat) for seat, had in enumerate(coins)]


def burger(obs: Observation, seat: Seat) -> float:
    """What the burger of a seat may bring, with the card that it holds."""
    plan, view = Plan(obs, TASTE, seat), obs.view
    if view["places"][seat] != BUILDING:
        shape, pays = plan.built.filling.shape, plan.built.pays
        return plan.stopping(shape, pays, Pace(0.0, 0.0, 0.0, view["speed"][seat]))
    held = view["held"][seat]
    best = plan.as_it_is() if held == VACANT else max(plan.as_it_is(), Hand(plan, []).with_card(held))
    return max(best, plan.finishing()) if plan.stack else best
