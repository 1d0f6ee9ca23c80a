"""Compares Flattop with other engines and servers in one run: `python -m bench.peers`.

The first run installs OpenSpiel, Catanatron, RLCard, PettingZoo and boardgame.io in a separate folder in the
user's cache, as pinned by the lock files here; our own environment is not changed.  Tables are printed as
Markdown; --out FOLDER also writes charts.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bench.arguments import argument_parser
from bench.peers import chart, compare_engines, compare_servers
from bench.peers.folder import Folder, NoPeers, ready, usual_path
from flattop.lab import Fault, machine


def main() -> int:
    args = arguments().parse_args()
    try:
        folder = ready(args.folder or usual_path())
        if not args.servers:
            report_engines(folder, args)
        if not args.engines:
            report_servers(folder, args)
    except (NoPeers, Fault) as error:
        print(f"peers: {error}", file=sys.stderr)
        return 1
    print(machine())
    return 0


def arguments() -> argparse.ArgumentParser:
    parser = argument_parser(__doc__)
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--engines", action="store_true", help="only the rules, at random play")
    only.add_argument("--servers", action="store_true", help="only servers under load")
    parser.add_argument("--seconds", type=float, default=2, metavar="S", help="CPU seconds per engine")
    parser.add_argument(
        "--load-seconds", type=float, default=10, metavar="S", help="seconds per load of a server"
    )
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="number of measurements")
    parser.add_argument(
        "--tables",
        type=int,
        nargs="+",
        default=[50, 200],
        metavar="N",
        help="numbers of tables for the servers",
    )
    parser.add_argument("--folder", type=Path, metavar="DIR", help="folder of the other engines and servers")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder for the charts (SVG)")
    return parser


def report_engines(folder: Folder, args: argparse.Namespace) -> None:
    paces = compare_engines.engines(folder, args.seconds, args.rounds)
    print(*compare_engines.table(paces), "", sep="\n", flush=True)
    title = "Decisions per second at random play, one core"
    draw(args.out, "peers-engines.svg", chart.chart(title, paces, {*compare_engines.PEERS}))


def report_servers(folder: Folder, args: argparse.Namespace) -> None:
    loads = compare_servers.servers(folder, args.tables, args.load_seconds, args.rounds)
    print(*compare_servers.table(loads), "", sep="\n", flush=True)
    plays = {
        f"{name}, {count} tables": [row["plays_per_s"] for row in rows]
        for (name, count), rows in loads.items()
    }
    others = {name for name in plays if name.startswith(compare_servers.PEER)}
    draw(args.out, "peers-servers.svg", chart.chart("Plays per second under load", plays, others))


def draw(folder: Path | None, name: str, picture: str) -> None:
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(picture, "utf-8")


if __name__ == "__main__":
    sys.exit(main())
