"""Ratings from duels, on an Elo-like scale with house at 1000.

A duel has shares of wins only, and the duels of one game come from tables of several sizes.  A tournament has
the place of every bot in every game and is rated by OpenSkill (`tournament/rating.py`), on the same scale.
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
SHARE_MARGIN = 1e-3  # shares of wins are clipped to at least this distance from 0 and 1
HEAD = """\
# Ratings of the bots in each game: rating, low, high, with house at 1000 and 95 % intervals.
# Each table belongs in the `manifest.toml` of its game, as `[ratings]`.
"""


@dataclass(frozen=True, slots=True)
class Gap:
    """Rating difference of two bots, with its variance."""

    size: float
    variance: float

    def __neg__(self) -> Gap:
        return Gap(-self.size, self.variance)


Pair = tuple[str, str]


def rated(rows: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, Rating]]:
    """Return for each game the ratings of all bots that duels connect to house, from `duel --json` rows."""
    gaps: defaultdict[str, defaultdict[Pair, list[Gap]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        first, second = row["bots"]
        gap = gap_of(row["wins"], row["games"], row["fair"])
        gaps[row["game"]][first, second].append(gap)
        gaps[row["game"]][second, first].append(-gap)
    games = {}
    for key, pairs in gaps.items():
        means = {}
        for pair, same in pairs.items():  # measurements of one difference are weighted by inverse variance
            weights = [1 / max(gap.variance, 1e-9) for gap in same]
            size = sum(weight * gap.size for weight, gap in zip(weights, same, strict=True)) / sum(weights)
            means[pair] = Gap(size, 1 / sum(weights))
        games[key] = _ratings(means)
    return {key: bots for key, bots in games.items() if len(bots) > 1}


def gap_of(wins: Sequence[float], games: int, fair: float) -> Gap:
    """Return the rating difference for a share of wins with its interval; an equal bot would win `fair`.

    Two pseudo-games at the fair share keep the difference and its certainty finite if all games were won.
    """
    share = (wins[0] * games + 2 * fair) / (games + 2)
    low, high = wilson(share, games)
    shares = min(low, wins[1]), share, max(high, wins[2])
    low, size, high = (SCALE * (_log_odds(value) - _log_odds(fair)) for value in shares)
    return Gap(size, ((high - low) / (2 * Z)) ** 2)


def _log_odds(share: float) -> float:
    clipped = min(max(share, SHARE_MARGIN), 1 - SHARE_MARGIN)
    return log10(clipped / (1 - clipped))


def _ratings(gaps: Mapping[Pair, Gap]) -> dict[str, Rating]:
    """Rate bots outwards from house, each time along the duel with the least total variance."""
    known = {ORIGIN: Gap(0.0, 0.0)}
    while reachable := {pair: gap for pair, gap in gaps.items() if pair[1] in known and pair[0] not in known}:
        (new, old), gap = min(
            reachable.items(), key=lambda entry: known[entry[0][1]].variance + entry[1].variance
        )
        known[new] = Gap(known[old].size + gap.size, known[old].variance + gap.variance)
    ratings = {}
    for name, gap in sorted(known.items(), key=lambda entry: entry[1].size):
        value, reach = MIDDLE + gap.size, Z * gap.variance**0.5
        ratings[name] = Rating(round(value), round(value - reach), round(value + reach))
    return ratings


def as_toml(games: Mapping[str, Mapping[str, Rating]]) -> str:
    """Return the ratings as TOML, one table per game."""
    parts = [HEAD]
    for key, rows in games.items():
        parts.append(f"\n[{key}]\n" + "".join(f"{name} = {list(rating)}\n" for name, rating in rows.items()))
    return "".join(parts)
