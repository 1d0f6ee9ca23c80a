"""Flattop: eleven burger-themed tabletop games for the browser, the terminal and simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flattop.bots import bot
    from flattop.games import catalog, game
    from flattop.kernel import Chance, Game, Illegal, Outcome, Table
    from flattop.match import Match, Observation, read
    from flattop.match.replay import replay
    from flattop.match.snapshot import snapshot
    from flattop.match.verify import verify

__version__ = "0.1.0"

__all__ = [
    "Chance",
    "Game",
    "Illegal",
    "Match",
    "Observation",
    "Outcome",
    "Table",
    "bot",
    "catalog",
    "game",
    "read",
    "replay",
    "snapshot",
    "verify",
]

_HOMES = {
    "flattop.kernel": ("Chance", "Game", "Illegal", "Outcome", "Table"),
    "flattop.match": ("Match", "Observation", "read", "replay", "snapshot", "verify"),
    "flattop.games": ("catalog", "game"),
    "flattop.bots": ("bot",),
}
_RENAMED = {"Sight": "Observation", "sheet": "snapshot"}  # to be removed after one release


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__", "__doc__"])


def __getattr__(name: str) -> Any:
    """Import a public name on first use, so that small commands start quickly."""
    from importlib import import_module

    if name in _RENAMED:
        from warnings import warn

        new = _RENAMED[name]
        warn(f"flattop.{name} is now flattop.{new}", DeprecationWarning, stacklevel=2)
        name = new
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'flattop' has no attribute {name!r}")
