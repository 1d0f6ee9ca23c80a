"""`flattop duel`: one bot against another on the same deals, each seat taken in turn."""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from flattop.cli import output
from flattop.cli.crew import add_workers, workers_of
from flattop.cli.parser import BadUsage, add_table, page_file, seats, settings, whole

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.lab.duel import DuelResult


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "duel",
        help="one bot against another on the same deals, each seat taken in turn",
        epilog="Against others the challenger sits in one seat and its rival in all others; a team plays a "
        "deal once with challengers alone and once with rivals alone.",
    )
    command.add_argument("game", metavar="GAME")
    command.add_argument(
        "--bots",
        type=seats,
        required=True,
        metavar="BOT,RIVAL",
        help="such as chef,house or mine.py:Bot,easy; the first challenges",
    )
    command.add_argument("--seats", type=whole(1, 6), default=0, metavar="N", help="default: the fewest")
    command.add_argument(
        "--deals", type=whole(1, 10**6), default=50, metavar="N", help="how many (default 50)"
    )
    command.add_argument("--seed", type=whole(), default=0, metavar="N", help="of all luck (default 0)")
    add_table(command)
    add_workers(command)
    command.add_argument(
        "--out", type=page_file, metavar="FILE", help="write the report as a page, report.html"
    )
    command.add_argument("--json", action="store_true", help="as one JSON object")
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    from flattop.games import game
    from flattop.lab.duel import Duel, run_duel

    if len(args.bots) != 2:
        raise BadUsage(f"--bots takes two, such as chef,house, not {len(args.bots)}")
    (challenger, rival), table = args.bots, args.seats or min(game(args.game).seats)
    duel = Duel(args.game, challenger, rival, table, args.seed, settings(args.option), args.deck)
    duel.check()
    work = partial(run_duel, duel, args.deals, workers_of(args, args.bots))
    return output.reported(work, args.deals, args.game, args.json, show, args.progress, "deals",
                           out=partial(write, args.out))  # fmt: skip


def write(path: Path | None, result: DuelResult) -> None:
    from flattop.lab.reports import duel_page

    if path:
        path.write_text(duel_page(result), "utf-8")


def show(result: DuelResult) -> None:
    from flattop.lab.reports import findings

    print("\n".join(findings(result)))
