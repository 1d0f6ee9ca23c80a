"""Compare the speed of our environments with RLCard and PettingZoo's classic games: `python -m bench.envs`.

A step is an observation, an action mask, and one random legal action; finished games are dealt again.  Times
are processor times.  The other libraries are installed in the folder of `bench.peers` by the first run.  The
table is printed as Markdown, and --out FOLDER writes the chart.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from bench.arguments import argument_parser
from bench.peers.chart import chart
from bench.peers.compare_engines import opened
from bench.peers.folder import ROOT, Folder, NoPeers, ready, usual_path
from flattop.envs.factories import module_name
from flattop.games import CATALOG
from flattop.lab import Fault, machine

OURS = tuple(f"flattop {module_name(key)}" for key in CATALOG)
OTHERS = (
    "pettingzoo tictactoe_v3", "pettingzoo connect_four_v3", "pettingzoo leduc_holdem_v4",
    "pettingzoo texas_holdem_v4", "pettingzoo go_v5", "pettingzoo chess_v6",
    "rlcard leduc-holdem", "rlcard no-limit-holdem", "rlcard uno", "rlcard gin-rummy", "rlcard doudizhu",
    "rlcard mahjong", "rlcard bridge",
)  # fmt: skip
SCRIPT = ROOT / "bench" / "envs" / "steps.py"


def main() -> int:
    args = arguments().parse_args()
    try:
        paces, sizes = measure(ready(args.folder or usual_path()), args.seconds, args.rounds)
    except (NoPeers, Fault) as error:
        print(f"envs: {error}", file=sys.stderr)
        return 1
    print(*table(paces, sizes), "", machine(), sep="\n")
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
        title = "Steps per second with observation and mask, one core"
        (args.out / "envs.svg").write_text(chart(title, paces, {*OTHERS}), "utf-8")
    return 0


def arguments() -> argparse.ArgumentParser:
    parser = argument_parser(__doc__)
    parser.add_argument("--seconds", type=float, default=1, metavar="S", help="processor seconds per round")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="measurements of each environment")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="folder of the other libraries")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder for the chart (SVG)")
    return parser


def measure(folder: Folder, seconds: float, rounds: int) -> tuple[dict[str, list[float]], dict[str, int]]:
    """Return steps per second in each round, and the sizes of observations.

    The order is reversed from round to round, and a first short round warms up.
    """
    sizes: dict[str, int] = {}
    paces: dict[str, list[float]] = {name: [] for name in (*OURS, *OTHERS)}
    with ExitStack() as stack:
        pythons = {"flattop": sys.executable}
        sides = {
            name: stack.enter_context(
                opened(name, [pythons.get(name.split()[0], str(folder.python)), str(SCRIPT), *name.split()])
            )
            for name in paces
        }
        for number in range(-1, rounds):
            for name in list(paces)[:: 1 if number % 2 == 0 else -1]:
                answer = sides[name].ask(seed=max(number, 0), seconds=seconds if number >= 0 else 0.05)
                sizes[name] = answer["numbers"]
                if number >= 0:
                    paces[name].append(answer["steps"] / answer["seconds"])
    return paces, sizes


def table(paces: dict[str, list[float]], sizes: dict[str, int]) -> list[str]:
    """Return a Markdown table, the fastest environment first."""
    lines = ["| environment | steps/s | least to most | numbers seen |", "|---|---:|---:|---:|"]
    for name, values in sorted(paces.items(), key=lambda one: -median(one[1])):
        title = f"*{name}*" if name in OTHERS else name
        span = f"{min(values):,.0f} to {max(values):,.0f}"
        lines.append(f"| {title} | {median(values):,.0f} | {span} | {sizes[name]:,} |")
    return lines


if __name__ == "__main__":
    sys.exit(main())
