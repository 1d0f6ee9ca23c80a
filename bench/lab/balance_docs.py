"""Writes docs/balance/GAME.md from the reports of `bench.lab.all_balance`.

python -m bench.lab.balance_docs FOLDER [GAME …] [--html FOLDER]

Figures, tables and pictures are replaced; the text between the marks "by hand" and "end" in a file is kept.
With --html every report is also written as an HTML page.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.arguments import argument_parser
from bench.lab.all_balance import WANTED
from flattop.lab.balance.findings import NAMES, points, ranged, win_points
from flattop.lab.balance.page import Figure, cards, distribution, page, sources, wins
from flattop.lab.report_html import picture

DOCS = Path(__file__).parents[2] / "docs" / "balance"
BEGIN, END = "<!-- by hand -->\n", "<!-- end -->\n"
ROWS, MAX_UNCOVERED = 6, 12
SIZES = (
    "first seat", "first turn", "success", "points", "decisions", "minutes", "options", "single", "margin",
    "shared", "lead changes", "lead taken",
)  # fmt: skip

Report = dict[str, Any]


def main() -> None:
    parser = argument_parser(__doc__)
    parser.add_argument("folder", type=Path, help="folder with the reports")
    parser.add_argument(
        "games", nargs="*", metavar="GAME", default=list(WANTED), help="keys of games; all if none is given"
    )
    parser.add_argument("--html", type=Path, metavar="FOLDER", help="also write HTML pages to this folder")
    args = parser.parse_args()
    (DOCS / "pictures").mkdir(parents=True, exist_ok=True)
    for key in args.games:
        reports = {name: read(args.folder / f"{key}{name}.json") for name in ("", "-tables", "-options")}
        if usual := reports[""]:
            path = DOCS / f"{key}.md"
            path.write_text(text(key, usual, reports["-tables"], reports["-options"], by_hand(path)), "utf-8")
        for name, report in reports.items():
            if report and args.html:
                args.html.mkdir(parents=True, exist_ok=True)
                (args.html / f"{key}{name}.html").write_text(page(report), "utf-8")


def read(path: Path) -> Report | None:
    return json.loads(path.read_text("utf-8")) if path.exists() else None


def by_hand(path: Path) -> str:
    """Return the text that was written by hand into the file."""
    old = path.read_text("utf-8") if path.exists() else ""
    return old.partition(BEGIN)[2].partition(END)[0]


def text(key: str, usual: Report, tables: Report | None, options: Report | None, notes: str) -> str:
    """Return the complete file."""
    section = usual["sections"][0]
    seats = f"{section['seats']} {'seat' if section['seats'] == 1 else 'seats'}"
    parts = [
        f"# Balance of {usual['title']}\n",
        f"{usual['games']:,} games of house bots at {seats}, every option at its default, seed "
        f"{usual['seed']}; [how to read it](README.md). The game: [{usual['title']}](../games/{key}.md). The "
        "figures are written by `python -m bench.lab.balance_docs`.\n",
        "## What was found\n",
        "".join(
            f"* **{finding['words']}**\n" if finding["kind"] == "claim" else f"* {finding['words']}\n"
            for finding in usual["findings"]
        ),
        f"## What a designer would change\n\n{BEGIN}{notes}{END}",
        "## Plots\n",
        *[drawn(key, figure) for figure in pictures(section)],
        *_sizes(tables),
        *_cards(section),
        *_options(options),
        *_uncovered(section),
    ]
    return "\n".join(parts)


def pictures(section: Report) -> Iterator[Figure]:
    """Yield the most informative"""
    if section["rivals"]:
        turns = section["turns"] and section["turns_alike"] < section["wins_alike"]
        yield wins(section, "turns" if turns else "wins")
    yield distribution(section, "points", "Points", "points")
    yield distribution(section, "minutes", "Minutes in a game", "minutes")
    if len(section["sources"]) > 1:
        yield sources(section)
    for zone in zones(section):
        yield cards(section, zone)


def zones(section: Report) -> list[str]:
    return list(dict.fromkeys(card["zone"] for card in section["cards"]))


def drawn(key: str, figure: Figure) -> str:
    """Write the plot as a file and return the link to it."""
    name = f"pictures/{key}-{figure.name}.svg"
    (DOCS / name).write_text(picture(figure.plot), "utf-8")
    return f"![{figure.title}]({name})"


def _sizes(tables: Report | None) -> Iterator[str]:
    """Yield a table with a row for each number of seats; some may be cooperative and others not."""
    if not tables:
        return
    sections = tables["sections"]
    names = [name for name in SIZES if any(name in section["headline"] for section in sections)]
    heads = ["seats", *[NAMES[name][0] for name in names], "a decision moves, points of win share"]
    yield f"\n## Tables of every size\n\n{tables['games']:,} games at each.\n"
    yield f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}"
    for section in sections:
        head = section["headline"]
        cells = [ranged(head[name], NAMES[name][1]) if name in head else "–" for name in names]
        swing = f"{100 * (section['matter']['swing'][0] or 0):.1f}" if section["rivals"] else "–"
        yield f"| {section['seats']} | {' | '.join(cells)} | {swing} |"


def _cards(section: Report) -> Iterator[str]:
    """Yield the best and the worst cards of each zone."""
    if section["cards"]:
        note = "Paired playouts, compared with another card of the pile. Bold: significant among all cards."
        yield f"\n## What cards are worth\n\n{note}"
    for zone in zones(section):
        rows = [card for card in section["cards"] if card["zone"] == zone]
        by = "wins" if section["rivals"] and rows[0]["held"] else "points"
        rows.sort(key=lambda card: -card[by][0])
        share = "win share" if section["rivals"] else "success"
        yield f"\n| {rows[0]['place'].lower()} | pairs | points of {share} | points |\n|---|---|---|---|"
        shown = rows if len(rows) <= 2 * ROWS else [*rows[:ROWS], *rows[-ROWS:]]
        for card in shown:
            name = f"**{card['name']}**" if card["stands_out"] else card["name"]
            yield f"| {name} | {card['pairs']:,} | {win_points(card['wins'])} | {points(card['points'])} |"
        if len(shown) < len(rows):
            yield f"\nThe first and the last {ROWS} of {len(rows)}."


def _options(options: Report | None) -> Iterator[str]:
    """Yield a table of the compared options."""
    if not options:
        return
    comparisons = options["comparisons"]
    games = f"{options['games']:,} pairs of games"
    yield f"\n## Options compared\n\n{games} with the same seeds. Bold: significant.\n"
    heads = [f"{one['variant']} compared with {one['against']}, {one['seats']} seats" for one in comparisons]
    yield f"| what | {' | '.join(heads)} |\n|---|{'---|' * len(heads)}"
    for i, name in enumerate(row["name"] for row in comparisons[0]["differences"]):
        label, form = NAMES[name]
        cells = []
        for comparison in comparisons:
            row = comparison["differences"][i]
            value = ranged(row["difference"], form, signed=True)
            cells.append(f"**{value}**" if row["stands_out"] else value)
        yield f"| {label} | {' | '.join(cells)} |"


def _uncovered(section: Report) -> Iterator[str]:
    """Yield a table of steps, events and verbs that did not occur."""
    rows = [
        f"| {kind} | `{entry['name']}` | {' '.join(entry['words'].split()).replace('|', '/')} |"
        for kind in ("steps", "events", "verbs never open", "verbs never taken")
        for entry in section["untouched"][kind]
    ]
    if not rows:
        return
    games = f"{section['games']:,} games"
    yield f"\n## Never came up\n\nNot reached in {games}, of all that the game has texts for.\n"
    yield "| kind | name | words |\n|---|---|---|"
    yield from rows[:MAX_UNCOVERED]
    if len(rows) > MAX_UNCOVERED:
        yield f"\nAnd {len(rows) - MAX_UNCOVERED} more, listed in the full report."


if __name__ == "__main__":
    main()
