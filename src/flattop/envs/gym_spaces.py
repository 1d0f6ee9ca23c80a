"""The spaces of Gymnasium for a game's arrays and numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from flattop.envs.spaces import BOUND, Spaces


def observation_box(spaces: Spaces) -> Any:
    """What is seen."""
    return Box(-BOUND, BOUND, (spaces.size,), np.float32)


def masked_box(spaces: Spaces, more: int = 0) -> Any:
    """What is seen, and what is open, some more actions than the game's included."""
    mask = Box(0, 1, (spaces.actions + more,), np.int8)
    return Dict({"observation": observation_box(spaces), "action_mask": mask})


def actions_box(spaces: Spaces, more: int = 0) -> Any:
    return Discrete(spaces.actions + more)
