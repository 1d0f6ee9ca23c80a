"""The catalog: one line per game, loaded on demand."""

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
    """No game of that name is in the catalog."""


def catalog() -> tuple[str, ...]:
    """The keys of all games, in the order of the menu."""
    return tuple(CATALOG)


@cache
def game(key: str) -> Game:
    """One game of the catalog, as a value."""
    if key not in CATALOG:
        near = nearest(key, CATALOG) or f"; the games are {', '.join(CATALOG)}"
        raise UnknownGame(f"there is no game {key!r}{near}")
    value: Game = import_module(f"flattop.games.{CATALOG[key]}").GAME
    return value
