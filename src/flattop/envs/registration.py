"""The names by which Gymnasium knows the games: "flattop/BurgerGo-v0" and so on."""

from __future__ import annotations

import gymnasium

from flattop.envs.render.modes import VERSION
from flattop.games import catalog


def register() -> None:
    """Tell Gymnasium of all games; it makes one, or many at once, when it is asked for it."""
    one, many = "flattop.envs.gymnasium_env:SingleEnv", "flattop.envs.vector_env:TablesEnv"
    for key in catalog():
        if gym_name(key) not in gymnasium.registry:
            gymnasium.register(gym_name(key), one, vector_entry_point=many, kwargs={"key": key})


def gym_name(key: str) -> str:
    return f"flattop/{''.join(word.capitalize() for word in key.split('-'))}-v{VERSION}"
