"""The vector environment of Gymnasium: many tables of one game in one process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from flattop.envs.gymnasium_env import SingleEnv
from flattop.kernel import BadOption

Step = tuple[Any, Any, Any, Any, dict[str, Any]]


class FlattopVectorEnv(VectorEnv[Any, Any, Any]):
    """A batch of `SingleEnv`.  A table whose game has ended is dealt again in the next step.

    The infos have the action masks of all tables as one array, which is also `masks`.
    """

    def __init__(self, key: str, num_envs: int, **options: Any) -> None:
        if num_envs < 1:
            raise BadOption(f"num_envs must be at least 1, not {num_envs}")
        self.envs = [SingleEnv(key, **options) for _ in range(num_envs)]
        first, count, self.num_envs = self.envs[0], num_envs, num_envs
        spaces = first.table.spaces
        self.metadata = {**first.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.render_mode = first.render_mode
        self.single_observation_space = first.observation_space
        self.single_action_space = first.action_space
        self.observation_space = batch_space(first.observation_space, count)
        self.action_space = batch_space(first.action_space, count)
        self._observations = np.zeros((count, spaces.size), np.float32)
        self.masks = np.zeros((count, spaces.actions), np.int8)
        self._rewards = np.zeros(count, np.float64)
        self._over, self._cut, self._done = (np.zeros(count, bool) for _ in range(3))

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all tables, from consecutive seeds or from one seed each."""
        seeds = [seed + n for n in range(self.num_envs)] if isinstance(seed, int) else seed
        for n, table_seed in enumerate(seeds or [None] * self.num_envs):
            self._deal(n, table_seed)
        self._done[:] = False
        return self._observations.copy(), self._info()

    def step(self, actions: Any) -> Step:
        """Play one decision at every table."""
        for n, action in enumerate(actions):
            if self._done[n]:
                self._deal(n, None)
                self._rewards[n], self._over[n], self._cut[n] = 0.0, False, False
            else:
                result = self.envs[n].step(action)
                self._observations[n], self._rewards[n], self._over[n], self._cut[n], info = result
                self.masks[n] = info["action_mask"]
        np.logical_or(self._over, self._cut, out=self._done)
        ends = self._over.copy(), self._cut.copy()
        return self._observations.copy(), self._rewards.copy(), *ends, self._info()

    def _deal(self, n: int, seed: int | None) -> None:
        self._observations[n], info = self.envs[n].reset(seed=seed)
        self.masks[n] = info["action_mask"]

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.masks.copy(), "_action_mask": np.ones(self.num_envs, bool)}

    def action_masks(self) -> Any:
        """Return the action masks of all tables."""
        return self.masks.copy()

    def render(self) -> tuple[Any, ...]:
        """Render every table from its agent's seat."""
        return tuple([env.render() for env in self.envs])
