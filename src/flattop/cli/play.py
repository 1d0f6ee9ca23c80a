"""flattop play: a game in the terminal, with people, with bots, or among bots alone."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from flattop.cli.parser import SECONDS, BadUsage, add_table, file, number, settings, whole
from flattop.terminal.opening import Wish, new_session, resumed_session
from flattop.terminal.saves import Save, unfinished
from flattop.terminal.session import Session

if TYPE_CHECKING:
    from flattop.cli.parser import Commands

ABOUT = "Play with people at one keyboard and with bots; without a person at the table the bots play it out."
SLOWEST = 60
PACE = 0.7  # seconds between two moves of bots, so that one can follow them


def add(commands: Commands) -> None:
    """Add the command to the program's."""
    command = commands.add_parser("play", help="play a game in the terminal", description=ABOUT)
    command.add_argument("game", metavar="GAME", help="which game; `flattop games` lists them")
    command.add_argument("--seats", metavar="WORDS", help="you, you:NAME, house or random for each seat")
    add_table(command)
    command.add_argument("--seed", metavar="N", type=whole(), help="deal from a number, not from sealed luck")
    practice = "let bots agree to every undo; nothing of it counts"
    command.add_argument("--practice", action="store_true", help=practice)
    command.add_argument("--new", action="store_true", help="start a new game even if one is unfinished")
    command.add_argument("--resume", metavar="FILE", type=file, help="go on with a saved game")
    command.add_argument("--plain", action="store_true", help="lines of text instead of a screen")
    pace, how = number(SECONDS, 0, SLOWEST), "how long bots take to move"
    command.add_argument("--pace", metavar="SECONDS", type=pace, default=PACE, help=how)
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Find out which client is wanted, and play."""
    wish = wished(args)
    if args.resume:
        return seat_at(resumed_session(args.resume, wish.game, wish.deck), wish, args)
    if not any(chair.is_person for chair in wish.chairs()):
        return watched(wish)
    save = unfinished(wish.game) if wish.is_plain and not args.new else None
    if save and not on_a_screen(args):
        print(f"An unfinished game lies in {save.path} ({save.words}).")
        print(f"To go on with it: flattop play {wish.game} --resume {save.path}. This is a new one.")
    elif save:
        return on_screen(None, wish, args, save)
    return seat_at(new_session(wish), wish, args)


def wished(args: Namespace) -> Wish:
    wish = Wish(args.game, args.seats, settings(args.option), args.deck, args.seed, args.practice)
    if args.resume and (wish.seats is not None or wish.options or wish.seed is not None or wish.practice):
        raise BadUsage(
            "a resumed game keeps its seats, options, seed and practice; "
            "leave out --seats, --option, --seed and --practice"
        )
    if args.resume and args.new:
        raise BadUsage("--new and --resume exclude each other; give one of them")
    return wish


def on_a_screen(args: Namespace) -> bool:
    return not args.plain and sys.stdin.isatty() and sys.stdout.isatty()


def watched(wish: Wish) -> int:
    from flattop.terminal.watch import watch

    watch(new_session(wish), print)
    return 0


def seat_at(session: Session, wish: Wish, args: Namespace) -> int:
    if on_a_screen(args):
        return on_screen(session, wish, args)
    from flattop.terminal.plain import play_by_lines

    return play_by_lines(session, sys.stdin, sys.stdout)


def on_screen(session: Session | None, wish: Wish, args: Namespace, save: Save | None = None) -> int:
    # The toolkit takes a while to load, and only a screen needs it.
    from flattop.terminal.app import FlattopApp

    app = FlattopApp(wish, session, save, args.pace)
    app.run()
    if app.last_words:
        print(app.last_words, file=sys.stderr if app.return_code else sys.stdout)
    return app.return_code or 0
