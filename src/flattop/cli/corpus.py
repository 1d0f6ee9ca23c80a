"""`flattop corpus`: any number of games as records and as tables for notebooks."""

from __future__ import annotations

import argparse
from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flattop.cli import output
from flattop.cli.crew import add_workers, workers_of
from flattop.cli.parser import BOTS, BadUsage, add_table, file, seats, settings, whole

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.lab.corpus import Corpus, Source

MOST, USUAL = 10**9, 1000  # games
FORMATS = ("records", "parquet")


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "corpus",
        help="any number of games as records and as tables for notebooks",
        epilog="Tables need pyarrow (pip install '.[corpus]'). Exit code 1 if a bot breaks down. "
        "Ctrl-C keeps the games that are done, and --resume goes on with them; exit code 130.",
    )
    command.add_argument("game", metavar="GAME", nargs="?", help="what is played")
    command.add_argument("--seats", type=seats, metavar="BOT,BOT", help=f"for each seat {BOTS}")
    command.add_argument("--games", type=whole(1, MOST), metavar="N", help=f"how many (default {USUAL})")
    command.add_argument("--seed", type=whole(), metavar="N", help="of all luck (default 0)")
    command.add_argument("--from", type=file, nargs="+", metavar="FILE", dest="files",
                         help="records of games that were played before, instead of new ones")  # fmt: skip
    command.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where it is written")
    command.add_argument("--format", type=formats, default=FORMATS, metavar="records,parquet",
                         help="one of them or both (default both)")  # fmt: skip
    command.add_argument("--resume", action="store_true", help="go on with the corpus that is there")
    add_table(command)
    add_workers(command)
    command.add_argument("--json", action="store_true", help="as one JSON object")
    command.set_defaults(run=run)


def formats(word: str) -> tuple[str, ...]:
    """Some of the formats, in their order."""
    wanted = {part.strip() for part in word.split(",")}
    for part in sorted(wanted.difference(FORMATS)):
        raise argparse.ArgumentTypeError(f"there is no format {part!r}; the formats are {', '.join(FORMATS)}")
    return tuple(kind for kind in FORMATS if kind in wanted)


def run(args: Namespace) -> int:
    from flattop.lab.corpus import open_corpus, write_corpus

    source, about = kept(args) if args.files else played(args)
    about |= {"formats": list(args.format)}
    corpus = open_corpus(args.out, about, command_of(args), games=source.total, resume=args.resume)
    counted, start = ("files", 0) if args.files else ("games", corpus.games)
    work = partial(write_corpus, corpus, source, workers_of(args, args.seats or ()))
    return output.reported(work, source.total, "corpus", args.json, show, args.progress, counted, start)


def played(args: Namespace) -> tuple[Source, dict[str, Any]]:
    """New games, and what they have in common."""
    from flattop.bots.plugins import plugin_digests
    from flattop.games import game
    from flattop.lab import Plan
    from flattop.lab.corpus import SimulatedGames
    from flattop.match import deck_digest

    if not args.game or not args.seats:
        raise BadUsage("corpus needs a GAME with --seats BOT,BOT, or --from with files of records")
    plan = Plan(args.game, args.seats, args.seed or 0, settings(args.option), args.deck)
    plan.check()
    about = {
        "game": plan.game,
        "seats": list(plan.names),
        "seed": plan.seed,
        "options": dict(game(plan.game).settings(len(plan.seats), plan.options)),
        "deck": deck_digest(plan.deck or game(plan.game).deck),
    }
    if files := plugin_digests(plan.names):
        about["files"] = files
    return SimulatedGames(plan, args.games or USUAL), about


def kept(args: Namespace) -> tuple[Source, dict[str, Any]]:
    """Games of old."""
    from flattop.lab.corpus import RecordedGames

    given = ("game", "seats", "games", "seed", "option", "resume")
    for name in [name for name in given if getattr(args, name)]:
        word = "GAME" if name == "game" else f"--{name}"
        raise BadUsage(f"--from takes games as they were played; leave {word} away")
    if args.cluster:
        raise BadUsage("--from reads files of this machine: name --workers instead of --cluster")
    return RecordedGames(args.files, args.deck), {"from": len(args.files)}


def command_of(args: Namespace) -> str:
    """The command that makes the same corpus, however many workers made this one."""
    if args.files:
        words = ["--from", f"({output.count(len(args.files), 'file')})"]
    else:
        words = [args.game, "--seats", ",".join(args.seats), "--games", str(args.games or USUAL)]
        words += ["--seed", str(args.seed or 0)]
    words += [part for key, value in args.option for part in ("--option", f"{key}={value}")]
    words += ["--deck", args.deck.name] if args.deck else []
    return " ".join(["flattop corpus", *words, "--format", ",".join(args.format), "--out FOLDER"])


def show(corpus: Corpus) -> None:
    whole = corpus.as_json()
    counted = f"{whole['games']:,} games, {whole['decisions']:,} decisions, {whole['events']:,} events"
    print(f"{counted} in {corpus.folder}; digest {corpus.digest}")
