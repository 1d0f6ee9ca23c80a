"""Many tables of one game in one process: the vector environment of Gymnasium, all arrays side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from flattop.envs.gymnasium_env import SingleEnv
from flattop.kernel import BadOption

Step = tuple[Any, Any, Any, Any, dict[str, Any]]


class TablesEnv(VectorEnv[Any, Any, Any]):
    """So many tables with one agent's seat each; a table that is over is dealt again in the next step.

    The infos have the masks of all tables as one array, which is also `masks`.
    """

    def __init__(self, key: str, num_envs: int, **how: Any) -> None:
        if num_envs < 1:
            raise BadOption(f"{num_envs} tables: it takes one at least")
        self.tables = [SingleEnv(key, **how) for _ in range(num_envs)]
        first, count, self.num_envs = self.tables[0], num_envs, num_envs
        spaces = first.play.spaces
        self.metadata = {**first.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.render_mode = first.render_mode
        self.single_observation_space = first.observation_space
        self.single_action_space = first.action_space
        self.observation_space = batch_space(first.observation_space, count)
        self.action_space = batch_space(first.action_space, count)
        self._seen = np.zeros((count, spaces.size), np.float32)
        self.masks = np.zeros((count, spaces.actions), np.int8)
        self._rewards = np.zeros(count, np.float64)
        self._over, self._cut, self._done = (np.zeros(count, bool) for _ in range(3))

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all tables: by seeds that count on from the given one, or by one seed each."""
        seeds = [seed + n for n in range(self.num_envs)] if isinstance(seed, int) else seed
        for n, given in enumerate(seeds or [None] * self.num_envs):
            self._deal(n, given)
        self._done[:] = False
        return self._seen.copy(), self._notes()

    def step(self, actions: Any) -> Step:
        """One decision at every table."""
        for n, action in enumerate(actions):
            if self._done[n]:
                self._deal(n, None)
                self._rewards[n], self._over[n], self._cut[n] = 0.0, False, False
            else:
                self._play(n, action)
        np.logical_or(self._over, self._cut, out=self._done)
        ends = self._over.copy(), self._cut.copy()
        return self._seen.copy(), self._rewards.copy(), *ends, self._notes()

    def _deal(self, n: int, seed: int | None) -> None:
        self._seen[n], told = self.tables[n].reset(seed=seed)
        self.masks[n] = told["action_mask"]

    def _play(self, n: int, action: Any) -> None:
        self._seen[n], self._rewards[n], self._over[n], self._cut[n], told = self.tables[n].step(action)
        self.masks[n] = told["action_mask"]

    def _notes(self) -> dict[str, Any]:
        return {"action_mask": self.masks.copy(), "_action_mask": np.ones(self.num_envs, bool)}

    def action_masks(self) -> Any:
        """Which numbers are open at each table now."""
        return self.masks.copy()

    def render(self) -> tuple[Any, ...]:
        """Every table as its agent sees it."""
        return tuple([table.render() for table in self.tables])
