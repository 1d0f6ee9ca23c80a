"""`flattop tournament`: rate and rank bots on the same deals."""

from __future__ import annotations

from argparse import Namespace
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from flattop.cli import output
from flattop.cli.parser import (
    add_command,
    add_report,
    add_seed,
    add_table_options,
    add_workers,
    bot_names,
    number,
    settings,
    whole,
    workers_of,
)

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.lab.tournament import Report

DEFAULT_DEALS, MAX_DEALS = 50, 2000  # without --until, and with it


def add(commands: Commands) -> None:
    command = add_command(
        commands,
        "tournament",
        "Rate and rank bots on the same deals.",
        epilog="Every deal is played by every line-up, so each bot has each seat and meets each opponent "
        "equally often. In cooperative games each bot plays every deal as a team. Ctrl-C reports the deals "
        "so far; exit code 130.",
    )
    command.add_argument("game", metavar="GAME")
    command.add_argument(
        "--bots",
        type=bot_names,
        required=True,
        metavar="BOT,BOT,…",
        help="two or more bots, such as random,easy,house,mine.py:Bot",
    )
    command.add_argument(
        "--seats",
        type=whole(1, 6),
        default=0,
        metavar="N",
        help="number of seats (default: the fewest that the game allows)",
    )
    command.add_argument(
        "--deals",
        type=whole(1, 10**6),
        default=0,
        metavar="N",
        help=f"number of deals at most (default {DEFAULT_DEALS}, with --until {MAX_DEALS:,})",
    )
    command.add_argument(
        "--until",
        type=number("a number of per cent", 50, 99.99),
        metavar="PERCENT",
        help="stop when the ranking is certain with this confidence, such as 95",
    )
    add_seed(command)
    command.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="checkpoint file: save every deal there, and continue from the deals it has",
    )
    add_table_options(command)
    add_workers(command)
    add_report(command)
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    from flattop.games import game
    from flattop.lab.tournament import Checkpoint, Tournament, page, run_tournament

    seats = args.seats or min(game(args.game).seats)
    tournament = Tournament(args.game, args.bots, seats, args.seed, settings(args.option), args.deck)
    tournament.check()
    output.warn_of_weaker_chef(args.game, args.bots)
    deals, workers = args.deals or (MAX_DEALS if args.until else DEFAULT_DEALS), workers_of(args, args.bots)
    with closing(Checkpoint(args.keep, tournament)) if args.keep else nullcontext() as checkpoint:
        work = partial(run_tournament, tournament, deals, workers, until=args.until, checkpoint=checkpoint)
        start = min(deals, checkpoint.deals) if checkpoint else 0
        return output.run_with_report(
            work,
            deals,
            args.game,
            show,
            json=args.json,
            progress=args.progress,
            unit="deals",
            start=start,
            page=page,
            out=args.out,
        )


def show(report: Report) -> None:
    """Print the ranking, the results of each bot against each other bot, and the findings."""
    from flattop.lab.tournament import findings
    from flattop.lab.tournament.report import percent, points

    strength = ["succeeds"] if report.is_cooperative else ["rating", "wins"]
    ranking = [
        [
            str(row.rank),
            row.name,
            *([] if row.rating is None else [str(row.rating)]),
            percent(row.wins),
            points(row.points),
            f"{row.ms:.1f}",
        ]
        for row in report.rows
    ]
    output.print_table(["rank", "bot", *strength, "points", "ms"], ranking, numbers=range(2, 6))
    write = points if report.is_cooperative else percent
    bots = [(row.bot, row.name) for row in report.rows]
    pairs = [[name, *(write(report.against(a, b)) if a != b else "" for b, _ in bots)] for a, name in bots]
    corner = "beyond" if report.is_cooperative else "ahead of"
    output.print_table([corner, *(name for _, name in bots)], pairs, numbers=range(1, len(bots) + 1))
    for line in findings(report):
        output.print_paragraph(line)
    print(f"{report.seconds:.1f} s; digest {report.digest}")
