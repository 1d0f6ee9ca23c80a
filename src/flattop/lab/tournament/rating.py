"""Ratings of a tournament: OpenSkill's Plackett–Luce model over the places of every game, on our own scale.

A rating of OpenSkill moves from game to game, so the order of the games would show.  Therefore all are gone
through several times, forward and back, and a rating is its mean on the way; and since ratings spread while
they are unsure, the scale is reckoned with the doubt that was left.  One tied game of every two bots comes on
top, so that who loses every game is not endlessly weak.  Four hundred more win ten times as often, and house
has 1000; where it does not play, their mean has.

The interval: all is rated again with each tenth of the deals left out in turn, and what that changes says
how much the luck of the deals may have moved a rating (a jackknife over deals).  Where a bot loses every game
nothing changes, yet nobody knows how weak it is: an interval is never narrower than so many games allow.
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
from flattop.kernel import FlattopError
from flattop.lab.ratings import MIDDLE, ORIGIN, SCALE
from flattop.lab.stats import student
from flattop.lab.tournament.standings import Ranking, Standing

PARTS = 10  # of the deals, each left out once
PASSES, AGAIN = 5, 2  # over all games: at first, and from what is known already
CALM = 0.7  # of the doubt that is left after the first pass, with which every further one begins
NORMAL = 0.05  # the chance that an interval leaves out what is true


class NoRatings(FlattopError):
    """Nobody is there who could rate."""


def model() -> Any:
    """Bots do not change from game to game, so nothing makes OpenSkill forget (tau)."""
    try:
        return import_module("openskill.models").PlackettLuce(tau=0.0)
    except ImportError:
        raise NoRatings("ratings need openskill, which is missing: pip install '.[lab]'") from None


def ratings(standing: Standing) -> list[Rating]:
    """Of every bot, on the basis of all deals so far."""
    tournament = standing.tournament
    names, games = tournament.names, standing.rankings()
    rater = Rater(len(names), tournament.seats, names.index(ORIGIN) if ORIGIN in names else None)
    whole = rater.fit(games)
    values = rater.scaled(whole)
    margins = map(
        max, _margins(rater, games, tournament.games_a_deal, whole), rater.least_margins(games, values)
    )
    return [
        Rating(round(value), round(value - margin), round(value + margin))
        for value, margin in zip(values, margins, strict=True)
    ]


def _margins(rater: Rater, games: Sequence[Ranking], a_deal: int, whole: Fit) -> list[float]:
    deals = len(games) // a_deal
    parts = min(PARTS, deals)
    rows = [
        rater.scaled(rater.fit([game for n, game in enumerate(games) if n // a_deal % parts != part], whole))
        for part in range(parts)
        if parts > 1
    ]
    return [_margin([row[bot] for row in rows]) for bot in range(rater.bots)]


def _margin(values: Sequence[float]) -> float:
    parts = len(values)
    if parts < 2:
        return float(SCALE * 10)  # one deal says nothing
    middle = sum(values) / parts
    variance = (parts - 1) / parts * sum((value - middle) ** 2 for value in values)
    return student(NORMAL, parts - 1) * sqrt(variance)


class Fit(NamedTuple):
    """Means and doubts of all bots, on OpenSkill's scale."""

    means: list[float]
    doubts: list[float]  # after the first pass
    doubt: float  # mean square of those in the last pass


class Rater:
    """Goes through games again and again."""

    def __init__(self, bots: int, seats: int, origin: int | None) -> None:
        self.bots, self.seats, self.origin, self.model = bots, seats, origin, model()
        self.ties: list[Ranking] = [(pair, (1, 1)) for pair in combinations(range(bots), 2)]

    def fit(self, games: Sequence[Ranking], known: Fit | None = None) -> Fit:
        games = [*self.ties, *games]
        if known is None:
            start = [self.model.rating() for _ in range(self.bots)]
            first = self._pass(start, games)[0]
            known = Fit([one.mu for one in first], [one.sigma for one in first], 0.0)
            passes = PASSES
        else:
            passes = AGAIN
        means, doubt = known.means, 0.0
        for number in range(passes):
            start = [
                self.model.rating(mu=mean, sigma=CALM * doubt)
                for mean, doubt in zip(means, known.doubts, strict=True)
            ]
            _, means, doubt = self._pass(start, games if number % 2 else games[::-1])
        return Fit(means, known.doubts, doubt)

    def _pass(self, skills: list[Any], games: Sequence[Ranking]) -> tuple[list[Any], list[float], float]:
        """Through all games once: where it ends, the mean on the way, and the mean square of the doubts."""
        sums, doubt = [0.0] * self.bots, 0.0
        for line_up, places in games:
            self._rate(skills, line_up, places)
            sums = [total + one.mu for total, one in zip(sums, skills, strict=True)]
            doubt += sum(skills[bot].sigma ** 2 for bot in line_up) / len(line_up)
        return skills, [total / len(games) for total in sums], doubt / len(games)

    def _rate(self, skills: list[Any], line_up: Sequence[int], places: Sequence[int]) -> None:
        """One game."""
        after = self.model.rate([[skills[bot]] for bot in line_up], ranks=list(places))
        if len(line_up) <= self.bots:
            for bot, (new,) in zip(line_up, after, strict=True):
                skills[bot] = new
        else:
            for bot in range(self.bots):
                own = [new for who, (new,) in zip(line_up, after, strict=True) if who == bot]
                skills[bot] = self._joined(skills[bot], own)

    def _joined(self, old: Any, seats: Sequence[Any]) -> Any:
        """A bot that has several seats learns from each of them."""
        mean, doubt = old.mu, old.sigma
        for new in seats:
            mean += new.mu - old.mu
            doubt *= new.sigma / old.sigma
        return self.model.rating(mu=mean, sigma=doubt)

    def least_margins(self, games: Sequence[Ranking], values: Sequence[float]) -> list[float]:
        """What so many games can tell at most: little of a bot that wins none."""
        told = [0.0] * self.bots
        for (line_up, _), times in Counter([*self.ties, *games]).items():
            for bot, other in permutations(line_up, 2):
                chance = 1 / (1 + 10 ** ((values[other] - values[bot]) / SCALE))
                told[bot] += times * chance * (1 - chance) * 2 / len(line_up)
        own = [1 / one for one in told]
        fixed = own[self.origin] if self.origin is not None else 0.0
        reach = [Z * SCALE / log(10) * sqrt(one + fixed) for one in own]
        return [0.0 if bot == self.origin else one for bot, one in enumerate(reach)]

    def scaled(self, fit: Fit) -> list[float]:
        middle = fit.means[self.origin] if self.origin is not None else sum(fit.means) / self.bots
        unit = SCALE / log(10) / sqrt(self.seats * (self.model.beta**2 + fit.doubt))
        return [MIDDLE + unit * (mean - middle) for mean in fit.means]
