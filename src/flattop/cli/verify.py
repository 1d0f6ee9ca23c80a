"""`flattop verify`: a record against its chain, its commitment, its hashes and the rules."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from flattop.cli import output
from flattop.cli.parser import file

if TYPE_CHECKING:
    from flattop.cli.parser import Commands


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "verify",
        help="check a record against its commitment, its hashes and the rules",
        epilog="Exit code 1 if something does not agree; the line says where.",
    )
    command.add_argument(
        "file",
        metavar="FILE",
        type=file,
        help="a record of a game, as JSON lines, or many in one file, plain or gzipped",
    )
    command.add_argument("--deck", type=file, metavar="FILE", help="the deck file that it was played with")
    command.add_argument("--json", action="store_true", help="as one JSON object")
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    from flattop.match.verify import verify_file

    verdict = verify_file(args.file, args.deck)
    if args.json:
        output.as_json({"file": str(args.file), "good": verdict.good, "lines": verdict.lines})
    else:
        print("\n".join(verdict.lines))
    return 0 if verdict.good else 1
