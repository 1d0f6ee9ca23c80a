"""`flattop rules`: the rules at hand."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from flattop.cli import output

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.kernel import Rule


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "rules",
        help="the rules at hand, by id or by words",
        epilog="Exit code 1 if no rule speaks of the words.",
    )
    command.add_argument("game", metavar="GAME")
    command.add_argument("words", metavar="WORD", nargs="*", help="the id of a rule, or words in it")
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    from flattop.games import game
    from flattop.terminal.rulebook import matching

    rules = matching(game(args.game).rules, " ".join(args.words))
    if not rules:
        print(f"no rule of {game(args.game).title} speaks of {' '.join(args.words)!r}", file=sys.stderr)
        return 1
    show(rules)
    return 0


def show(rules: list[Rule]) -> None:
    """On a terminal under their sections; in a pipe id, section and text in each line."""
    section = ""
    for rule in rules:
        if not output.is_terminal():
            print(f"{rule.id}\t{rule.section}\t{rule.text}")
            continue
        if rule.section != section:
            section = rule.section
            print(f"\n{section}")
        output.prose(f"  {rule.id}  {rule.text}", indent=" " * (len(rule.id) + 4))
