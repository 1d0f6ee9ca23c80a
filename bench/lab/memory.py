"""Measures the peak memory of simulations with few and with many games.

PYTHONPATH=src:. python -m bench.lab.memory [--games 1000,1000000] [--workers 2]

Random bots play one round of Burger Go! at two seats.  Each number of games is played in a new process.
Printed are the peak memory of that process and of its largest worker.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from time import perf_counter

from bench.arguments import argument_parser
from flattop.lab import Plan, simulate

PLAN = Plan("burger-go", ("random", "random"), options={"rounds": "1"})


def main() -> None:
    parser = argument_parser(__doc__)
    parser.add_argument("--games", default="1000,1000000", help="comma-separated numbers of games")
    parser.add_argument("--workers", type=int, default=2, help="worker processes")
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    numbers = [int(word) for word in args.games.split(",")]
    if args.alone:
        print(json.dumps(peak_memory(numbers[0], args.workers)))
        return
    print("| games | seconds | main process, MB | a worker, MB | digest |\n|---:|---:|---:|---:|---|")
    for number in numbers:
        command = [sys.executable, "-m", "bench.lab.memory", "--alone", "--games", str(number)]
        run = subprocess.run([*command, "--workers", str(args.workers)], capture_output=True, check=True)
        print(row(json.loads(run.stdout)), flush=True)


def peak_memory(games: int, workers: int) -> dict[str, float | str]:
    """Simulate in this process; return peak memory in MB of it and of its largest worker."""
    began = perf_counter()
    result = simulate(PLAN, games, workers)
    seconds = perf_counter() - began
    own, theirs = (
        resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return {"games": games, "seconds": seconds, "own": own, "worker": theirs, "digest": result.digest}


def row(result: dict[str, float | str]) -> str:
    own, worker = (f"{float(result[name]):.0f}" for name in ("own", "worker"))
    return f"| {result['games']:,} | {float(result['seconds']):.0f} | {own} | {worker} | {result['digest']} |"


if __name__ == "__main__":
    main()
