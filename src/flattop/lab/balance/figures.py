"""The figures of a report: each a plot, the same numbers as a table, and how to read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from flattop.kernel.game import ORDINALS
from flattop.lab.balance.findings import clear, percent, points, ranged, win_points
from flattop.lab.report_html import Mark, bars, dots, figure, histogram, table

BINS, ROWS = 24, 12
SEEN = "Seen, not proven: whoever wins takes more of everything."
PAIRED = (
    "By pairs: one table, one place, this card or another of its pile in it, played on by the same luck. "
    "Dots in the warm colour stand out among all of them (Benjamini and Hochberg)."
)


class Figure(NamedTuple):
    """One of them; its name is that of its picture, where it becomes one."""

    name: str
    title: str
    plot: str
    numbers: str
    note: str = ""

    def html(self) -> str:
        return figure(self.title, self.plot, self.numbers, self.note)


Section = dict[str, Any]


def whole(value: float) -> str:
    return f"{value:.0f}"


def share(value: float) -> str:
    return f"{100 * value:.1f} %"


def signed(value: float) -> str:
    return f"{value:+.1f}"


def wins(section: Section, name: str = "wins") -> Figure:
    """Shares of the wins by seat, or by the order of their first decisions."""
    title = "Wins by seat" if name == "wins" else "Wins by turn: who decides first, second, …"
    labels = [ORDINALS[place].capitalize() for place in range(section["seats"])]
    marks = _marks(labels, section[name])
    fair = 1 / section["seats"]
    alike = (
        f"Were all alike, they would be as far apart in {100 * section[f'{name}_alike']:.1f} % of such runs."
    )
    rows = [[label, percent(values)] for label, values in zip(labels, section[name], strict=True)]
    return Figure(name, title, bars(title, marks, share, fair), table(["", "share of wins"], rows), alike)


def counts(section: Section, name: str, title: str, unit: str) -> Figure:
    """How often each number came up."""
    binned = bins(section["spread"][name])
    plot = histogram(title, binned, unit)
    numbers = table([unit, "times"], [[label, f"{count:,}"] for label, count in binned], numbers=[1])
    return Figure(name.replace(" ", "-"), title, plot, numbers)


def bins(counted: Sequence[Sequence[int]], most: int = BINS) -> list[tuple[str, int]]:
    """Numbers with their counts, as they are or some at a time where there are too many of them."""
    low, high = counted[0][0], counted[-1][0]
    wide = -(-(high - low + 1) // most)
    wide = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if step >= wide)
    start = low // wide * wide
    binned = [0] * ((high - start) // wide + 1)
    for value, count in counted:
        binned[(value - start) // wide] += count
    return [(_bin(start + wide * i, wide), count) for i, count in enumerate(binned)]


def _bin(first: int, wide: int) -> str:
    return f"{first}" if wide == 1 else f"{first}–{first + wide - 1}"


def endings(section: Section) -> Figure:
    rows = section["endings"][:ROWS]
    marks = _marks([row["reason"] for row in rows], [row["share"] for row in rows])
    numbers = table(
        ["ending", "games"], [[row["reason"], percent(row["share"])] for row in section["endings"]]
    )
    return Figure("endings", "How it ends", bars("How it ends", marks, share), numbers)


def sources(section: Section) -> Figure:
    """Points of a seat on average, and of the winner."""
    marks = []
    for row in section["sources"]:
        marks.append(_mark(f"{row['title']}: everybody", row["each"]))
        marks.append(_mark(f"{row['title']}: the winner", row["winner"])._replace(loud=True))
    rows = [
        [row["title"], ranged(row["each"], "{:.1f}"), ranged(row["winner"], "{:.1f}")]
        for row in section["sources"]
    ]
    title = "Where the points come from"
    return Figure("sources", title, bars(title, marks, lambda value: f"{value:.1f}"),
                  table(["source", "a seat on average", "the winner"], rows))  # fmt: skip


def matter(section: Section) -> Figure:
    """What kinds of decisions move, by what the bot did."""
    by_wins = section["rivals"]
    key, scale = ("swing", 100) if by_wins else ("points_swing", 1)
    title = f"What a decision moves, luck aside, in points{' of win share' if by_wins else ''}"
    verbs = [verb for verb in section["matter"]["verbs"] if verb["decisions"] >= 30]
    verbs.sort(key=lambda verb: -(verb[key][0] or 0))
    marks = [_mark(verb["words"], [None if v is None else scale * v for v in verb[key]]) for verb in verbs]
    changed = "changed" if by_wins else "points_changed"
    rows = [
        [verb["words"], f"{verb['decisions']:,}", percent(verb[changed]), _swing(verb[key], scale)]
        for verb in section["matter"]["verbs"]
    ]
    note = (
        "What the bot would do against another option drawn by lot, both to the end by the same luck; tried "
        "with two lucks, so that luck alone cancels out. The interval is that of the mean square."
    )
    columns = ["what the bot did", "tried", "the result changes", "moves"]
    plot = dots(title, marks[:ROWS], lambda value: f"{value:.1f}") if marks else ""
    return Figure("matter", title, plot, table(columns, rows, numbers=[1]), note)


def _swing(values: Sequence[float | None], scale: float) -> str:
    return ranged([None if value is None else scale * value for value in values], "{:.1f}")


def cards(section: Section, zone: str) -> Figure:
    """What the cards of one kind of place are worth, the best and the worst of them."""
    rows = [card for card in section["cards"] if card["zone"] == zone]
    by_wins = section["rivals"] and rows[0]["held"]
    key, scale = ("wins", 100) if by_wins else ("points", 1)
    rows.sort(key=lambda card: (-card[key][0], card["name"]))
    shown = rows if len(rows) <= ROWS else [*rows[: ROWS // 2], *rows[-ROWS // 2 :]]
    marks = [
        _mark(card["name"], [scale * value for value in card[key]])._replace(loud=card["stands_out"])
        for card in shown
    ]
    everybody = "" if rows[0]["held"] or not section["rivals"] else " to each seat"
    title = f"{rows[0]['place']}: worth in points{' of win share' if by_wins else everybody}"
    numbers = table(
        ["card", "pairs", "win share, points", "points", ""],
        [
            [
                card["name"],
                f"{card['pairs']:,}",
                win_points(card["wins"]),
                points(card["points"]),
                _star(card),
            ]
            for card in rows
        ],
        numbers=[1],
    )
    left = f" The {ROWS // 2} at either end of {len(rows)} are drawn." if len(shown) < len(rows) else ""
    return Figure(f"cards-{zone}", title, dots(title, marks, signed), numbers, PAIRED + left)


def _star(row: dict[str, Any]) -> str:
    return "stands out" if row["stands_out"] else ""


def things(section: Section) -> Figure:
    """Everything that was offered: how often it was there and taken, and how those did who took it."""
    rows = sorted(section["things"], key=lambda thing: (thing["verb"], thing["kind"], -thing["offered"]))
    told = [thing for thing in rows if thing["difference"] and thing["kind"]]
    told.sort(key=lambda thing: -clear(thing["difference"]))
    marks = [
        _mark(_thing(thing), [100 * value for value in thing["difference"]])
        for thing in sorted(told[:ROWS], key=lambda thing: -thing["difference"][0])
    ]
    title = f"Taken or not: {'wins' if section['rivals'] else 'success'} with it and without, in points"
    numbers = table(
        ["what", "there for", "taken by", "times", "with", "without", "difference"],
        [
            [
                _thing(thing),
                share(thing["offered"]),
                share(thing["taken"]),
                f"{thing['times']:,}",
                "" if thing["with"] is None else share(thing["with"]),
                "" if thing["without"] is None else share(thing["without"]),
                win_points(thing["difference"]) if thing["difference"] else "",
            ]
            for thing in rows
        ],
        numbers=[1, 2, 3, 4, 5],
    )
    note = f"{SEEN} Of the seats to which it was open at some time, those that took it beside the others."
    return Figure("things", title, dots(title, marks, signed) if marks else "", numbers, note)


def _thing(thing: dict[str, Any]) -> str:
    """A verb, or the verb with one of its nouns."""
    return f"{thing['words']} – {thing['name']}" if thing["name"] else str(thing["words"])


def untouched(section: Section) -> str:
    """What never came up, as lists with their words."""
    never = section["untouched"]
    rows = [
        [kind, entry["name"], entry["words"]]
        for kind in ("steps", "events", "verbs never open", "verbs never taken", "rules")
        for entry in never[kind]
    ]
    return table(["kind", "name", "words"], rows) if rows else ""


def _marks(labels: Sequence[str], values: Sequence[Sequence[float | None]]) -> list[Mark]:
    return [_mark(label, some) for label, some in zip(labels, values, strict=True)]


def _mark(label: str, values: Sequence[float | None]) -> Mark:
    middle, low, high = values
    return Mark(label, middle or 0.0, low, high)
