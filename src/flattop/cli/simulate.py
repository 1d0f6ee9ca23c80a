"""`flattop simulate`: play many games between bots."""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from flattop.cli import output
from flattop.cli.parser import (
    BOT_HELP,
    add_command,
    add_report,
    add_seed,
    add_table_options,
    add_workers,
    bot_names,
    settings,
    whole,
    workers_of,
)

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.lab import Result

MAX_GAMES = 10**9


def add(commands: Commands) -> None:
    command = add_command(
        commands,
        "simulate",
        "Play many games between bots and report wins and points.",
        epilog="The result and its digest do not depend on the number of workers. Exit code 1 if a bot "
        "fails or chooses an illegal action. Ctrl-C reports the games so far; exit code 130.",
    )
    command.add_argument("game", metavar="GAME")
    command.add_argument(
        "--seats", type=bot_names, required=True, metavar="BOT,BOT", help=f"for each seat: {BOT_HELP}"
    )
    command.add_argument(
        "--games", type=whole(1, MAX_GAMES), default=100, metavar="N", help="number of games (default 100)"
    )
    add_seed(command)
    add_table_options(command)
    add_workers(command)
    command.add_argument("--record", type=Path, metavar="DIR", help="save the record of every game there")
    add_report(command)
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    from flattop.lab import Plan, simulate
    from flattop.lab.reports import simulation_page

    plan = Plan(args.game, args.seats, args.seed, settings(args.option), args.deck)
    plan.check()
    if args.record:
        args.record.mkdir(parents=True, exist_ok=True)
    work = partial(simulate, plan, args.games, workers_of(args, args.seats), records=args.record)
    output.warn_of_weaker_chef(args.game, args.seats)
    return output.run_with_report(
        work,
        args.games,
        plan.game,
        show,
        json=args.json,
        progress=args.progress,
        page=simulation_page,
        out=args.out,
    )


def show(result: Result) -> None:
    from flattop.lab.formatting import counted

    columns = ["seat", "bot", "wins", "95 %", "points", "±"]
    output.print_table(columns, [row(result, seat) for seat in range(len(result.wins))], numbers=range(2, 6))
    games = f"{counted(result.totals.games, 'game')} of {result.plan.game}"
    print(f"{games}, {result.totals.decisions:,} decisions in {result.seconds:.1f} s; digest {result.digest}")
    if result.records:
        print(f"records saved in {result.records}")


def row(result: Result, seat: int) -> list[str]:
    low, high = result.win_intervals[seat]
    wins = [f"{result.wins[seat]:.1%}", f"{low:.1%} to {high:.1%}"]
    margin = f"{result.point_margins[seat]:.2f}" if result.totals.games > 1 else "not known"
    return [str(seat + 1), result.plan.names[seat], *wins, f"{result.points[seat]:.2f}", margin]
