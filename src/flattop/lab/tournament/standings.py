"""The standings of a tournament, and the sequential test by which the order of the bots is decided.

The unit of all intervals is the deal, because the games of one deal share their cards.

With `--until` the order is tested after 8, 16, 32 … deals.  Repeated tests would inflate the error, so the
n-th test may use 1/(n(n+1)) of the allowed error; these add up to all of it.  A test compares all pairs of
bots on the same deals, Bonferroni-corrected.  The order is decided when every bot is significantly ahead of
the next.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, pairwise

from flattop.lab.stats import Moments, Sample
from flattop.lab.tournament.deal import Deal, LineUp, Tournament

FIRST_TEST = 8  # deals

Ranking = tuple[LineUp, tuple[int, ...]]  # the bot on each seat, and the place of each seat


class Standings:
    """Sums over the deals so far, for every bot and every pair of bots."""

    def __init__(self, tournament: Tournament) -> None:
        bots = range(len(tournament.bots))
        self.tournament, self.deals, self.digest = tournament, 0, sha256()
        self.wins = [Sample() for _ in bots]
        self.points = [Moments() for _ in bots]
        self.scores = [Moments() for _ in bots]  # what bots are ranked by, see `_scores`
        self.gaps = {pair: Moments() for pair in combinations(bots, 2)}  # of scores on the same deals
        self.ahead = {(a, b): Sample() for a in bots for b in bots if a != b}  # share of meetings
        self.decisions, self.seconds = [0 for _ in bots], [0.0 for _ in bots]
        self.rankings_seen: dict[Ranking, int] = {}  # numbered in the order of their first game
        self.history = array("L")  # for every game, the number of its ranking

    def add(self, deal: Deal) -> None:
        self.deals += 1
        self.digest.update(deal.digest.encode())
        for bot in range(len(self.wins)):
            seats = [(game, seat) for game in deal.results for seat, i in enumerate(game.line_up) if i == bot]
            won = sum(
                1.0 if self.tournament.is_cooperative else 1 / len(game.winners)
                for game, seat in seats
                if seat in game.winners
            )
            self.wins[bot].add(won / len(seats))
            self.points[bot].add(sum(game.points[seat] for game, seat in seats) / len(seats))
        scores = self._scores(deal)
        for bot, score in enumerate(scores):
            self.scores[bot].add(score)
        for (a, b), gap in self.gaps.items():
            gap.add(scores[a] - scores[b])
        for game in deal.results:
            ranking = game.line_up, game.places
            self.history.append(self.rankings_seen.setdefault(ranking, len(self.rankings_seen)))
        for bot, (count, seconds) in enumerate(deal.times):
            self.decisions[bot] += count
            self.seconds[bot] += seconds

    def _scores(self, deal: Deal) -> list[float]:
        """Return the score of each bot: points in cooperative games, else its share of won meetings.

        Two bots meet whenever they sit at one table; a tie counts half.
        """
        if self.tournament.is_cooperative:
            return [float(game.points[0]) for game in deal.results]
        shares = {pair: Moments() for pair in self.ahead}
        for game in deal.results:
            for a, own in zip(game.line_up, game.places, strict=True):
                for b, other in zip(game.line_up, game.places, strict=True):
                    if a != b:
                        shares[a, b].add(0.5 if own == other else float(own < other))
        for pair, share in shares.items():
            self.ahead[pair].add(share.mean)
        bots = len(self.wins)
        return [sum(shares[a, b].mean for b in range(bots) if b != a) / (bots - 1) for a in range(bots)]

    @property
    def order(self) -> list[int]:
        """The bots by descending score; ties keep the order in which the bots were named."""
        return sorted(range(len(self.scores)), key=lambda bot: -self.scores[bot].mean)

    def gap(self, a: int, b: int, alpha: float) -> tuple[float, float, float]:
        """Return the difference of two bots' scores on the same deals, with its interval."""
        if a > b:
            mean, low, high = self.gap(b, a, alpha)
            return -mean, -high, -low
        return self.gaps[a, b].mean, *self.gaps[a, b].interval(alpha, 1.0)

    def rankings(self) -> list[Ranking]:
        """Return the ranking of every game, in the order of play."""
        rankings = list(self.rankings_seen)
        return [rankings[number] for number in self.history]


# -- the stopping rule


@dataclass(frozen=True, slots=True)
class Step:
    """One bot and the next in the order, with the difference of their scores and its interval."""

    bot: int
    next: int
    gap: tuple[float, float, float]

    @property
    def is_decided(self) -> bool:
        return self.gap[1] > 0


def is_test(deals: int) -> bool:
    """True if the order is tested after this number of deals."""
    return deals >= FIRST_TEST and deals % FIRST_TEST == 0 and (deals // FIRST_TEST).bit_count() == 1


def tests_done(deals: int) -> int:
    """Return the number of tests up to this number of deals, with the one at the end."""
    before = sum(1 for power in range(64) if FIRST_TEST << power < deals)
    return before + 1


def allowed_error(until: float | None, deals: int) -> float:
    """Return the significance level of the test after this number of deals, for all pairs together."""
    if until is None:
        return 0.05
    test = tests_done(deals)
    return (1 - until / 100) / (test * (test + 1))


def steps(standings: Standings, until: float | None) -> list[Step]:
    """Return the order with simultaneous intervals of its gaps."""
    alpha = allowed_error(until, standings.deals) / len(standings.gaps)
    return [Step(a, b, standings.gap(a, b, alpha)) for a, b in pairwise(standings.order)]


def is_decided(standings: Standings, until: float | None) -> bool:
    return all(step.is_decided for step in steps(standings, until))
