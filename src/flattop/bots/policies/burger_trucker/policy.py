"""The house bot of Burger Trucker: speed against fit, one card at a time."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress
from typing import Any

from flattop.bots.policies import Policy
from flattop.bots.policies.burger_trucker.pace import Pace, Weights, time_limit
from flattop.bots.policies.burger_trucker.plan import Plan
from flattop.games.burger_up import burger
from flattop.games.burger_up.requirements import is_met
from flattop.games.burger_up.trucker.plays import FINISH, FLIP
from flattop.games.burger_up.trucker.scoring import BUILDING
from flattop.games.burger_up.trucker.timing import WARNING
from flattop.kernel import PASS, VACANT, WAIT, Action, Chance, Seat
from flattop.match.observation import Observation

WEIGHTS = Weights()
TRUTH = bytes.maketrans(b"01", bytes((0, 1)))  # of written bits
LOOKS = 5  # unseen cards that it thinks of before it flips one


class HouseBot(Policy):
    """Builds for the Incoming Orders and finishes when going on is worth less than being first."""

    def choose(self, obs: Observation) -> Action:
        options = list(obs.options)
        if len(options) < 2:
            return options[0] if options else WAIT
        verbs = {action[0] for action in options}
        if "pass" in verbs:
            return claiming(obs)
        clock, hand = obs.view["clock"], self.hand(obs, "flip" in verbs)
        if "finish" in verbs and clock["pace"] == "real" and clock["now"] >= time_limit(clock) - WARNING:
            return FINISH
        return hand.best(options)

    def option_scores(self, obs: Observation) -> dict[Action, float]:
        if PASS in obs.options:
            return {}
        hand = self.hand(obs, FLIP in obs.options)
        return {action: hand.score(action) for action in obs.options}

    def hand(self, obs: Observation, may_flip: bool) -> Hand:
        plan = Plan(obs, WEIGHTS)
        return Hand(plan, self.imagined_pile(plan, may_flip))

    def imagined_pile(self, plan: Plan, may_flip: bool) -> list[int]:
        """The cards that may lie face down, in any order; none where that does not matter.

        It takes as much luck as a whole imagined table, so that earlier games can be played again.
        """
        pile: list[int] = []
        if may_flip:
            pile = self.chance.shuffled(cards_among(plan.pile))
        else:
            pass_over(self.chance, plan.pile.bit_count())
        pass_over(self.chance, plan.orders_aside)
        return pile


def cards_among(bits: int) -> list[int]:
    """From the lowest to the highest."""
    digits = f"{bits:b}"[::-1].encode().translate(TRUTH)
    return list(compress(range(len(digits)), digits))


def pass_over(chance: Chance, cards: int) -> None:
    """Use up the luck of shuffling so many."""
    for _ in range(cards - 1):
        chance.random()


class Hand:
    """What each step would make of the own burger."""

    def __init__(self, plan: Plan, pile: list[int]) -> None:
        self.plan, self.pile = plan, pile
        self.fitting = plan.pack.fitting[burger.ANY if plan.free else plan.built.kind]

    def best(self, options: list[Action]) -> Action:
        scores = [self.score(action) for action in options]
        return options[scores.index(max(scores))]

    def score(self, action: Action) -> float:
        verb = action[0]
        if verb == "grab":
            return self.with_card(action[1])
        if verb == "place":
            return self.plan.with_face(action[1])
        if verb == "flip":
            return self.unseen()
        return self.plan.finishing() if verb == "finish" else self.plan.as_it_is()

    def with_card(self, card: int) -> float:
        """The better half of a card; nothing is won by one that does not fit."""
        faces, with_face = self.fitting[card], self.plan.with_face
        if len(faces) > 1:
            return max([with_face(face) for face in faces])
        return with_face(faces[0]) if faces else 0.0

    def unseen(self) -> float:
        """The mean of some cards that the next one could be; those that help nothing go back."""
        cards, as_it_is = self.pile[:LOOKS], self.plan.as_it_is()
        return sum([max(as_it_is, self.with_card(card)) for card in cards]) / len(cards)


# -- claiming


def claiming(obs: Observation) -> Action:
    """Coins grow along the line: let one go only for another that is sure to come and to be free."""
    view = obs.view
    hidden = [order for order in view["incoming"] if order not in view["line"]]
    sure = [order for order in hidden if mine(obs, order) and not contested(obs, view, order)]
    return PASS if sure else ("claim",)


def mine(obs: Observation, order: int) -> bool:
    return is_met(obs.pack.needs[order], obs.view["burgers"][obs.seat])


def contested(obs: Observation, view: Mapping[str, Any], order: int) -> bool:
    """Whether someone who is asked earlier could take it."""
    before = view["claim_order"][: view["claim_order"].index(obs.seat)]
    needs = obs.pack.needs[order]
    return any(view["claimed"][seat] == VACANT and is_met(needs, view["burgers"][seat]) for seat in before)


def forecast(obs: Observation) -> list[float]:
    """Coins of every seat, and those that its burger may bring while it is built."""
    coins = obs.view["coins"]
    if obs.view["clock"]["phase"] != "build":
        return list(coins)
    return [had + burger_coins(obs, seat) for seat, had in enumerate(coins)]


def burger_coins(obs: Observation, seat: Seat) -> float:
    """What the burger of a seat may bring, with the card that it holds."""
    plan, view = Plan(obs, WEIGHTS, seat), obs.view
    if view["places"][seat] != BUILDING:
        shape, pays = plan.built.filling.shape, plan.built.pays
        return plan.stopping(shape, pays, Pace(0.0, 0.0, 0.0, view["speed"][seat]))
    held = view["held"][seat]
    best = plan.as_it_is() if held == VACANT else max(plan.as_it_is(), Hand(plan, []).with_card(held))
    return max(best, plan.finishing()) if plan.stack else best
