"""`flattop simulate`: many games among bots."""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from flattop.cli import output
from flattop.cli.crew import add_workers, workers_of
from flattop.cli.parser import BOTS, add_table, page_file, seats, settings, whole

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.lab import Result

MOST = 10**9  # games


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "simulate",
        help="many games among bots, the same result and digest whatever the number of workers",
        epilog="Exit code 1 if a bot breaks down or names what is not open to it; the line says where. "
        "Ctrl-C shows what came of the games so far; exit code 130.",
    )
    command.add_argument("game", metavar="GAME")
    command.add_argument(
        "--seats", type=seats, required=True, metavar="BOT,BOT", help=f"for each seat {BOTS}"
    )
    command.add_argument(
        "--games", type=whole(1, MOST), default=100, metavar="N", help="how many (default 100)"
    )
    command.add_argument("--seed", type=whole(), default=0, metavar="N", help="of all luck (default 0)")
    add_table(command)
    add_workers(command)
    command.add_argument("--record", type=Path, metavar="FOLDER", help="keep the record of every game there")
    command.add_argument(
        "--out", type=page_file, metavar="FILE", help="write the report as a page, report.html"
    )
    command.add_argument("--json", action="store_true", help="as one JSON object")
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    from flattop.lab import Plan, simulate

    plan = Plan(args.game, args.seats, args.seed, settings(args.option), args.deck)
    plan.check()
    if args.record:
        args.record.mkdir(parents=True, exist_ok=True)
    workers = workers_of(args, args.seats)
    work = partial(simulate, plan, args.games, workers, records=args.record)
    return output.reported(work, args.games, plan.game, args.json, show, args.progress,
                           out=partial(write, args.out))  # fmt: skip


def write(path: Path | None, result: Result) -> None:
    from flattop.lab.reports import simulation_page

    if path:
        path.write_text(simulation_page(result), "utf-8")


def show(result: Result) -> None:
    from flattop.lab.formatting import counted

    columns = ["seat", "bot", "wins", "95 %", "points", "±"]
    output.table(columns, [row(result, seat) for seat in range(len(result.wins))], numbers=range(2, 6))
    played = f"{counted(result.totals.games, 'game')} of {result.plan.game}"
    print(
        f"{played}, {result.totals.decisions:,} decisions in {result.seconds:.1f} s; digest {result.digest}"
    )
    if result.records:
        print(f"their records are in {result.records}")


def row(result: Result, seat: int) -> list[str]:
    low, high = result.win_intervals[seat]
    wins = [f"{result.wins[seat]:.1%}", f"{low:.1%} to {high:.1%}"]
    margin = f"{result.point_margins[seat]:.2f}" if result.totals.games > 1 else "not known"
    points = [f"{result.points[seat]:.2f}", margin]
    return [str(seat + 1), result.plan.names[seat], *wins, *points]
