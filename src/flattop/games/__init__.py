"""The catalog of games. A game is imported when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module

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
    if key not in CATALOG:
        near = nearest(key, CATALOG) or f"; the games are {', '.join(CATALOG)}"
        raise UnknownGame(f"unknown game {key!r}{near}")
    value: Game = import_module(f"flattop.games.{CATALOG[key]}").GAME
    return value
