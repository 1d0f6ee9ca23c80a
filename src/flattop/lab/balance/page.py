"""A report as one HTML file, from its JSON alone."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from flattop.lab.balance import figures
from flattop.lab.balance.figures import Figure
from flattop.lab.balance.findings import NAMES, ranged, sized
from flattop.lab.report_html import Mark, Section, document, dots, figure, grid, paragraph, table

NOTE = (
    "Every interval is one of 95 %; a game is its unit, or a pair of games. A claim was tested, and all "
    "claims of a report hold together in 95 of 100 reports (Bonferroni). What stands out in a table does so "
    "among all of its rows, so that at most one in twenty of those is expected to be chance (Benjamini and "
    "Hochberg). All of it is true of these bots: people may see what they do not, and what people enjoy is "
    "not measured."
)


def page(report: dict[str, Any]) -> str:
    """The whole file."""
    sections = [Section(f"table-{i}", _title(one), _body(one)) for i, one in enumerate(report["sections"])]
    compared = [
        Section(f"compared-{i}", _compared_title(one), _comparison(one))
        for i, one in enumerate(report["comparisons"])
    ]
    words = (
        f"{_played(report['sections'])}, by {', '.join(dict.fromkeys(report['bots']))} bots, "
        f"with seed {report['seed']}."
    )
    lead = paragraph(words, "lead") + _findings(report["findings"])
    return document(f"Balance: {report['title']}", lead, [*compared, *sections], paragraph(NOTE, "note"))


def _played(sections: list[dict[str, Any]]) -> str:
    """How many games; whoever pressed Ctrl-C has not as many of each table."""
    fewest, most = (bound(one["games"] for one in sections) for bound in (min, max))
    return f"{most:,} games for each table" if fewest == most else f"{fewest:,} to {most:,} games for a table"


def _findings(findings: list[dict[str, Any]]) -> str:
    parts = []
    for kind, title in (("claim", "What was found"), ("measure", "What was measured")):
        lines = "".join(f"<li>{escape(one['words'])}</li>" for one in findings if one["kind"] == kind)
        if lines:
            parts.append(f'<h2>{title}</h2><ul class="findings">{lines}</ul>')
    return "".join(parts)


def _title(section: dict[str, Any]) -> str:
    return sized(section, "tables").capitalize()


def _body(section: dict[str, Any]) -> str:
    never = figures.untouched(section)
    wide = figure(
        "Never came up", "", never, "Known to the rules' words, met in none of these games.", wide=True
    )
    return grid([one.html() for one in all_figures(section)] + ([wide] if never else []))


def all_figures(section: dict[str, Any]) -> Iterator[Figure]:
    """Every figure of a table, as far as there is something to show."""
    if section["rivals"]:
        yield figures.wins(section)
        if section["turns"]:
            yield figures.wins(section, "turns")
        yield figures.counts(section, "margin", "From the first to the second", "points")
        yield figures.counts(section, "lead changes", "Changes of the lead", "changes")
        yield figures.counts(section, "lead", "When the lead changed last", "tenth of the game")
    yield figures.counts(section, "points", "Points", "points")
    yield figures.counts(section, "decisions", "Decisions in a game", "decisions")
    yield figures.counts(section, "minutes", "Minutes in a game", "minutes")
    yield figures.counts(section, "options", "Options of a decision", "options")
    yield from _more(section)


def _more(section: dict[str, Any]) -> Iterator[Figure]:
    if len(section["endings"]) > 1:
        yield figures.endings(section)
    if len(section["sources"]) > 1:
        yield figures.sources(section)
    if section["matter"]["decisions"]:
        yield figures.matter(section)
    for zone in dict.fromkeys(card["zone"] for card in section["cards"]):
        yield figures.cards(section, zone)
    yield figures.things(section)


def _compared_title(comparison: dict[str, Any]) -> str:
    return f"{comparison['variant']} beside {comparison['against']}, at {comparison['seats']} seats"


def _comparison(comparison: dict[str, Any]) -> str:
    """Differences by the same luck, as a plot of how clear they are and as a table of what they are."""
    rows, marks = [], []
    for row in comparison["differences"]:
        name, form = NAMES[row["name"]]
        middle, low, high = row["difference"]
        half = (high - low) / 2 if high is not None and low is not None else 0
        if half:
            marks.append(Mark(name, middle / half, middle / half - 1, middle / half + 1, row["stands_out"]))
        stands_out = "stands out" if row["stands_out"] else ""
        rows.append([name, ranged(row["difference"], form, signed=True), stands_out])
    title = "How clear each difference is, in half widths of its interval"
    plot = dots(title, marks, figures.signed) if marks else ""
    note = "The same seeds and the same luck of the bots on both sides; a pair of games is the unit."
    return grid([figure(title, plot, table(["what", "difference", ""], rows), note, wide=True)])
