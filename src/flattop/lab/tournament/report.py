"""What came of a tournament: the ranking, everybody against everybody, and how sure each of it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isinf
from typing import Any, NamedTuple

from flattop.bots.ratings import Rating
from flattop.games import game as game_of
from flattop.lab.formatting import counted, rounded
from flattop.lab.tournament.rating import ratings
from flattop.lab.tournament.standings import Standing, Step, looks, steps

Interval = tuple[float, float, float]  # a value, and where the true one lies with 95 %


class Row(NamedTuple):
    """One bot in its rank."""

    rank: int
    bot: int
    name: str
    rating: Rating | None  # teams have none
    wins: Interval  # the share of its games; of teams, in how many they succeed
    points: Interval
    ms: float  # for a decision


@dataclass
class Report:
    """All of it; times stand apart, for they are the only thing that differs from run to run."""

    standing: Standing
    wanted: int  # deals, at most
    until: float | None  # per cent of confidence, where it was to stop early
    seconds: float

    @property
    def is_shared(self) -> bool:
        return self.standing.tournament.is_shared

    @property
    def names(self) -> tuple[str, ...]:
        return self.standing.tournament.names

    @property
    def games(self) -> int:
        return len(self.standing.history)

    @cached_property
    def rows(self) -> list[Row]:
        """The best first."""
        rated = [None] * len(self.names) if self.is_shared else ratings(self.standing)
        return [self._row(rank, bot, rated[bot]) for rank, bot in enumerate(self.standing.order, 1)]

    def _row(self, rank: int, bot: int, rating: Rating | None) -> Row:
        here = self.standing
        wins, points = here.wins[bot], here.points[bot]
        ms = 1000 * here.seconds[bot] / max(1, here.decisions[bot])
        own = (wins.mean, *wins.interval())
        return Row(rank, bot, self.names[bot], rating, own, (points.mean, *points.interval()), ms)

    @cached_property
    def steps(self) -> list[Step]:
        """From each bot to the next: what is decided of the order."""
        return steps(self.standing, self.until)

    @property
    def is_decided(self) -> bool:
        return all(step.is_decided for step in self.steps)

    def against(self, bot: int, other: int) -> Interval:
        """The share of meetings that it came out ahead in; of teams, its points beyond the other's."""
        if self.is_shared:
            return self.standing.gap(bot, other, 0.05)
        ahead = self.standing.ahead[bot, other]
        return ahead.mean, *ahead.interval()

    def as_json(self) -> dict[str, Any]:
        from flattop.lab.tournament.report import findings

        here, held = self.standing, self.standing.tournament
        return {
            "game": held.game,
            "bots": list(self.names),
            "seats": held.seats,
            "seed": held.seed,
            "options": dict(game_of(held.game).settings(held.seats, held.given)),
            "deals": here.deals,
            "wanted": self.wanted,
            "games": self.games,
            "until": self.until,
            "looks": looks(here.deals) if self.until else 1,
            "decided": self.is_decided,
            "ranking": [self._row_as_json(row) for row in self.rows],
            "beyond" if self.is_shared else "ahead": self._table(),
            "order": [self._step_as_json(step) for step in self.steps],
            "words": findings(self),
            "digest": here.digest.hexdigest()[:16],
            "times": {"seconds": round(self.seconds, 1), "ms": {r.name: round(r.ms, 3) for r in self.rows}},
        }

    def _row_as_json(self, row: Row) -> dict[str, Any]:
        rating = {} if row.rating is None else {"rating": list(row.rating)}
        return {
            "rank": row.rank, "bot": row.name, **rating,
            "wins": rounded(row.wins), "points": rounded(row.points),
        }  # fmt: skip

    def _table(self) -> dict[str, dict[str, list[float | None]]]:
        bots = self.standing.order
        return {
            self.names[a]: {self.names[b]: rounded(self.against(a, b)) for b in bots if b != a} for a in bots
        }

    def _step_as_json(self, step: Step) -> dict[str, Any]:
        names = {"bot": self.names[step.bot], "next": self.names[step.next]}
        return names | {"gap": rounded(step.gap), "decided": step.is_decided}


PLAYED = "{deals}, each played by every line-up: {games} at {seats}"
ALONE = "{deals}, each played by every bot as a team of its own: {games} at {seats}"


def findings(report: Report) -> list[str]:
    """What a reader wants to know first."""
    return [*_first(report), *_order(report), _ending(report), _played(report)]


def _first(report: Report) -> list[str]:
    best, second = report.rows[:2]
    if report.is_shared:
        more = f"on the same deals it makes {points(report.against(best.bot, second.bot), '+')} more than"
        return [f"{best.name} comes out first: {points(best.points)} points a deal; {more} {second.name}."]
    share = percent(report.against(best.bot, second.bot))
    beats = f"it comes out ahead of {second.name} in {share} of the games in which both sit at one table"
    return [f"{best.name} comes out first, with a rating of {best.rating}; {beats}."]


def _order(report: Report) -> list[str]:
    sure = [step for step in report.steps if step.is_decided]
    open_ = [step for step in report.steps if not step.is_decided]
    confidence = f"{report.until or 95:g} %"
    said = []
    if sure:
        said.append(
            f"Decided, with {confidence} for all of it at once: {'; '.join(_pairs(report, sure, 'before'))}."
        )
    if open_:
        said.append(f"Not decided: {'; '.join(_pairs(report, open_, 'or'))}.")
    return said


def _pairs(report: Report, some: Sequence[Step], word: str) -> list[str]:
    return [f"{report.names[step.bot]} {word} {report.names[step.next]}" for step in some]


def _ending(report: Report) -> str:
    deals, wanted = report.standing.deals, report.wanted
    if not report.until:
        alone = "from which no interval of points is known" if deals == 1 else "looked at once"
        return f"All comparisons are of {counted(deals, 'deal')}, {alone}."
    looked = f"{_times(looks(deals))}, after 8 deals and after each doubling"
    if report.is_decided and deals < wanted:
        stopped = f"It stopped after {deals:,} of at most {wanted:,} deals, for the order was decided"
        return f"{stopped}; looked {looked}."
    return f"It went on for {counted(deals, 'deal')}; looked {looked}."


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _played(report: Report) -> str:
    seats = report.standing.tournament.seats
    line = ALONE if report.is_shared else PLAYED
    deals, games = counted(report.standing.deals, "deal"), counted(report.games, "game")
    return line.format(deals=deals, games=games, seats=counted(seats, "seat")) + "."


def percent(share: Interval) -> str:
    """A difference of shares goes from -100 to 100 %, and no further."""
    mean, low, high = share
    if isinf(low):
        return f"{100 * mean:.0f} %"
    return f"{100 * mean:.0f} % ({100 * max(-1.0, low):.0f} to {100 * min(1.0, high):.0f})"


def points(value: Interval, sign: str = "") -> str:
    mean, low, high = value
    if isinf(low):
        return f"{mean:{sign}.1f}"
    return f"{mean:{sign}.1f} ({low:{sign}.1f} to {high:{sign}.1f})"
