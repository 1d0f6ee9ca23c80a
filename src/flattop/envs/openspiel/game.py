"""Game and state classes for OpenSpiel.  Chance nodes come first, then one decision after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import pyspiel

from flattop.envs.openspiel.config import (
    MAX_LENGTH,
    MAX_UTILITY,
    PARAMETERS,
    Config,
    config_of,
    options_of,
)
from flattop.envs.openspiel.observer import observer
from flattop.envs.openspiel.position import Position, to_json
from flattop.games import CATALOG
from flattop.games import game as game_of
from flattop.kernel import Seat, seat_names

CURRENT_ONLY = pyspiel.IIGObservationType(perfect_recall=False)
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
GameType = pyspiel.GameType


def register() -> None:
    """Register every game of the catalog with `pyspiel.load_game`."""
    for key in CATALOG:
        pyspiel.register_game(game_type(key), type(openspiel_name(key), (FlattopGame,), {"key": key}))


class FlattopGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the catalog with its parameters.  Each game is a subclass with its key."""

    key: ClassVar[str]

    def __init__(self, given: Mapping[str, Any] | None = None) -> None:
        given = {**parameters(self.key), **(given or {})}
        self.config = config = config_of(self.key, tuple(sorted(given.items())))
        utility = 1.0 if config.is_zero_sum else MAX_UTILITY
        info = pyspiel.GameInfo(
            num_distinct_actions=config.spaces.actions,
            max_chance_outcomes=max(config.chance_node_sizes),
            num_players=config.seats,
            min_utility=-utility,
            max_utility=utility,
            utility_sum=0.0 if config.is_zero_sum else None,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(game_type(self.key, config), info, given)

    def new_initial_state(self) -> FlattopState:
        return FlattopState(self, self.config)

    def make_py_observer(self, kind: Any = None, given: Mapping[str, Any] | None = None) -> Any:
        if given:
            raise ValueError(f"observers take no parameters, but got {dict(given)}")
        return observer(self.config, kind or CURRENT_ONLY)


class FlattopState(pyspiel.State):  # type: ignore[misc]
    """The chance outcomes so far and, after the last one, the current position."""

    def __init__(self, game: Any, config: Config) -> None:
        super().__init__(game)
        self.config = config
        self.outcomes: tuple[int, ...] = ()
        self.position: Position | None = None

    def current_player(self) -> int:
        if self.position is None:
            return CHANCE
        return TERMINAL if self.position.t.over else self.position.deciding

    def is_terminal(self) -> bool:
        return self.position is not None and self.position.t.over

    def returns(self) -> list[float]:
        if self.position is None or not self.position.t.over:
            return [0.0] * self.config.seats
        return self.config.returns(self.position)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return equally likely outcomes.  All random numbers of the game are derived from them."""
        size = self.config.chance_node_sizes[len(self.outcomes)]
        return [(outcome, 1 / size) for outcome in range(size)]

    def _legal_actions(self, seat: Seat) -> list[int]:
        if self.position is None or self.position.t.over or seat != self.position.deciding:
            return []
        return sorted(self.position.options)

    def _apply_action(self, number: int) -> None:
        if self.position is not None:
            self.position = self.position.after(number)
            return
        self.outcomes = (*self.outcomes, number)
        if len(self.outcomes) == len(self.config.chance_node_sizes):
            self.position = self.config.deal(self.outcomes)

    def _action_to_string(self, seat: int, number: int) -> str:
        if self.position is None or seat == CHANCE:
            return f"Lot {number}"
        action = self.position.options.get(number) if seat == self.position.deciding else None
        if action is None:
            return f"Action {number}"
        people = seat_names(self.config.seats)
        return f"{number} {self.config.game.text.option(self.position.t, action, people)}"

    def resample_from_infostate(self, seat: Seat, sampler: Callable[[], float]) -> FlattopState:
        """Return a random state with the same information state of the seat.

        The other seats have no memory of the game before it.
        """
        if self.config.seeds:
            raise ValueError("a game with few deals cannot be resampled; use seeds=0")
        state: FlattopState = self.get_game().new_initial_state()
        state.outcomes = self.outcomes
        state.position = self.position and self.position.resampled(seat, int(sampler() * 2**53))
        return state

    def __str__(self) -> str:
        """Return the history and the public view."""
        history = f"{self.config.game.title} {' '.join(map(str, self.history()))}".strip()
        if self.position is None:
            return history
        return f"{history}\n{to_json(self.position.view(None)).decode()}"


def openspiel_name(key: str) -> str:
    return f"flattop_{key.replace('-', '_')}"


def parameters(key: str) -> dict[str, Any]:
    """Return all parameters of a game with their defaults."""
    game = game_of(key)
    return {**PARAMETERS, "players": game.usual_seats, **options_of(game)}


def game_type(key: str, config: Config | None = None) -> Any:
    """Return the description of a game for OpenSpiel, with default parameters or with those of a config."""
    game, config = game_of(key), config or config_of(key, ())
    return GameType(
        short_name=openspiel_name(key),
        long_name=f"Flattop {game.title}",
        dynamics=GameType.Dynamics.SEQUENTIAL,
        chance_mode=GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=GameType.Information.IMPERFECT_INFORMATION,
        utility=GameType.Utility.ZERO_SUM if config.is_zero_sum else GameType.Utility.GENERAL_SUM,
        reward_model=GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=bool(config.recall),
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters(key),
    )
