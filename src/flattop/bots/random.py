"""The random bot: every option is equally likely."""

from __future__ import annotations

from flattop.kernel import WAIT, Action, Chance
from flattop.match.observation import Observation


class Random:
    """Plays a random option.  Any-time plays count as options, so that random games include them."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def choose(self, obs: Observation) -> Action:
        options = [*obs.options, *obs.anytime]
        return options[self.chance.below(len(options))] if options else WAIT
