"""The catalog of games. A game is imported when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from flattop.kernel import FlattopError, Game, nearest

CATALOG = {
    "burger-go": "burger_up.burger_go",
    "burger-boss": "burger_boss",
    "burgerfuck": "burgerfuck",
    "burger-up": "burger_up.base",
    "party-up": "burger_up.party_up",
    "solo-up": "burger_up.solo_up",
    "between-two-burgers": "burger_up.between_two",
    "hanaburger": "burger_up.hanaburger",
    "burger-trucker": "burger_up.trucker",
    "kitchen-rush": "kitchen_rush",
    "ninja-burger": "ninja_burger",
}


class UnknownGame(FlattopError):
    """No game in the catalog has this key."""


def catalog() -> tuple[str, ...]:
    """Return the keys of all games, in menu order."""
    return tuple(CATALOG)


@cache
def game(key: str) -> Game:
    """Return the game with this key."""
    value: Game = import_module(f"{__name__}.{_module(key)}").GAME
    return value


def folder(key: str) -> Path:
    """Return the folder of a game, without importing the game."""
    return Path(__file__).parent.joinpath(*_module(key).split("."))


def _module(key: str) -> str:
    if key not in CATALOG:
        near = nearest(key, CATALOG) or f"; the games are {', '.join(CATALOG)}"
        raise UnknownGame(f"unknown game {key!r}{near}")
    return CATALOG[key]
