"""`flattop admin`: look after a server that runs on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from flattop.cli.parser import later, number

if TYPE_CHECKING:
    from flattop.cli.parser import Commands, Parser

MINUTES = number("a number of minutes", 0, 100_000)
FOLDER = "the server's folder, as it was given to serve (default: one of your own)"


def add(commands: Commands) -> None:
    what = "look after a running server: tables, guests, kick, close, announce, drain"
    command = commands.add_parser("admin", help=what)
    tasks = command.add_subparsers(metavar="TASK", required=True)
    _task(tasks, "tables", "tables that are not over, those in memory first: who is there, whose turn it is")
    _task(tasks, "guests", "everybody who has a table open, and where")
    kick = _task(tasks, "kick", "show a guest out for good; `flattop admin guests` tells the ids")
    kick.add_argument("guest", metavar="GUEST", help="the id of the guest")
    close = _task(tasks, "close", "remove a table that waits, or break off one in play; its record is kept")
    close.add_argument("table", metavar="TABLE", help="the id of the table")
    announce = _task(tasks, "announce", "say something at all tables that are in memory")
    announce.add_argument("text", metavar="TEXT", help="up to 300 letters")
    drain = _task(tasks, "drain", "take no new tables, and close the server once nobody plays any more")
    drain.add_argument(
        "--minutes", type=MINUTES, metavar="N", help="close after so many minutes at the latest"
    )
    drain.add_argument("--here", action="store_true", help="the workers of this machine alone")


def _task(tasks: Commands, name: str, what: str) -> Parser:
    task = tasks.add_parser(name, help=what)
    task.add_argument("--data", type=Path, metavar="DIR", help=FOLDER)
    task.add_argument("--json", action="store_true", help="print JSON")
    task.set_defaults(run=later("keeping"), task=name)
    return task
