"""`flattop play`: play a game in the terminal, on a full screen, line by line, or between bots only."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from flattop.cli import output
from flattop.cli.parser import (
    BOT_HELP,
    SECONDS,
    BadUsage,
    add_command,
    add_table_options,
    as_called,
    file,
    number,
    settings,
    suggestion,
    whole,
)

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.terminal.saves import Save
    from flattop.terminal.session import Session
    from flattop.terminal.session_setup import GameRequest

SUMMARY = "Play a game in the terminal, against bots or with others."
DESCRIPTION = (
    f"{SUMMARY} Several people share one keyboard. If all seats are bots, their game is printed as text."
)
MAX_PACE = 60
DEFAULT_PACE = 0.7  # seconds between two moves of bots, so that a person can follow them


def add(commands: Commands) -> None:
    command = add_command(commands, "play", SUMMARY, description=DESCRIPTION)
    command.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="the game (see `flattop games`); without it a terminal shows a menu",
    )
    command.add_argument(
        "--seats",
        metavar="SEAT,SEAT",
        help=f"for each seat: you, you:NAME, or {BOT_HELP} (default: you and house bots)",
    )
    add_table_options(command)
    command.add_argument(
        "--seed",
        metavar="N",
        type=whole(),
        help="random seed (default: a secret seed that is revealed at the end)",
    )
    command.add_argument(
        "--practice",
        action="store_true",
        help="let bots agree to every undo; the record is marked as practice",
    )
    command.add_argument(
        "--record",
        metavar="DIR",
        type=Path,
        help="save the record of a game between bots there (other games are always saved)",
    )
    command.add_argument("--new", action="store_true", help="start a new game even if one is unfinished")
    command.add_argument(
        "--resume",
        metavar="NAME",
        type=saved_game,
        help="resume a saved game, by its name in --saves or by its file",
    )
    command.add_argument("--saves", action="store_true", help="list the saved games that can be resumed")
    command.add_argument(
        "--plain",
        action="store_true",
        help="use lines of text instead of a full screen, for screen readers and pipes",
    )
    command.add_argument(
        "--pace",
        metavar="SECONDS",
        type=number(SECONDS, 0, MAX_PACE),
        default=DEFAULT_PACE,
        help=f"delay before each bot's move, in seconds (default {DEFAULT_PACE})",
    )
    command.set_defaults(run=run)


def saved_game(word: str) -> Path:
    """Argument type: a saved game by its name, or any record by its file."""
    from flattop.terminal.saves import find_save, unfinished_games

    path = find_save(word)
    if path is None and not Path(word).exists():
        near = suggestion(word, [save.name for save in unfinished_games()])
        raise ArgumentTypeError(
            f"no saved game or file {word!r}{near or '; see `flattop play --saves` for the saved games'}"
        )
    return path or file(word)


def run(args: Namespace) -> int:
    if args.saves:
        return list_saves(args.game)
    if args.resume:
        return resume(args)
    if args.game is None:
        return play_from_menu(args)
    from flattop.terminal.saves import latest_unfinished
    from flattop.terminal.session_setup import GameRequest, new_session

    request = GameRequest(
        args.game, args.seats, settings(args.option), args.deck, args.seed, args.practice, args.record
    )
    output.warn_of_weaker_chef(args.game, (args.seats or "").split(","))
    if not any(player.is_human for player in request.players()):
        from flattop.terminal.line_client import watch

        watch(new_session(request), print)
        return 0
    if request.record:
        raise BadUsage(
            "--record is for games between bots only; a game with people is always saved, see --saves"
        )
    save = latest_unfinished(request.game) if request.names_only_the_game and not args.new else None
    if save and uses_full_screen(args):
        return play_on_screen(None, request, args, save)
    if save:
        print(f"An unfinished game is saved in {save.path} ({save.summary}).")
        print(
            as_called(f"To resume it: flattop play {request.game} --resume {save.path}. This is a new game.")
        )
    return play_session(new_session(request), request, args)


def list_saves(key: str | None) -> int:
    """Print the games that can be resumed, the latest first."""
    from flattop.terminal.saves import unfinished_games

    saves = [save for save in unfinished_games() if key in (None, save.game)]
    if saves:
        rows = [(save.name, save.game, save.summary) for save in saves]
        output.print_table(("name", "game", "players and progress"), rows)
    else:
        print("There is no saved game to resume.")
    return 0


def resume(args: Namespace) -> int:
    from flattop.terminal.session_setup import GameRequest, resume_session

    if args.seats is not None or args.option or args.seed is not None or args.practice:
        raise BadUsage(
            "--resume keeps the seats, options, seed and practice of the saved game; "
            "remove --seats, --option, --seed and --practice"
        )
    if args.new:
        raise BadUsage("--new and --resume cannot be combined")
    session = resume_session(args.resume, args.game, args.deck)
    return play_session(session, GameRequest(session.match.game.key, deck=args.deck), args)


def play_from_menu(args: Namespace) -> int:
    """Show the menu of games on a full screen, then play the chosen game."""
    from flattop.games import CATALOG

    if (
        args.seats is not None
        or args.option
        or args.deck
        or args.seed is not None
        or not uses_full_screen(args)
    ):
        raise BadUsage(f"play: GAME is required, one of {', '.join(CATALOG)}; or --resume NAME, see --saves")
    from flattop.terminal.app import MenuApp
    from flattop.terminal.saves import Save, unfinished_games
    from flattop.terminal.session_setup import GameRequest, new_session, resume_session

    menu = MenuApp(list(unfinished_games()))
    menu.run()
    if menu.choice is None:
        return 0
    if isinstance(menu.choice, Save):
        return play_session(resume_session(menu.choice.path), GameRequest(menu.choice.game), args)
    return play_on_screen(new_session(menu.choice), menu.choice, args)


def uses_full_screen(args: Namespace) -> bool:
    return not args.plain and sys.stdin.isatty() and sys.stdout.isatty()


def play_session(session: Session, request: GameRequest, args: Namespace) -> int:
    """Play in the client that the arguments and the terminal ask for."""
    if uses_full_screen(args):
        return play_on_screen(session, request, args)
    from flattop.terminal.line_client import play_by_lines

    return play_by_lines(session, sys.stdin, sys.stdout)


def play_on_screen(
    session: Session | None, request: GameRequest, args: Namespace, save: Save | None = None
) -> int:
    from flattop.terminal.app import PlayApp  # loads Textual, which takes a while

    app = PlayApp(request, session, save, args.pace)
    app.run()
    if app.closing_message:
        print(app.closing_message, file=sys.stderr if app.return_code else sys.stdout)
    return app.return_code or 0
