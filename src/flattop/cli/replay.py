"""`flattop replay`: a record, told in words or stepped through."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError, Namespace
from typing import TYPE_CHECKING, Any

from flattop.cli import chances, output
from flattop.cli.parser import BadUsage, file, shortened, whole
from flattop.kernel import HIDDEN, Seat, View, view

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.match import Cursor, Match, Written

SPECTATOR, ALL = "spectator", "all"
Eyes = Seat | str
KEYS = "Enter goes on, b back, a number goes there, q ends"


def add(commands: Commands) -> None:
    command = commands.add_parser("replay", help="step through a record, or print it in words")
    command.add_argument("file", metavar="FILE", type=file, help="a record of a game, as JSON lines")
    command.add_argument("--at", type=whole(0), metavar="N", help="print the table after N actions")
    whose = "whose eyes see it: seat 1, 2 …, all, or a spectator's (the default)"
    command.add_argument("--eyes", type=eyes, default=SPECTATOR, metavar="SEAT", help=whose)
    command.add_argument("--deck", type=file, metavar="FILE", help="the deck file that it was played with")
    chances.add(command)
    command.set_defaults(run=run)


def eyes(word: str) -> Eyes:
    if word in (SPECTATOR, ALL):
        return word
    if not word.isascii() or not word.isdigit() or len(word) > 3 or int(word) < 1:
        raise ArgumentTypeError(
            f"{shortened(word)!r} is not a seat counted from 1, nor 'all', nor 'spectator'"
        )
    return int(word) - 1


def run(args: Namespace) -> int:
    from flattop.match import Cursor, read, replay

    written = read(args.file)
    whole_match = replay(written, deck=args.deck)
    check(args, written, whole_match)
    if written.cut:
        loaded = f"loaded up to the last whole action, number {written.actions}"
        print(f"flattop: {written.name}: line {written.cut} breaks off; {loaded}", file=sys.stderr)
    if args.chances:
        return chances.show(args, written)
    if args.at is not None:
        print("\n".join(page(Cursor(written, args.deck), args.at, args.eyes)))
    elif output.is_terminal() and sys.stdin.isatty():
        step_through(Cursor(written, args.deck), args.eyes)
    else:
        print("\n".join(story(whole_match, args.eyes)))
    return 0


def check(args: Namespace, written: Written, match: Match) -> None:
    chances.check(args, match)
    if args.at is not None and args.at > written.actions:
        raise BadUsage(f"--at {args.at}: the record has only {written.actions} actions")
    if args.eyes == SPECTATOR:
        return
    if not match.over:
        raise BadUsage("--eyes: the game is not over, so it can only be seen with a spectator's eyes")
    if args.eyes != ALL and args.eyes >= match.table.seats:
        raise BadUsage(f"--eyes {args.eyes + 1}: the table has only {match.table.seats} seats")


# -- what is seen


def story(match: Match, eyes: Eyes) -> list[str]:
    """The whole log in words, and how it ended."""
    title = f"{match.title}: {', '.join(match.people)}"
    return [title, *heard(match, eyes), *ending(match)]


def page(cursor: Cursor, at: int, eyes: Eyes) -> list[str]:
    """The table after some actions: what was just told, what lies there, what is asked."""
    before = len(cursor.at(at - 1).told) if at else 0
    match = cursor.at(at)
    state = match.game.text.state(seen(match, eyes), match.game.zones, match.table.pack, match.people)
    end = ending(match) or asked(match)
    return [f"after {at} of {cursor.actions} actions", *heard(match, eyes, before), "", *state, "", *end]


def heard(match: Match, eyes: Eyes, since: int = 0) -> list[str]:
    """What these eyes were told, in words."""
    told = [event for whom, event in match.told[since:] if whom is None or eyes in (whom, ALL)]
    return [match.game.text.event(match.table, event, match.people) for event in told]


def seen(match: Match, eyes: Eyes) -> View:
    t, zones = match.table, match.game.zones
    if eyes != ALL:
        return view(t, zones, None if isinstance(eyes, str) else eyes)
    views = [view(t, zones, seat) for seat in range(t.seats)]
    return {name: together([one[name] for one in views]) for name in zones}


def together(values: list[Any]) -> Any:
    """One thing as all who look at it know it together."""
    if isinstance(values[0], list):
        return [together(list(places)) for places in zip(*values, strict=True)]
    return next((value for value in values if value != HIDDEN), HIDDEN)


def asked(match: Match) -> list[str]:
    waiting = ", ".join(match.people[seat] for seat in match.waiting)
    return [f"{match.game.text.prompt(match.table)} ({waiting})"]


def ending(match: Match) -> list[str]:
    """Who has won, with what and why; nothing before the end."""
    if not match.over:
        return []
    end = match.outcome
    points = ", ".join(f"{name} {points}" for name, points in zip(match.people, end.points, strict=True))
    winners = " and ".join(match.people[seat] for seat in end.winners) or "nobody"
    why = end.reason if match.game.mode == "solo" else f"won by {winners}: {end.reason}"
    return [f"points: {points}", why]


# -- stepping through


def step_through(cursor: Cursor, eyes: Eyes) -> None:
    """Page by page, at the keyboard."""
    at: int | None = 0
    while at is not None:
        print("\n".join(["", *page(cursor, at, eyes), ""]))
        at = next_page(at, cursor.actions)


def next_page(at: int, last: int) -> int | None:
    """Where the reader wants to go; None to end."""
    while True:
        try:
            word = input(f"[{at}/{last}] {KEYS}: ").strip().lower()
        except EOFError:
            return None
        if word == "q" or (not word and at == last):
            return None
        if word in ("", "b"):
            return max(0, at - 1) if word else at + 1
        if word.isascii() and word.isdigit() and int(word) <= last:
            return int(word)
        print(f"{word!r} is none of these; numbers go up to {last}")
