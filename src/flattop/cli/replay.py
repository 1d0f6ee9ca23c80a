"""`flattop replay`: a record, told in words, or on the table itself with a tape."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError, Namespace
from typing import TYPE_CHECKING, Any

from flattop.cli import chances, output
from flattop.cli.parser import BadUsage, file, shortened, whole
from flattop.kernel import capital, listed, people_listed, stopped, typed_number
from flattop.terminal.eyes import ALL, SPECTATOR, Eyes, heard, seen
from flattop.terminal.tape import Tape

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.match import Cursor, Match, Written


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
    seat = typed_number(word)
    if seat is None or seat < 1:
        raise ArgumentTypeError(
            f"{shortened(word)!r} is not a seat counted from 1, nor 'all', nor 'spectator'"
        )
    return seat - 1


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
    if args.json:
        at = written.actions if args.at is None else args.at
        output.as_json(as_json(Cursor(written, args.deck).at(at), args.eyes, written.actions))
    elif args.at is not None:
        print("\n".join(page(Cursor(written, args.deck), args.at, args.eyes)))
    elif output.is_terminal() and sys.stdin.isatty():
        return wind(Tape(written, args.deck, args.eyes))
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


def as_json(match: Match, eyes: Eyes, actions: int) -> dict[str, Any]:
    """The table after some of the actions, with all that was told up to there."""
    return {
        "game": match.game.key,
        "people": list(match.people),
        "options": dict(match.settings),
        "at": match.actions,
        "actions": actions,
        "log": heard(match, eyes),
        "view": seen(match, eyes),
        "waiting": list(match.waiting),
        "over": match.over,
        "points": list(match.outcome.points) if match.over else [],
        "winners": list(match.outcome.winners) if match.over else [],
    }


def page(cursor: Cursor, at: int, eyes: Eyes) -> list[str]:
    """The table after some actions: what was just told, what lies there, what is asked."""
    before = len(cursor.at(at - 1).told) if at else 0
    match = cursor.at(at)
    state = match.game.text.state(seen(match, eyes), match.game.zones, match.table.pack, match.people)
    end = ending(match) or asked(match, eyes)
    return [f"after {at} of {cursor.actions} actions", *heard(match, eyes, before), "", *state, "", *end]


def asked(match: Match, eyes: Eyes) -> list[str]:
    """Whom the table waits for, and what is asked of those whose question these eyes may read."""
    waiting = match.waiting
    readable = [seat for seat in waiting if eyes in (seat, ALL)]
    questions = [match.game.text.prompt(match.table, seat, match.people) for seat in readable[:1]]
    return [*questions, f"Waiting for {listed([match.people[seat] for seat in waiting]) or 'the clock'}."]


def ending(match: Match) -> list[str]:
    """Who has won, with what and why; nothing before the end."""
    if not match.over:
        return []
    end = match.outcome
    points = ", ".join(f"{name} {points}" for name, points in zip(match.people, end.points, strict=True))
    winners = people_listed([match.people[seat] for seat in end.winners])
    why = end.reason if match.game.mode == "solo" else f"won by {winners}: {end.reason}"
    return [f"Points: {points}.", stopped(f"{capital(why)}.")]


# -- on the table


def wind(tape: Tape) -> int:
    """The table itself, with the tape at one's keys."""
    from flattop.terminal.app import TapeApp

    TapeApp(tape).run()
    return 0
