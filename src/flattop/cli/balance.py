"""`flattop balance`: analyse the balance of a game from games between bots."""

from __future__ import annotations

import argparse
from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flattop.cli import output
from flattop.cli.parser import (
    BadUsage,
    add_command,
    add_seed,
    add_table_options,
    add_workers,
    bot_names,
    output_file,
    setting,
    settings,
    whole,
    workers_of,
)

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.cli.progress import Advance
    from flattop.lab.balance import Study, Variant
    from flattop.lab.balance.instrumented_game import Pace


def add(commands: Commands) -> None:
    command = add_command(
        commands,
        "balance",
        "Analyse the balance of a game: seats, length, cards, options, unused rules.",
        epilog="--compare, or a custom deck, compares tables with the same seeds. Ctrl-C reports the games "
        "so far. docs/balance/README.md explains the report.",
    )
    command.add_argument("game", metavar="GAME")
    command.add_argument(
        "--seats",
        type=table_sizes,
        metavar="N,N",
        help="numbers of seats, or all (default: the usual number)",
    )
    command.add_argument(
        "--games",
        type=whole(2, 10**7),
        metavar="N",
        help="number of games at each table (default: as many as take a minute or two)",
    )
    add_seed(command)
    command.add_argument(
        "--bots",
        type=bot_names,
        default=("house",),
        metavar="BOT",
        help="one bot for all seats, or one for each (default house)",
    )
    command.add_argument(
        "--compare", type=option_values, metavar="KEY=A,B", help="compare values of an option of the game"
    )
    command.add_argument(
        "--pairs",
        type=whole(0, 100),
        default=2,
        metavar="N",
        help="pairs of playouts from each game that measure the value of cards (default 2)",
    )
    command.add_argument(
        "--pace",
        type=pace,
        metavar="A,B",
        help="assumed seconds per decision, and per doubling of its options (default 2,2)",
    )
    add_table_options(command)
    add_workers(command)
    command.add_argument(
        "--json", metavar="FILE", type=json_file, help="write the report as JSON; - prints it"
    )
    command.add_argument("--out", type=output_file, metavar="FILE", help="write the report as an HTML page")
    command.set_defaults(run=run)


def table_sizes(word: str) -> tuple[int, ...]:
    """Argument type: numbers of seats; an empty tuple means all."""
    return () if word == "all" else tuple(dict.fromkeys(whole(1, 6)(part) for part in word.split(",")))


def option_values(word: str) -> tuple[str, tuple[str, ...]]:
    """Argument type: the key of an option with two or more values."""
    key, listed = setting(word)
    values = tuple(dict.fromkeys(part.strip() for part in listed.split(",")))
    if len(values) < 2:
        raise argparse.ArgumentTypeError(f"{word!r} names one value, give two or more as in deal=fill,two")
    return key, values


def pace(word: str) -> Pace:
    from flattop.kernel import typed_decimal
    from flattop.lab.balance.instrumented_game import Pace

    numbers = [typed_decimal(part) for part in word.split(",")]
    if len(numbers) != 2 or any(number is None or not 0 <= number <= 3600 for number in numbers):
        raise argparse.ArgumentTypeError(f"{word!r} is not two numbers of seconds, such as 2,2")
    return Pace(*[float(number) for number in numbers if number is not None])


def json_file(word: str) -> str:
    """Argument type: a file to write, or `-` for standard output."""
    return word if word == "-" else str(output_file(word))


def run(args: Namespace) -> int:
    from dataclasses import replace

    from flattop.lab.balance.study import default_games

    study = study_of(args)
    study.check()
    study = replace(study, games=args.games or default_games(study))
    work = partial(analyse, study, workers_of(args, args.bots))
    total = study.games * len(study.seats)
    return output.run_with_report(work, total, study.game, partial(show, args), progress=args.progress)


def study_of(args: Namespace) -> Study:
    from flattop.games import game
    from flattop.lab.balance import Study
    from flattop.lab.balance.instrumented_game import Pace
    from flattop.lab.balance.study import default_seats

    sizes = game(args.game).seats if args.seats == () else args.seats or (default_seats(args.game),)
    return Study(args.game, sizes, 0, args.seed, args.bots, variants(args), args.pace or Pace(), args.pairs)


def variants(args: Namespace) -> tuple[Variant, ...]:
    """Return the tables to compare: values of an option, a custom deck and the default deck, or just one."""
    from flattop.lab.balance import Variant

    options = settings(args.option)
    if args.compare:
        key, values = args.compare
        if key in options:
            raise BadUsage(f"--compare {key} and --option {key} cannot be combined")
        return tuple(Variant(f"{key}={value}", options | {key: value}, args.deck) for value in values)
    if args.deck:
        return Variant("the house deck", options), Variant(args.deck.name, options, args.deck)
    return (Variant("", options),)


def analyse(study: Study, workers: Any, advance: Advance) -> dict[str, Any]:
    """Play all games and return the report.  `Stopped`, after Ctrl-C, has the report of the games so far."""
    from flattop.lab import Stopped
    from flattop.lab.balance import balance
    from flattop.lab.balance.report import report

    try:
        return report(study, balance(study, workers, advance))
    except Stopped as stopped:
        raise Stopped(report(study, stopped.report)) from None


def show(args: Namespace, report: dict[str, Any]) -> None:
    """Write the report to the files that were named, and print the findings unless JSON is printed."""
    import json

    if args.out:
        from flattop.lab.balance.page import page

        args.out.write_text(page(report), "utf-8")
    if args.json == "-":
        output.print_json(report)
        return
    if args.json:
        Path(args.json).write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", "utf-8")
    for finding in report["findings"]:
        output.print_paragraph(f"{'*' if finding['kind'] == 'claim' else '-'} {finding['words']}", "  ")
    if args.out or args.json:
        print(f"the whole report is in {' and '.join(str(path) for path in (args.out, args.json) if path)}")
