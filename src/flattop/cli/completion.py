"""`flattop completion`: what a shell needs to complete our commands and options."""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flattop.cli.parser import file

if TYPE_CHECKING:
    from flattop.cli.parser import Commands

SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")
HOW = "For bash: source <(flattop completion bash); for fish: flattop completion fish | source."


def add(commands: Commands) -> None:
    what = "a script with which a shell completes commands and options"
    command = commands.add_parser("completion", help=what, epilog=HOW)
    command.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    import shtab

    from flattop.cli import parser
    from flattop.games import CATALOG

    whole = parser("--help")
    for argument in arguments(whole):
        if argument.metavar == "GAME":
            argument.choices = list(CATALOG)
        elif argument.type is file:
            vars(argument)["complete"] = shtab.FILE
    print(shtab.complete(whole, args.shell))
    return 0


def arguments(command: ArgumentParser) -> Iterator[Action]:
    """All that the command and those under it take; the library that asks goes the same way."""
    for argument in command._actions:
        yield argument
        if isinstance(argument, _SubParsersAction):
            for further in argument.choices.values():
                yield from arguments(further)
