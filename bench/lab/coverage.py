"""Whether intervals hold the truth as often as they say: a pie of which all is known, a thousand times over.

python -m bench.lab.coverage [--runs N] [--games N] [--seed N] [--workers N] [--drawn]

Each run is a whole report of so many games, with a seed of its own.  Counted is how often the 95 % interval
of the first seat's wins holds 55 in 100, how often that of the Cherry's worth in a hand holds 5 in 100, by
wins and by points, and how often nothing is claimed but what is so.  With --drawn no pie is dealt: results
are drawn from what is known of it, and only the intervals are the report's own, which takes a second.
"""

from __future__ import annotations

import argparse
from collections import Counter
from functools import partial
from time import perf_counter
from typing import Any

from bench.lab import pie
from flattop.kernel import Chance
from flattop.lab.balance import Study, balance
from flattop.lab.balance.accumulators import PART, Mean
from flattop.lab.balance.report import interval, report, share
from flattop.lab.jobs import run_jobs


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    words.add_argument("--runs", type=int, default=1000)
    words.add_argument("--games", type=int, default=400)
    words.add_argument("--seed", type=int, default=0)
    words.add_argument("--workers", type=int, default=1)
    words.add_argument("--drawn", action="store_true")
    given = words.parse_args()
    began = perf_counter()
    how = drawn if given.drawn else covered
    held = how(given.runs, given.games, given.seed, given.workers)
    print("| interval | holds the truth in |\n|---|---|")
    for name, times in held.items():
        print(f"| {name} | {100 * times / given.runs:.1f} % |")
    print(f"\n{given.runs:,} reports of {given.games} games in {perf_counter() - began:.0f} s")


def covered(runs: int, games: int, seed: int = 0, workers: int = 1) -> Counter[str]:
    """In how many runs each interval held the truth, and how many claimed nothing but what is so."""
    held: Counter[str] = Counter()
    for one in run_jobs(partial(run, games), range(seed * runs, (seed + 1) * runs), workers):
        held.update(one)
    return held


def drawn(runs: int, games: int, seed: int = 0, workers: int = 1) -> Counter[str]:
    """The same of results that were drawn by lot, as often as pies would bring them."""
    held: Counter[str] = Counter()
    for chance in map(Chance, range(seed * runs, (seed + 1) * runs)):
        wins, cherry = Mean(), Mean()
        for _ in range(games):
            wins.count(PART * (chance.random() < pie.EDGE))
            for _ in range(2):  # pairs; in two of ten the Cherry is one of both cards
                if chance.random() < 0.2:
                    cherry.count(PART * (chance.random() < pie.CHERRY))
        _, low, high = share(wins.value(PART), games)
        held["wins of the first seat: 55 %"] += low <= pie.EDGE <= high
        _, low, high = interval(cherry.cautious(PART), PART)
        held["Cherry, points of win share: +5"] += low <= pie.CHERRY <= high
    return held


def run(games: int, seed: int) -> dict[str, int]:
    """One report of so many pies."""
    pie.enter()
    study = Study(pie.KEY, (2,), games, seed, bots=(pie.Ready,))
    return holding(report(study, balance(study)))


def holding(whole: dict[str, Any]) -> dict[str, int]:
    section = whole["sections"][0]
    cards = {card["name"]: card for card in section["cards"]}
    truths = {
        "wins of the first seat: 55 %": (section["wins"][0], pie.EDGE),
        "Cherry, points of win share: +5": (cards["Cherry"]["wins"], pie.CHERRY),
        "Cherry, points of the game: +0.05": (cards["Cherry"]["points"], pie.CHERRY),
    }
    so = ("The first seat", "The second seat", "Cherry")
    claims = [one["words"] for one in whole["findings"] if one["kind"] == "claim"]
    held = {name: low <= truth <= high for name, ((_, low, high), truth) in truths.items()}
    return held | {"nothing is claimed but what is so": all(words.startswith(so) for words in claims)}


if __name__ == "__main__":
    main()
