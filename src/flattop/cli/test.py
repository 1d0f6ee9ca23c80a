"""`flattop test`: a command of the checkout, named here so that help lists it."""

from __future__ import annotations

from argparse import REMAINDER, Namespace
from typing import TYPE_CHECKING

from flattop.cli.parser import BadUsage

if TYPE_CHECKING:
    from flattop.cli.parser import Commands


def add(commands: Commands) -> None:
    command = commands.add_parser("test", help="set up and run all tests (from a checkout: ./flattop test)")
    command.add_argument("words", nargs=REMAINDER, metavar="...", help="--fast, --gates, or words for pytest")
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    raise BadUsage("tests are run from a checkout, which has them: ./flattop test")
