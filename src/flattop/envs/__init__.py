"""Reinforcement learning environments of every game, for PettingZoo and Gymnasium.

    from flattop.envs import burger_go_v0, single, vector

The module of a game has `env`, `raw_env` and `parallel_env`, as in PettingZoo.  `single` is one seat against
bots and `vector` steps many such tables in one process.  Gymnasium has the games as "flattop/BurgerGo-v0" and
so on.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from flattop.envs.factories import environment_module, register, require_envs_extra
from flattop.games import catalog

__all__ = ["single", "vector"]


def single(key: str, **options: Any) -> Any:
    """Create a Gymnasium environment: the agent plays one seat, bots play the others."""
    with require_envs_extra():
        from flattop.envs.gymnasium_env import SingleEnv
    return SingleEnv(key, **options)


def vector(key: str, num_envs: int, **options: Any) -> Any:
    """Create a Gymnasium vector environment of `num_envs` tables, stepped together."""
    with require_envs_extra():
        from flattop.envs.vector_env import FlattopVectorEnv
    return FlattopVectorEnv(key, num_envs, **options)


for _module in map(environment_module, catalog()):
    sys.modules[_module.__name__] = _module
    globals()[_module.__name__.rpartition(".")[2]] = _module

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...  # the modules of the games


if find_spec("gymnasium"):
    register()
