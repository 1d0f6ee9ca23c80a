"""The environments of PettingZoo: AEC (one agent acts at a time) and Parallel (agents act together)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv, ParallelEnv

from flattop.envs.render import Renderer
from flattop.envs.spaces import gym_action_space, gym_masked_space, gym_state_space, mask
from flattop.envs.table import (
    LOSS,
    EnvTable,
    IllegalPolicy,
    Reward,
    Seeds,
    check_illegal_policy,
    resolve_action,
)
from flattop.kernel import Illegal, Seat

PerAgent = dict[str, Any]  # a value for every agent


class SeatAgents:
    """Base of both environments: an agent for every seat, with its spaces, and rendering."""

    def create_agents(self, table: EnvTable, render_mode: str | None, extra_actions: int = 0) -> None:
        """Create an agent for each seat, with `extra_actions` numbers beyond those of the game."""
        self.table, self.renderer = table, Renderer(table, render_mode)
        self.metadata, self.render_mode = self.renderer.metadata, render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(table.seats)]
        self.agents: list[str] = []
        agents, spaces = self.possible_agents, table.spaces
        self.observation_spaces = {agent: gym_masked_space(spaces, extra_actions) for agent in agents}
        self.action_spaces = {agent: gym_action_space(spaces, extra_actions) for agent in agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def state_space(self) -> Any:
        return gym_state_space(self.table.spaces)

    def state(self) -> Any:
        """Return the observations of all seats, one after the other, for a centralized critic."""
        return np.concatenate([self.table.observation(seat) for seat in range(self.table.seats)])

    def render(self) -> Any:
        """Render the table from the first seat that has to decide."""
        return self.renderer.render()

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""


class RawEnv(SeatAgents, AECEnv, EzPickle):  # type: ignore[misc]
    """AEC environment of one game.  Options of the game, such as `rounds`, are keyword arguments.

    Where several seats decide in secret, they act in seat order, and none observes the choices of the others.
    An any-time play of the layout is legal for an agent when it has to decide.  `max_cycles` truncates a game
    after that many decisions per seat, counted over all seats.  With `words` the infos describe the options
    in English.
    """

    def __init__(
        self,
        key: str,
        seats: int | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        reward: Reward = "places",
        words: bool = False,
        deck: Path | str | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, key, seats, render_mode, max_cycles, reward, words, deck, **options)
        super().__init__()
        table = EnvTable(key, seats, options, deck, reward)
        self.create_agents(table, render_mode)
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._words, self._seeds = words, Seeds()
        self._max_decisions = None if max_cycles is None else max_cycles * table.seats
        self.decisions = 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a table from a seed, or from the next one after the last seed."""
        self.table.deal(self._seeds.next(seed))
        self.agents, self.decisions = self.possible_agents[:], 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select(self.table.deciding[0])

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation.  Its action mask is empty unless the agent is selected."""
        seat, table = self._seat_of[agent], self.table
        options = table.options(seat) if agent == self.agent_selection else {}
        return {
            "observation": table.observation(seat),
            "action_mask": table.spaces.mask(options),
        }

    def step(self, action: int | None) -> None:
        """Play the action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.act(self._seat_of[agent], action)  # type: ignore[arg-type]
        self.decisions += 1
        if self.table.over:
            self._end(self.terminations, self.table.rewards())
        elif self._max_decisions is not None and self.decisions >= self._max_decisions:
            self._end(self.truncations, [0.0] * self.table.seats)
        else:
            self._select(self.table.deciding[0])
        if self.render_mode == "human":
            self.render()

    def _select(self, seat: Seat) -> None:
        self.agent_selection = agent = self.possible_agents[seat]
        if self._words:
            self.infos[agent] = self.renderer.info(seat)

    def _end(self, ends: dict[str, bool], rewards: list[float]) -> None:
        """End the game for all agents: `ends` is `terminations` or `truncations`."""
        for agent, reward in zip(self.agents, rewards, strict=True):
            ends[agent], self.rewards[agent] = True, reward
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]


class TableParallelEnv(SeatAgents, ParallelEnv, EzPickle):  # type: ignore[misc]
    """Parallel environment of one game.

    Every agent acts in every step.  An agent that does not have to decide passes `wait`, the last action
    number, which is its only legal action.  Choices in secret are independent.  Where the choice of one seat
    changes the options of the next, choices are played in seat order, and one that is no longer legal is
    dropped.
    """

    def __init__(
        self,
        key: str,
        seats: int | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        reward: Reward = "places",
        illegal: IllegalPolicy = "lose",
        words: bool = False,
        deck: Path | str | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, key, seats, render_mode, max_cycles, reward, illegal, words, deck, **options)
        table = EnvTable(key, seats, options, deck, reward)
        self.create_agents(table, render_mode, extra_actions=1)
        self.wait = table.spaces.actions
        self._illegal, self._words, self._seeds = check_illegal_policy(illegal), words, Seeds()
        self.max_cycles, self.cycles = max_cycles, 0

    def reset(self, seed: int | None = None, options: PerAgent | None = None) -> tuple[PerAgent, PerAgent]:
        """Deal a table from a seed, or from the next one after the last seed."""
        self.table.deal(self._seeds.next(seed))
        self.agents, self.cycles = self.possible_agents[:], 0
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, int]) -> tuple[PerAgent, PerAgent, PerAgent, PerAgent, PerAgent]:
        """Play the actions of all seats that have to decide."""
        loser = None  # the seat that loses by an action that was never legal
        deciding = {seat: self.table.options(seat) for seat in sorted(self.table.deciding)}
        for seat, options in deciding.items():
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise Illegal("no-answer", f"{agent} has to decide, but `actions` has no action for it")
            number = resolve_action(actions[agent], options, self._illegal)
            if number is None:
                loser = seat
                break
            if options[number] in self.table.options(seat).values():
                self.table.play(seat, options[number])
        self.cycles += 1
        over = self.table.over or loser is not None
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        if loser is not None:
            rewards = [LOSS if seat == loser else 0.0 for seat in range(self.table.seats)]
        else:
            rewards = self.table.rewards() if self.table.over else [0.0] * self.table.seats
        rewards_of = dict(zip(self.possible_agents, rewards, strict=True))
        observations, infos = self._observations(), self._infos()
        terminated, truncated = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards_of, terminated, truncated, infos

    def _observations(self) -> PerAgent:
        observations = {}
        for seat, agent in enumerate(self.possible_agents):
            options: Any = self.table.options(seat) or (self.wait,)
            observations[agent] = {
                "observation": self.table.observation(seat),
                "action_mask": mask(options, self.wait + 1),
            }
        return observations

    def _infos(self) -> PerAgent:
        return {
            agent: self.renderer.info(seat) if self._words else {}
            for seat, agent in enumerate(self.possible_agents)
        }
