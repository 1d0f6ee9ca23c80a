"""The house bot of Burger Trucker: speed against fit, one card at a time."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from flattop.bots.policies import Policy
from flattop.bots.policies.burger_trucker.plan import Plan, Taste, time_limit
from flattop.bots.policies.burger_trucker.shapes import Stack
from flattop.games.burger_up.requirements import is_met
from flattop.games.burger_up.trucker.plays import FINISH
from flattop.games.burger_up.trucker.table import TruckTable
from flattop.games.burger_up.trucker.timing import WARNING
from flattop.kernel import PASS, VACANT, WAIT, Action
from flattop.match.sight import Sight

TASTE = Taste()
LOOKS = 5  # unseen cards that it thinks of before it flips one


class HouseBot(Policy):
    """Builds for the Incoming Orders and finishes when going on is worth less than being first."""

    def choose(self, sight: Sight) -> Action:
        options = list(sight.options)
        if len(options) < 2:
            return options[0] if options else WAIT
        if PASS in options:
            return claiming(sight)
        t = sight.imagine(self.chance)
        assert isinstance(t, TruckTable)
        if FINISH in options and t.live and t.now >= time_limit(t) - WARNING:
            return FINISH
        return Hand(t, sight).best(options)


class Hand:
    """What each step would make of the own burger."""

    def __init__(self, t: TruckTable, sight: Sight) -> None:
        self.t, self.fitting = t, t.pack.fitting[t.wants(sight.seat)]
        self.plan = Plan(t, sight.seat, TASTE)
        self.stack: Stack = self.plan.stack
        self.known: dict[Any, float] = {}

    @cached_property
    def as_it_is(self) -> float:
        return self.plan.worth(self.stack)

    def best(self, options: list[Action]) -> Action:
        scores = [self.score(action) for action in options]
        return options[scores.index(max(scores))]

    def score(self, action: Action) -> float:
        verb = action[0]
        if verb == "grab":
            return self.with_card(action[1])
        if verb == "place":
            return self.with_face(action[1])
        if verb == "flip":
            return self.unseen()
        return self.plan.stopping(self.plan.shapes[self.stack], 0) if verb == "finish" else self.as_it_is

    def with_card(self, card: int) -> float:
        """The better half of a card; nothing is won by one that does not fit."""
        return max([self.with_face(face) for face in self.fitting[card]], default=0.0)

    def with_face(self, face: int) -> float:
        """Copies of a food are alike."""
        half = self.t.pack.faces[face]
        key = (half.name, half.next, half.perfect)
        if key not in self.known:
            self.known[key] = self.plan.worth((*self.stack, face))
        return self.known[key]

    def unseen(self) -> float:
        """The mean of some cards that the next one could be; those that help nothing go back."""
        cards = self.t.pile[:LOOKS]  # the pile of an imagined table is in no order
        return sum(max(self.as_it_is, self.with_card(card)) for card in cards) / len(cards)


# -- claiming


def claiming(sight: Sight) -> Action:
    """Coins grow along the line: let one go only for another that is sure to come and to be free."""
    view = sight.view
    hidden = [order for order in view["incoming"] if order not in view["line"]]
    sure = [order for order in hidden if mine(sight, order) and not contested(sight, view, order)]
    return PASS if sure else ("claim",)


def mine(sight: Sight, order: int) -> bool:
    return is_met(sight.pack.needs[order], sight.view["burgers"][sight.seat])


def contested(sight: Sight, view: Mapping[str, Any], order: int) -> bool:
    """Whether someone who is asked earlier could take it."""
    before = view["claim_order"][: view["claim_order"].index(sight.seat)]
    needs = sight.pack.needs[order]
    return any(view["claimed"][seat] == VACANT and is_met(needs, view["burgers"][seat]) for seat in before)
