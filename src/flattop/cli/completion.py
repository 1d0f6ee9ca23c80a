"""`flattop completion`: print a script with which a shell completes commands and options."""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flattop.cli.parser import add_command, file

if TYPE_CHECKING:
    from flattop.cli.parser import Commands

SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")
USAGE = "For bash: source <(flattop completion bash); for fish: flattop completion fish | source."


def add(commands: Commands) -> None:
    summary = "Print a completion script for a shell."
    command = add_command(commands, "completion", summary, epilog=USAGE)
    command.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    import shtab

    from flattop.cli import build_parser
    from flattop.games import CATALOG

    parser = build_parser("--help")
    for argument in all_arguments(parser):
        if argument.metavar == "GAME":
            argument.choices = list(CATALOG)
        elif argument.type is file:
            vars(argument)["complete"] = shtab.FILE
    print(shtab.complete(parser, args.shell))
    return 0


def all_arguments(parser: ArgumentParser) -> Iterator[Action]:
    """Yield the arguments of a parser and of its subcommands.  argparse has no public way to list them."""
    for argument in parser._actions:
        yield argument
        if isinstance(argument, _SubParsersAction):
            for subparser in argument.choices.values():
                yield from all_arguments(subparser)
