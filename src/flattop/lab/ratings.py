"""Ratings from duels: what shares of wins say of the distance between two bots, reckoned from house on.

A duel leaves shares of wins, and those of one game come from tables of several sizes.  A tournament has the
place of every bot in every game, so there OpenSkill rates (`tournament/rating.py`), on the same scale.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log10
from typing import Any

from flattop.bots.ratings import Rating
from flattop.bots.stats import Z
from flattop.lab.stats import wilson

ORIGIN, MIDDLE, SCALE = "house", 1000, 400
NEVER = 1e-3  # a share of wins is taken to lie that far from none and from all of them
HEAD = """\
# How strong bots are in each game: rating, low, high, with house at 1000, 95 % intervals.
# Written by `flattop bots --rate ROWS` from the rows of `flattop duel … --json`.
"""


@dataclass(frozen=True, slots=True)
class Gap:
    """By how much one bot is ahead of another, and how sure that is."""

    size: float
    variance: float

    def __neg__(self) -> Gap:
        return Gap(-self.size, self.variance)


Pair = tuple[str, str]
Gaps = Mapping[Pair, Gap]


def rated(rows: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, Rating]]:
    """The ratings of all bots that are linked to house by duels, game by game."""
    gaps: defaultdict[str, defaultdict[Pair, list[Gap]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        first, second = row["bots"]
        gap = gap_of(row["wins"], row["games"], row["fair"])
        gaps[row["game"]][first, second].append(gap)
        gaps[row["game"]][second, first].append(-gap)
    games = {
        key: _from_origin({pair: _together(same) for pair, same in pairs.items()})
        for key, pairs in gaps.items()
    }
    return {key: bots for key, bots in games.items() if len(bots) > 1}


def gap_of(wins: Sequence[float], games: int, fair: float) -> Gap:
    """What a share of the wins with its interval means, where `fair` would be that of an equal.

    One game more at either end keeps a rout from being endless, and from being sure of itself.
    """
    share = (wins[0] * games + 2 * fair) / (games + 2)
    low, high = wilson(share, games)
    ends = min(low, wins[1]), max(high, wins[2])
    low, size, high = (SCALE * (_log_odds(one) - _log_odds(fair)) for one in (ends[0], share, ends[1]))
    return Gap(size, ((high - low) / (2 * Z)) ** 2)


def _log_odds(share: float) -> float:
    kept = min(max(share, NEVER), 1 - NEVER)
    return log10(kept / (1 - kept))


def _together(gaps: Sequence[Gap]) -> Gap:
    """Several measurements of one distance: the surer one counts the more."""
    weights = [1 / max(gap.variance, 1e-9) for gap in gaps]
    size = sum(weight * gap.size for weight, gap in zip(weights, gaps, strict=True)) / sum(weights)
    return Gap(size, 1 / sum(weights))


def _from_origin(gaps: Gaps) -> dict[str, Rating]:
    """From bot to bot, always along the surest duel that leads to one not yet rated."""
    known = {ORIGIN: Gap(0.0, 0.0)}
    while further := {pair: gap for pair, gap in gaps.items() if pair[1] in known and pair[0] not in known}:
        (new, old), gap = min(
            further.items(), key=lambda entry: known[entry[0][1]].variance + entry[1].variance
        )
        known[new] = Gap(known[old].size + gap.size, known[old].variance + gap.variance)
    return {name: _rating(gap) for name, gap in sorted(known.items(), key=lambda entry: entry[1].size)}


def _rating(gap: Gap) -> Rating:
    value, reach = MIDDLE + gap.size, Z * gap.variance**0.5
    return Rating(round(value), round(value - reach), round(value + reach))


def as_toml(games: Mapping[str, Mapping[str, Rating]]) -> str:
    """As a file for the package."""
    parts = [HEAD]
    for key, rows in games.items():
        parts.append(f"\n[{key}]\n" + "".join(f"{name} = {list(rating)}\n" for name, rating in rows.items()))
    return "".join(parts)
