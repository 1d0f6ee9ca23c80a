"""`flattop bots`: who plays, how well, and what each is like."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flattop.cli import output
from flattop.cli.parser import BadUsage, file

if TYPE_CHECKING:
    from flattop.cli.parser import Commands

OWN = "A bot of your own takes a seat as in `flattop simulate GAME --seats mine.py:Bot,house`."


def add(commands: Commands) -> None:
    what = "the bots: how well each rank plays, and what it is like at the table"
    command = commands.add_parser("bots", help=what, epilog=OWN)
    which = "with their ratings in that game, as far as they were measured; house has 1000"
    command.add_argument("game", metavar="GAME", nargs="?", help=which)
    command.add_argument("--json", action="store_true", help="as one JSON list")
    rows = "work ratings out from the rows of `flattop duel … --json`, one to a line, and print them as TOML"
    command.add_argument("--rate", type=file, action="append", default=[], metavar="ROWS", help=rows)
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    if args.rate:
        return rate(args.rate)
    rows = entries(args.game)
    if args.json:
        output.as_json(rows)
        return 0
    columns = ["bot", "plays as", "rating", "how it decides, and what it is like", "names"]
    output.table(columns, [row(entry) for entry in rows])
    print(OWN)
    return 0


def entries(key: str | None) -> list[dict[str, Any]]:
    """All ranks, the weakest first; ratings are those of one game."""
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


def row(entry: dict[str, Any]) -> list[str]:
    from flattop.bots.ratings import Rating

    rating = str(Rating(*entry["rating"])) if entry["rating"] else ""
    words = f"{entry['strength']} {entry['manner']}"
    return [entry["bot"], entry["title"], rating, words, ", ".join(entry["names"])]


def rate(paths: list[Path]) -> int:
    """Ratings from what duels have printed."""
    from flattop.games import CATALOG
    from flattop.lab.ratings import as_toml, rated

    games = rated([one for path in paths for one in duels(path)])
    print(as_toml({key: games[key] for key in CATALOG if key in games}), end="")
    return 0


def duels(path: Path) -> list[dict[str, Any]]:
    """The rows of a file in which two play against each other; teams have no rating."""
    import json

    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        return [one for one in rows if one["bots"] and None not in one["wins"] and "gain" not in one]
    except (ValueError, TypeError, KeyError) as error:
        raise BadUsage(f"{path}: is no list of duels, one JSON object to a line: {error}") from None
