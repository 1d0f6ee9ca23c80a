"""docs/balance from the reports that `bench.lab.all_balance` has written.

python -m bench.lab.balance_docs FOLDER [GAME …] [--html FOLDER]

Figures, tables and pictures are written anew; what stands between the two marks "by hand" in a file stays.
With --html every report is written as a whole page too.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.lab.all_balance import WANTED
from flattop.lab.balance import figures
from flattop.lab.balance.figures import Figure
from flattop.lab.balance.findings import NAMES, points, ranged, win_points
from flattop.lab.balance.page import page
from flattop.lab.report_html import picture

DOCS = Path(__file__).parents[2] / "docs" / "balance"
BEGIN, END = "<!-- by hand -->\n", "<!-- end -->\n"
ROWS, NEVER = 6, 12
SIZES = (
    "first seat", "first turn", "success", "points", "decisions", "minutes", "options", "single", "margin",
    "shared", "lead changes", "lead taken",
)  # fmt: skip

Report = dict[str, Any]


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    words.add_argument("folder", type=Path)
    words.add_argument("games", nargs="*", metavar="GAME", default=list(WANTED))
    words.add_argument("--html", type=Path, metavar="FOLDER")
    given = words.parse_args()
    (DOCS / "pictures").mkdir(parents=True, exist_ok=True)
    for key in given.games:
        reports = {name: read(given.folder / f"{key}{name}.json") for name in ("", "-tables", "-options")}
        if usual := reports[""]:
            path = DOCS / f"{key}.md"
            path.write_text(text(key, usual, reports["-tables"], reports["-options"], by_hand(path)), "utf-8")
        for name, one in reports.items():
            if one and given.html:
                given.html.mkdir(parents=True, exist_ok=True)
                (given.html / f"{key}{name}.html").write_text(page(one), "utf-8")


def read(path: Path) -> Report | None:
    return json.loads(path.read_text("utf-8")) if path.exists() else None


def by_hand(path: Path) -> str:
    """What a person has written into the file."""
    old = path.read_text("utf-8") if path.exists() else ""
    return old.partition(BEGIN)[2].partition(END)[0]


def text(key: str, usual: Report, tables: Report | None, options: Report | None, judged: str) -> str:
    """The whole file."""
    section = usual["sections"][0]
    seats = f"{section['seats']} {'seat' if section['seats'] == 1 else 'seats'}"
    parts = [
        f"# Balance of {usual['title']}\n",
        f"{usual['games']:,} games of house bots at {seats}, every option at its default, seed "
        f"{usual['seed']}; [how to read it](README.md). The game: [{usual['title']}](../games/{key}.md). The "
        "figures are written by `python -m bench.lab.balance_docs`.\n",
        "## What was found\n",
        "\n".join(f"* {_bold(one)}" for one in usual["findings"]) + "\n",
        f"## What a designer would change\n\n{BEGIN}{judged}{END}",
        "## Plots\n",
        *[drawn(key, one) for one in pictures(section)],
        *_sizes(tables),
        *_cards(section),
        *_options(options),
        *_never(section),
    ]
    return "\n".join(parts)


def _bold(finding: Report) -> str:
    return f"**{finding['words']}**" if finding["kind"] == "claim" else str(finding["words"])


def pictures(section: Report) -> Iterator[Figure]:
    """The few that say most."""
    if section["rivals"]:
        turns = section["turns"] and section["turns_alike"] < section["wins_alike"]
        yield figures.wins(section, "turns" if turns else "wins")
    yield figures.counts(section, "points", "Points", "points")
    yield figures.counts(section, "minutes", "Minutes in a game", "minutes")
    if len(section["sources"]) > 1:
        yield figures.sources(section)
    for zone in zones(section):
        yield figures.cards(section, zone)


def zones(section: Report) -> list[str]:
    return list(dict.fromkeys(card["zone"] for card in section["cards"]))


def drawn(key: str, one: Figure) -> str:
    """The picture as a file, and where it is shown."""
    name = f"pictures/{key}-{one.name}.svg"
    (DOCS / name).write_text(picture(one.plot), "utf-8")
    return f"![{one.title}]({name})"


def _sizes(tables: Report | None) -> Iterator[str]:
    """Every size of table beside each other; at some all may play together, at others not."""
    if not tables:
        return
    sections = tables["sections"]
    names = [name for name in SIZES if any(name in section["headline"] for section in sections)]
    heads = ["seats", *[NAMES[name][0] for name in names], "a decision moves, points of win share"]
    yield f"\n## Tables of every size\n\n{tables['games']:,} games at each.\n"
    yield f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}"
    for section in sections:
        head = section["headline"]
        said = [ranged(head[name], NAMES[name][1]) if name in head else "–" for name in names]
        yield f"| {section['seats']} | {' | '.join(said)} | {_swing(section)} |"


def _swing(section: Report) -> str:
    if not section["rivals"]:
        return "–"
    return f"{100 * (section['matter']['swing'][0] or 0):.1f}"


def _cards(section: Report) -> Iterator[str]:
    """The best and the worst of each kind of place."""
    if section["cards"]:
        said = "By pairs, beside another card of the pile; in bold what stands out among all."
        yield f"\n## What cards are worth\n\n{said}"
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
    if not options:
        return
    said = f"{options['games']:,} pairs of games by the same luck; in bold what stands out."
    yield f"\n## Options compared\n\n{said}\n"
    names = [row["name"] for row in options["comparisons"][0]["differences"]]
    heads = [
        f"{one['variant']} beside {one['against']}, {one['seats']} seats" for one in options["comparisons"]
    ]
    yield f"| what | {' | '.join(heads)} |\n|---|{'---|' * len(heads)}"
    for i, name in enumerate(names):
        said, form = NAMES[name]
        rows = [one["differences"][i] for one in options["comparisons"]]
        yield f"| {said} | {' | '.join(_difference(row, form) for row in rows)} |"


def _difference(row: Report, form: str) -> str:
    said = ranged(row["difference"], form, signed=True)
    return f"**{said}**" if row["stands_out"] else said


def _never(section: Report) -> Iterator[str]:
    never = section["untouched"]
    rows = [
        f"| {kind} | `{entry['name']}` | {' '.join(entry['words'].split()).replace('|', '/')} |"
        for kind in ("steps", "events", "verbs never open", "verbs never taken")
        for entry in never[kind]
    ]
    if not rows:
        return
    yield f"\n## Never came up\n\nIn {section['games']:,} games, of what the game has words for.\n"
    yield "| kind | name | words |\n|---|---|---|"
    yield from rows[:NEVER]
    if len(rows) > NEVER:
        yield f"\nAnd {len(rows) - NEVER} more, which the report names."


if __name__ == "__main__":
    main()
