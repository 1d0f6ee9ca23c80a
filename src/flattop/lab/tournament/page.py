"""A report as a page: one HTML file without scripts."""

from __future__ import annotations

from flattop.games import game as game_of
from flattop.lab.formatting import rounded
from flattop.lab.ratings import MIDDLE
from flattop.lab.report_html import Mark, Section, document, dots, figure, grid, heat, paragraph, table
from flattop.lab.tournament.report import Report, Row, findings, percent, points

RATING = (
    "The line is house, or where it does not play their mean. Four hundred more win ten times as often. An "
    "interval is where a rating lies with 95 %, as far as the luck of the deals goes. Rated by OpenSkill's "
    "Plackett–Luce model over the places of every game."
)
AHEAD = "In how many of the games at one table the row came out ahead of the column; a tie counts half."
BEYOND = "By how many points the row was beyond the column on the same deals."


def page(report: Report) -> str:
    held = report.standing.tournament
    title = f"{game_of(held.game).title}: a tournament"
    lead = "".join(paragraph(line, "lead" if n == 0 else "") for n, line in enumerate(findings(report)))
    sections = [
        Section("ranking", "The ranking", grid([_ranking(report)])),
        Section("strength", "How strong they are", grid([_strength(report), _cross(report)])),
        Section("order", "What is decided", grid([_order(report)])),
    ]
    digest = report.standing.digest.hexdigest()[:16]
    foot = f"Seed {held.seed}, digest {digest}; the same words play the same games."
    return document(title, lead, sections, paragraph(foot, "note"))


def _strength(report: Report) -> str:
    marks = [_mark(row) for row in report.rows]
    if report.is_shared:
        title, note = "Points a deal", "With 95 % intervals, over deals."
        plot = dots(title, marks, lambda value: f"{value:.1f}")
    else:
        title, note = "Ratings", RATING
        plot = dots(title, marks, lambda value: f"{MIDDLE + value:.0f}")
    rows = [[row.name, _shown(row)] for row in report.rows]
    return figure(title, plot, table(["bot", title.lower()], rows, [1]), note)


def _mark(row: Row) -> Mark:
    if row.rating is None:
        mean, low, high = rounded(row.points)
        return Mark(row.name, mean or 0.0, low, high, loud=row.rank == 1)
    value, low, high = (one - MIDDLE for one in row.rating)
    return Mark(row.name, value, low, high, loud=row.rank == 1)


def _shown(row: Row) -> str:
    return points(row.points) if row.rating is None else str(row.rating)


def _ranking(report: Report) -> str:
    strength = ["succeeds"] if report.is_shared else ["rating", "wins"]
    columns = ["", "bot", *strength, "points", "ms a decision"]
    rows = [_in_numbers(row) for row in report.rows]
    return figure("In numbers", "", table(columns, rows, range(2, len(columns))), wide=True)


def _in_numbers(row: Row) -> list[str]:
    rating = [] if row.rating is None else [str(row.rating)]
    return [str(row.rank), row.name, *rating, percent(row.wins), points(row.points), f"{row.ms:.1f}"]


def _cross(report: Report) -> str:
    names = [row.name for row in report.rows]
    bots = [row.bot for row in report.rows]
    values = [[report.against(a, b)[0] if a != b else None for b in bots] for a in bots]
    written = points if report.is_shared else percent
    cells = [
        [name, *(written(report.against(a, b)) if a != b else "" for b in bots)]
        for name, a in zip(names, bots, strict=True)
    ]
    short = (lambda value: f"{value:+.1f}") if report.is_shared else (lambda value: f"{value:.0%}")
    title, note = ("Row beyond column", BEYOND) if report.is_shared else ("Row ahead of column", AHEAD)
    numbers = table(["", *names], cells, range(1, len(names) + 1))
    return figure(title, heat(title, names, names, values, short), numbers, note)


def _order(report: Report) -> str:
    columns = ["bot", "before", "ahead by", "decided"]
    rows = [
        [
            report.names[step.bot],
            report.names[step.next],
            _gap(report, step.gap),
            "yes" if step.is_decided else "no",
        ]
        for step in report.steps
    ]
    what = "in points" if report.is_shared else "in the share of the others that it came out ahead of"
    note = (
        f"Paired on the same deals, {what}. The intervals hold all at once with {report.until or 95:g} %, "
        "over all pairs of bots and all looks."
    )
    return figure("From each to the next", "", table(columns, rows, [2]), note, wide=True)


def _gap(report: Report, gap: tuple[float, float, float]) -> str:
    return points(gap, "+") if report.is_shared else percent(gap)
