"""A game of ours as a game of OpenSpiel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pyspiel

from flattop.envs.openspiel.config import BOUND, LONGEST, OWN, Kit, kit_of, options_of
from flattop.envs.openspiel.observer import observer
from flattop.envs.openspiel.state import FlattopState
from flattop.games import CATALOG
from flattop.games import game as game_of

NOW = pyspiel.IIGObservationType(perfect_recall=False)
KIND = pyspiel.GameType


class FlattopGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the catalog at one table; each has a class of its own, which knows its key."""

    key: ClassVar[str]

    def __init__(self, given: Mapping[str, Any] | None = None) -> None:
        given = {**parameters(self.key), **(given or {})}
        self.kit = kit = kit_of(self.key, tuple(sorted(given.items())))
        super().__init__(game_type(self.key, kit), _bounds(kit), given)

    def new_initial_state(self) -> FlattopState:
        return FlattopState(self, self.kit)

    def make_py_observer(self, wanted: Any = None, given: Mapping[str, Any] | None = None) -> Any:
        if given:
            raise ValueError(f"observers take no parameters, these were given: {dict(given)}")
        return observer(self.kit, wanted or NOW)


def register() -> None:
    """Let `pyspiel.load_game` know every game of the catalog."""
    for key in CATALOG:
        pyspiel.register_game(game_type(key), type(name_of(key), (FlattopGame,), {"key": key}))


def name_of(key: str) -> str:
    """What OpenSpiel calls a game."""
    return f"flattop_{key.replace('-', '_')}"


def parameters(key: str) -> dict[str, Any]:
    """All that a game may be told, with what holds where nothing is said."""
    game = game_of(key)
    return {**OWN, "players": game.default_seats or game.seats[0], **options_of(game)}


def game_type(key: str, kit: Kit | None = None) -> Any:
    """What OpenSpiel must know of a game, as it is by default or at one table."""
    game, kit = game_of(key), kit or kit_of(key, ())
    return KIND(
        short_name=name_of(key),
        long_name=f"Flattop {game.title}",
        dynamics=KIND.Dynamics.SEQUENTIAL,
        chance_mode=KIND.ChanceMode.EXPLICIT_STOCHASTIC,
        information=KIND.Information.IMPERFECT_INFORMATION,
        utility=KIND.Utility.ZERO_SUM if kit.is_zero_sum else KIND.Utility.GENERAL_SUM,
        reward_model=KIND.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=bool(kit.recall),
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters(key),
    )


def _bounds(kit: Kit) -> Any:
    most = 1.0 if kit.is_zero_sum else BOUND
    return pyspiel.GameInfo(
        num_distinct_actions=kit.spaces.actions,
        max_chance_outcomes=max(kit.lots),
        num_players=kit.seats,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0 if kit.is_zero_sum else None,
        max_game_length=LONGEST,
    )
