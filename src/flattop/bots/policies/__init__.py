"""House bots, hand-written: a file or a folder per game, quick bots that know the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from flattop.kernel import Action, Chance

P = TypeVar("P")
R = TypeVar("R")
THOUGHTS = 1 << 9  # of one kind that a bot remembers: many more made none faster, and workers larger
DECKS = 8  # of which a bot remembers what follows from their cards


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


class once(Generic[R]):
    """A property that is worked out when it is first asked for; `cached_property` takes a lock for that."""

    def __init__(self, work_out: Callable[[Any], R]) -> None:
        self.work_out, self.name = work_out, work_out.__name__

    def __get__(self, thinker: Any, kind: type[Any]) -> R:
        thinker.__dict__[self.name] = value = self.work_out(thinker)
        return value


def of_deck(work_out: Callable[[P], R]) -> Callable[[P], R]:
    """What follows from the cards of a deck alone, worked out once for each of the last decks in use."""
    known: dict[int, tuple[P, R]] = {}

    def of(pack: P) -> R:
        entry = known.get(id(pack))
        if entry is None:
            if len(known) == DECKS:
                del known[next(iter(known))]
            entry = known[id(pack)] = pack, work_out(pack)  # the pack is kept, so that its id stays its own
        return entry[1]

    return of
