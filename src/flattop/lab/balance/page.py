"""The report of a study as one HTML page, made from its JSON alone."""

from __future__ import annotations

from html import escape
from typing import Any

from flattop.lab.balance import figures
from flattop.lab.balance.findings import NAMES, ranged, sized
from flattop.lab.report_html import Mark, Section, document, dots, figure, grid, paragraph, table

NOTE = (
    "All intervals are 95 % confidence intervals; their unit is a game or a pair of games. Claims were "
    "tested, and all claims of a report are true together in 95 of 100 reports (Bonferroni). Rows that stand "
    "out in a table are significant at a false discovery rate of 5 % (Benjamini–Hochberg). All results hold "
    "for these bots: people may play differently, and fun is not measured."
)


def page(report: dict[str, Any]) -> str:
    sections = []
    for i, section in enumerate(report["sections"]):
        parts = [one.html() for one in figures.all_figures(section)]
        if never := figures.uncovered(section):
            note = "The game has texts for these, but they did not occur in any of the games."
            parts.append(figure("Never came up", "", never, note, wide=True))
        sections.append(Section(f"table-{i}", sized(section, "tables").capitalize(), grid(parts)))
    compared = [
        Section(
            f"compared-{i}",
            f"{comparison['variant']} compared with {comparison['against']}, at {comparison['seats']} seats",
            _comparison_body(comparison),
        )
        for i, comparison in enumerate(report["comparisons"])
    ]
    # After Ctrl-C the tables may have different numbers of games.
    fewest, most = (bound(section["games"] for section in report["sections"]) for bound in (min, max))
    games = f"{most:,} games for each table"
    if fewest < most:
        games = f"{fewest:,} to {most:,} games for a table"
    bots = ", ".join(dict.fromkeys(report["bots"]))
    lead = paragraph(f"{games}, by {bots} bots, with seed {report['seed']}.", "lead")
    for kind, title in (("claim", "What was found"), ("measure", "What was measured")):
        words = [finding["words"] for finding in report["findings"] if finding["kind"] == kind]
        if words:
            lines = "".join(f"<li>{escape(sentence)}</li>" for sentence in words)
            lead += f'<h2>{title}</h2><ul class="findings">{lines}</ul>'
    return document(f"Balance: {report['title']}", lead, [*compared, *sections], paragraph(NOTE, "note"))


def _comparison_body(comparison: dict[str, Any]) -> str:
    """Return the differences as a plot in half widths of their intervals, and as a table of their values."""
    rows, marks = [], []
    for row in comparison["differences"]:
        name, form = NAMES[row["name"]]
        middle, low, high = row["difference"]
        half = (high - low) / 2 if high is not None and low is not None else 0
        if half:
            marks.append(Mark(name, middle / half, middle / half - 1, middle / half + 1, row["stands_out"]))
        stands_out = "stands out" if row["stands_out"] else ""
        rows.append([name, ranged(row["difference"], form, signed=True), stands_out])
    title = "Each difference in half widths of its interval"
    plot = dots(title, marks, figures.signed) if marks else ""
    note = "Both sides use the same seeds, for the deals and for the bots; the unit is a pair of games."
    return grid([figure(title, plot, table(["value", "difference", ""], rows), note, wide=True)])
