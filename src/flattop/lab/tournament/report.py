"""The report of a tournament: results as values, findings as sentences, and the HTML page without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isinf
from typing import Any, NamedTuple

from flattop.bots.ratings import Rating
from flattop.games import game as game_of
from flattop.lab.duel import MIDDLE
from flattop.lab.formatting import counted, rounded
from flattop.lab.report_html import Mark, Section, document, dots, figure, grid, heat, paragraph, table
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


# -- HTML page

RATING_NOTE = (
    "The line is the rating of house, or the mean of all bots if house does not play. A bot rated 400 points "
    "higher wins ten times as often. Intervals are 95 % confidence intervals over deals. Rated with "
    "OpenSkill's Plackett–Luce model from the places of every game."
)
AHEAD_NOTE = (
    "Share of the games with both bots in which the row finished ahead of the column; a tie counts half."
)
BEYOND_NOTE = "Points of the row minus points of the column on the same deals."


def page(report: Report) -> str:
    tournament = report.standings.tournament
    title = f"{game_of(tournament.game).title}: a tournament"
    lead = "".join(paragraph(line, "lead" if n == 0 else "") for n, line in enumerate(findings(report)))
    sections = [
        Section("ranking", "The ranking", grid([_ranking(report)])),
        Section("strength", "Strength", grid([_strength(report), _cross_table(report)])),
        Section("order", "The order", grid([_order(report)])),
    ]
    footer = f"Seed {tournament.seed}, digest {report.digest}. The same command plays the same games."
    return document(title, lead, sections, paragraph(footer, "note"))


def _ranking(report: Report) -> str:
    strength = ["succeeds"] if report.is_cooperative else ["rating", "wins"]
    columns = ["", "bot", *strength, "points", "ms a decision"]
    rows = []
    for row in report.rows:
        rating = [] if row.rating is None else [str(row.rating)]
        numbers = [*rating, percent(row.wins), points(row.points), f"{row.ms:.1f}"]
        rows.append([str(row.rank), row.name, *numbers])
    return figure("In numbers", "", table(columns, rows, range(2, len(columns))), wide=True)


def _strength(report: Report) -> str:
    marks = []
    for row in report.rows:
        values = rounded(row.points) if row.rating is None else [value - MIDDLE for value in row.rating]
        mean, low, high = values
        marks.append(Mark(row.name, mean or 0.0, low, high, loud=row.rank == 1))
    if report.is_cooperative:
        title, note = "Points a deal", "With 95 % intervals, over deals."
        plot = dots(title, marks, lambda value: f"{value:.1f}")
    else:
        title, note = "Ratings", RATING_NOTE
        plot = dots(title, marks, lambda value: f"{MIDDLE + value:.0f}")
    rows = [[row.name, points(row.points) if row.rating is None else str(row.rating)] for row in report.rows]
    return figure(title, plot, table(["bot", title.lower()], rows, [1]), note)


def _cross_table(report: Report) -> str:
    names = [row.name for row in report.rows]
    bots = [row.bot for row in report.rows]
    values = [[report.against(a, b)[0] if a != b else None for b in bots] for a in bots]
    written = points if report.is_cooperative else percent
    cells = [
        [name, *(written(report.against(a, b)) if a != b else "" for b in bots)]
        for name, a in zip(names, bots, strict=True)
    ]
    short = (lambda value: f"{value:+.1f}") if report.is_cooperative else (lambda value: f"{value:.0%}")
    if report.is_cooperative:
        title, note = "Row minus column", BEYOND_NOTE
    else:
        title, note = "Row ahead of column", AHEAD_NOTE
    numbers = table(["", *names], cells, range(1, len(names) + 1))
    return figure(title, heat(title, names, names, values, short), numbers, note)


def _order(report: Report) -> str:
    columns = ["bot", "before", "ahead by", "decided"]
    rows = [
        [
            report.names[step.bot],
            report.names[step.next],
            points(step.gap, "+") if report.is_cooperative else percent(step.gap),
            "yes" if step.is_decided else "no",
        ]
        for step in report.steps
    ]
    unit = "in points" if report.is_cooperative else "in the share of meetings won"
    note = (
        f"Paired on the same deals, {unit}. All intervals hold together with {report.until or 95:g} % "
        "confidence, over all pairs of bots and all tests."
    )
    return figure("From each to the next", "", table(columns, rows, [2]), note, wide=True)
