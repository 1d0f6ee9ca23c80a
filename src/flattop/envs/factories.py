"""Functions that create environments, and their registration with Gymnasium.

They import PettingZoo and Gymnasium when they are called, because both are optional.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from types import ModuleType
from typing import Any

from flattop.extras import missing
from flattop.games import catalog
from flattop.kernel import FlattopError

VERSION = 0  # of all environments


class ExtraMissing(FlattopError):
    """An optional dependency is not installed."""


def environment_module(key: str) -> ModuleType:
    """Create the module of a game's environments, with the names that PettingZoo uses."""
    module = module_from_spec(ModuleSpec(f"flattop.envs.{module_name(key)}", loader=None))
    module.__doc__ = f"PettingZoo environments of {key}, version {VERSION}."
    makers = {"env": wrapped_env, "raw_env": raw_env, "parallel_env": parallel_env}
    vars(module).update({name: partial(make, key) for name, make in makers.items()})
    return module


def wrapped_env(key: str, **options: Any) -> Any:
    """Create an AEC environment with PettingZoo's usual wrappers.  An illegal action loses the game."""
    env = raw_env(key, **options)
    from pettingzoo.utils import wrappers

    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def raw_env(key: str, **options: Any) -> Any:
    """Create an AEC environment without wrappers.  An illegal action raises an error."""
    with require_envs_extra():
        from flattop.envs.pettingzoo_env import RawEnv
    return RawEnv(key, **options)


def parallel_env(key: str, **options: Any) -> Any:
    """Create an environment in which seats act simultaneously."""
    with require_envs_extra():
        from flattop.envs.pettingzoo_env import TableParallelEnv
    return TableParallelEnv(key, **options)


@contextmanager
def require_envs_extra() -> Iterator[None]:
    """Turn a failed import of a library into an error that names the extra to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("flattop"):
            raise
        raise ExtraMissing(f"environments need {missing(str(error.name), 'envs')}") from None


def register() -> None:
    """Register every game with Gymnasium, as a single and as a vector environment."""
    import gymnasium

    single, vector = "flattop.envs.gymnasium_env:SingleEnv", "flattop.envs.vector_env:FlattopVectorEnv"
    for key in catalog():
        if gym_name(key) not in gymnasium.registry:
            gymnasium.register(gym_name(key), single, vector_entry_point=vector, kwargs={"key": key})


def gym_name(key: str) -> str:
    """Return the id of a game in Gymnasium, such as "flattop/BurgerGo-v0"."""
    return f"flattop/{''.join(word.capitalize() for word in key.split('-'))}-v{VERSION}"


def module_name(key: str) -> str:
    """Return the name of a game's environment module, such as "burger_go_v0"."""
    return f"{key.replace('-', '_')}_v{VERSION}"
