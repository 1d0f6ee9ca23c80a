"""The house bot of a game: a hand-written policy."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Protocol

from flattop.bots.base import Bot
from flattop.kernel import Chance


class Maker(Protocol):
    """How bots of one kind are made."""

    def __call__(self, chance: Chance) -> Bot: ...


def house_bot(key: str, chance: Chance) -> Bot:
    """The house bot of a game, with luck of its own."""
    return _policy(key)(chance)


@cache
def _policy(key: str) -> Maker:
    policy: Maker = import_module(f"flattop.bots.policies.{key.replace('-', '_')}").HouseBot
    return policy
