"""Duels: one bot against another on the same deals.

In a game with rivals a deal is played once for every seat: the challenger has that seat, and the rival bot
has all the others.  So neither the cards nor the seat favour one of them.  In a cooperative or solo game a
deal is played twice, once with the challenger on all seats and once with the rival on all seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from math import ceil, exp, log
from pathlib import Path
from time import perf_counter
from typing import Any

from flattop.bots import Bot
from flattop.kernel import Action, Outcome
from flattop.lab.formatting import rounded
from flattop.lab.interrupts import defer_interrupts, report_on_interrupt
from flattop.lab.jobs import Progress, Workers, run_jobs
from flattop.lab.simulate import BotSpec, Contest, play_game
from flattop.lab.stats import Moments, Sample
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
