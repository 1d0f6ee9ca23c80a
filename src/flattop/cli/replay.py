"""`flattop replay`: its words; `replaying` does it."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

from flattop.cli import chances
from flattop.cli.parser import file, later, shortened, whole

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.terminal.viewer import Eyes


def add(commands: Commands) -> None:
    command = commands.add_parser("replay", help="step through a record, or print it in words")
    command.add_argument("file", metavar="FILE", type=file, help="a record of a game, as JSON lines")
    command.add_argument("--at", type=whole(0), metavar="N", help="print the table after N actions")
    whose = "whose eyes see it: seat 1, 2 …, all, or a spectator's (the default)"
    command.add_argument("--eyes", type=eyes, default="spectator", metavar="SEAT", help=whose)
    command.add_argument("--deck", type=file, metavar="FILE", help="the deck file that it was played with")
    chances.add(command)
    command.set_defaults(run=later("replaying"))


def eyes(word: str) -> Eyes:
    from flattop.kernel import typed_number
    from flattop.terminal.viewer import ALL, SPECTATOR

    if word in (SPECTATOR, ALL):
        return word
    seat = typed_number(word)
    if seat is None or seat < 1:
        raise ArgumentTypeError(
            f"{shortened(word)!r} is not a seat counted from 1, nor 'all', nor 'spectator'"
        )
    return seat - 1
