"""Environments: every game to be trained on, by the interfaces of PettingZoo and Gymnasium.

    from flattop.envs import burger_go_v0, single, vector

A game's module has `env`, `raw_env` and `parallel_env`, as PettingZoo's own have; `single` is one seat
against bots, and `vector` many such tables in one process.  Gymnasium knows "flattop/BurgerGo-v0" and so on.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from flattop.envs.extra import needed

__all__ = ["single", "vector"]


def single(key: str, **how: Any) -> Any:
    """One seat of a game as an environment of Gymnasium, against bots."""
    with needed():
        from flattop.envs.gymnasium_env import SingleEnv
    return SingleEnv(key, **how)


def vector(key: str, num_envs: int, **how: Any) -> Any:
    """So many tables with one agent's seat each, stepped together."""
    with needed():
        from flattop.envs.vector_env import TablesEnv
    return TablesEnv(key, num_envs, **how)


if find_spec("gymnasium"):
    from flattop.envs.registration import register

    register()
