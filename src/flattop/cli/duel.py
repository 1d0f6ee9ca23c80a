"""`flattop duel`: one bot against another on the same deals, each seat taken in turn."""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from typing import TYPE_CHECKING

from flattop.cli import output
from flattop.cli.crew import add_workers, workers_of
from flattop.cli.parser import BadUsage, add_table, seats, settings, whole

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.lab.duel import Standing


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
    command.add_argument("--json", action="store_true", help="as one JSON object")
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    from flattop.games import game
    from flattop.lab.duel import Duel, fight

    if len(args.bots) != 2:
        raise BadUsage(f"--bots takes two, such as chef,house, not {len(args.bots)}")
    (challenger, rival), table = args.bots, args.seats or min(game(args.game).seats)
    duel = Duel(args.game, challenger, rival, table, args.seed, settings(args.option), args.deck)
    duel.check()
    work = partial(fight, duel, args.deals, workers_of(args, args.bots))
    return output.reported(work, args.deals, args.game, args.json, show, args.progress, "deals")


def show(standing: Standing) -> None:
    duel = standing.duel
    challenger, rival = duel.plan((duel.challenger, duel.rival)).names
    if duel.is_shared:
        print(f"{challenger} succeeds in {words(standing.wins)}, {rival} in {standing.fair:.1%}")
        gain, low, high = standing.gain
        print(f"and makes {gain:+.2f} points ({low:+.2f} to {high:+.2f}) beside {rival} on the same deals")
    else:
        print(f"{challenger} wins {words(standing.wins)} against {rival}; {standing.fair:.1%} would be fair")
        lead, low, high = standing.points
        print(f"and ends {lead:+.2f} points ({low:+.2f} to {high:+.2f}) ahead of the best other")
    mean, most = standing.times
    print(f"{standing.deals} deals at {duel.seats} seats in {standing.seconds:.1f} s; "
          f"{challenger} takes {mean:.1f} ms a decision, {most:.1f} ms in 95 of 100")  # fmt: skip


def words(share: tuple[float, float, float]) -> str:
    mean, low, high = share
    return f"{mean:.1%} ({max(0.0, low):.1%} to {min(1.0, high):.1%})"
