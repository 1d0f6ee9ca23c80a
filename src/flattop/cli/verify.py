"""`flattop verify`: verify records against their hash chain, seed commitment, state hashes and the rules."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from flattop.cli import output
from flattop.cli.parser import JSON_HELP, add_command, file

if TYPE_CHECKING:
    from flattop.cli.parser import Commands


def add(commands: Commands) -> None:
    command = add_command(
        commands,
        "verify",
        "Verify a record: hash chain, seed commitment and rules.",
        epilog="Exit code 1 if the record is not valid; the output names the line.",
    )
    command.add_argument(
        "file",
        metavar="FILE",
        type=file,
        help="a record (JSON lines), or several in one file, plain or gzipped",
    )
    command.add_argument(
        "--deck", type=file, metavar="FILE", help="the deck file that the game was played with"
    )
    command.add_argument("--json", action="store_true", help=JSON_HELP)
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    from flattop.match.verify import verify_file

    verdict = verify_file(args.file, args.deck)
    if args.json:
        output.print_json({"file": str(args.file), "good": verdict.good, "lines": verdict.lines})
    else:
        print("\n".join(verdict.lines))
    return 0 if verdict.good else 1
