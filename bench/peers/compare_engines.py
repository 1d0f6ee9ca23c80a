"""Random play of our games and of other engines, measured in turn."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import ExitStack
from statistics import median

from bench.peers.folder import ROOT, Folder
from flattop.games import CATALOG
from flattop.lab.bench import WORKER, BenchWorker

PEERS = ("catanatron", "open_spiel-hanabi", "rlcard-uno", "pettingzoo-holdem")


def engines(folder: Folder, seconds: float, rounds: int) -> dict[str, list[float]]:
    """Return the decisions per second in each round; the order is reversed from round to round."""
    paces: dict[str, list[float]] = {name: [] for name in (*CATALOG, *PEERS)}
    with ExitStack() as stack:
        ours = stack.enter_context(opened("ours", [sys.executable, "-P", str(WORKER)]))
        script = str(ROOT / "bench" / "peers" / "engines.py")
        theirs = {
            name: stack.enter_context(opened(name, [str(folder.python), script, name])) for name in PEERS
        }
        for number in range(-1, rounds):  # round -1 warms up
            for name in list(paces)[:: 1 if number % 2 == 0 else -1]:
                request = {"seed": max(number, 0), "seconds": seconds if number >= 0 else 0.05}
                if name in theirs:
                    answer = theirs[name].ask(**request)
                else:
                    answer = ours.ask(key=name, figure="random", **request)
                if number >= 0:
                    paces[name].append(answer["decisions"] / answer["seconds"])
    return paces


class opened:
    """Context manager for a process that answers one line per request."""

    def __init__(self, name: str, command: list[str]) -> None:
        self.name, self.command = name, command

    def __enter__(self) -> BenchWorker:
        env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        pipe = subprocess.PIPE
        self.child = subprocess.Popen(
            self.command, env=env, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8"
        )
        return BenchWorker(self.name, self.child)

    def __exit__(self, *_: object) -> None:
        self.child.kill()
        self.child.communicate()


def table(paces: dict[str, list[float]]) -> list[str]:
    """Return Markdown rows: median, range, and ratio to Catanatron."""
    base = median(paces["catanatron"])
    lines = ["| engine | decisions/s | least to most | of Catanatron |", "|---|---:|---:|---:|"]
    for name, values in sorted(paces.items(), key=lambda one: -median(one[1])):
        title = f"*{name}*" if name in PEERS else name
        span = f"{min(values):,.0f} to {max(values):,.0f}"
        lines.append(f"| {title} | {median(values):,.0f} | {span} | {median(values) / base:.1f} |")
    return lines
