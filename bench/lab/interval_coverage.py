"""Checks that the 95 % intervals of balance reports contain the true values in 95 % of reports.

python -m bench.lab.interval_coverage [--runs N] [--games N] [--seed N] [--workers N] [--drawn]

Each run is a complete report on the test game `pie`, with its own seed.  It counts how often the interval of
the first seat's wins contains 55 %, how often that of the Cherry in a hand contains 5 %, by wins and by
points, and how often all claims are true.  With --drawn no game is played: results are drawn from the known
distribution, and only the intervals are computed, which takes a second.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from time import perf_counter
from typing import Any

from bench.arguments import argument_parser
from bench.lab import pie
from flattop.kernel import Chance
from flattop.lab.balance import Study, balance
from flattop.lab.balance.accumulators import WIN_UNITS, Mean
from flattop.lab.balance.report import interval, report, share
from flattop.lab.jobs import run_jobs

WINS, CHERRY_WINS = "wins of the first seat: 55 %", "Cherry, points of win share: +5"


def main() -> None:
    parser = argument_parser(__doc__)
    parser.add_argument("--runs", type=int, default=1000, help="number of reports")
    parser.add_argument("--games", type=int, default=400, help="games in each report")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first report")
    parser.add_argument("--workers", type=int, default=1, help="worker processes")
    parser.add_argument(
        "--drawn", action="store_true", help="draw results from the known distribution instead of playing"
    )
    args = parser.parse_args()
    began = perf_counter()
    count = drawn if args.drawn else played
    hits = count(args.runs, args.games, args.seed, args.workers)
    print("| interval | contains the true value in |\n|---|---|")
    for name, times in hits.items():
        print(f"| {name} | {100 * times / args.runs:.1f} % |")
    print(f"\n{args.runs:,} reports of {args.games} games in {perf_counter() - began:.0f} s")


def played(runs: int, games: int, seed: int = 0, workers: int = 1) -> Counter[str]:
    """Count the runs in which each interval contains the true value, and in which all claims are true."""
    hits: Counter[str] = Counter()
    for result in run_jobs(partial(run, games), range(seed * runs, (seed + 1) * runs), workers):
        hits.update(result)
    return hits


def drawn(runs: int, games: int, seed: int = 0, workers: int = 1) -> Counter[str]:
    """Count the same for results that are drawn at random instead of played."""
    hits: Counter[str] = Counter()
    for chance in map(Chance, range(seed * runs, (seed + 1) * runs)):
        wins, cherry = Mean(), Mean()
        for _ in range(games):
            wins.count(WIN_UNITS * (chance.random() < pie.EDGE))
            for _ in range(2):  # pairs of cards; the Cherry is one of both in two of ten pairs
                if chance.random() < 0.2:
                    cherry.count(WIN_UNITS * (chance.random() < pie.CHERRY))
        _, low, high = share(wins.value(WIN_UNITS), games)
        hits[WINS] += low <= pie.EDGE <= high
        _, low, high = interval(cherry.with_pseudo_values(WIN_UNITS), WIN_UNITS)
        hits[CHERRY_WINS] += low <= pie.CHERRY <= high
    return hits


def run(games: int, seed: int) -> dict[str, int]:
    """Play one study of the test game and check its report."""
    pie.enter()
    study = Study(pie.KEY, (2,), games, seed, bots=(pie.Ready,))
    return checked(report(study, balance(study)))


def checked(result: dict[str, Any]) -> dict[str, int]:
    section = result["sections"][0]
    cards = {card["name"]: card for card in section["cards"]}
    true_values = {
        WINS: (section["wins"][0], pie.EDGE),
        CHERRY_WINS: (cards["Cherry"]["wins"], pie.CHERRY),
        "Cherry, points of the game: +0.05": (cards["Cherry"]["points"], pie.CHERRY),
    }
    true_claims = ("The first seat", "The second seat", "Cherry")
    claims = [finding["words"] for finding in result["findings"] if finding["kind"] == "claim"]
    hits = {name: low <= value <= high for name, ((_, low, high), value) in true_values.items()}
    return hits | {"all claims are true": all(words.startswith(true_claims) for words in claims)}


if __name__ == "__main__":
    main()
