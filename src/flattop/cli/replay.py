"""`flattop replay`: step through a record, print it as text or JSON, or analyse the chances to win."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError, Namespace
from functools import partial
from typing import TYPE_CHECKING, Any

from flattop.cli import output
from flattop.cli.parser import (
    BadUsage,
    add_command,
    add_deck,
    add_renamed_option,
    file,
    shortened,
    whole,
)

if TYPE_CHECKING:
    from pathlib import Path

    from flattop.cli.parser import Commands
    from flattop.lab import Chances, Swing
    from flattop.match import Cursor, Match, ParsedRecord
    from flattop.terminal.replay import Viewer

BARS = "▁▂▃▄▅▆▇█"
MINUS = "−"
PLAYOUTS, SECONDS = 4000, 120  # default limits of the analysis


def add(commands: Commands) -> None:
    command = add_command(commands, "replay", "Replay a record step by step, or print it as text.")
    text = "a record of one game (JSON lines); several are printed one after the other"
    command.add_argument("files", metavar="FILE", type=file, nargs="+", help=text)
    command.add_argument("--at", type=whole(0), metavar="N", help="print the table after N actions")
    command.add_argument(
        "--viewer",
        type=viewer,
        default="spectator",
        metavar="SEAT",
        help="show what this seat saw: 1, 2, …, all, or spectator (default spectator)",
    )
    add_renamed_option(command, "--eyes", "--viewer", type=viewer, metavar="SEAT")
    add_deck(command, "the deck file that the games were played with")
    command.add_argument(
        "--chances",
        action="store_true",
        help="print each seat's chance to win over time, and the decisive moves",
    )
    command.add_argument(
        "--playouts",
        type=whole(50, 1_000_000),
        metavar="N",
        help=f"with --chances: number of games that house bots play from positions of the "
        f"record (default {PLAYOUTS})",
    )
    command.add_argument(
        "--seconds",
        type=whole(1, 86_400),
        metavar="S",
        help=f"with --chances: time limit in seconds (default {SECONDS})",
    )
    command.add_argument("--json", action="store_true", help="print one JSON object for each file")
    command.set_defaults(run=run)


def viewer(word: str) -> Viewer:
    """Argument type: a seat counted from 1, `all` or `spectator`."""
    from flattop.kernel import typed_number
    from flattop.terminal.replay import ALL, SPECTATOR

    if word in (SPECTATOR, ALL):
        return word
    seat = typed_number(word)
    if seat is None or seat < 1:
        raise ArgumentTypeError(f"{shortened(word)!r} is not a seat (1, 2, …), 'all' or 'spectator'")
    return seat - 1


def run(args: Namespace) -> int:
    """Replay every file, also after an invalid record.  The exit code is the first one that is not 0."""
    from flattop.cli import BAD_INPUT, fail
    from flattop.match import BadRecord

    code = 0
    for path in args.files:
        try:
            result = replay_file(args, path)
        except BadRecord as error:
            result = fail(str(error), BAD_INPUT)
        code = code or result
    return code


def replay_file(args: Namespace, path: Path) -> int:
    from flattop.match import Cursor, read, replay

    record = read(path)
    match = replay(record, deck=args.deck)
    check(args, record, match)
    if record.cut:
        print(
            f"flattop: {record.name}: line {record.cut} is incomplete; loaded up to action {record.actions}",
            file=sys.stderr,
        )
    if args.chances:
        return show_chances(args, record)
    if args.json:
        at = record.actions if args.at is None else args.at
        output.print_json(position_json(Cursor(record, args.deck).at(at), args.viewer, record.actions))
    elif args.at is not None:
        print("\n".join(position_lines(Cursor(record, args.deck), args.at, args.viewer)))
    elif len(args.files) == 1 and output.is_terminal() and sys.stdin.isatty():
        from flattop.terminal.app import ReplayApp
        from flattop.terminal.replay import ReplaySession

        ReplayApp(ReplaySession(record, args.deck, args.viewer)).run()
    else:
        print("\n".join(game_lines(match, args.viewer)))
    return 0


def check(args: Namespace, record: ParsedRecord, match: Match) -> None:
    from flattop.terminal.replay import ALL, SPECTATOR

    if args.at is not None and args.at > record.actions:
        raise BadUsage(f"--at {args.at}: the record has only {record.actions} actions")
    if args.viewer != SPECTATOR:
        if not match.over:
            raise BadUsage("--viewer: the game is not over, so only 'spectator' is allowed")
        if args.viewer != ALL and args.viewer >= match.table.seats:
            raise BadUsage(f"--viewer {args.viewer + 1}: the table has only {match.table.seats} seats")
    if not args.chances:
        for name in ("playouts", "seconds"):
            if getattr(args, name):
                raise BadUsage(f"--{name} requires --chances")
    elif args.at is not None:
        raise BadUsage("--at and --chances cannot be combined: --chances analyses the whole record")
    elif not match.over:
        raise BadUsage("--chances: the game is not over, and the analysis would reveal hidden cards")


# -- as text and JSON


def game_lines(match: Match, viewer: Viewer) -> list[str]:
    """Return the log of the whole game and its result."""
    from flattop.terminal.replay import log_lines

    return [f"{match.title}: {', '.join(match.people)}", *log_lines(match, viewer), *result_lines(match)]


def position_json(match: Match, viewer: Viewer, actions: int) -> dict[str, Any]:
    """Return the table after some of the actions, and the log up to there."""
    from flattop.terminal.replay import log_lines, view_of

    return {
        "game": match.game.key,
        "people": list(match.people),
        "options": dict(match.settings),
        "at": match.actions,
        "actions": actions,
        "log": log_lines(match, viewer),
        "view": view_of(match, viewer),
        "waiting": list(match.waiting),
        "over": match.over,
        "points": list(match.outcome.points) if match.over else [],
        "winners": list(match.outcome.winners) if match.over else [],
    }


def position_lines(cursor: Cursor, at: int, viewer: Viewer) -> list[str]:
    """Return the table after some of the actions: the last log lines, the state, and the open question."""
    from flattop.kernel import listed
    from flattop.terminal.replay import ALL, log_lines, view_of

    events_before = len(cursor.at(at - 1).events) if at else 0
    match = cursor.at(at)
    text, people = match.game.text, match.people
    state = text.state(view_of(match, viewer), match.game.zones, match.table.pack, people)
    end = result_lines(match)
    if not end:
        readable = [seat for seat in match.waiting if viewer in (seat, ALL)]
        names = listed([people[seat] for seat in match.waiting])
        end = [text.prompt(match.table, seat, people) for seat in readable[:1]]
        end.append(f"Waiting for {names or 'the clock'}.")
    log = log_lines(match, viewer, events_before)
    return [f"after {at} of {cursor.actions} actions", *log, "", *state, "", *end]


def result_lines(match: Match) -> list[str]:
    """Return the points and the winners with the reason; nothing before the end of the game."""
    from flattop.kernel import capital, people_listed, single_stops

    if not match.over:
        return []
    end = match.outcome
    points = ", ".join(f"{name} {points}" for name, points in zip(match.people, end.points, strict=True))
    winners = people_listed([match.people[seat] for seat in end.winners])
    result = end.reason if match.game.mode == "solo" else f"won by {winners}: {end.reason}"
    return [f"Points: {points}.", single_stops(f"{capital(result)}.")]


# -- chances to win


def show_chances(args: Namespace, record: ParsedRecord) -> int:
    """Analyse the record by playouts of house bots, and print the result."""
    from flattop.lab import Budget, chances

    budget = Budget(args.playouts or PLAYOUTS, args.seconds or SECONDS)
    work = partial(chances, record, args.deck, budget)
    return output.run_with_report(work, budget.playouts, "playouts", print_chances, json=args.json)


def print_chances(report: Chances) -> None:
    best = f" ({report.objective.best})" if report.objective.kind == "score" else ""
    print(f"{report.objective.words}{best}, after {report.curve[0].at} to {report.actions} actions:")
    names = ["everyone"] if report.objective.shared else report.people
    rows = [curve_row(report, seat, name) for seat, name in enumerate(names)]
    output.print_table(["seat", "curve", "first", "least", "most", "last"], rows, numbers=range(2, 6))
    effort = f"{report.looked_at:,} decisions analysed, {report.playouts:,} playouts"
    if report.decisions:
        print(f"decisive moves ({effort}):")
        for swing in report.decisions:
            output.print_paragraph(swing_sentence(report, swing), "  ")
    else:
        print(f"no move made a difference that stands out from chance ({effort})")
    if not report.whole:
        print(
            f"stopped by the time limit after {report.playouts:,} playouts; a larger --seconds may find more"
        )


def curve_row(report: Chances, seat: int, name: str) -> list[str]:
    values = [point.chances[seat] for point in report.curve]
    curve = "".join(BARS[min(len(BARS) - 1, int(value * len(BARS)))] for value in values)
    return [name, curve, *(f"{value:.0%}" for value in (values[0], min(values), max(values), values[-1]))]


def swing_sentence(report: Chances, swing: Swing) -> str:
    """Describe one decision: its number, seat, move, swing, interval, and the move of a house bot."""
    name, measure = report.people[swing.decision.seat], report.objective.words.partition(",")[0]
    low, high = (points(value) for value in swing.interval)
    text = f"{swing.decision.number}: {name}: {swing.words}: {points(swing.size)}, {measure} "
    text += f"{swing.before * 100:.0f} → {swing.after * 100:.0f} % ({low} to {high})"
    if swing.luck:
        text += f"; luck then brought {points(swing.luck[0])}"
    text += f"; the house bot: {swing.instead or 'nothing'}"
    return f"{text}. {swing.why}" if swing.why else text


def points(value: float) -> str:
    """Return a swing in percentage points, with its sign."""
    size = round(value * 100)
    return f"{MINUS if size < 0 else '+' if size > 0 else ''}{abs(size)}"
