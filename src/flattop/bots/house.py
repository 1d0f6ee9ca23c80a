"""The house bot of a game: a hand-written policy."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Protocol

from flattop.bots.base import Bot
from flattop.kernel import Chance, Table
from flattop.match import Sight


class Maker(Protocol):
    """How bots of one kind are made."""

    def __call__(self, chance: Chance) -> Bot: ...


Forecast = Callable[[Sight], float]
Belief = Callable[[Sight, Table], bool]


def house_bot(key: str, chance: Chance) -> Bot:
    """The house bot of a game, with luck of its own."""
    return _policy(key)(chance)


@cache
def house_forecast(key: str) -> Forecast | None:
    """The points that the house bot of a game expects of an unfinished one, where it can say."""
    forecast: Forecast | None = getattr(_module(key), "forecast", None)
    return forecast


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
