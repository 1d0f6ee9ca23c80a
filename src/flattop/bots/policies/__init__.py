"""House bots, hand-written: a file or a folder per game, quick bots that know the game."""

from __future__ import annotations

from collections.abc import Sequence

from flattop.kernel import Action, Chance


class Policy:
    """What every house bot has: luck of its own, to decide between equals."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def one_of(self, actions: Sequence[Action]) -> Action:
        return actions[self.chance.below(len(actions))]

    def best_of(self, actions: Sequence[Action], scores: Sequence[float]) -> Action:
        """The action of highest score, or one of those."""
        best = max(scores)
        return self.one_of([action for action, score in zip(actions, scores, strict=True) if score == best])
