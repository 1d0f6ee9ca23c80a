"""The house bot of Solo Up.

Burgers pay by height, and the order at the door is lost unless it is served now.
"""

from __future__ import annotations

from flattop.bots.policies import Policy
from flattop.bots.policies.burger_up import DONE, Valuation, Weights
from flattop.kernel import Action
from flattop.match.observation import Observation

BUY_FROM = 1.3  # minimum gain of a card for buying it; this includes its price
UPGRADE_TURNS = 5  # turns left for which a larger hand is worth more than the coins


class HouseBot(Policy):
    """Places cards that break no order, buys cards that gain value, serves burgers that cannot grow."""

    weights = Weights(per_card=0.86, order=0.5, unseen=0.6, fits_next=0.4)

    def choose(self, obs: Observation) -> Action:
        options = list(obs.options)
        if len(options) == 1 or options[0][0] == "advance":
            return options[0]  # holding the orders costs as much as a Colossal burger pays
        if options[0][0] == "cash":
            return options[len(obs.view["order_deck"]) >= UPGRADE_TURNS]
        valuation = Valuation(obs.pack, obs.view, obs.seat, self.weights)
        if obs.view["step"] == "discard":
            return next((a for a in options if a != DONE and not valuation.fits_somewhere(a[1])), DONE)
        return self.play(obs, valuation, options)

    def play(self, obs: Observation, valuation: Valuation, options: list[Action]) -> Action:
        """Place cards while that gains something, then buy, then serve, then stop."""
        tools = ("place", "shift", "scrape") if valuation.dead_burgers else ("place",)
        gain, best = valuation.best_building([action for action in options if action[0] in tools])
        if gain > 0:
            return best
        for judge, verb in ((self.buying, "buy"), (self.serving, "serve")):
            judged = [(judge(obs, valuation, action), action) for action in options if action[0] == verb]
            gain, best = max(judged, default=(0.0, DONE))
            if gain > 0:
                return best
        return DONE

    def buying(self, obs: Observation, valuation: Valuation, action: Action) -> float:
        return valuation.best_placing(action[1]) - BUY_FROM

    def serving(self, obs: Observation, valuation: Valuation, action: Action) -> float:
        """Return the gain of serving now over growing further.  The order at the door would be lost."""
        _, served, order = action
        income = valuation.income(served, order) + self.weights.order
        aims = {
            seen: aim for (seen, _), aim in zip(valuation.orders, valuation.aims[served].row, strict=False)
        }
        if obs.view["pending"][-1] == order or not obs.view["deck"]:
            aims[order] = income
        return income - max(aims.values()) + 0.01
