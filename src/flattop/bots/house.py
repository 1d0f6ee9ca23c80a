"""House bots: the hand-written policies of the games, and their forecasts and scores for the search."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import NamedTuple, Protocol, runtime_checkable

from flattop.games.manifest import module_of
from flattop.kernel import Action, Chance, Table
from flattop.match import Observation
from flattop.match.game_loop import Bot


class BotFactory(Protocol):
    """A function or class that creates a bot."""

    def __call__(self, chance: Chance) -> Bot: ...


@runtime_checkable
class OptionScorer(Protocol):
    """A house bot that scores its options.  A search that can try only a few of them takes the best."""

    def option_scores(self, obs: Observation) -> Mapping[Action, float]: ...


class Forecast(NamedTuple):
    """A house bot's estimate of the final points, and the decisions at which estimates are comparable."""

    points: Callable[[Observation], Sequence[float]]  # of every seat
    steps: tuple[str, ...] = ()  # empty for all decisions
    changed_zone: str = ""  # a zone that must have changed since the last estimate, to compare like with like
    ticks: int = 0  # of a real-time phase for one decision; 0 plays the phase to its end


ConsistencyCheck = Callable[[Observation, Table], bool]


def house_bot(key: str, chance: Chance) -> Bot:
    """Create the house bot of a game."""
    factory: BotFactory = _module(key).HouseBot
    return factory(chance)


@cache
def house_forecast(key: str) -> Forecast | None:
    """Return the forecast of a game's house bot, if it has one."""
    points = getattr(_module(key), "forecast", None)
    return Forecast(points, *getattr(_module(key), "FORECAST_AT", ())) if points else None


@cache
def house_consistency(key: str) -> ConsistencyCheck | None:
    """Return a check whether a determinization agrees with the hints that other seats gave by convention."""
    check: ConsistencyCheck | None = getattr(_module(key), "is_consistent", None)
    return check


@cache
def _module(key: str) -> ModuleType:
    return module_of(key, "flattop.bots.policies", key.replace("-", "_"))
