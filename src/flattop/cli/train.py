"""`flattop train`: train the value network of a game by self-play."""

from __future__ import annotations

from argparse import Namespace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from flattop.cli.parser import BadUsage, add_command, number, whole
from flattop.cli.progress import show_progress

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.train.pipeline import Training

PACKAGES = ("numpy", "torch")
MAX_MINUTES = 10_000.0


def add(commands: Commands) -> None:
    command = add_command(
        commands,
        "train",
        "Train the value network used by the search bots.",
        epilog="Training needs PyTorch (the package torch, extra 'train'). After Ctrl-C, --resume continues.",
    )
    option = command.add_argument
    minutes = number("a number of minutes", 0.1, MAX_MINUTES)
    option("game", metavar="GAME")
    text = "numbers of seats, used in turn (default: the fewest and 4)"
    option("--seats", type=table_sizes, metavar="N,N", help=text)
    option("--games", type=whole(20, 10**9), metavar="N", help="number of games to play")
    text = "minutes of the training without its duels, half of it play (default 10, no limit with --games)"
    option("--minutes", type=minutes, metavar="M", help=text)
    text = "minutes of learning at most, in every stage (default 30)"
    option("--learn-minutes", type=minutes, default=30.0, metavar="M", help=text)
    text = "number of stages; each doubles the games and learns from all (default 3)"
    option("--stages", type=whole(1, 10), default=3, metavar="N", help=text)
    text = "deals of a duel with the house bot after every stage (default: no duel)"
    option("--deals", type=whole(2, 10**6), default=0, metavar="N", help=text)
    text = "search depth of chef in that duel, in own decisions (default 2)"
    option("--ahead", type=whole(1, 20), default=2, metavar="N", help=text)
    option("--workers", type=whole(1, 256), default=1, metavar="N", help="number of processes (default 1)")
    text = "the bot whose games are learned from (default house)"
    option("--from", dest="rank", default="house", metavar="BOT", help=text)
    option("--seed", type=whole(0), default=0, metavar="N", help="random seed (default 0)")
    text = "directory of weights, games and learning curve (default train-GAME)"
    option("--out", type=Path, metavar="DIR", help=text)
    option("--resume", action="store_true", help="continue the training in that directory")
    command.set_defaults(run=run)


def table_sizes(word: str) -> tuple[int, ...]:
    return tuple(whole(1, 9)(part) for part in word.split(","))


def run(args: Namespace) -> int:
    for name in PACKAGES:
        if find_spec(name) is None:
            from flattop.extras import missing

            raise BadUsage(f"train: this needs {missing(name, 'train')}")
    from flattop.train import pipeline

    job = plan(args)
    with show_progress(job.games or 0, f"{job.selfplay.game}: games") as advance:
        path = pipeline.run(job, args.resume, print, advance)
    print(f"the weights are in {path}, with a model card beside them")
    return 0


def plan(args: Namespace) -> Training:
    """Check all arguments before the first game, and return the training job."""
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
    minutes = args.minutes or (MAX_MINUTES if args.games else 10.0)
    return Training(
        selfplay,
        folder,
        args.games,
        minutes,
        args.stages,
        args.workers,
        args.learn_minutes,
        args.deals,
        args.ahead,
        command_of(args),
    )


def command_of(args: Namespace) -> str:
    """Return the command line, for the model card."""
    words = [f"--seats {','.join(map(str, args.seats))}"] if args.seats else []
    for name in ("games", "minutes", "workers", "seed", "stages", "deals"):
        if getattr(args, name):
            words.append(f"--{name} {getattr(args, name):g}")
    return " ".join(["flattop train", args.game, *words, f"--from {args.rank}"])
