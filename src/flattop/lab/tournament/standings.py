"""The deals so far as sums; a deal is the unit of all intervals, for its games share their luck."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, pairwise

from flattop.lab.stats import Moments, Sample
from flattop.lab.tournament.deal import Deal, End, LineUp, Tournament

Ranking = tuple[LineUp, tuple[int, ...]]  # who sat where, and in which place each came out


class Standing:
    """What is known of every bot and of every pair of them."""

    def __init__(self, tournament: Tournament) -> None:
        bots = range(len(tournament.bots))
        self.tournament, self.deals, self.digest = tournament, 0, sha256()
        self.wins = [Sample() for _ in bots]
        self.points = [Moments() for _ in bots]
        self.scores = [Moments() for _ in bots]
        self.gaps = {pair: Moments() for pair in combinations(bots, 2)}
        self.ahead = {(a, b): Sample() for a in bots for b in bots if a != b}
        self.decisions, self.seconds = [0 for _ in bots], [0.0 for _ in bots]
        self.kinds: dict[Ranking, int] = {}
        self.history = array("L")  # of every game, which of the kinds it was

    def add(self, deal: Deal) -> None:
        self.deals += 1
        self.digest.update(deal.digest.encode())
        self._add_bots(deal)
        self._add_pairs(deal)
        for end in deal.ends:
            self.history.append(self.kinds.setdefault((end.line_up, end.places), len(self.kinds)))
        for bot, (count, seconds) in enumerate(deal.times):
            self.decisions[bot] += count
            self.seconds[bot] += seconds

    def _add_bots(self, deal: Deal) -> None:
        for bot in range(len(self.wins)):
            seats = [(end, seat) for end in deal.ends for seat, who in enumerate(end.line_up) if who == bot]
            won = sum(self._part_of_win(end, seat) for end, seat in seats)
            self.wins[bot].add(won / len(seats))
            self.points[bot].add(sum(end.points[seat] for end, seat in seats) / len(seats))

    def _part_of_win(self, end: End, seat: int) -> float:
        if seat not in end.winners:
            return 0.0
        return 1.0 if self.tournament.is_shared else 1 / len(end.winners)

    def _add_pairs(self, deal: Deal) -> None:
        if self.tournament.is_shared:
            scores = [float(end.points[0]) for end in deal.ends]
        else:
            scores = self._add_meetings(deal)
        for bot, score in enumerate(scores):
            self.scores[bot].add(score)
        for (a, b), gap in self.gaps.items():
            gap.add(scores[a] - scores[b])

    def _add_meetings(self, deal: Deal) -> list[float]:
        """The share of the others that each bot was ahead of, where they sat at one table."""
        bots = len(self.wins)
        shares = {pair: Moments() for pair in self.ahead}
        for end in deal.ends:
            for a, b, share in _meetings(end):
                shares[a, b].add(share)
        for pair, some in shares.items():
            self.ahead[pair].add(some.mean)
        return [sum(shares[a, b].mean for b in range(bots) if b != a) / (bots - 1) for a in range(bots)]

    @property
    def order(self) -> list[int]:
        """The bots, the best first; those that come out even in the order in which they were named."""
        return sorted(range(len(self.scores)), key=lambda bot: -self.scores[bot].mean)

    def gap(self, a: int, b: int, alpha: float) -> tuple[float, float, float]:
        """By how much the one is ahead of the other on the same deals, with its interval."""
        if a > b:
            mean, low, high = self.gap(b, a, alpha)
            return -mean, -high, -low
        return self.gaps[a, b].mean, *self.gaps[a, b].interval(alpha, 1.0)

    def rankings(self) -> list[Ranking]:
        """Every game, in the order in which they were played."""
        kinds = list(self.kinds)
        return [kinds[kind] for kind in self.history]


def _meetings(end: End) -> Iterator[tuple[int, int, float]]:
    for seat, a in enumerate(end.line_up):
        for other, b in enumerate(end.line_up):
            if a != b:
                own, theirs = end.places[seat], end.places[other]
                yield a, b, 0.5 if own == theirs else float(own < theirs)


FIRST = 8  # deals before the first look


@dataclass(frozen=True, slots=True)
class Step:
    """One bot and the next in the order: by how much it is ahead, and whether that is sure."""

    bot: int
    next: int
    gap: tuple[float, float, float]

    @property
    def is_decided(self) -> bool:
        return self.gap[1] > 0


def is_look(deals: int) -> bool:
    return deals >= FIRST and deals % FIRST == 0 and (deals // FIRST).bit_count() == 1


def looks(deals: int) -> int:
    """How often one has looked after so many deals, the end included."""
    before = sum(1 for power in range(64) if FIRST << power < deals)
    return before + 1


def allowance(until: float | None, deals: int) -> float:
    """The chance to err that one comparison of all pairs has."""
    if until is None:
        return 0.05
    look = looks(deals)
    return (1 - until / 100) / (look * (look + 1))


def steps(standing: Standing, until: float | None) -> list[Step]:
    """The order with its gaps, which all hold at once."""
    alpha = allowance(until, standing.deals) / len(standing.gaps)
    order = standing.order
    return [Step(a, b, standing.gap(a, b, alpha)) for a, b in pairwise(order)]


def is_decided(standing: Standing, until: float | None) -> bool:
    return all(step.is_decided for step in steps(standing, until))
