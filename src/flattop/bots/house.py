"""The house bot of a game: a hand-written policy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import NamedTuple, Protocol, runtime_checkable

from flattop.kernel import Action, Chance, Table
from flattop.match import Observation
from flattop.match.game_loop import Bot


class Maker(Protocol):
    """How bots of one kind are made."""

    def __call__(self, chance: Chance) -> Bot: ...


@runtime_checkable
class Weighing(Protocol):
    """A house bot that weighs its options by numbers, and tells them to whoever can try out but a few."""

    def worths(self, obs: Observation) -> Mapping[Action, float]: ...


class Forecast(NamedTuple):
    """What the house bot of a game expects of an unfinished one, and at which questions it can say so."""

    points: Callable[[Observation], Sequence[float]]  # of every seat in the end
    steps: tuple[str, ...] = ()  # none named means any
    beat: str = ""  # a zone that must have changed by then, so that two moves are compared at a like point
    ticks: int = 0  # of a race, after which the next question would come; 0 waits for the end of it


Belief = Callable[[Observation, Table], bool]


def house_bot(key: str, chance: Chance) -> Bot:
    """The house bot of a game, with luck of its own."""
    return _policy(key)(chance)


@cache
def house_forecast(key: str) -> Forecast | None:
    """What the house bot of a game expects of an unfinished one, where it can say."""
    points = getattr(_module(key), "forecast", None)
    return Forecast(points, *getattr(_module(key), "FORECAST_AT", ())) if points else None


@cache
def house_belief(key: str) -> Belief | None:
    """Whether an imagined table agrees with what the others have said by the house bots' convention."""
    belief: Belief | None = getattr(_module(key), "is_meant", None)
    return belief


@cache
def _policy(key: str) -> Maker:
    policy: Maker = _module(key).HouseBot
    return policy


def _module(key: str) -> ModuleType:
    return import_module(f"flattop.bots.policies.{key.replace('-', '_')}")
