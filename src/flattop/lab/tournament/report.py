"""The report of a tournament: ranking, pairwise comparison and order, as values, JSON and sentences."""

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
from flattop.lab.tournament.standings import Standings, Step, steps, tests_done

Interval = tuple[float, float, float]  # a value with the ends of its 95 % interval


class Row(NamedTuple):
    """One bot of the ranking."""

    rank: int
    bot: int
    name: str
    rating: Rating | None  # None in cooperative games
    wins: Interval  # share of its games; in cooperative games, share of successes
    points: Interval
    ms: float  # per decision


@dataclass
class Report:
    """All results.  Only times differ between runs of the same tournament."""

    standings: Standings
    wanted: int  # deals, at most
    until: float | None  # confidence in percent at which to stop early
    seconds: float

    @property
    def is_cooperative(self) -> bool:
        return self.standings.tournament.is_cooperative

    @property
    def names(self) -> tuple[str, ...]:
        return self.standings.tournament.names

    @property
    def games(self) -> int:
        return len(self.standings.history)

    @property
    def digest(self) -> str:
        return self.standings.digest.hexdigest()[:16]

    @cached_property
    def rows(self) -> list[Row]:
        """The ranking, best bot first."""
        standings = self.standings
        rated = [None] * len(self.names) if self.is_cooperative else ratings(standings)
        rows = []
        for rank, bot in enumerate(standings.order, 1):
            wins, points = standings.wins[bot], standings.points[bot]
            ms = 1000 * standings.seconds[bot] / max(1, standings.decisions[bot])
            share, score = (wins.mean, *wins.interval()), (points.mean, *points.interval())
            rows.append(Row(rank, bot, self.names[bot], rated[bot], share, score, ms))
        return rows

    @cached_property
    def steps(self) -> list[Step]:
        """Each bot with the next one in the order."""
        return steps(self.standings, self.until)

    @property
    def is_decided(self) -> bool:
        return all(step.is_decided for step in self.steps)

    def against(self, bot: int, other: int) -> Interval:
        """Return the share of meetings that `bot` won; in cooperative games, its lead in points."""
        if self.is_cooperative:
            return self.standings.gap(bot, other, 0.05)
        ahead = self.standings.ahead[bot, other]
        return ahead.mean, *ahead.interval()

    def as_json(self) -> dict[str, Any]:
        standings, tournament = self.standings, self.standings.tournament
        order = standings.order
        return {
            "game": tournament.game,
            "bots": list(self.names),
            "seats": tournament.seats,
            "seed": tournament.seed,
            "options": dict(game_of(tournament.game).settings(tournament.seats, tournament.options)),
            "deals": standings.deals,
            "wanted": self.wanted,
            "games": self.games,
            "until": self.until,
            "looks": tests_done(standings.deals) if self.until else 1,
            "decided": self.is_decided,
            "ranking": [
                {
                    "rank": row.rank,
                    "bot": row.name,
                    **({} if row.rating is None else {"rating": list(row.rating)}),
                    "wins": rounded(row.wins),
                    "points": rounded(row.points),
                }
                for row in self.rows
            ],
            "beyond" if self.is_cooperative else "ahead": {
                self.names[a]: {self.names[b]: rounded(self.against(a, b)) for b in order if b != a}
                for a in order
            },
            "order": [
                {
                    "bot": self.names[step.bot],
                    "next": self.names[step.next],
                    "gap": rounded(step.gap),
                    "decided": step.is_decided,
                }
                for step in self.steps
            ],
            "words": findings(self),
            "digest": self.digest,
            "times": {
                "seconds": round(self.seconds, 1),
                "ms": {row.name: round(row.ms, 3) for row in self.rows},
            },
        }


# -- sentences


def findings(report: Report) -> list[str]:
    """Return the main results as sentences: the winner, the order, when it ended, and how much was played."""
    deals, games = counted(report.standings.deals, "deal"), counted(report.games, "game")
    seats = counted(report.standings.tournament.seats, "seat")
    by = "every bot as its own team" if report.is_cooperative else "every line-up"
    played = f"{deals}, each played by {by}: {games} at {seats}."
    order = []
    if decided := [step for step in report.steps if step.is_decided]:
        confidence = f"{report.until or 95:g} % confidence for all of it together"
        order.append(f"Decided, with {confidence}: {_pairs(report, decided, 'before')}.")
    if undecided := [step for step in report.steps if not step.is_decided]:
        order.append(f"Not decided: {_pairs(report, undecided, 'or')}.")
    best, second = report.rows[:2]
    lead = report.against(best.bot, second.bot)
    if report.is_cooperative:
        score = f"{points(best.points)} points a deal; on the same deals it scores {points(lead, '+')} more"
        winner = f"{best.name} comes out first: {score} than {second.name}."
    else:
        beats = f"it finishes ahead of {second.name} in {percent(lead)} of the games in which both play"
        winner = f"{best.name} comes out first, with a rating of {best.rating}; {beats}."
    return [winner, *order, _ending(report), played]


def _pairs(report: Report, some: Sequence[Step], word: str) -> str:
    return "; ".join(f"{report.names[step.bot]} {word} {report.names[step.next]}" for step in some)


def _ending(report: Report) -> str:
    deals, wanted = report.standings.deals, report.wanted
    if not report.until:
        note = "which gives no interval of points" if deals == 1 else "tested once"
        return f"All comparisons are over {counted(deals, 'deal')}, {note}."
    tests = tests_done(deals)
    tested = f"tested {'once' if tests == 1 else f'{tests} times'}, after 8 deals and after each doubling"
    if report.is_decided and deals < wanted:
        return (
            f"It stopped after {deals:,} of at most {wanted:,} deals, when the order was decided; {tested}."
        )
    return f"It ran for {counted(deals, 'deal')}; {tested}."


def percent(share: Interval) -> str:
    """Format a share, or a difference of shares, with its interval clipped to ±100 %."""
    mean, low, high = share
    if isinf(low):
        return f"{100 * mean:.0f} %"
    return f"{100 * mean:.0f} % ({100 * max(-1.0, low):.0f} to {100 * min(1.0, high):.0f})"


def points(value: Interval, sign: str = "") -> str:
    mean, low, high = value
    if isinf(low):
        return f"{mean:{sign}.1f}"
    return f"{mean:{sign}.1f} ({low:{sign}.1f} to {high:{sign}.1f})"
