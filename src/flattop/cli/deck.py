"""`flattop deck`: its words; `decks` does it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from flattop.cli.parser import file, later

if TYPE_CHECKING:
    from flattop.cli.parser import Commands


def add(commands: Commands) -> None:
    command = commands.add_parser("deck", help="check a deck file of one's own, or write out the house deck")
    what = command.add_subparsers(metavar="check|export", required=True)
    check = what.add_parser("check", help="load a deck file and say what is wrong with it")
    check.add_argument("file", metavar="FILE", type=file)
    check.add_argument("--game", metavar="GAME", help="the game it is for; by default told from its content")
    check.add_argument("--json", action="store_true", help="as one JSON object")
    check.set_defaults(run=later("decks", "check"))
    export = what.add_parser("export", help="write out the house deck, as a start for one's own")
    export.add_argument("game", metavar="GAME")
    export.add_argument("--out", metavar="FILE", type=Path, help="where to; by default to standard output")
    export.add_argument("--force", action="store_true", help="write over a file that is there")
    export.set_defaults(run=later("decks", "export"))
