"""How strong the ranks are in each game: as in Elo's scale, where house has 1000, with 95 % intervals."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("ratings.toml")  # written by `flattop bots --rate`


class Rating(NamedTuple):
    """Four hundred more win ten times as often; `low` to `high` is where it lies with 95 %.

    Who loses nearly every game may be as weak as one likes, so only the upper end says something.
    """

    value: int
    low: int
    high: int

    def __str__(self) -> str:
        if self.low < 0:
            return f"under {self.high}"
        return f"{self.value} ({self.low} to {self.high})" if self.low < self.high else str(self.value)


def ratings(key: str) -> Mapping[str, Rating]:
    """By rank, as far as they were measured in the game."""
    return _all().get(key, {})


@cache
def _all() -> dict[str, dict[str, Rating]]:
    games = tomllib.loads(FILE.read_text("utf-8"))
    return {key: {rank: Rating(*figures) for rank, figures in rows.items()} for key, rows in games.items()}
