"""`flattop duel`: compare two bots on the same deals, each in every seat."""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from typing import TYPE_CHECKING

from flattop.cli import output
from flattop.cli.parser import (
    BadUsage,
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
    from flattop.lab.duel import DuelResult


def add(commands: Commands) -> None:
    command = add_command(
        commands,
        "duel",
        "Compare two bots on the same deals, each in every seat.",
        epilog="In competitive games the first bot has one seat and the second bot all others. In "
        "cooperative games a team of the first bot and a team of the second play each deal once.",
    )
    command.add_argument("game", metavar="GAME")
    command.add_argument(
        "--bots",
        type=bot_names,
        required=True,
        metavar="BOT,BOT",
        help="two bots, such as chef,house or mine.py:Bot,easy",
    )
    command.add_argument(
        "--seats",
        type=whole(1, 6),
        default=0,
        metavar="N",
        help="number of seats (default: the fewest that the game allows)",
    )
    command.add_argument(
        "--deals", type=whole(1, 10**6), default=50, metavar="N", help="number of deals (default 50)"
    )
    add_seed(command)
    add_table_options(command)
    add_workers(command)
    add_report(command)
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    from flattop.games import game
    from flattop.lab.duel import Duel, run_duel
    from flattop.lab.reports import duel_page

    if len(args.bots) != 2:
        raise BadUsage(f"--bots takes two bots, such as chef,house, not {len(args.bots)}")
    (challenger, rival), seats = args.bots, args.seats or min(game(args.game).seats)
    duel = Duel(args.game, challenger, rival, seats, args.seed, settings(args.option), args.deck)
    duel.check()
    work = partial(run_duel, duel, args.deals, workers_of(args, args.bots))
    output.warn_of_weaker_chef(args.game, args.bots)
    return output.run_with_report(
        work,
        args.deals,
        args.game,
        show,
        json=args.json,
        progress=args.progress,
        unit="deals",
        page=duel_page,
        out=args.out,
    )


def show(standing: DuelResult) -> None:
    from flattop.lab.reports import findings

    print("\n".join(findings(standing)))
