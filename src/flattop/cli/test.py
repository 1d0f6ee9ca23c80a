"""`flattop test`: a command of the launcher in a checkout, listed here so that the help shows it."""

from __future__ import annotations

from argparse import REMAINDER, Namespace
from typing import TYPE_CHECKING

from flattop.cli.parser import BadUsage, add_command

if TYPE_CHECKING:
    from flattop.cli.parser import Commands


def add(commands: Commands) -> None:
    command = add_command(commands, "test", "Run the test suite (in a checkout: ./flattop test).")
    command.add_argument(
        "words", nargs=REMAINDER, metavar="...", help="see `./flattop test --help` in a checkout"
    )
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    raise BadUsage("test: run ./flattop test in a checkout; an installed package has no tests")
