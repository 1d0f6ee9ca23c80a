"""The house bot of Burger Up.  A burger is worth the best order that it can still be served for."""

from __future__ import annotations

from flattop.bots.policies import Policy
from flattop.bots.policies.burger_up.valuation import DONE, Valuation, Weights, is_met_by_rivals
from flattop.kernel import Action
from flattop.match.observation import Observation

BUY_FROM = 1.6  # minimum gain of a card for buying it; this includes its price
WAIT_FOR = 2  # a burger this many cards short of the next size may be kept


class HouseBot(Policy):
    """Decides by phase."""

    weights = Weights()
    upgrade_turns = 5  # own turns left for which the upgrade is worth more than the coins

    def choose(self, obs: Observation) -> Action:
        options = list(obs.options)
        if len(options) == 1:
            return options[0]
        if options[0][0] == "cash":
            return options[self.turns_to_come(obs) >= self.upgrade_turns]
        valuation = Valuation(obs.pack, obs.view, obs.seat, self.weights)
        judge = {
            "market": self.market,
            "build": self.build,
            "burger_up": self.burger_up,
            "clean_up": self.clean_up,
        }
        return judge[obs.view["phase"]](obs, valuation, options)

    def turns_to_come(self, obs: Observation) -> float:
        """Estimate the own turns left from the pace of served orders."""
        if obs.view["last_round"]:
            return 0.0
        served = sum(len(orders) for orders in obs.view["completed"])
        pace: float = max(served / obs.view["round"], 0.5)
        return (len(obs.view["order_deck"]) + 1) / pace

    def market(self, obs: Observation, valuation: Valuation, options: list[Action]) -> Action:
        """Buy a card that gains much more than the third best card in hand, which could be placed anyway."""
        own = sorted((valuation.best_placing(card) for card in valuation.hand), reverse=True)
        free = own[2] if len(own) > 2 else 0.0
        gains = [(valuation.best_placing(action[1]) - max(free, 0.0), action) for action in options[:-1]]
        gain, best = max(gains)
        return best if gain > BUY_FROM else DONE

    def build(self, obs: Observation, valuation: Valuation, options: list[Action]) -> Action:
        """Place the card that gains most, or use the Spatula if that gains more than it costs."""
        scrapes = valuation.standstill or valuation.dead_burgers
        useful = [action for action in options[:-1] if scrapes or action[0] != "scrape"]
        gain, best = valuation.best_building(useful or options[:-1])
        return best if gain > 0 else DONE

    def burger_up(self, obs: Observation, valuation: Valuation, options: list[Action]) -> Action:
        """Serve the order that pays most, unless the burger should grow first."""
        best = max(options[:-1], key=lambda action: (valuation.income(action[1], action[2]), action))
        return DONE if self.waits(obs, valuation, best) else best

    def waits(self, obs: Observation, valuation: Valuation, action: Action) -> bool:
        """Return whether cards in hand reach the next size while no rival can serve the order."""
        _, served, order = action
        lift = valuation.short_of_next_size(served)
        if lift > WAIT_FOR or obs.view["last_round"]:
            return False
        top = valuation.burgers[served]
        ready = [card for card in valuation.hand if valuation.keeps_met(card, top, order)]
        return len(ready) >= lift and not is_met_by_rivals(obs.pack, obs.view, obs.seat, order)

    def clean_up(self, obs: Observation, valuation: Valuation, options: list[Action]) -> Action:
        """Discard a card that gains nothing wherever it fits, to draw another.

        If one must go, discard the worst.
        """
        gains = [(valuation.best_placing(action[1]), action) for action in options if action != DONE]
        least, toss = min(gains)
        others = obs.view["deck"] or obs.view["discard"]  # without either the same card would come back
        return DONE if DONE in options and (least > 0 or not others) else toss
