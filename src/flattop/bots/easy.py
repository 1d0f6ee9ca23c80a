"""The easy bot: plays the house bot's action, or by mistake a similar one."""

from __future__ import annotations

from math import log2

from flattop.games.manifest import manifest
from flattop.kernel import Action, Chance
from flattop.match.game_loop import Bot
from flattop.match.observation import Observation


class Easy:
    """Confuses only actions with the same verb, so it never passes or refuses by mistake."""

    def __init__(self, chance: Chance, house: Bot) -> None:
        self.chance, self.house = chance, house

    def choose(self, obs: Observation) -> Action:
        action = self.house.choose(obs)
        similar = [other for other in obs.options if other != action and are_similar(other, action)]
        if not similar or self.chance.random() < manifest(obs.game.key).care ** log2(1 + len(similar)):
            return action
        closest = min(distance(other, action) for other in similar)
        mistakes = [other for other in similar if distance(other, action) == closest]
        return mistakes[self.chance.below(len(mistakes))]


def are_similar(a: Action, b: Action) -> bool:
    """Return whether two actions have the same verb and nouns of the same types."""
    return a[0] == b[0] and [*map(type, a)] == [*map(type, b)]


def distance(a: Action, b: Action) -> int:
    """Return the number of different nouns.

    A bot that takes the wrong card still puts it in the right place.
    """
    return sum(x != y for x, y in zip(a, b, strict=True))
