"""The report of a tournament as an HTML page without scripts."""

from __future__ import annotations

from flattop.games import game as game_of
from flattop.lab.formatting import rounded
from flattop.lab.ratings import MIDDLE
from flattop.lab.report_html import Mark, Section, document, dots, figure, grid, heat, paragraph, table
from flattop.lab.tournament.report import Report, findings, percent, points

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
