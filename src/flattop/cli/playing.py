"""A game in the terminal, with people, with bots, or among bots alone."""

from __future__ import annotations

import sys
from argparse import Namespace

from flattop.cli import output
from flattop.cli.parser import BadUsage, settings
from flattop.games import CATALOG
from flattop.terminal.saves import Save, kept, unfinished
from flattop.terminal.session import Session
from flattop.terminal.session_setup import Wish, new_session, resumed_session


def run(args: Namespace) -> int:
    """Find out which client is wanted, and play."""
    if args.saves:
        return listed(args.game)
    if args.resume:
        return resumed(args)
    if args.game is None:
        return chosen(args)
    wish = wished(args)
    if not any(chair.is_person for chair in wish.chairs()):
        return watched(wish)
    if wish.record:
        raise BadUsage("--record is for games among bots; one with people is saved anyway, see --saves")
    save = unfinished(wish.game) if wish.is_plain and not args.new else None
    if save and not on_a_screen(args):
        print(f"An unfinished game lies in {save.path} ({save.words}).")
        print(f"To go on with it: flattop play {wish.game} --resume {save.path}. This is a new one.")
    elif save:
        return on_screen(None, wish, args, save)
    return seat_at(new_session(wish), wish, args)


def listed(key: str | None) -> int:
    """The names by which games can be resumed, the latest first."""
    saves = [save for save in kept() if key in (None, save.game)]
    if not saves:
        print("No game waits to be gone on with.")
        return 0
    output.table(("name", "game", "who, and how far"), [(save.name, save.game, save.words) for save in saves])
    return 0


def resumed(args: Namespace) -> int:
    if args.seats is not None or args.option or args.seed is not None or args.practice:
        raise BadUsage(
            "a resumed game keeps its seats, options, seed and practice; "
            "leave out --seats, --option, --seed and --practice"
        )
    if args.new:
        raise BadUsage("--new and --resume exclude each other; give one of them")
    session = resumed_session(args.resume, args.game, args.deck)
    return seat_at(session, Wish(session.match.game.key, deck=args.deck), args)


def chosen(args: Namespace) -> int:
    """Without a game: a menu on a screen; elsewhere one line that says what is lacking."""
    if args.seats is not None or args.option or args.deck or args.seed is not None or not on_a_screen(args):
        raise BadUsage(f"play needs a game: {', '.join(CATALOG)}; or --resume NAME, see --saves")
    from flattop.terminal.app import MenuApp

    menu = MenuApp(list(kept()))
    menu.run()
    if isinstance(menu.choice, Save):
        return seat_at(resumed_session(menu.choice.path), Wish(menu.choice.game), args)
    return on_screen(new_session(menu.choice), menu.choice, args) if menu.choice else 0


def wished(args: Namespace) -> Wish:
    return Wish(
        args.game, args.seats, settings(args.option), args.deck, args.seed, args.practice, args.record
    )


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
