"""The chances along a record in print: a line for every seat, then the decisions that mattered."""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from typing import TYPE_CHECKING

from flattop.cli import output
from flattop.cli.parser import BadUsage, Parser, whole

if TYPE_CHECKING:
    from flattop.lab import Chances, Swing
    from flattop.match import Match, ParsedRecord

BARS = "▁▂▃▄▅▆▇█"
PLAYOUTS, SECONDS = 500, 120
MINUS = "−"


def add(command: Parser) -> None:
    """The words of `flattop replay` that ask for chances."""
    what = "each seat's chance to win along the game, and the decisions that mattered"
    command.add_argument("--chances", action="store_true", help=what)
    many = f"with --chances: games that house bots play on from the record (default {PLAYOUTS})"
    command.add_argument("--playouts", type=whole(50, 1_000_000), metavar="N", help=many)
    long = f"with --chances: stop looking after so many seconds (default {SECONDS})"
    command.add_argument("--seconds", type=whole(1, 86_400), metavar="S", help=long)
    command.add_argument("--json", action="store_true", help="as one JSON object")


def check(args: Namespace, match: Match) -> None:
    if not args.chances:
        for word in ("playouts", "seconds"):
            if getattr(args, word):
                raise BadUsage(f"--{word} goes with --chances")
    elif args.at is not None:
        raise BadUsage("--at and --chances do not go together: chances are of the whole record")
    elif not match.over:
        raise BadUsage("--chances: the game is not over, and its chances would tell what is hidden")


def show(args: Namespace, written: ParsedRecord) -> int:
    """Work the chances out and print them."""
    from flattop.lab import Budget, chances

    budget = Budget(args.playouts or PLAYOUTS, args.seconds or SECONDS)
    work = partial(chances, written, args.deck, budget)
    return output.reported(work, budget.playouts, "playing on", args.json, print_report)


def print_report(report: Chances) -> None:
    print_curve(report)
    print_decisions(report)


def print_curve(report: Chances) -> None:
    best = f" ({report.objective.best})" if report.objective.kind == "score" else ""
    print(f"{report.objective.words}{best}, after {report.curve[0].at} to {report.actions} actions:")
    names = ["everyone"] if report.objective.shared else report.people
    rows = [curve_row(report, seat, name) for seat, name in enumerate(names)]
    output.table(["seat", "curve", "first", "least", "most", "last"], rows, numbers=range(2, 6))


def curve_row(report: Chances, seat: int, name: str) -> list[str]:
    values = [point.chances[seat] for point in report.curve]
    figures = [values[0], min(values), max(values), values[-1]]
    return [name, "".join(bar(value) for value in values), *(f"{value:.0%}" for value in figures)]


def bar(value: float) -> str:
    return BARS[min(len(BARS) - 1, int(value * len(BARS)))]


def print_decisions(report: Chances) -> None:
    looked = f"{report.looked_at:,} decisions looked at, {report.playouts:,} games played on"
    if report.decisions:
        print(f"decisions that mattered ({looked}):")
        for swing in report.decisions:
            output.prose(sentence(report, swing), "  ")
    else:
        print(f"no decision made a difference that can be told from luck ({looked})")
    if not report.whole:
        print(f"time cut it short after {report.playouts:,} games; more --seconds may find more")


def sentence(report: Chances, swing: Swing) -> str:
    """One decision: when, who, what, the swing, its interval, what a house bot would have done, and why."""
    who, what = report.people[swing.decision.seat], report.objective.words.partition(",")[0]
    low, high = (points(value) for value in swing.interval)
    said = f"{swing.decision.number}: {who}: {swing.words}: {points(swing.size)}, {what} {arrow(swing)}"
    said += f" ({low} to {high})"
    if swing.luck:
        said += f"; luck then brought {points(swing.luck[0])}"
    said += f"; the house bot: {swing.instead or 'nothing'}"
    return f"{said}. {swing.why}" if swing.why else said


def arrow(swing: Swing) -> str:
    return f"{swing.before * 100:.0f} → {swing.after * 100:.0f} %"


def points(value: float) -> str:
    """A swing in hundredths, with its sign."""
    size = round(value * 100)
    return f"{MINUS if size < 0 else '+' if size > 0 else ''}{abs(size)}"
