"""An agent for every seat: what both environments of PettingZoo have in common."""

from __future__ import annotations

from typing import Any

from flattop.envs.gym_spaces import actions_box, masked_box
from flattop.envs.play import Play
from flattop.envs.render.modes import Showing


class SeatAgents:
    """A table in play, the names and spaces of its agents, and how it is shown."""

    def seat_agents(self, play: Play, render_mode: str | None, more: int = 0) -> None:
        """Give each seat an agent, with some more actions than the game's."""
        self.play, self.showing = play, Showing(play, render_mode)
        self.metadata, self.render_mode = self.showing.metadata, render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(play.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: masked_box(play.spaces, more) for agent in self.possible_agents}
        self.action_spaces = {agent: actions_box(play.spaces, more) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def render(self) -> Any:
        """The table as the first seat that is asked sees it."""
        return self.showing.render()

    def close(self) -> None:
        """Nothing is held open."""
