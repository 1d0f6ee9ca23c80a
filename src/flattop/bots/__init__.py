"""Bots: each gets the observation of its seat and chooses an action."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from flattop.bots.chef import Chef
from flattop.bots.easy import Easy
from flattop.bots.house import house_bot
from flattop.bots.random import Random
from flattop.kernel import Chance, FlattopError, nearest
from flattop.match.game_loop import Bot

__all__ = ["RANKS", "Bot", "Rank", "UnknownBot", "bot", "known_rank"]


@dataclass(frozen=True, slots=True)
class Rank:
    """A level of play, and the characters that play at it."""

    title: str  # one or two words
    strength: str  # how it decides, for players
    manner: str  # its character, for players
    staff: tuple[str, ...]  # names, each with its own portrait
    make: Callable[[str, Chance, float | None], Bot]  # from game, chance and seconds per decision
    seconds: float = 0.0  # limit for one decision; 0 for bots that decide at once


RANKS: Mapping[str, Rank] = {
    "random": Rank(
        "beginner",
        "Takes any option, one as gladly as another.",
        "Hums, shrugs and grabs whatever lies nearest.",
        ("Crumb", "Chip", "Nacho"),
        lambda key, chance, seconds: Random(chance),
    ),
    "easy": Rank(
        "apprentice",
        "Means to play like the seasoned ones, and slips where there is much to choose from.",
        "Chats over the pans and now and then takes the jar beside the right one.",
        ("Radish", "Sprout", "Bean"),
        lambda key, chance, seconds: Easy(chance, house_bot(key, chance)),
    ),
    "house": Rank(
        "seasoned",
        "Knows what usually works in each game, and does it without delay.",
        "Calm hands, a clean board and no fuss.",
        ("Basil", "Olive", "Pepper", "Rosemary", "Ginger", "Dill", "Sage", "Clove"),
        lambda key, chance, seconds: house_bot(key, chance),
    ),
    "chef": Rank(
        "chef",
        "Plays on in thought, and leaves what usually works where something else is surely better.",
        "Tastes twice, says little, and plates with tweezers.",
        ("Saffron", "Truffle", "Thyme"),
        lambda key, chance, seconds: Chef(chance, seconds=seconds),
        seconds=0.5,
    ),
    "head-chef": Rank(
        "head chef",
        "Thinks like the chef, four times as long.",
        "Reads the whole table before lifting a spoon.",
        ("Bay", "Sorrel", "Juniper"),
        lambda key, chance, seconds: Chef(chance, 4.0, seconds),
        seconds=2.0,
    ),
}


class UnknownBot(FlattopError):
    """No rank has that name."""


def bot(rank: str, key: str, chance: Chance, time_share: float | None = None) -> Bot:
    """Create a bot of a rank for a game.  `time_share` limits it to a share of its seconds per decision."""
    known = known_rank(rank)
    return known.make(key, chance, None if time_share is None else time_share * known.seconds)


def known_rank(rank: str) -> Rank:
    """Return the rank with this name, or raise an error that suggests a similar one."""
    if rank not in RANKS:
        near = nearest(rank, RANKS) or f"; the bots are {', '.join(RANKS)}"
        raise UnknownBot(f"unknown bot {rank!r}{near}")
    return RANKS[rank]


# -- names: foods and spices, so that players can tell bots apart from people

BOT_NAMES = tuple(name for rank in RANKS.values() for name in rank.staff)
EARLIER_NAMES = ("House bot", "Random bot")  # in records of earlier versions


def free_names(names: Sequence[str], taken: Iterable[str]) -> Iterator[str]:
    """Yield names that are not taken: first as they are, then numbered, without end."""
    used = {*taken}
    yield from (name for name in names if name not in used)
    yield from (name for number in count(2) for first in names if (name := f"{first} {number}") not in used)


def is_bot_name(name: str) -> bool:
    """Return whether a name is a bot's and not that of a person whose seat a bot has taken over."""
    return re.sub(r" [0-9]+$", "", name) in (*BOT_NAMES, *EARLIER_NAMES)
