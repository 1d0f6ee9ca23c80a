"""`flattop balance`: what games among bots say about a game, its seats, cards and options."""

from __future__ import annotations

import argparse
from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flattop.cli import output
from flattop.cli.crew import add_workers, workers_of
from flattop.cli.parser import BadUsage, add_table, seats, setting, settings, whole

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.cli.progress import Progress
    from flattop.lab.balance import Study, Variant
    from flattop.lab.balance.instrumented_game import Pace


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "balance",
        help="what games among bots say about a game: seats, length, cards, options, rules that never fire",
        epilog="With --compare, or a deck of your own, tables are compared by the same luck. Ctrl-C reports "
        "on the games so far. How to read it: docs/balance/README.md",
    )
    command.add_argument("game", metavar="GAME")
    command.add_argument("--seats", type=sizes, metavar="N,N",
                         help="tables of so many, or all (default: the usual one)")  # fmt: skip
    command.add_argument("--games", type=whole(2, 10**7), metavar="N",
                         help="at each table (default: as many as take a minute or two)")  # fmt: skip
    command.add_argument("--seed", type=whole(), default=0, metavar="N", help="of all luck (default 0)")
    command.add_argument("--bots", type=seats, default=("house",), metavar="BOT",
                         help="one for all seats, or one for each (default house)")  # fmt: skip
    command.add_argument("--compare", type=values, metavar="KEY=A,B",
                         help="values of an option against each other")  # fmt: skip
    command.add_argument("--pairs", type=whole(0, 100), default=2, metavar="N",
                         help="pairs of cards from each game (default 2)")  # fmt: skip
    command.add_argument("--pace", type=pace, metavar="A,B",
                         help="seconds for a decision, and more as options double (default 2,2)")  # fmt: skip
    add_table(command)
    add_workers(command)
    command.add_argument("--json", metavar="FILE", help="write the report as JSON; - prints it instead")
    command.add_argument("--out", type=Path, metavar="FILE", help="write the report as one HTML page")
    command.set_defaults(run=run)


def sizes(word: str) -> tuple[int, ...]:
    """Sizes of tables; none of them stands for all."""
    return () if word == "all" else tuple(dict.fromkeys(whole(1, 6)(part) for part in word.split(",")))


def values(word: str) -> tuple[str, tuple[str, ...]]:
    key, listed = setting(word)
    several = tuple(dict.fromkeys(part.strip() for part in listed.split(",")))
    if len(several) < 2:
        raise argparse.ArgumentTypeError(f"{word!r} names one value, there must be two, as in deal=fill,two")
    return key, several


def pace(word: str) -> Pace:
    from flattop.kernel import typed_decimal
    from flattop.lab.balance.instrumented_game import Pace

    numbers = [typed_decimal(part) for part in word.split(",")]
    if len(numbers) != 2 or any(number is None or not 0 <= number <= 3600 for number in numbers):
        raise argparse.ArgumentTypeError(f"{word!r} is not two numbers of seconds, such as 2,2")
    return Pace(*[float(number) for number in numbers if number is not None])


def run(args: Namespace) -> int:
    from dataclasses import replace

    from flattop.lab.balance.study import default_games

    for path in (args.out, Path(args.json or "-")):
        if path and not path.parent.is_dir():
            raise BadUsage(f"there is no folder {path.parent} for {path}")
    study = study_of(args)
    study.check()
    study = replace(study, games=args.games or default_games(study))
    total = study.games * len(study.seats)
    return output.reported(partial(reckoned, study, workers_of(args, args.bots)), total, study.game,
                           False, partial(show, args), args.progress)  # fmt: skip


def study_of(args: Namespace) -> Study:
    """What is asked, in the lab's words."""
    from flattop.games import game
    from flattop.lab.balance import Study
    from flattop.lab.balance.instrumented_game import Pace
    from flattop.lab.balance.study import default_seats

    tables = game(args.game).seats if args.seats == () else args.seats or (default_seats(args.game),)
    return Study(
        args.game, tables, 0, args.seed, args.bots, tables_compared(args), args.pace or Pace(), args.pairs
    )


def tables_compared(args: Namespace) -> tuple[Variant, ...]:
    """Values of an option against each other; or a deck of one's own against the house deck; or one table."""
    from flattop.lab.balance import Variant

    given = settings(args.option)
    if args.compare:
        key, several = args.compare
        if key in given:
            raise BadUsage(f"--compare {key} and --option {key} cannot both say what it is")
        return tuple(Variant(f"{key}={value}", given | {key: value}, args.deck) for value in several)
    if args.deck:
        return Variant("the house deck", given), Variant(args.deck.name, given, args.deck)
    return (Variant("", given),)


def reckoned(study: Study, workers: Any, progress: Progress) -> dict[str, Any]:
    """Play all of it; after Ctrl-C, the report of what was played."""
    from flattop.lab import Stopped
    from flattop.lab.balance import balance
    from flattop.lab.balance.report import report

    try:
        return report(study, balance(study, workers, progress))
    except Stopped as stopped:
        raise Stopped(report(study, stopped.report)) from None


def show(args: Namespace, report: dict[str, Any]) -> None:
    """To files where they are named, and in words unless JSON is printed."""
    if args.out:
        from flattop.lab.balance.page import page

        args.out.write_text(page(report), "utf-8")
    if args.json == "-":
        output.as_json(report)
        return
    if args.json:
        Path(args.json).write_text(written(report), "utf-8")
    for finding in report["findings"]:
        output.prose(f"{'*' if finding['kind'] == 'claim' else '-'} {finding['words']}", "  ")
    if args.out or args.json:
        print(f"the whole report is in {' and '.join(str(path) for path in (args.out, args.json) if path)}")


def written(report: dict[str, Any]) -> str:
    import json

    return json.dumps(report, ensure_ascii=False, indent=1) + "\n"
