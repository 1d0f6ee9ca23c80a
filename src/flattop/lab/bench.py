"""How fast the rules are: random play on one core, straight on the table, with no match around it."""

from __future__ import annotations

import os
import platform
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import mean
from time import perf_counter

from flattop.kernel import CLOCK, Chance, Game, Table

SEATS = 4  # where the game has such a table
POSITIONS = 5  # games of which the middle is cloned
CLONES = 200  # in one timing


@dataclass(frozen=True, slots=True)
class Figures:
    """What one game does in a second, dealing included, and what a copy of its table costs in mid-game."""

    decisions_per_s: float
    games_per_s: float
    clone_us: float


def measure(game: Game, seconds: float, runs: int = 5) -> Figures:
    """The best of several short runs: what else the machine does can only slow one down."""
    deal = dealer(game)
    best = max(_run(deal, seed, seconds) for seed in range(runs))
    return Figures(*best, clone_cost(deal))


def dealer(game: Game) -> Callable[[Chance], Table]:
    """New tables of a usual size, with every option at its default."""
    seats = max([n for n in game.seats if n <= SEATS], default=game.seats[0])
    settings, pack = game.settings(seats), game.pack(None)
    return partial(_dealt, game, seats, settings, pack)


def _dealt(game: Game, seats: int, settings: object, pack: object, chance: Chance) -> Table:
    return game.deal(seats, chance, settings, pack)  # type: ignore[arg-type]


def _run(deal: Callable[[Chance], Table], seed: int, seconds: float) -> tuple[float, float]:
    """Decisions and games per second."""
    chance, rnd = Chance(seed), random.Random(seed).random
    decisions = games = 0
    began = now = perf_counter()
    while now - began < seconds:
        decisions += play_out(deal(chance), rnd)
        games += 1
        now = perf_counter()
    return decisions / (now - began), games / (now - began)


def play_out(t: Table, rnd: Callable[[], float], most: int = 1 << 40) -> int:
    """Random decisions to the end, or so many; how many there were.  While time runs, any seat decides."""
    decisions = 0
    while t.stack and decisions < most:
        asks = t.asks
        seat = list(asks)[int(rnd() * len(asks))] if CLOCK in asks else next(iter(asks))
        options = asks[seat]
        if not isinstance(options, (list, tuple)):
            options = list(options)
        t.push(seat, options[int(rnd() * len(options))])
        decisions += 1
    return decisions


def clone_cost(deal: Callable[[Chance], Table]) -> float:
    """Microseconds for a copy in mid-game: the mean over some games of each one's best timing."""
    return mean(_clone_cost(_middle(deal, seed)) for seed in range(POSITIONS))


def _middle(deal: Callable[[Chance], Table], seed: int) -> Table:
    length = play_out(deal(Chance(seed)), random.Random(seed).random)
    t = deal(Chance(seed))
    play_out(t, random.Random(seed).random, length // 2)
    return t


def _clone_cost(t: Table) -> float:
    return min(_timed(t) for _ in range(10)) / CLONES * 1e6


def _timed(t: Table) -> float:
    began = perf_counter()
    for _ in range(CLONES):
        t.clone()
    return perf_counter() - began


def machine() -> str:
    """On what it was measured, without saying whose it is."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores"
