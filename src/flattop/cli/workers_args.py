"""The options --workers, --cluster and --progress of commands that run jobs of the lab."""

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
    command.add_argument(
        "--workers",
        type=whole(1, 256),
        default=0,
        metavar="N",
        help="number of processes on this machine (default 1)",
    )
    command.add_argument(
        "--cluster",
        type=scheduler_address,
        metavar="ADDRESS",
        help="use the workers of a Dask scheduler, such as tcp://HOST:8786",
    )
    command.add_argument(
        "--progress",
        choices=("bar", "json"),
        default="bar",
        help="show a bar on a terminal, or JSON lines on stderr (default bar)",
    )


def scheduler_address(word: str) -> str:
    if not ADDRESS.fullmatch(word):
        raise argparse.ArgumentTypeError(
            f"{shortened(word)!r} is not the address of a Dask scheduler, such as tcp://HOST:8786"
        )
    return word


def workers_of(args: Namespace, bots: Iterable[str] = ()) -> Workers:
    """Return the number of processes, or the cluster and the files it needs: deck and custom bots."""
    from flattop.bots.plugins import is_plugin, plugin_file
    from flattop.lab.jobs import Cluster

    if not args.cluster:
        return int(args.workers or 1)
    if args.workers:
        raise BadUsage("--workers and --cluster cannot be combined: a cluster has its own workers")
    files = {plugin_file(name) for name in bots if is_plugin(name)} | (
        {str(args.deck)} if args.deck else set()
    )
    return Cluster(args.cluster, tuple(sorted(files)))
