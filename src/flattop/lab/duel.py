"""A duel: one bot against another on the same deals, each seat taken in turn.

Against others a deal is played once for every seat, with the challenger there and its rival in all the
others, so that neither a good deal nor a good seat is anybody's luck.  Together or alone a deal is played
twice: by challengers only, and by rivals only.
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
from flattop.lab.interrupts import each_whole, what_is_done
from flattop.lab.jobs import Progress, Workers, spread
from flattop.lab.simulate import Contest, Rank, played
from flattop.lab.stats import Moments, Sample
from flattop.match import Observation


@dataclass(frozen=True, slots=True)
class Duel(Contest):
    """Who challenges whom, and at what table."""

    game: str
    challenger: Rank
    rival: Rank
    seats: int
    seed: int = 0
    given: Mapping[str, Any] = field(default_factory=dict)
    deck: Path | None = None

    def check(self) -> None:
        """Whatever is wrong is said before the first game."""
        self.check_bots((self.challenger, self.rival))


@dataclass(frozen=True, slots=True)
class Score:
    """What one deal brought the challenger, and the rival beside it where both play for themselves."""

    wins: float  # the share of the win, over all seats
    points: float  # ahead of the best other; of a team, all that it made
    rivals_wins: float = 0.0
    rivals_points: float = 0.0
    times: tuple[float, ...] = ()  # seconds for each decision of the challenger


class Standing:
    """All deals so far, as sums."""

    def __init__(self, duel: Duel, scores: Iterable[Score] = ()) -> None:
        self.duel, self.seconds = duel, 0.0
        self._wins, self._rivals_wins = Sample(), Moments()
        self._points, self._gain, self._times = Moments(), Moments(), Times()
        for score in scores:
            self.add(score)

    def add(self, one: Score) -> None:
        self._wins.add(one.wins)
        self._rivals_wins.add(one.rivals_wins)
        self._points.add(one.points)
        self._gain.add(one.points - one.rivals_points)
        self._times.add(one.times)

    @property
    def deals(self) -> int:
        return self._wins.size

    @property
    def fair(self) -> float:
        """The challenger's share of the wins if it played like its rival; of teams, the rivals' success."""
        return self._rivals_wins.mean if self.duel.is_shared else 1 / self.duel.seats

    @property
    def wins(self) -> tuple[float, float, float]:
        """The share of the wins and its interval, which a few deals that came out all alike do not close."""
        return self._wins.mean, *self._wins.interval()

    @property
    def points(self) -> tuple[float, float, float]:
        return self._points.mean, *self._points.interval()

    @property
    def gain(self) -> tuple[float, float, float]:
        """Points of the challenger's teams beyond those of its rivals' on the same deals."""
        return self._gain.mean, *self._gain.interval()

    @property
    def times(self) -> tuple[float, float]:
        """Milliseconds that the challenger thought about a decision: on average, and 95 of 100 at most."""
        return 1000 * self._times.mean, 1000 * self._times.most(0.95)

    def as_json(self) -> dict[str, Any]:
        duel, shared = self.duel, self.duel.is_shared
        names = duel.plan((duel.challenger, duel.rival)).names
        report = {
            "game": duel.game,
            "bots": list(names),
            "seats": duel.seats,
            "seed": duel.seed,
            "options": dict(duel.given),
            "deals": self.deals,
            "games": self.deals * (2 if shared else duel.seats),
            "seconds": round(self.seconds, 1),
            "wins": rounded(self.wins),
            "fair": round(self.fair, 4),
            "points": rounded(self.points),
            "ms": rounded(self.times),
        }
        return report | ({"gain": rounded(self.gain)} if shared else {})


def fight(duel: Duel, deals: int, workers: Workers = 1, progress: Progress = lambda more: None) -> Standing:
    """Play all deals; the same standing, but for times, whatever the number of workers.

    Ctrl-C is `Stopped` with the standing so far, if there is any.
    """
    duel.check()
    standing, began = Standing(duel), perf_counter()
    work = each_whole(spread(partial(score, duel), range(deals), workers))
    with what_is_done(lambda: standing if standing.deals else None), closing(work) as scores:
        for one in scores:
            standing.add(one)
            standing.seconds = perf_counter() - began
            progress(1)
    return standing


def score(duel: Duel, deal: int) -> Score:
    """One deal, in each seat or by each team."""
    return _as_teams(duel, deal) if duel.is_shared else _in_each_seat(duel, deal)


def _as_teams(duel: Duel, deal: int) -> Score:
    times: list[float] = []
    own, other = (_end(duel, (rank,) * duel.seats, deal, at, times) for rank, at in _teams(duel))
    return Score(bool(own.winners), own.points[0], bool(other.winners), other.points[0], tuple(times))


def _teams(duel: Duel) -> list[tuple[Rank, range]]:
    return [(duel.challenger, range(duel.seats)), (duel.rival, range(0))]


def _in_each_seat(duel: Duel, deal: int) -> Score:
    times: list[float] = []
    wins = points = 0.0
    for seat in range(duel.seats):
        seated = tuple(duel.challenger if n == seat else duel.rival for n in range(duel.seats))
        end = _end(duel, seated, deal, range(seat, seat + 1), times)
        wins += 1 / len(end.winners) if seat in end.winners else 0.0
        points += end.points[seat] - max(points for n, points in enumerate(end.points) if n != seat)
    return Score(wins / duel.seats, points / duel.seats, times=tuple(times))


def _end(duel: Duel, seated: tuple[Rank, ...], deal: int, timed: range, times: list[float]) -> Outcome:
    plan = duel.plan(seated)
    bots = [Timed(bot, times) if n in timed else bot for n, bot in enumerate(plan.bots(deal))]
    return played(plan, deal, bots).outcome


class Times:
    """Seconds of any number of decisions, counted in steps of two per cent."""

    STEP = log(1.02)

    def __init__(self) -> None:
        self.count, self.total, self.steps = 0, 0.0, Counter[int]()

    def add(self, seconds: Sequence[float]) -> None:
        self.count += len(seconds)
        self.total += sum(seconds)
        self.steps.update(ceil(log(max(one, 1e-9)) / self.STEP) for one in seconds)

    @property
    def mean(self) -> float:
        return self.total / max(1, self.count)

    def most(self, share: float) -> float:
        """What such a share of them did not exceed."""
        left = share * self.count
        for step, count in sorted(self.steps.items()):
            left -= count
            if left <= 0:
                return exp(step * self.STEP)
        return 0.0


class Timed:
    """A bot whose decisions are timed, where it has more than one option."""

    def __init__(self, bot: Bot, times: list[float]) -> None:
        self.bot, self.times = bot, times

    def choose(self, obs: Observation) -> Action:
        began = perf_counter()
        action = self.bot.choose(obs)
        if len(obs.options) > 1:
            self.times.append(perf_counter() - began)
        return action
