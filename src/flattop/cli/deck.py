"""`flattop deck`: check a custom deck file, or export the default deck of a game."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flattop.cli import output
from flattop.cli.parser import JSON_HELP, BadUsage, add_command, as_called, file

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.kernel import Game

LEAST_SIMILARITY = 0.5


def add(commands: Commands) -> None:
    command = add_command(commands, "deck", "Check a custom deck file, or export the default deck of a game.")
    actions = command.add_subparsers(metavar="check|export", required=True)
    check_ = add_command(actions, "check", "Load a deck file and report what is wrong with it.")
    check_.add_argument("file", metavar="FILE", type=file, help="the deck file (TOML)")
    check_.add_argument("--game", metavar="GAME", help="the game of the deck (default: detected)")
    check_.add_argument("--json", action="store_true", help=JSON_HELP)
    check_.set_defaults(run=check)
    export_ = add_command(actions, "export", "Write the default deck of a game, as a start for your own.")
    export_.add_argument("game", metavar="GAME")
    export_.add_argument(
        "--out", metavar="FILE", type=Path, help="the file to write (default: standard output)"
    )
    export_.add_argument("--force", action="store_true", help="overwrite an existing file")
    export_.set_defaults(run=export)


def check(args: Namespace) -> int:
    from flattop.kernel import BadDeck

    try:
        games = games_for(args.file, args.game)
    except BadDeck as error:
        if not args.json:
            raise
        output.print_json({"file": str(args.file), "good": False, "games": [], "fault": str(error)})
        return 2
    if args.json:
        output.print_json({"file": str(args.file), "good": True, "games": [game.key for game in games]})
    else:
        print(f"{args.file}: valid deck for {', '.join(game.title for game in games)}")
    return 0


def games_for(path: Path, key: str | None) -> list[Game]:
    """Load a deck file, and return the games that can be played with it."""
    from flattop.games import CATALOG, game

    chosen = game(key) if key else detect_game(path)
    chosen.pack(path)
    return [other for other in map(game, CATALOG) if other.deck == chosen.deck]


def detect_game(path: Path) -> Game:
    """Return the game that a deck file names, or the one whose default deck is most similar."""
    from flattop.games import CATALOG, game
    from flattop.kernel import BadDeck
    from flattop.kernel.toml import read, read_limited

    raw = read_limited(path)
    if str(raw.get("key")) in CATALOG:
        return game(raw["key"])

    def similarity(candidate: Game) -> float:
        """The share of top-level tables that both files have, from 0 to 1."""
        tables: Any = read(candidate.deck).keys()
        return len(tables & raw.keys()) / len(tables | raw.keys())

    best = max(map(game, CATALOG), key=similarity)
    if similarity(best) < LEAST_SIMILARITY:
        raise BadDeck(
            f"{path.name}: not similar to the deck of any game; give --game, one of {', '.join(CATALOG)}"
        )
    return best


def export(args: Namespace) -> int:
    from flattop.games import game

    deck = game(args.game).deck.read_text("utf-8")
    if args.out is None:
        print(deck, end="")
        return 0
    if args.out.exists() and not args.force:
        raise BadUsage(f"--out: {str(args.out)!r} already exists; --force overwrites it")
    args.out.write_text(deck, "utf-8")
    print(
        as_called(
            f"{args.out}: the default deck of {game(args.game).title}; check yours with `flattop deck check`"
        )
    )
    return 0
