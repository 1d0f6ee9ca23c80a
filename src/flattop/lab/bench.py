"""How fast the rules are: random play on one core, straight on the table, with no match around it."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass

from flattop.kernel import Game
from flattop.lab.bench_worker import Played, clone_cost, dealer, played_at_random


@dataclass(frozen=True, slots=True)
class Figures:
    """What one game does in a second, dealing included, and what a copy of its table costs in mid-game."""

    decisions_per_s: float
    games_per_s: float
    clone_us: float


def measure(game: Game, seconds: float, runs: int = 5) -> Figures:
    """The best of several short runs: what else the machine does can only slow one down."""
    deal = dealer(game)
    best = max((played_at_random(deal, seed, seconds) for seed in range(runs)), key=Played.pace)
    return Figures(best.pace(), best.games / best.seconds, clone_cost(deal))


def machine() -> str:
    """On what it was measured, without saying whose it is."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores"
