"""A record, told in words, or on the table itself with a tape."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from flattop.cli import chances, output
from flattop.cli.parser import BadUsage
from flattop.kernel import capital, listed, people_listed, single_stops
from flattop.terminal.replay import Tape
from flattop.terminal.viewer import ALL, SPECTATOR, Eyes, heard, seen

if TYPE_CHECKING:
    from flattop.match import Cursor, Match, ParsedRecord


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


def check(args: Namespace, written: ParsedRecord, match: Match) -> None:
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
    before = len(cursor.at(at - 1).events) if at else 0
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
    return [f"Points: {points}.", single_stops(f"{capital(why)}.")]


# -- on the table


def wind(tape: Tape) -> int:
    """The table itself, with the tape at one's keys."""
    from flattop.terminal.app import TapeApp

    TapeApp(tape).run()
    return 0
