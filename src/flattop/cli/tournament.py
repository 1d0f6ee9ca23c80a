"""`flattop tournament`: any bots on the same deals, with a rating and a rank for each."""

from __future__ import annotations

from argparse import Namespace
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from flattop.cli import output
from flattop.cli.crew import add_workers, workers_of
from flattop.cli.parser import add_table, number, page_file, seats, settings, whole

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.lab.tournament import Report
    from flattop.lab.tournament.report import Row

USUAL, MOST = 50, 2000  # deals, and where it stops by itself


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "tournament",
        help="any bots on the same deals: ratings, everybody against everybody, and how sure that is",
        epilog="Every deal is played by every line-up, so that each bot has each seat as often and meets "
        "every other as often; a team plays each deal by itself. Ctrl-C shows what is known by then; exit "
        "code 130.",
    )
    command.add_argument("game", metavar="GAME")
    command.add_argument("--bots", type=seats, required=True, metavar="BOT,BOT,…",
                         help="two or more, such as random,easy,house,mine.py:Bot")  # fmt: skip
    command.add_argument("--seats", type=whole(1, 6), default=0, metavar="N", help="default: the fewest")
    command.add_argument("--deals", type=whole(1, 10**6), default=0, metavar="N",
                         help=f"at most so many (default {USUAL}, with --until {MOST:,})")  # fmt: skip
    command.add_argument("--until", type=number("a number of per cent", 50, 99.99), metavar="PERCENT",
                         help="stop when the order is decided as surely as that, such as 95")  # fmt: skip
    command.add_argument("--seed", type=whole(), default=0, metavar="N", help="of all luck (default 0)")
    command.add_argument("--keep", type=Path, metavar="FILE",
                         help="keep every deal there, and go on from those that it has")  # fmt: skip
    add_table(command)
    add_workers(command)
    command.add_argument("--out", type=page_file, metavar="FILE",
                         help="write the report as a page, report.html")  # fmt: skip
    command.add_argument("--json", action="store_true", help="as one JSON object")
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    from flattop.games import game
    from flattop.lab.tournament import Checkpoint, Tournament, run_tournament

    table = args.seats or min(game(args.game).seats)
    tournament = Tournament(args.game, args.bots, table, args.seed, settings(args.option), args.deck)
    tournament.check()
    deals, workers = args.deals or (MOST if args.until else USUAL), workers_of(args, args.bots)
    with closing(Checkpoint(args.keep, tournament)) if args.keep else nullcontext() as checkpoint:
        work = partial(run_tournament, tournament, deals, workers, until=args.until, checkpoint=checkpoint)
        start = min(deals, checkpoint.deals) if checkpoint else 0
        return output.reported(
            work, deals, args.game, args.json, show, args.progress, "deals", start, partial(write, args.out)
        )


def write(path: Path | None, report: Report) -> None:
    from flattop.lab.tournament import page

    if path:
        path.write_text(page(report), "utf-8")


def show(report: Report) -> None:
    from flattop.lab.tournament import findings

    strength = ["succeeds"] if report.is_cooperative else ["rating", "wins"]
    columns = ["rank", "bot", *strength, "points", "ms"]
    output.table(columns, [row(one) for one in report.rows], numbers=range(2, 6))
    cross(report)
    for line in findings(report):
        output.prose(line)
    print(f"{report.seconds:.1f} s; digest {report.digest}")


def row(one: Row) -> list[str]:
    from flattop.lab.tournament.report import percent, points

    rating = [] if one.rating is None else [str(one.rating)]
    return [str(one.rank), one.name, *rating, percent(one.wins), points(one.points), f"{one.ms:.1f}"]


def cross(report: Report) -> None:
    """Everybody against everybody."""
    from flattop.lab.tournament.report import percent, points

    told = points if report.is_cooperative else percent
    bots = [(one.bot, one.name) for one in report.rows]
    rows = [[name, *(told(report.against(a, b)) if a != b else "" for b, _ in bots)] for a, name in bots]
    head = "beyond" if report.is_cooperative else "ahead of"
    output.table([head, *(name for _, name in bots)], rows, numbers=range(1, len(bots) + 1))
