"""`flattop corpus`: write a dataset of games as records and Parquet tables."""

from __future__ import annotations

import argparse
from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flattop.cli import output
from flattop.cli.parser import (
    BOT_HELP,
    JSON_HELP,
    BadUsage,
    add_command,
    add_table_options,
    add_workers,
    bot_names,
    file,
    settings,
    whole,
    workers_of,
)

if TYPE_CHECKING:
    from flattop.cli.parser import Commands
    from flattop.lab.corpus import Corpus, Source

MAX_GAMES, DEFAULT_GAMES = 10**9, 1000
FORMATS = ("records", "parquet")


def add(commands: Commands) -> None:
    command = add_command(
        commands,
        "corpus",
        "Write a dataset of games: records and Parquet tables.",
        epilog="Parquet needs the package pyarrow (extra 'corpus'). Exit code 1 if a bot fails. Ctrl-C keeps "
        "the games so far, and --resume continues; exit code 130.",
    )
    command.add_argument("game", metavar="GAME", nargs="?", help="the game to play")
    command.add_argument("--seats", type=bot_names, metavar="BOT,BOT", help=f"for each seat: {BOT_HELP}")
    command.add_argument(
        "--games", type=whole(1, MAX_GAMES), metavar="N", help=f"number of games (default {DEFAULT_GAMES})"
    )
    command.add_argument("--seed", type=whole(), metavar="N", help="random seed (default 0)")
    command.add_argument(
        "--from",
        type=file,
        nargs="+",
        metavar="FILE",
        dest="files",
        help="convert these records instead of playing new games",
    )
    command.add_argument("--out", type=Path, required=True, metavar="DIR", help="the directory to write")
    command.add_argument(
        "--format",
        type=formats,
        default=FORMATS,
        metavar="records,parquet",
        help="one format or both (default both)",
    )
    command.add_argument("--resume", action="store_true", help="continue the corpus in that directory")
    add_table_options(command)
    add_workers(command)
    command.add_argument("--json", action="store_true", help=JSON_HELP)
    command.set_defaults(run=run)


def formats(word: str) -> tuple[str, ...]:
    """Argument type: some of the formats, in the order of FORMATS."""
    wanted = {part.strip() for part in word.split(",")}
    for part in sorted(wanted.difference(FORMATS)):
        raise argparse.ArgumentTypeError(f"unknown format {part!r}; the formats are {', '.join(FORMATS)}")
    return tuple(kind for kind in FORMATS if kind in wanted)


def run(args: Namespace) -> int:
    from flattop.lab.corpus import open_corpus, write_corpus

    source, description = recorded_games(args) if args.files else new_games(args)
    description |= {"formats": list(args.format)}
    corpus = open_corpus(args.out, description, command_of(args), games=source.total, resume=args.resume)
    unit, start = ("files", 0) if args.files else ("games", corpus.games)
    work = partial(write_corpus, corpus, source, workers_of(args, args.seats or ()))
    return output.run_with_report(
        work, source.total, "corpus", show, json=args.json, progress=args.progress, unit=unit, start=start
    )


def new_games(args: Namespace) -> tuple[Source, dict[str, Any]]:
    """Return the games to play, and the description of the corpus."""
    from flattop.bots.plugins import plugin_digests
    from flattop.games import game
    from flattop.lab import Plan
    from flattop.lab.corpus import SimulatedGames
    from flattop.match import deck_digest

    if not args.game or not args.seats:
        raise BadUsage("corpus: GAME and --seats BOT,BOT are required, or --from with record files")
    plan = Plan(args.game, args.seats, args.seed or 0, settings(args.option), args.deck)
    plan.check()
    description = {
        "game": plan.game,
        "seats": list(plan.names),
        "seed": plan.seed,
        "options": dict(game(plan.game).settings(len(plan.seats), plan.options)),
        "deck": deck_digest(plan.deck or game(plan.game).deck),
    }
    if files := plugin_digests(plan.names):
        description["files"] = files
    return SimulatedGames(plan, args.games or DEFAULT_GAMES), description


def recorded_games(args: Namespace) -> tuple[Source, dict[str, Any]]:
    """Return the games of the record files, and the description of the corpus."""
    from flattop.lab.corpus import RecordedGames

    for name in ("game", "seats", "games", "seed", "option", "resume"):
        if getattr(args, name):
            raise BadUsage(f"{'GAME' if name == 'game' else f'--{name}'} and --from cannot be combined")
    if args.cluster:
        raise BadUsage("--cluster and --from cannot be combined, because the files are on this machine")
    return RecordedGames(args.files, args.deck), {"from": len(args.files)}


def command_of(args: Namespace) -> str:
    """Return the command that writes the same corpus, with any number of workers."""
    if args.files:
        words = ["--from", f"({output.plural(len(args.files), 'file')})"]
    else:
        words = [args.game, "--seats", ",".join(args.seats), "--games", str(args.games or DEFAULT_GAMES)]
        words += ["--seed", str(args.seed or 0)]
    words += [part for key, value in args.option for part in ("--option", f"{key}={value}")]
    words += ["--deck", args.deck.name] if args.deck else []
    return " ".join(["flattop corpus", *words, "--format", ",".join(args.format), "--out FOLDER"])


def show(corpus: Corpus) -> None:
    totals = corpus.as_json()
    counts = f"{totals['games']:,} games, {totals['decisions']:,} decisions, {totals['events']:,} events"
    print(f"{counts} in {corpus.folder}; digest {corpus.digest}")
