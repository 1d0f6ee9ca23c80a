"""The HTML page of a balance report, made from its JSON alone: figures with plots, tables and notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from html import escape
from typing import Any, NamedTuple

from flattop.kernel.options import ORDINALS
from flattop.lab.balance.findings import NAMES, clear, hundredths, percent, points, ranged, sized, win_points
from flattop.lab.report_html import (
    Mark,
    Section,
    bars,
    document,
    dots,
    figure,
    grid,
    histogram,
    paragraph,
    table,
)

MAX_BINS, MAX_ROWS = 24, 12
MIN_DECISIONS = 30  # of a verb that is drawn
OBSERVED_NOTE = "Observed, not causal: winners take more of everything."
PAIRED_NOTE = (
    "Paired playouts: the same table with this card or another card of its pile in one place, played on "
    "with the same seed. Highlighted dots are significant among all of them (Benjamini–Hochberg)."
)
DECISIONS_NOTE = (
    "The bot's choice compared with a random other option, both played to the end with the same seed. "
    "Two seeds are used, so that chance cancels out. The interval is that of the mean square."
)

ReportSection = dict[str, Any]


class Figure(NamedTuple):
    """A figure; its name is that of its picture file."""

    name: str
    title: str
    plot: str
    numbers: str
    note: str = ""

    def html(self) -> str:
        return figure(self.title, self.plot, self.numbers, self.note)


def all_figures(section: ReportSection) -> Iterator[Figure]:
    """Yield all figures of a table that have something to show."""
    if section["rivals"]:
        yield wins(section)
        if section["turns"]:
            yield wins(section, "turns")
        yield distribution(section, "margin", "From the first to the second", "points")
        yield distribution(section, "lead changes", "Changes of the lead", "changes")
        yield distribution(section, "lead", "When the lead changed last", "tenth of the game")
    yield distribution(section, "points", "Points", "points")
    yield distribution(section, "decisions", "Decisions in a game", "decisions")
    yield distribution(section, "minutes", "Minutes in a game", "minutes")
    yield distribution(section, "options", "Options of a decision", "options")
    if len(section["endings"]) > 1:
        yield endings(section)
    if len(section["sources"]) > 1:
        yield sources(section)
    if section["matter"]["decisions"]:
        yield decisions(section)
    for zone in dict.fromkeys(card["zone"] for card in section["cards"]):
        yield cards(section, zone)
    yield options(section)


def wins(section: ReportSection, name: str = "wins") -> Figure:
    """Return the shares of wins by seat, or with name "turns" by turn order."""
    title = "Wins by seat" if name == "wins" else "Wins by turn: who decides first, second, …"
    labels = [ORDINALS[place].capitalize() for place in range(section["seats"])]
    marks = [_mark(label, values) for label, values in zip(labels, section[name], strict=True)]
    fair = 1 / section["seats"]
    note = f"Equal seats would differ as much in {100 * section[f'{name}_alike']:.1f} % of such runs."
    rows = [[label, percent(values)] for label, values in zip(labels, section[name], strict=True)]
    return Figure(name, title, bars(title, marks, share, fair), table(["", "share of wins"], rows), note)


def distribution(section: ReportSection, name: str, title: str, unit: str) -> Figure:
    binned = bins(section["spread"][name])
    plot = histogram(title, binned, unit)
    numbers = table([unit, "times"], [[label, f"{count:,}"] for label, count in binned], numbers=[1])
    return Figure(name.replace(" ", "-"), title, plot, numbers)


def bins(counted: Sequence[Sequence[int]], most: int = MAX_BINS) -> list[tuple[str, int]]:
    """Return labelled counts of sorted `[value, count]` pairs, in about `most` bins of equal width."""
    low, high = counted[0][0], counted[-1][0]
    wide = -(-(high - low + 1) // most)
    wide = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if step >= wide)
    start = low // wide * wide
    counts = [0] * ((high - start) // wide + 1)
    for value, count in counted:
        counts[(value - start) // wide] += count
    firsts = [start + wide * i for i in range(len(counts))]
    labels = [f"{first}" if wide == 1 else f"{first}–{first + wide - 1}" for first in firsts]
    return list(zip(labels, counts, strict=True))


def endings(section: ReportSection) -> Figure:
    rows = section["endings"]
    marks = [_mark(row["reason"], row["share"]) for row in rows[:MAX_ROWS]]
    numbers = table(["ending", "games"], [[row["reason"], percent(row["share"])] for row in rows])
    return Figure("endings", "How it ends", bars("How it ends", marks, share), numbers)


def sources(section: ReportSection) -> Figure:
    """Return the sources of points, for a seat on average and for the winner."""
    marks, rows = [], []
    for row in section["sources"]:
        marks.append(_mark(f"{row['title']}: everybody", row["each"]))
        marks.append(_mark(f"{row['title']}: the winner", row["winner"])._replace(loud=True))
        rows.append([row["title"], ranged(row["each"], "{:.1f}"), ranged(row["winner"], "{:.1f}")])
    title = "Where the points come from"
    numbers = table(["source", "a seat on average", "the winner"], rows)
    return Figure("sources", title, bars(title, marks, lambda value: f"{value:.1f}"), numbers)


def decisions(section: ReportSection) -> Figure:
    """Return the impact of decisions by verb."""
    by_wins, verbs = section["rivals"], section["matter"]["verbs"]
    swing, changed = ("swing", "changed") if by_wins else ("points_swing", "points_changed")
    swings = [hundredths(verb[swing]) if by_wins else verb[swing] for verb in verbs]
    title = f"What a decision moves, apart from chance, in points{' of win share' if by_wins else ''}"
    drawn = [
        (verb["words"], values)
        for verb, values in zip(verbs, swings, strict=True)
        if verb["decisions"] >= MIN_DECISIONS
    ]
    drawn.sort(key=lambda pair: -(pair[1][0] or 0))
    marks = [_mark(label, values) for label, values in drawn]
    rows = [
        [verb["words"], f"{verb['decisions']:,}", percent(verb[changed]), ranged(values, "{:.1f}")]
        for verb, values in zip(verbs, swings, strict=True)
    ]
    columns = ["the bot's choice", "tried", "the result changes", "moves"]
    plot = dots(title, marks[:MAX_ROWS], lambda value: f"{value:.1f}") if marks else ""
    return Figure("matter", title, plot, table(columns, rows, numbers=[1]), DECISIONS_NOTE)


def cards(section: ReportSection, zone: str) -> Figure:
    """Return the values of the cards in one zone; the plot has the best and the worst of them."""
    rows = [card for card in section["cards"] if card["zone"] == zone]
    by_wins = section["rivals"] and rows[0]["held"]
    key, scale = ("wins", 100) if by_wins else ("points", 1)
    rows.sort(key=lambda card: (-card[key][0], card["name"]))
    drawn = rows if len(rows) <= MAX_ROWS else [*rows[: MAX_ROWS // 2], *rows[-MAX_ROWS // 2 :]]
    marks = [
        _mark(card["name"], [scale * value for value in card[key]])._replace(loud=card["stands_out"])
        for card in drawn
    ]
    each = "" if rows[0]["held"] or not section["rivals"] else " to each seat"
    title = f"{rows[0]['place']}: worth in points{' of win share' if by_wins else each}"
    numbers = table(
        ["card", "pairs", "win share, points", "points", ""],
        [
            [
                card["name"],
                f"{card['pairs']:,}",
                win_points(card["wins"]),
                points(card["points"]),
                "stands out" if card["stands_out"] else "",
            ]
            for card in rows
        ],
        numbers=[1],
    )
    note = PAIRED_NOTE
    if len(drawn) < len(rows):
        note += f" The plot has the {MAX_ROWS // 2} best and the {MAX_ROWS // 2} worst of {len(rows)}."
    return Figure(f"cards-{zone}", title, dots(title, marks, signed), numbers, note)


def options(section: ReportSection) -> Figure:
    """Return all options: how often each was offered and taken, and the wins of seats with and without it."""
    rows = sorted(section["things"], key=lambda row: (row["verb"], row["kind"], -row["offered"]))
    compared = [row for row in rows if row["difference"] and row["kind"]]
    compared.sort(key=lambda row: -clear(row["difference"]))
    marks = [
        _mark(_option_label(row), hundredths(row["difference"]))
        for row in sorted(compared[:MAX_ROWS], key=lambda row: -row["difference"][0])
    ]
    title = f"Taken or not: {'wins' if section['rivals'] else 'success'} with it and without, in points"
    numbers = table(
        ["option", "offered to", "taken by", "times", "with", "without", "difference"],
        [
            [
                _option_label(row),
                share(row["offered"]),
                share(row["taken"]),
                f"{row['times']:,}",
                "" if row["with"] is None else share(row["with"]),
                "" if row["without"] is None else share(row["without"]),
                win_points(row["difference"]) if row["difference"] else "",
            ]
            for row in rows
        ],
        numbers=[1, 2, 3, 4, 5],
    )
    note = f"{OBSERVED_NOTE} Seats that took the option are compared with seats that could have taken it."
    return Figure("things", title, dots(title, marks, signed) if marks else "", numbers, note)


def _option_label(row: dict[str, Any]) -> str:
    return f"{row['words']} – {row['name']}" if row["name"] else str(row["words"])


def uncovered(section: ReportSection) -> str:
    """Return a table of what never occurred, "" if there is nothing."""
    never = section["untouched"]
    rows = [
        [kind, entry["name"], entry["words"]]
        for kind in ("steps", "events", "verbs never open", "verbs never taken", "rules")
        for entry in never[kind]
    ]
    return table(["kind", "name", "words"], rows) if rows else ""


def _mark(label: str, values: Sequence[float | None]) -> Mark:
    middle, low, high = values
    return Mark(label, middle or 0.0, low, high)


def share(value: float) -> str:
    return f"{100 * value:.1f} %"


def signed(value: float) -> str:
    return f"{value:+.1f}"


def difference_text(form: str, value: float) -> str:
    """Format a difference with its sign; shares are already in percent."""
    sign = "+" if value >= 0 else ""
    return sign + (f"{value:.1f} %" if form == "%" else form.format(value))


NOTE = (
    "All intervals are 95 % confidence intervals; their unit is a game or a pair of games. Claims were "
    "tested, and all claims of a report are true together in 95 of 100 reports (Bonferroni). Rows that stand "
    "out in a table are significant at a false discovery rate of 5 % (Benjamini–Hochberg). All results hold "
    "for these bots: people may play differently, and fun is not measured."
)


def page(report: dict[str, Any]) -> str:
    sections = []
    for i, section in enumerate(report["sections"]):
        parts = [one.html() for one in all_figures(section)]
        if never := uncovered(section):
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
    """Return the differences with their intervals, as plots and as a table."""
    rows: list[list[str]] = []
    marks: list[tuple[Mark, str]] = []
    for row in comparison["differences"]:
        name, form = NAMES[row["name"]]
        middle, low, high = row["difference"]
        if high is not None and low is not None:
            scale = 100 if form == "%" else 1
            mark = Mark(name, scale * middle, scale * low, scale * high, row["stands_out"])
            marks.append((mark, form))
        stands_out = "stands out" if row["stands_out"] else ""
        rows.append([name, ranged(row["difference"], form, signed=True), stands_out])
    note = "Both sides use the same seeds, for the deals and for the bots; the unit is a pair of games."
    # Each value has its own unit, so each difference has its own scale.
    plots = "".join(dots(mark.label, [mark], partial(difference_text, form)) for mark, form in marks)
    numbers = table(["value", "difference", ""], rows)
    parts = [figure("Differences with their intervals", plots, numbers, note, wide=True)]
    if comparison["cards"]:
        parts.append(_card_differences(comparison["cards"]))
    return grid(parts)


def _card_differences(cards: Sequence[dict[str, Any]]) -> str:
    rows = [
        [
            f"{card['name']} ({card['place'].lower()})",
            win_points(card["wins"]),
            points(card["points"]),
            "stands out" if card["stands_out"] else "",
        ]
        for card in cards
    ]
    numbers = table(["card", "win share, points", "points", ""], rows)
    note = "Cards that both sides have, each relative to the mean value of these cards of its pile."
    return figure("What cards are worth more or less", "", numbers, note, wide=True)
