"""Who works in the lab, in the same words for every command: processes of this machine, or a cluster."""

from __future__ import annotations

import argparse
import re
from argparse import Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flattop.cli.parser import BadUsage, Parser, shortened, whole

if TYPE_CHECKING:
    from flattop.lab.jobs import Workers

ADDRESS = re.compile(r"[a-z]+://\S+:\d+")


def add_workers(command: Parser) -> None:
    """The words that say who works, and how one hears of it."""
    command.add_argument("--workers", type=whole(1, 256), default=0, metavar="N",
                         help="processes of this machine (default 1)")  # fmt: skip
    command.add_argument("--cluster", type=address, metavar="ADDRESS",
                         help="the workers of a Dask scheduler instead, such as tcp://HOST:8786")  # fmt: skip
    command.add_argument("--progress", choices=("bar", "json"), default="bar",
                         help="a bar on a terminal (default), or lines of JSON on stderr")  # fmt: skip


def address(word: str) -> str:
    if not ADDRESS.fullmatch(word):
        raise argparse.ArgumentTypeError(
            f"{shortened(word)!r} is no address of a Dask scheduler, such as tcp://HOST:8786"
        )
    return word


def workers_of(args: Namespace, bots: Iterable[str] = ()) -> Workers:
    """Who works; to a cluster go the deck and the files of these bots, for it has no such paths."""
    from flattop.bots.plugins import is_plugin, plugin_file
    from flattop.lab.jobs import Cluster

    if not args.cluster:
        return int(args.workers or 1)
    if args.workers:
        raise BadUsage(
            "--workers are processes of this machine, and --cluster has workers of its own: name one"
        )
    files = {plugin_file(word) for word in bots if is_plugin(word)} | (
        {str(args.deck)} if args.deck else set()
    )
    return Cluster(args.cluster, tuple(sorted(files)))
