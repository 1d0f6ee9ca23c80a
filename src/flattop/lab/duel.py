"""Duels: one bot against another on the same deals.

In a game with rivals a deal is played once for every seat: the challenger has that seat, and the rival bot
has all the others.  So neither the cards nor the seat favour one of them.  In a cooperative or solo game a
deal is played twice, once with the challenger on all seats and once with the rival on all seats.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from math import ceil, exp, log, log10
from pathlib import Path
from time import perf_counter
from typing import Any

from flattop.bots import Bot
from flattop.bots.ratings import Rating
from flattop.bots.stats import Z
from flattop.kernel import Action, Outcome
from flattop.lab.formatting import rounded
from flattop.lab.interrupts import defer_interrupts, report_on_interrupt
from flattop.lab.jobs import Progress, Workers, run_jobs
from flattop.lab.simulate import BotSpec, Contest, play_game
from flattop.lab.stats import Moments, Sample, wilson
from flattop.match import Observation


@dataclass(frozen=True, slots=True)
class Duel(Contest):
    """The two bots and the table."""

    game: str
    challenger: BotSpec
    rival: BotSpec
    seats: int
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    deck: Path | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the challenger and of the rival."""
        return self.plan((self.challenger, self.rival)).names

    def check(self) -> None:
        """Raise an error if the table or one of the bots is invalid."""
        self.check_bots((self.challenger, self.rival))


@dataclass(frozen=True, slots=True)
class DealScore:
    """Score of one deal.  The rival's own values are set only in cooperative games."""

    wins: float  # the challenger's share of wins, averaged over seats
    points: float  # ahead of the best other seat; of a team, its points
    rivals_wins: float = 0.0
    rivals_points: float = 0.0
    times: tuple[float, ...] = ()  # seconds of each decision of the challenger


class DuelResult:
    """Sums over the deals played so far."""

    def __init__(self, duel: Duel, scores: Iterable[DealScore] = ()) -> None:
        self.duel, self.seconds = duel, 0.0
        self._wins, self._rivals_wins = Sample(), Moments()
        self._points, self._gain, self._times = Moments(), Moments(), TimeHistogram()
        for score in scores:
            self.add(score)

    def add(self, score: DealScore) -> None:
        self._wins.add(score.wins)
        self._rivals_wins.add(score.rivals_wins)
        self._points.add(score.points)
        self._gain.add(score.points - score.rivals_points)
        self._times.add(score.times)

    @property
    def deals(self) -> int:
        return self._wins.size

    @property
    def fair(self) -> float:
        """The share of wins of an equal bot; in cooperative games, the share of deals the rival wins."""
        return self._rivals_wins.mean if self.duel.is_cooperative else 1 / self.duel.seats

    @property
    def wins(self) -> tuple[float, float, float]:
        """The challenger's share of wins with its 95 % interval."""
        return self._wins.mean, *self._wins.interval()

    @property
    def points(self) -> tuple[float, float, float]:
        """Mean points (see `DealScore.points`) with their 95 % interval."""
        return self._points.mean, *self._points.interval()

    @property
    def gain(self) -> tuple[float, float, float]:
        """In cooperative games: points of the challenger minus those of the rival on the same deals."""
        return self._gain.mean, *self._gain.interval()

    @property
    def times(self) -> tuple[float, float]:
        """Milliseconds per decision of the challenger: mean and 95th percentile."""
        return 1000 * self._times.mean, 1000 * self._times.quantile(0.95)

    def as_json(self) -> dict[str, Any]:
        duel = self.duel
        report = {
            "game": duel.game,
            "bots": list(duel.names),
            "seats": duel.seats,
            "seed": duel.seed,
            "options": dict(duel.options),
            "deals": self.deals,
            "games": self.deals * (2 if duel.is_cooperative else duel.seats),
            "seconds": round(self.seconds, 1),
            "wins": rounded(self.wins),
            "fair": round(self.fair, 4),
            "points": rounded(self.points),
            "ms": rounded(self.times),
        }
        return report | ({"gain": rounded(self.gain)} if duel.is_cooperative else {})


def run_duel(
    duel: Duel, deals: int, workers: Workers = 1, progress: Progress = lambda more: None
) -> DuelResult:
    """Play all deals.  Except for times, the result does not depend on the number of workers.

    Ctrl-C raises `Stopped` with the result so far, if there is any.
    """
    duel.check()
    result, began = DuelResult(duel), perf_counter()
    scores = defer_interrupts(run_jobs(partial(play_deal, duel), range(deals), workers))
    with report_on_interrupt(lambda: result if result.deals else None), closing(scores):
        for score in scores:
            result.add(score)
            result.seconds = perf_counter() - began
            progress(1)
    return result


def play_deal(duel: Duel, deal: int) -> DealScore:
    times: list[float] = []
    if duel.is_cooperative:
        own = _play(duel, (duel.challenger,) * duel.seats, deal, range(duel.seats), times)
        other = _play(duel, (duel.rival,) * duel.seats, deal, range(0), times)
        return DealScore(bool(own.winners), own.points[0], bool(other.winners), other.points[0], tuple(times))
    wins = points = 0.0
    for seat in range(duel.seats):
        bots = tuple(duel.challenger if n == seat else duel.rival for n in range(duel.seats))
        outcome = _play(duel, bots, deal, range(seat, seat + 1), times)
        wins += 1 / len(outcome.winners) if seat in outcome.winners else 0.0
        points += outcome.points[seat] - max(points for n, points in enumerate(outcome.points) if n != seat)
    return DealScore(wins / duel.seats, points / duel.seats, times=tuple(times))


def _play(
    duel: Duel, seats: tuple[BotSpec, ...], deal: int, timed_seats: range, times: list[float]
) -> Outcome:
    plan = duel.plan(seats)
    bots = [TimedBot(bot, times) if n in timed_seats else bot for n, bot in enumerate(plan.bots(deal))]
    return play_game(plan, deal, bots).outcome


class TimeHistogram:
    """Counts of durations in bins that grow by two percent."""

    STEP = log(1.02)

    def __init__(self) -> None:
        self.count, self.total, self.bins = 0, 0.0, Counter[int]()

    def add(self, durations: Sequence[float]) -> None:
        self.count += len(durations)
        self.total += sum(durations)
        self.bins.update(ceil(log(max(seconds, 1e-9)) / self.STEP) for seconds in durations)

    @property
    def mean(self) -> float:
        return self.total / max(1, self.count)

    def quantile(self, share: float) -> float:
        """Return the upper edge of the bin that holds this quantile, 0 if there are no values."""
        left = share * self.count
        for step, count in sorted(self.bins.items()):
            left -= count
            if left <= 0:
                return exp(step * self.STEP)
        return 0.0


class TimedBot:
    """A bot that measures its decisions, except those with a single option."""

    def __init__(self, bot: Bot, times: list[float]) -> None:
        self.bot, self.times = bot, times

    def choose(self, obs: Observation) -> Action:
        began = perf_counter()
        action = self.bot.choose(obs)
        if len(obs.options) > 1:
            self.times.append(perf_counter() - began)
        return action


# -- ratings from duels, on an Elo-like scale with house at 1000
#
# A duel has shares of wins only, and the duels of one game come from tables of several sizes. A tournament
# has the place of every bot in every game. It is rated by OpenSkill (`tournament/rating.py`), on the same
# scale.

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
