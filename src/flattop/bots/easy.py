"""The bot that slips: it means what the house bot would do, and sometimes does what lies beside it."""

from __future__ import annotations

from math import log2

from flattop.kernel import Action, Chance
from flattop.match.game_loop import Bot
from flattop.match.observation import Observation

CARE = 0.8  # what is left of its attention each time that the choice is twice as large
CARE_IN = {  # where a slip costs more than elsewhere, or next to nothing
    "burger-boss": 0.96,
    "burger-go": 0.9,
    "hanaburger": 0.9,
    "kitchen-rush": 0.98,
    "ninja-burger": 0.5,
}


class Easy:
    """Slips between options of one kind alone, so that it never refuses, passes or reaches out by mistake."""

    def __init__(self, chance: Chance, meant: Bot) -> None:
        self.chance, self.meant = chance, meant

    def choose(self, obs: Observation) -> Action:
        action = self.meant.choose(obs)
        beside = [other for other in obs.options if other != action and are_of_a_kind(other, action)]
        if not beside or self.chance.random() < CARE_IN.get(obs.game.key, CARE) ** log2(1 + len(beside)):
            return action
        nearest = min(distance(other, action) for other in beside)
        near = [other for other in beside if distance(other, action) == nearest]
        return near[self.chance.below(len(near))]


def are_of_a_kind(one: Action, other: Action) -> bool:
    """The same verb with as many nouns, each of its kind."""
    return one[0] == other[0] and [*map(type, one)] == [*map(type, other)]


def distance(one: Action, other: Action) -> int:
    """How many nouns are others: who takes the wrong card still puts it where it was meant to go."""
    return sum(a != b for a, b in zip(one, other, strict=True))
