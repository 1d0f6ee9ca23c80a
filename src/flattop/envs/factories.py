"""How environments are made: the three functions that every versioned module has."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from flattop.envs.extra import needed

Maker = Callable[..., Any]


def makers(key: str) -> tuple[Maker, Maker, Maker]:
    """`env`, `raw_env` and `parallel_env` of a game."""
    return partial(wrapped, key), partial(raw, key), partial(parallel, key)


def wrapped(key: str, **how: Any) -> Any:
    """The environment as PettingZoo's own come: an illegal number loses the game, and order is enforced."""
    env = raw(key, **how)
    from pettingzoo.utils import wrappers

    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def raw(key: str, **how: Any) -> Any:
    """The environment without wrappers: an illegal number is refused."""
    with needed():
        from flattop.envs.aec import RawEnv
    return RawEnv(key, **how)


def parallel(key: str, **how: Any) -> Any:
    """The environment in which seats act together."""
    with needed():
        from flattop.envs.parallel import TableParallelEnv
    return TableParallelEnv(key, **how)
