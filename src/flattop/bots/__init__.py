"""Bots: each is given a sight and names an action."""

from __future__ import annotations

from flattop.bots.house import Bot, house_bot
from flattop.bots.random import Random
from flattop.kernel import Chance, FlattopError, nearest

__all__ = ["RANKS", "Bot", "UnknownBot", "bot"]
RANKS = ("random", "house")


class UnknownBot(FlattopError):
    """No bot of that rank."""


def bot(rank: str, key: str, chance: Chance) -> Bot:
    """A bot of a rank for one game, with luck of its own."""
    if rank == "random":
        return Random(chance)
    if rank == "house":
        return house_bot(key, chance)
    near = nearest(rank, RANKS) or f"; the bots are {', '.join(RANKS)}"
    raise UnknownBot(f"there is no bot {rank!r}{near}")
