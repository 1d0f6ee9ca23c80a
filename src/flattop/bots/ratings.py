"""Measured ratings of the ranks in each game, on the Elo scale with house at 1000, with 95 % intervals."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("ratings.toml")  # written by `flattop bots --rate`


class Rating(NamedTuple):
    """A rating with its 95 % interval.  400 points more mean ten times the odds of winning.

    `low` is negative if nearly every game was lost: then only the upper bound is meaningful.
    """

    value: int
    low: int
    high: int

    def __str__(self) -> str:
        if self.low < 0:
            return f"under {self.high}"
        return f"{self.value} ({self.low} to {self.high})" if self.low < self.high else str(self.value)


@cache
def ratings(key: str) -> Mapping[str, Rating]:
    """Return the ratings of a game by rank, without ranks that were not measured."""
    games = tomllib.loads(FILE.read_text("utf-8"))
    return {rank: Rating(*figures) for rank, figures in games.get(key, {}).items()}
