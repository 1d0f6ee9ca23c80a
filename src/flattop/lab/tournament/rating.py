"""Ratings of a tournament: OpenSkill's Plackett-Luce model over the places of every game, on our own scale.

An OpenSkill rating moves from game to game, so the order of the games would matter.  Therefore all games are
passed several times, forward and backward, and a rating is its mean over a pass.  Ratings spread while they
are uncertain, so the scale is computed with the remaining uncertainty.  One tied game between every two bots
is added, so that the rating of a bot that loses every game stays finite.  A bot rated 400 points higher wins
ten times as often.  house has 1000; if it does not play, the mean of all bots has 1000.

Intervals come from a jackknife over deals: all is rated again with each tenth of the deals left out in turn.
If a bot loses every game, nothing changes by that, although its weakness is unknown.  So an interval is never
narrower than the Fisher information of the games allows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from itertools import combinations, permutations
from math import log, sqrt
from typing import Any, NamedTuple

from flattop.bots.ratings import Rating
from flattop.bots.stats import Z
from flattop.extras import missing
from flattop.kernel import FlattopError
from flattop.lab.duel import MIDDLE, ORIGIN, SCALE
from flattop.lab.stats import student_quantile
from flattop.lab.tournament.standings import Ranking, Standings

PARTS = 10  # jackknife groups
FIRST_PASSES, FURTHER_PASSES = 5, 2  # over all games: of the first fit, and of a fit that starts from it
SIGMA_FACTOR = 0.7  # of the sigma after the first pass, with which every further pass starts
ALPHA = 0.05


class NoRatings(FlattopError):
    """The rating library is not installed."""


def model() -> Any:
    """Return the OpenSkill model.  Bots do not change between games, so tau is 0."""
    try:
        return import_module("openskill.models").PlackettLuce(tau=0.0)
    except ImportError:
        raise NoRatings(f"ratings need {missing('openskill', 'lab')}") from None


def ratings(standings: Standings) -> list[Rating]:
    """Return the rating of every bot, from all deals so far."""
    tournament = standings.tournament
    names, games = tournament.names, standings.rankings()
    rater = Rater(len(names), tournament.seats, names.index(ORIGIN) if ORIGIN in names else None)
    fit = rater.fit(games)
    values = rater.scaled(fit)
    margins = map(
        max,
        _jackknife_margins(rater, games, tournament.games_per_deal, fit),
        rater.least_margins(games, values),
    )
    return [
        Rating(round(value), round(value - margin), round(value + margin))
        for value, margin in zip(values, margins, strict=True)
    ]


def _jackknife_margins(rater: Rater, games: Sequence[Ranking], games_per_deal: int, fit: Fit) -> list[float]:
    """Return half widths of the intervals of all bots."""
    parts = min(PARTS, len(games) // games_per_deal)
    if parts < 2:
        return [float(SCALE * 10)] * rater.bots  # one deal says nothing
    rows = [
        rater.scaled(
            rater.fit([game for n, game in enumerate(games) if n // games_per_deal % parts != part], fit)
        )
        for part in range(parts)
    ]
    margins = []
    for bot in range(rater.bots):
        values = [row[bot] for row in rows]
        mean = sum(values) / parts
        variance = (parts - 1) / parts * sum((value - mean) ** 2 for value in values)
        margins.append(student_quantile(ALPHA, parts - 1) * sqrt(variance))
    return margins


class Fit(NamedTuple):
    """Ratings of all bots on OpenSkill's scale."""

    means: list[float]
    sigmas: list[float]  # after the first pass
    variance: float  # mean of the squared sigmas during the last pass


class Pass(NamedTuple):
    """Result of one pass over all games."""

    ratings: list[Any]  # at the end
    means: list[float]  # over the pass
    variance: float  # mean of the squared sigmas


class Rater:
    """Fits ratings by repeated passes over the games."""

    def __init__(self, bots: int, seats: int, origin: int | None) -> None:
        self.bots, self.seats, self.origin, self.model = bots, seats, origin, model()
        self.ties: list[Ranking] = [(pair, (1, 1)) for pair in combinations(range(bots), 2)]

    def fit(self, games: Sequence[Ranking], start: Fit | None = None) -> Fit:
        games = [*self.ties, *games]
        passes = FURTHER_PASSES
        if start is None:
            first = self._pass([self.model.rating() for _ in range(self.bots)], games).ratings
            start = Fit([rating.mu for rating in first], [rating.sigma for rating in first], 0.0)
            passes = FIRST_PASSES
        means, variance = start.means, 0.0
        for number in range(passes):
            ratings = [
                self.model.rating(mu=mean, sigma=SIGMA_FACTOR * sigma)
                for mean, sigma in zip(means, start.sigmas, strict=True)
            ]
            _, means, variance = self._pass(ratings, games if number % 2 else games[::-1])
        return Fit(means, start.sigmas, variance)

    def _pass(self, ratings: list[Any], games: Sequence[Ranking]) -> Pass:
        """Update the ratings game by game.  A bot on several seats combines the updates of all of them."""
        sums, variance = [0.0] * self.bots, 0.0
        for line_up, places in games:
            after = self.model.rate([[ratings[bot]] for bot in line_up], ranks=list(places))
            updates = [(bot, new) for bot, (new,) in zip(line_up, after, strict=True)]
            if len(line_up) <= self.bots:
                for bot, new in updates:
                    ratings[bot] = new
            else:
                for bot, old in enumerate(list(ratings)):
                    mean, sigma = old.mu, old.sigma
                    for who, new in updates:
                        if who == bot:
                            mean += new.mu - old.mu
                            sigma *= new.sigma / old.sigma
                    ratings[bot] = self.model.rating(mu=mean, sigma=sigma)
            sums = [total + rating.mu for total, rating in zip(sums, ratings, strict=True)]
            variance += sum(ratings[bot].sigma ** 2 for bot in line_up) / len(line_up)
        return Pass(ratings, [total / len(games) for total in sums], variance / len(games))

    def least_margins(self, games: Sequence[Ranking], values: Sequence[float]) -> list[float]:
        """Return the half widths that the Fisher information of the games allows at best."""
        information = [0.0] * self.bots
        for (line_up, _), times in Counter([*self.ties, *games]).items():
            for bot, other in permutations(line_up, 2):
                chance = 1 / (1 + 10 ** ((values[other] - values[bot]) / SCALE))
                information[bot] += times * chance * (1 - chance) * 2 / len(line_up)
        variances = [1 / amount for amount in information]
        origin_variance = variances[self.origin] if self.origin is not None else 0.0
        margins = [Z * SCALE / log(10) * sqrt(variance + origin_variance) for variance in variances]
        return [0.0 if bot == self.origin else margin for bot, margin in enumerate(margins)]

    def scaled(self, fit: Fit) -> list[float]:
        """Convert to our scale."""
        middle = fit.means[self.origin] if self.origin is not None else sum(fit.means) / self.bots
        unit = SCALE / log(10) / sqrt(self.seats * (self.model.beta**2 + fit.variance))
        return [MIDDLE + unit * (mean - middle) for mean in fit.means]
