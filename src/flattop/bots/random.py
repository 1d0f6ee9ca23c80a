"""The bot that knows nothing: any option is as good as another."""

from __future__ import annotations

from flattop.kernel import WAIT, Action, Chance
from flattop.match.sight import Sight


class Random:
    """Plays any of its options; sometimes an any-time play instead, so that those are seen too."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def choose(self, sight: Sight) -> Action:
        options = [*sight.options, *sight.anytime]
        return options[self.chance.below(len(options))] if options else WAIT
