"""Which judgement plays which game."""

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


def judge_of(key: str) -> ModuleType:
    """A module with `once` and `also`, the commands it wants answered, and `answer`, which names a number."""
    return import_module(f"bench.reader.{MODULES[key]}")
