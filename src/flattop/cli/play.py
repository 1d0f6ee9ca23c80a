"""`flattop play`: its words; `playing` does it."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING

from flattop.cli.parser import BOTS, SECONDS, add_table, file, later, number, whole

if TYPE_CHECKING:
    from flattop.cli.parser import Commands

ABOUT = "Play with people at one keyboard and with bots; without a person at the table the bots play it out."
SLOWEST = 60
PACE = 0.7  # seconds between two moves of bots, so that one can follow them


def add(commands: Commands) -> None:
    """Add the command to the program's."""
    command = commands.add_parser("play", help="play a game in the terminal", description=ABOUT)
    which = "which game; without one a terminal shows a menu, and `flattop games` lists them"
    command.add_argument("game", metavar="GAME", nargs="?", help=which)
    command.add_argument("--seats", metavar="WORDS", help=f"you, you:NAME or {BOTS} for each seat")
    add_table(command)
    command.add_argument("--seed", metavar="N", type=whole(), help="deal from a number, not from sealed luck")
    practice = "let bots agree to every undo; nothing of it counts"
    command.add_argument("--practice", action="store_true", help=practice)
    kept_in = "keep the record of a game among bots there; a game with people is saved anyway"
    command.add_argument("--record", metavar="FOLDER", type=Path, help=kept_in)
    command.add_argument("--new", action="store_true", help="start a new game even if one is unfinished")
    how = "go on with a saved game, by the name that --saves lists or by its file"
    command.add_argument("--resume", metavar="NAME", type=saved, help=how)
    command.add_argument("--saves", action="store_true", help="list the games that can be gone on with")
    command.add_argument("--plain", action="store_true", help="lines of text instead of a screen")
    pace, how = number(SECONDS, 0, SLOWEST), "how long bots take to move"
    command.add_argument("--pace", metavar="SECONDS", type=pace, default=PACE, help=how)
    command.set_defaults(run=later("playing"))


def saved(word: str) -> Path:
    """A saved game by its name, or any record by its file."""
    from flattop.kernel import nearest
    from flattop.terminal.saves import kept, refusal_text

    path = refusal_text(word)
    if path is None and not Path(word).exists():
        near = (
            nearest(word, [save.name for save in kept()])
            or "; `flattop play --saves` lists those that are kept"
        )
        raise ArgumentTypeError(f"there is no saved game or file {word}{near}")
    return path or file(word)
