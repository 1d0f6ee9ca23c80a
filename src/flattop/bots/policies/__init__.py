"""The house bots: hand-written policies, one file or folder for each game, that decide without searching."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from flattop.kernel import Action, Chance

P = TypeVar("P")
R = TypeVar("R")
CACHE_SIZE = 1 << 9  # of each `lru_cache`: larger ones were no faster and only used more memory
MAX_DECKS = 8  # for which derived values are cached


class Policy:
    """Base of house bots, with a random stream to break ties."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def random_of(self, actions: Sequence[Action]) -> Action:
        return actions[self.chance.below(len(actions))]

    def best_of(self, actions: Sequence[Action], scores: Sequence[float]) -> Action:
        """Return an action with the highest score, at random among equals."""
        best = max(scores)
        return self.random_of(
            [action for action, score in zip(actions, scores, strict=True) if score == best]
        )


class lazy(Generic[R]):
    """A property that is computed on first use.  Unlike `functools.cached_property` it takes no lock."""

    def __init__(self, compute: Callable[[Any], R]) -> None:
        self.compute, self.name = compute, compute.__name__

    def __get__(self, instance: Any, owner: type[Any]) -> R:
        instance.__dict__[self.name] = value = self.compute(instance)
        return value


def cached_per_deck(compute: Callable[[P], R]) -> Callable[[P], R]:
    """Cache a function of the pack (the cards of a deck) for the decks that were used last."""
    cache: dict[int, tuple[P, R]] = {}

    def cached(pack: P) -> R:
        entry = cache.get(id(pack))
        if entry is None:
            if len(cache) == MAX_DECKS:
                del cache[next(iter(cache))]
            entry = cache[id(pack)] = pack, compute(pack)  # holding the pack keeps its id from being reused
        return entry[1]

    return cached
