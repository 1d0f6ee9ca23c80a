"""The reader modules by game."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

MODULES = {
    "burger-up": "shop",
    "party-up": "shop",
    "solo-up": "shop",
    "between-two-burgers": "between",
    "burger-go": "draft",
    "hanaburger": "hints",
    "burger-trucker": "trucker",
    "burger-boss": "boss",
    "burgerfuck": "pawns",
    "ninja-burger": "ninjas",
    "kitchen-rush": "rush",
}


def reader_of(key: str) -> ModuleType:
    """Return the module of a game: `once` and `also` are commands to send, `answer` returns a number."""
    return import_module(f"bench.reader.{MODULES[key]}")
