"""`flattop rules`: print the rules of a game, or search them."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from flattop.cli import output
from flattop.cli.parser import add_command

if TYPE_CHECKING:
    from flattop.cli.parser import Commands


def add(commands: Commands) -> None:
    command = add_command(
        commands,
        "rules",
        "Print the rules of a game, or search them by id or words.",
        epilog="Exit code 1 if no rule matches.",
    )
    command.add_argument("game", metavar="GAME")
    command.add_argument(
        "words", metavar="WORD", nargs="*", help="the id of a rule, or words that it contains"
    )
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Print matching rules: under their sections on a terminal; as id, section and text in a pipe."""
    from flattop.games import game
    from flattop.terminal.lookup import matching_rules

    words = " ".join(args.words)
    rules = matching_rules(game(args.game).rules, words)
    if not rules:
        print(f"no rule of {game(args.game).title} matches {words!r}", file=sys.stderr)
        return 1
    section = ""
    for rule in rules:
        if not output.is_terminal():
            print(f"{rule.id}\t{rule.section}\t{rule.text}")
            continue
        if rule.section != section:
            section = rule.section
            print(f"\n{section}")
        output.print_paragraph(f"  {rule.id}  {rule.text}", indent=" " * (len(rule.id) + 4))
    return 0
