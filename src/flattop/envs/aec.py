"""The AEC environment of PettingZoo: agents act one after the other, each when its seat is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from flattop.envs.agents import SeatAgents
from flattop.envs.play import Play, Reward, Seeds
from flattop.kernel import Seat


class RawEnv(SeatAgents, AECEnv, EzPickle):  # type: ignore[misc]
    """One game as an environment; `seats`, and the game's own options by name, say how the table is laid.

    Where several seats decide in secret at once, they are asked in seat order, and none sees the others'
    answers.  An any-time play of the layout is open to an agent while it is asked.  `max_cycles` ends a game
    after so many decisions per seat, all seats together.  With `words` the infos say what is open in words.
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
        play = Play(key, seats, options, deck, reward)
        self.seat_agents(play, render_mode)
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._words, self._seeds = words, Seeds()
        self._most = None if max_cycles is None else max_cycles * play.seats
        self.decisions = 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a table by a seed, or the next one after the last seed."""
        self.play.deal(self._seeds.next(seed))
        self.agents, self.decisions = self.possible_agents[:], 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn_to(self.play.asked[0])

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and what is open to it if it is the one that acts."""
        seat, play = self._seat_of[agent], self.play
        options = play.options(seat) if agent == self.agent_selection else {}
        return {
            "observation": play.observation(seat),
            "action_mask": play.spaces.mask(options),
        }

    def step(self, action: int | None) -> None:
        """Carry out the option of that number for the agent that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.play.act(self._seat_of[agent], action)  # type: ignore[arg-type]
        self.decisions += 1
        if self.play.over:
            self._end(self.terminations, self.play.rewards())
        elif self._most is not None and self.decisions >= self._most:
            self._end(self.truncations, [0.0] * self.play.seats)
        else:
            self._turn_to(self.play.asked[0])
        if self.render_mode == "human":
            self.render()

    def _turn_to(self, seat: Seat) -> None:
        self.agent_selection = agent = self.possible_agents[seat]
        if self._words:
            self.infos[agent] = self.showing.notes(seat)

    def _end(self, ends: dict[str, bool], rewards: list[float]) -> None:
        for agent, reward in zip(self.agents, rewards, strict=True):
            ends[agent], self.rewards[agent] = True, reward
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]
