"""The house bot of Burger Trucker.  It weighs speed against meeting orders, one card at a time."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress
from typing import Any

from flattop.bots.policies import Policy
from flattop.bots.policies.burger_trucker.pace import Pace, Weights, time_limit
from flattop.bots.policies.burger_trucker.plan import Plan
from flattop.games.burger_up import burger
from flattop.games.burger_up.requirements import is_met
from flattop.games.burger_up.trucker.clock import WARNING
from flattop.games.burger_up.trucker.hands import FINISH, FLIP
from flattop.games.burger_up.trucker.scoring import BUILDING
from flattop.kernel import PASS, VACANT, WAIT, Action, Chance, Seat
from flattop.match.observation import Observation

WEIGHTS = Weights()
BIT_VALUES = bytes.maketrans(b"01", bytes((0, 1)))  # from binary digits to truth values
FLIP_SAMPLES = 5  # cards of the pile that it samples to value a flip


class HouseBot(Policy):
    """Builds for the Incoming Orders, and finishes when going on is worth less than being first."""

    def choose(self, obs: Observation) -> Action:
        options = list(obs.options)
        if len(options) < 2:
            return options[0] if options else WAIT
        verbs = {action[0] for action in options}
        if "pass" in verbs:
            return claim_or_pass(obs)
        step_values = self.step_values(obs, "flip" in verbs)
        if "finish" in verbs and (is_late(obs.view["clock"]) or not step_values.can_gain(options)):
            return FINISH
        return step_values.best(options)

    def option_scores(self, obs: Observation) -> dict[Action, float]:
        if PASS in obs.options:
            return {}
        step_values = self.step_values(obs, FLIP in obs.options)
        return {action: step_values.score(action) for action in obs.options}

    def step_values(self, obs: Observation, may_flip: bool) -> StepValues:
        plan = Plan(obs, WEIGHTS)
        return StepValues(plan, self.sampled_pile(plan, may_flip))

    def sampled_pile(self, plan: Plan, may_flip: bool) -> list[int]:
        """Return the face-down cards in random order, or no cards if the order does not matter.

        The random stream advances as far as for a whole determinization, so that games of earlier versions
        replay.
        """
        pile: list[int] = []
        if may_flip:
            pile = self.chance.shuffled(cards_among(plan.pile))
        else:
            skip_shuffle(self.chance, plan.pile.bit_count())
        skip_shuffle(self.chance, plan.orders_aside)
        return pile


def is_late(clock: Mapping[str, Any]) -> bool:
    """True if so little time is left that a burger should be finished."""
    return clock["pace"] == "real" and bool(clock["now"] >= time_limit(clock) - WARNING)


def cards_among(bits: int) -> list[int]:
    """Return the cards of a bit set in ascending order."""
    digits = f"{bits:b}"[::-1].encode().translate(BIT_VALUES)
    return list(compress(range(len(digits)), digits))


def skip_shuffle(chance: Chance, cards: int) -> None:
    """Advance the random stream as far as a shuffle of so many cards."""
    for _ in range(cards - 1):
        chance.random()


class StepValues:
    """Values of the seat's next steps."""

    def __init__(self, plan: Plan, pile: list[int]) -> None:
        self.plan, self.pile = plan, pile
        self.fitting = plan.pack.fitting[burger.ANY if plan.free else plan.built.kind]

    def best(self, options: list[Action]) -> Action:
        scores = [self.score(action) for action in options]
        return options[scores.index(max(scores))]

    def can_gain(self, options: list[Action]) -> bool:
        """False if only face-up cards are left, and each would be put back."""
        if FLIP in options:
            return True
        unchanged = self.plan.unchanged()
        return any(action[0] == "grab" and self.score(action) >= unchanged for action in options)

    def score(self, action: Action) -> float:
        verb = action[0]
        if verb == "grab":
            return self.with_card(action[1])
        if verb == "place":
            return self.plan.with_face(action[1])
        if verb == "flip":
            return self.unseen()
        return self.plan.finishing() if verb == "finish" else self.plan.unchanged()

    def with_card(self, card: int) -> float:
        """Return the value of the better half of a card, or 0 if it does not fit."""
        return max([self.with_half(face) for face in self.fitting[card]], default=0.0)

    def with_half(self, face: int) -> float:
        """Return the value of adding a face, without its card among the face-up ones."""
        return self.plan.with_face(face) - self.plan.choice_lost(face)

    def unseen(self) -> float:
        """Return the mean value of the next card of the pile.  A card that gains nothing is put back."""
        cards, unchanged = self.pile[:FLIP_SAMPLES], self.plan.unchanged()
        return sum([max(unchanged, self.with_card(card)) for card in cards]) / len(cards)


# -- claiming


def claim_or_pass(obs: Observation) -> Action:
    """Claim an order, unless a later one, which pays more, is certain to come and uncontested."""
    view = obs.view
    hidden = [order for order in view["incoming"] if order not in view["line"]]
    sure = [order for order in hidden if is_met_by_own(obs, order) and not contested(obs, view, order)]
    return PASS if sure else ("claim",)


def is_met_by_own(obs: Observation, order: int) -> bool:
    return is_met(obs.pack.needs[order], obs.view["burgers"][obs.seat])


def contested(obs: Observation, view: Mapping[str, Any], order: int) -> bool:
    """Return whether a seat that decides earlier could claim the order."""
    before = view["claim_order"][: view["claim_order"].index(obs.seat)]
    needs = obs.pack.needs[order]
    return any(view["claimed"][seat] == VACANT and is_met(needs, view["burgers"][seat]) for seat in before)


def forecast(obs: Observation) -> list[float]:
    """Return the coins of every seat plus the expected coins of an unfinished burger."""
    coins = obs.view["coins"]
    if obs.view["clock"]["phase"] != "build":
        return list(coins)
    return [had + burger_coins(obs, seat) for seat, had in enumerate(coins)]


def burger_coins(obs: Observation, seat: Seat) -> float:
    """Return the expected coins of a seat's burger, including the card it holds."""
    plan, view = Plan(obs, WEIGHTS, seat), obs.view
    if view["places"][seat] != BUILDING:
        shape, pays = plan.built.filling.shape, plan.built.pays
        return plan.stopping(shape, pays, Pace(0.0, 0.0, 0.0, view["speed"][seat]))
    held = view["held"][seat]
    best = plan.unchanged() if held == VACANT else max(plan.unchanged(), StepValues(plan, []).with_card(held))
    return max(best, plan.finishing()) if plan.stack else best
