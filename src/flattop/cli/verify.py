"""`flattop verify`: verify records against their hash chain, seed commitment, state hashes and the rules."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from flattop.cli import output
from flattop.cli.parser import add_command, add_deck, file

if TYPE_CHECKING:
    from flattop.cli.parser import Commands


def add(commands: Commands) -> None:
    command = add_command(
        commands,
        "verify",
        "Verify a record: hash chain, seed commitment and rules.",
        epilog="Exit code 1 if a record is not valid; the output names the line.",
    )
    command.add_argument(
        "files",
        metavar="FILE",
        type=file,
        nargs="+",
        help="a record (JSON lines), or several in one file, plain or gzipped",
    )
    add_deck(command, "the deck file that the games were played with")
    command.add_argument("--json", action="store_true", help="print one JSON object for each file")
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    from flattop.match.verify import verify_file

    code = 0
    for path in args.files:
        verdict = verify_file(path, args.deck)
        if args.json:
            output.print_json({"file": str(path), "good": verdict.good, "lines": verdict.lines})
        else:
            print("\n".join(verdict.lines))
        code = code if verdict.good else 1
    return code
