"""The configuration shared by all states of an OpenSpiel game: its table, chance nodes and rewards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from flattop.envs.openspiel.position import Origin, Position
from flattop.envs.table import EnvTable, rewards
from flattop.kernel import BadOption, Chance, Game
from flattop.match import derived

MAX_OUTCOMES = 1000  # of a chance node
CHANCE_NODES = 3  # if `seeds` is 0: together they select one of 10**9 deals
MAX_UTILITY = 1000.0  # above the points of any game
MAX_LENGTH = 100_000  # decisions, above those of any game
MAX_CACHED = 20_000  # positions of a game with few deals
MAX_CONFIGS = 32  # each may cache MAX_CACHED positions

# Parameters beside the options of the game, with their defaults.
PARAMETERS: dict[str, int | str] = {
    "players": 0,
    "seeds": 0,
    "opening": 0,
    "worlds": 0,
    "recall": 0,
    "reward": "places",
    "deck": "",
}


class Config:
    """A game with its number of seats and options."""

    def __init__(self, key: str, given: Mapping[str, Any]) -> None:
        self._arguments = key, tuple(sorted(given.items()))
        own = {**PARAMETERS, **{name: given[name] for name in PARAMETERS if name in given}}
        options = {name: value for name, value in given.items() if name not in PARAMETERS}
        deck = Path(own["deck"]) if own["deck"] else None
        table = EnvTable(key, own["players"] or None, options, deck, own["reward"])
        self.game, self.seats, self.spaces = table.game, table.seats, table.spaces
        self.reward = own["reward"]
        self.settings = self.game.settings(self.seats, table.game_options)
        self.pack = self.game.pack(deck)
        limits = {"seeds": MAX_OUTCOMES, "opening": MAX_LENGTH, "worlds": MAX_OUTCOMES, "recall": MAX_LENGTH}
        for name, limit in limits.items():
            if not 0 <= own[name] <= limit:
                raise BadOption(f"{name}={own[name]} is out of range; use a number from 0 to {limit}")
        self.seeds: int = own["seeds"]
        self.opening: int = own["opening"]
        self.worlds: int = own["worlds"]
        self.recall: int = own["recall"]
        self._cached, self._deals = 0, dict[tuple[int, ...], Position]()

    def __deepcopy__(self, _: object) -> Config:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return config_of, self._arguments

    @property
    def chance_node_sizes(self) -> list[int]:
        """The number of outcomes of each chance node.  All chance nodes come before the first decision."""
        sizes = [self.seeds] if self.seeds else [MAX_OUTCOMES] * CHANCE_NODES
        return [*sizes, self.worlds] if self.worlds else sizes

    @property
    def has_rivals(self) -> bool:
        return self.game.has_rivals(self.seats, self.settings)

    @property
    def is_zero_sum(self) -> bool:
        return self.reward == "places" and self.has_rivals

    def may_cache_position(self) -> bool:
        """Count a new position and return whether to cache it: only a game with few deals meets it again."""
        self._cached += 1
        return bool(self.seeds) and self._cached <= MAX_CACHED

    def deal(self, outcomes: tuple[int, ...]) -> Position:
        """Return the first position after these outcomes of the chance nodes.

        Deals, plays the random opening, and resamples hidden cards if `worlds` asks for it.
        """
        position = self._deals.get(outcomes)
        if position is None:
            seed = derived("openspiel", *outcomes[: -1 if self.worlds else None])
            t = self.game.deal(self.seats, Chance(seed), self.settings, self.pack)
            dealt, chance = Position(self, t, seed), Chance(derived(seed, "opening"))
            for _ in range(self.opening):  # the random opening
                if dealt.t.over:
                    break
                numbers = sorted(dealt.options)
                dealt = dealt.after(numbers[chance.below(len(numbers))])
            if self.worlds and not dealt.t.over:
                dealt = dealt.resampled(0, derived(seed, "world", outcomes[-1]))
            position = Position(self, dealt.t, seed, Origin(Config.deal, (self, outcomes)))
            position.number = dealt.number  # so that no random number of the opening is used again
            if self.may_cache_position():
                self._deals[outcomes] = position
        return position

    def returns(self, position: Position) -> list[float]:
        """Return the rewards of all seats, as in the other environments."""
        return rewards(self.game.outcome(position.t), self.reward, self.has_rivals, self.spaces.layout.scale)


@lru_cache(MAX_CONFIGS)
def config_of(key: str, given: tuple[tuple[str, Any], ...]) -> Config:
    return Config(key, dict(given))


def options_of(game: Game) -> dict[str, int | float | str]:
    """Return the options of a game with their defaults.  OpenSpiel accepts only values of the same type."""
    defaults = {**{key: option.default for key, option in game.options.items()}, **game.untimed_settings}
    return {key: value if isinstance(value, (int, float)) else str(value) for key, value in defaults.items()}
