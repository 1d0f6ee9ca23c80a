"""`flattop train`: bots play, a network learns how their games end, and its weights are written down."""

from __future__ import annotations

from argparse import Namespace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from flattop.cli import output
from flattop.cli.parser import BadUsage, number, whole

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.train.pipeline import Training

NEEDED = ("numpy", "torch")
MINUTES = "a number of minutes"


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "train",
        help="teach a network how the games of bots end, for bots that think ahead",
        epilog="It needs PyTorch (pip install '.[train]'). Ctrl-C keeps what is done.",
    )
    command.add_argument("game", metavar="GAME")
    command.add_argument("--seats", type=_counts, metavar="N,N",
                         help="tables of so many, in turn (default: the fewest and 4)")  # fmt: skip
    command.add_argument("--games", type=whole(20, 10**9), metavar="N", help="play so many")
    command.add_argument("--minutes", type=number(MINUTES, 0.1, 10_000), metavar="M",
                         help="or for so long (default 10)")  # fmt: skip
    command.add_argument("--learn-minutes", type=number(MINUTES, 0.1, 10_000), default=30.0, metavar="M",
                         help="learn for so long at most, at every stage (default 30)")  # fmt: skip
    command.add_argument("--stages", type=whole(1, 10), default=3, metavar="N",
                         help="learn so many times, after each doubling of games (default 3)")  # fmt: skip
    command.add_argument("--deals", type=whole(2, 10**6), default=0, metavar="N",
                         help="meet the house bot on so many deals, at every stage")  # fmt: skip
    command.add_argument("--ahead", type=whole(1, 20), default=2, metavar="N",
                         help="own questions that chef looks ahead there (default 2)")  # fmt: skip
    command.add_argument("--workers", type=whole(1, 256), default=1, metavar="N", help="how many (default 1)")
    command.add_argument(
        "--from", dest="rank", default="house", metavar="BOT", help="who plays (default house)"
    )
    command.add_argument("--seed", type=whole(0), default=0, metavar="N", help="of all luck (default 0)")
    command.add_argument("--out", type=Path, metavar="FOLDER", help="where all is kept (default train-GAME)")
    command.add_argument("--resume", action="store_true", help="go on with the training in that folder")
    command.set_defaults(run=run)


def run(args: Namespace) -> int:
    for name in NEEDED:
        if find_spec(name) is None:
            raise BadUsage(f"training needs {name}, which is not installed: pip install '.[train]'")
    from flattop.train import pipeline

    asked = plan(args)
    with output.progress(asked.games or 0, f"{asked.selfplay.game}: games") as progress:
        path = pipeline.run(asked, args.resume, print, progress)
    print(f"the weights are {path}, their card lies beside them")
    return 0


def plan(args: Namespace) -> Training:
    """All that was asked for, checked before the first game."""
    from flattop.bots import bot
    from flattop.games import game
    from flattop.kernel import Chance
    from flattop.train.pipeline import Training
    from flattop.train.selfplay import SelfPlayConfig

    seats = args.seats or tuple({game(args.game).seats[0], min(4, game(args.game).seats[-1])})
    for count in seats:
        game(args.game).settings(count)
    bot(args.rank, args.game, Chance(0))
    selfplay = SelfPlayConfig(args.game, tuple(sorted(seats)), args.rank, args.seed)
    folder = args.out or Path(f"train-{args.game}")
    minutes = args.minutes or (10_000.0 if args.games else 10.0)
    return Training(
        selfplay, folder, args.games, minutes, args.stages, args.workers, args.learn_minutes,
        args.deals, args.ahead, words(args),
    )  # fmt: skip


def words(args: Namespace) -> str:
    """The command, as one would type it again."""
    given = [f"--seats {','.join(map(str, args.seats))}"] if args.seats else []
    for name in ("games", "minutes", "workers", "seed", "stages", "deals"):
        if getattr(args, name):
            given.append(f"--{name} {getattr(args, name):g}")
    return " ".join(["flattop train", args.game, *given, f"--from {args.rank}"])


def _counts(word: str) -> tuple[int, ...]:
    return tuple(whole(1, 9)(part) for part in word.split(","))
