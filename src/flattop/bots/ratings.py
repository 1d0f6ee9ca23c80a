"""Measured ratings of the ranks in each game, on the Elo scale with house at 1000, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from typing import NamedTuple

from flattop.extras import missing
from flattop.games.manifest import manifest

SEARCHING = ("chef", "head-chef")  # ranks that may use the learned evaluation


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
    """Return the ratings of a game by rank, without ranks that were not measured as they play here."""
    known = manifest(key).ratings
    unmeasured = SEARCHING if weaker_chef(key) else ()
    return {rank: Rating(*figures) for rank, figures in known.items() if rank not in unmeasured}


def weaker_chef(key: str) -> str:
    """Return why chef plays without the evaluation it was measured with; empty if it has it."""
    if not manifest(key).search.learned_depth or find_spec("numpy"):
        return ""
    return f"chef plays {key} weaker than rated: its evaluation needs {missing('numpy', 'chef')}"
