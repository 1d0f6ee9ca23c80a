"""`flattop house`: its words; `moving` does it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from flattop.cli.parser import later

if TYPE_CHECKING:
    from flattop.cli.parser import Commands

WHERE = "a data folder, or postgresql://NAME@HOST/DATABASE"


def add(commands: Commands) -> None:
    command = commands.add_parser("house", help="back up, restore, move and check all that a server keeps")
    what = command.add_subparsers(metavar="backup|restore|move|check", required=True)
    backup = what.add_parser("backup", help="copy the database of a data folder, while the server runs")
    backup.add_argument("file", metavar="FILE", type=Path, help="a new file")
    backup.add_argument("--data", type=Path, metavar="DIR", help="the data folder (default: one of your own)")
    backup.set_defaults(run=later("moving", "backup"))
    restore = what.add_parser("restore", help="make a data folder from a backup")
    restore.add_argument("file", metavar="FILE", type=Path)
    restore.add_argument("folder", metavar="DIR", type=Path, help="a new folder")
    restore.set_defaults(run=later("moving", "restore"))
    move = what.add_parser("move", help="move everything to PostgreSQL or back, every hash checked")
    move.add_argument("source", metavar="FROM", help=WHERE)
    move.add_argument("target", metavar="TO", help=f"{WHERE}, with nothing in it")
    move.set_defaults(run=later("moving", "move"))
    check = what.add_parser("check", help="play every table again and name what is broken")
    check.add_argument("where", metavar="WHERE", nargs="?", help=f"{WHERE}, or a backup")
    check.set_defaults(run=later("moving", "check"))
