"""Bots: each is given a sight and names an action."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol

from flattop.bots.random import Random
from flattop.kernel import Action, Chance, FlattopError, nearest
from flattop.match.sight import Sight

RANKS = ("random", "house")


class Bot(Protocol):
    """Whoever can name one of the sight's options."""

    def choose(self, sight: Sight) -> Action: ...


class UnknownBot(FlattopError):
    """No bot of that rank."""


def bot(rank: str, key: str, chance: Chance) -> Bot:
    """A bot of a rank for one game, with luck of its own."""
    if rank == "random":
        return Random(chance)
    if rank == "house":
        policy: Bot = import_module(f"flattop.bots.policies.{key.replace('-', '_')}").HouseBot(chance)
        return policy
    near = nearest(rank, RANKS) or f"; the bots are {', '.join(RANKS)}"
    raise UnknownBot(f"there is no bot {rank!r}{near}")
