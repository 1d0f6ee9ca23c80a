"""The bot that knows nothing: any option is as good as another."""

from __future__ import annotations

from flattop.kernel import WAIT, Action, Chance
from flattop.match.observation import Observation


class Random:
    """Plays any of its options; sometimes an any-time play instead, so that those are seen too."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def choose(self, obs: Observation) -> Action:
        options = [*obs.options, *obs.anytime]
        return options[self.chance.below(len(options))] if options else WAIT
