"""The Gymnasium environment: the agent plays one seat, bots play the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import gymnasium
from gymnasium.error import ResetNeeded
from gymnasium.utils import EzPickle

from flattop.bots import Bot
from flattop.bots.plugins import custom_bot
from flattop.envs.render import Renderer
from flattop.envs.spaces import gym_action_space, gym_observation_space
from flattop.envs.table import (
    LOSS,
    EnvTable,
    IllegalPolicy,
    Reward,
    Seeds,
    check_illegal_policy,
    resolve_action,
)
from flattop.kernel import BadOption, Chance, Seat
from flattop.match import derived

Opponent = str | Bot | Callable[..., Bot]  # see `custom_bot`
Step = tuple[Any, float, bool, bool, dict[str, Any]]


class SingleEnv(gymnasium.Env[Any, Any], EzPickle):
    """One seat of a game.  `opponents` are the other bots, repeated in turn order.

    An opponent is a rank, a file such as mine.py:Bot, a bot, its class, or a function that creates one.

    The infos have the action mask as "action_mask".  `action_masks()` returns it, too, as some libraries
    expect.
    """

    def __init__(
        self,
        key: str,
        seat: Seat = 0,
        opponents: Sequence[Opponent] = ("random",),
        seats: int | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        reward: Reward = "places",
        illegal: IllegalPolicy = "lose",
        words: bool = False,
        deck: Path | str | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(
            self,
            key,
            seat,
            opponents,
            seats,
            render_mode,
            max_cycles,
            reward,
            illegal,
            words,
            deck,
            **options,
        )
        self.table = table = EnvTable(key, seats, options, deck, reward)
        if not 0 <= seat < table.seats:
            raise BadOption(f"seat {seat} does not exist; this table has seats 0 to {table.seats - 1}")
        self.seat, self.opponents = seat, opponents or ("random",)
        self.renderer = Renderer(table, render_mode)
        self.metadata, self.render_mode = self.renderer.metadata, render_mode
        self.observation_space = gym_observation_space(table.spaces)
        self.action_space = gym_action_space(table.spaces)
        self._illegal, self._words, self._seeds = check_illegal_policy(illegal), words, Seeds()
        self._max_cycles, self.decisions = max_cycles, 0
        self._bots: dict[Seat, Bot] = self._create_bots(0)

    def _create_bots(self, seed: int) -> dict[Seat, Bot]:
        """Create bots for the other seats, each with its own random stream."""
        table, ranks = self.table, self.opponents
        others = [(self.seat + distance) % table.seats for distance in range(1, table.seats)]
        return {
            seat: custom_bot(ranks[n % len(ranks)], table.game.key, Chance(derived(seed, "bot", seat)))
            for n, seat in enumerate(others)
        }

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Deal a table and play up to the agent's first decision.

        A game that ends before that decision is replaced by another one.
        """
        super().reset(seed=seed)
        deal_seed = self._seeds.next(seed)
        while True:
            self.table.deal(deal_seed)
            self.decisions, self._bots = 0, self._create_bots(deal_seed)
            self._play_opponents()
            if not self.table.over:
                return self.table.observation(self.seat), self._info()
            deal_seed = derived(deal_seed, "again")

    def step(self, action: Any) -> Step:
        """Play the agent's action, then let the bots play until the agent has to decide again."""
        options = self.table.options(self.seat)
        if not options:
            raise ResetNeeded("this game is over: reset the environment for another one")
        number = resolve_action(int(action), options, self._illegal)
        if number is None:
            return self._result(LOSS, over=True)
        self.table.act(self.seat, number)
        self.decisions += 1
        self._play_opponents()
        if self.render_mode == "human":
            self.render()
        if self.table.over:
            return self._result(self.table.rewards()[self.seat], over=True)
        return self._result(0.0, over=False)

    def _play_opponents(self) -> None:
        table = self.table
        while not table.over and self.seat != (other := table.deciding[0]):
            table.play(other, self._bots[other].choose(table.obs(other)))

    def _result(self, reward: float, over: bool) -> Step:
        cut = not over and self._max_cycles is not None and self.decisions >= self._max_cycles
        return self.table.observation(self.seat), reward, over, cut, self._info()

    def _info(self) -> dict[str, Any]:
        words = self.renderer.info(self.seat) if self._words else {}
        return {"action_mask": self.action_masks(), **words}

    def action_masks(self) -> Any:
        """Return the action mask of the current position."""
        return self.table.spaces.mask(self.table.options(self.seat))

    def render(self) -> Any:
        """Render the table from the agent's seat."""
        return self.renderer.render()
