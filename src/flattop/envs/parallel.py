"""The Parallel environment of PettingZoo: in every step all seats that are asked decide at once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gymnasium.utils import EzPickle
from pettingzoo import ParallelEnv

from flattop.envs import illegal as rulings
from flattop.envs.agents import SeatAgents
from flattop.envs.illegal import LOSS, Ruling
from flattop.envs.play import Play, Reward, Seeds
from flattop.envs.spaces import mask
from flattop.kernel import Illegal, Seat

Given = dict[str, Any]  # something for every agent


class TableParallelEnv(SeatAgents, ParallelEnv, EzPickle):  # type: ignore[misc]
    """One game as an environment in which seats act together.

    A seat that is not asked waits: the last number, one beyond the game's actions, is open to it alone.  All
    others decide at once.  Answers in secret stand side by side; where the first to act changes what is open
    to the next, they are carried out in seat order, and one that is no longer open is dropped.
    """

    def __init__(
        self,
        key: str,
        seats: int | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        reward: Reward = "places",
        illegal: Ruling = "lose",
        words: bool = False,
        deck: Path | str | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, key, seats, render_mode, max_cycles, reward, illegal, words, deck, **options)
        play = Play(key, seats, options, deck, reward)
        self.seat_agents(play, render_mode, more=1)
        self.wait = play.spaces.actions
        self._illegal, self._words, self._seeds = rulings.checked(illegal), words, Seeds()
        self.max_cycles, self.cycles = max_cycles, 0

    def reset(self, seed: int | None = None, options: Given | None = None) -> tuple[Given, Given]:
        """Deal a table by a seed, or the next one after the last seed."""
        self.play.deal(self._seeds.next(seed))
        self.agents, self.cycles = self.possible_agents[:], 0
        return self._seen(), self._notes()

    def step(self, actions: Mapping[str, int]) -> tuple[Given, Given, Given, Given, Given]:
        """Let every seat that is asked decide."""
        lost = self._carry_out(actions)
        self.cycles += 1
        over = self.play.over or lost is not None
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        rewards = dict(zip(self.possible_agents, self._rewards(lost), strict=True))
        seen, notes = self._seen(), self._notes()
        terminated, truncated = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, terminated, truncated, notes

    def _carry_out(self, actions: Mapping[str, int]) -> Seat | None:
        """Play what was named, in seat order; the seat that has lost by naming what was never open."""
        asked = {seat: self.play.options(seat) for seat in sorted(self.play.asked)}
        for seat, options in asked.items():
            number = rulings.judged(self._named(actions, seat), options, self._illegal)
            if number is None:
                return seat
            if options[number] in self.play.options(seat).values():
                self.play.play(seat, options[number])
        return None

    def _named(self, actions: Mapping[str, int], seat: Seat) -> int:
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise Illegal("no-answer", f"{agent} is asked, and the actions have none of it")
        return actions[agent]

    def _rewards(self, lost: Seat | None) -> list[float]:
        if lost is not None:
            return [LOSS if seat == lost else 0.0 for seat in range(self.play.seats)]
        return self.play.rewards() if self.play.over else [0.0] * self.play.seats

    def _seen(self) -> Given:
        return {agent: self._observation(seat) for seat, agent in enumerate(self.possible_agents)}

    def _observation(self, seat: Seat) -> Given:
        open_now: Any = self.play.options(seat) or (self.wait,)
        return {
            "observation": self.play.observation(seat),
            "action_mask": mask(open_now, self.wait + 1),
        }

    def _notes(self) -> Given:
        """With `words`, what is open in words."""
        told = self.showing.notes if self._words else lambda seat: {}
        return {agent: told(seat) for seat, agent in enumerate(self.possible_agents)}
