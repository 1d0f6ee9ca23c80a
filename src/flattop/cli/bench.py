"""`flattop bench`: decisions and games per second, and the cost of a copy; `comparing` compares revisions."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from flattop.cli import output
from flattop.cli.parser import SECONDS, BadUsage, later, number, whole

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.lab import Figures

USUAL = 1.0  # seconds


def add(commands: Commands) -> None:
    command = commands.add_parser("bench", help="decisions/s, games/s and clone cost, on one core")
    command.add_argument("--game", metavar="GAME", help="one game; by default all of them")
    seconds = number(SECONDS, 0.01, 60)
    command.add_argument("--seconds", type=seconds, metavar="S", help="per run (default 1, servers 10)")
    what = "measure this checkout and one of its revisions in turns: rules, copies and house bots"
    command.add_argument("--compare", metavar="REV", help=what)
    many = "with --compare: how often each is measured (default 6)"
    command.add_argument("--rounds", type=whole(1, 1000), metavar="N", help=many)
    served = "with --compare: servers under load instead (bench/server/load.py)"
    command.add_argument("--server", action="store_true", help=served)
    command.add_argument("--json", action="store_true", help="as one JSON object")
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    if args.compare is not None:
        return later("comparing")(args)
    if args.server or args.rounds:
        raise BadUsage(f"--{'server' if args.server else 'rounds'} goes with --compare REV")
    from flattop.games import CATALOG, game
    from flattop.lab import machine, measure

    games = [game(key) for key in ([args.game] if args.game else CATALOG)]
    measured: dict[str, Figures] = {}
    with output.progress(len(games), "bench") as progress:
        for one in games:
            measured[one.key] = measure(one, args.seconds or USUAL)
            progress(1)
    if args.json:
        rows = {key: rounded(figures) for key, figures in measured.items()}
        output.as_json({"machine": machine(), "games": rows})
        return 0
    columns = ["game", "decisions/s", "games/s", "clone µs"]
    output.table(columns, [row(*one) for one in measured.items()], numbers=range(1, 4))
    print(machine())
    return 0


def rounded(figures: Figures) -> dict[str, float]:
    from dataclasses import asdict

    return {name: round(figure, 2) for name, figure in asdict(figures).items()}


def row(key: str, figures: Figures) -> list[str]:
    return [key, f"{figures.decisions_per_s:,.0f}", f"{figures.games_per_s:,.0f}", f"{figures.clone_us:.2f}"]
