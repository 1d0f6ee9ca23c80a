"""Flattop: burger games on one digital table; rules enforced, secrets kept, nothing lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flattop.bots import bot
    from flattop.games import catalog, game
    from flattop.kernel import Chance, Game, Illegal, Outcome, Table
    from flattop.match import Match, Sight, read
    from flattop.match.replay import replay
    from flattop.match.sheet import sheet
    from flattop.match.verify import verify

__version__ = "0.1.0"

__all__ = [
    "Chance",
    "Game",
    "Illegal",
    "Match",
    "Outcome",
    "Sight",
    "Table",
    "bot",
    "catalog",
    "game",
    "read",
    "replay",
    "sheet",
    "verify",
]

_HOMES = {
    "flattop.kernel": ("Chance", "Game", "Illegal", "Outcome", "Table"),
    "flattop.match": ("Match", "Sight", "read", "replay", "sheet", "verify"),
    "flattop.games": ("catalog", "game"),
    "flattop.bots": ("bot",),
}


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__", "__doc__"])


def __getattr__(name: str) -> Any:
    """Load a public name where it lives, on first use, so that small commands start quickly."""
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'flattop' has no attribute {name!r}")
