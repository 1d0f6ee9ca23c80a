"""`flattop bots`: list the bots and their ratings, or compute ratings from duels."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flattop.cli import output
from flattop.cli.parser import BadUsage, add_command, as_called, file

if TYPE_CHECKING:
    from flattop.cli.parser import Commands

CUSTOM_BOTS = "Use your own bot as in `flattop simulate GAME --seats mine.py:Bot,house`."


def add(commands: Commands) -> None:
    summary = "List the bots, how they play, and their ratings."
    command = add_command(commands, "bots", summary, epilog=CUSTOM_BOTS)
    command.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="show the ratings in this game, as far as measured (house has 1000)",
    )
    command.add_argument("--json", action="store_true", help="print a JSON list")
    command.add_argument(
        "--rate",
        type=file,
        action="append",
        default=[],
        metavar="FILE",
        help="compute ratings from the output of `flattop duel … --json`, one object per line, "
        "and print them as TOML; may be repeated",
    )
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    if args.rate:
        return print_ratings(args.rate)
    bots = list_bots(args.game)
    if args.json:
        output.print_json(bots)
        return 0
    columns = ["bot", "plays as", "rating", "strength and manner", "names"]
    output.print_table(columns, [table_row(bot) for bot in bots])
    output.warn_of_weaker_chef(args.game, ("chef",))
    print(as_called(CUSTOM_BOTS))
    return 0


def list_bots(key: str | None) -> list[dict[str, Any]]:
    """Return all ranks, the weakest first, with their ratings in one game."""
    from flattop.bots import RANKS
    from flattop.bots.ratings import ratings
    from flattop.games import game

    known = ratings(game(key).key) if key else {}
    return [
        {
            "bot": name,
            "title": rank.title,
            "rating": list(known[name]) if name in known else None,
            "strength": rank.strength,
            "manner": rank.manner,
            "names": list(rank.staff),
        }
        for name, rank in RANKS.items()
    ]


def table_row(bot: dict[str, Any]) -> list[str]:
    from flattop.bots.ratings import Rating

    rating = str(Rating(*bot["rating"])) if bot["rating"] else ""
    return [bot["bot"], bot["title"], rating, f"{bot['strength']} {bot['manner']}", ", ".join(bot["names"])]


def print_ratings(paths: list[Path]) -> int:
    from flattop.games import CATALOG
    from flattop.lab.duel import as_toml, rated

    games = rated([duel for path in paths for duel in read_duels(path)])
    print(as_toml({key: games[key] for key in CATALOG if key in games}), end="")
    return 0


def read_duels(path: Path) -> list[dict[str, Any]]:
    """Read the results of competitive duels.  Cooperative games have no ratings."""
    import json

    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        return [row for row in rows if row["bots"] and None not in row["wins"] and "gain" not in row]
    except (ValueError, TypeError, KeyError) as error:
        raise BadUsage(
            f"--rate: {path} is not the output of `flattop duel --json`, one object per line: {error}"
        ) from None
