"""Benchmarks of the rules: random play on one core, and two revisions compared side by side."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from flattop.kernel import Game
from flattop.lab.bench_worker import Played, clone_cost, dealer, played_at_random
from flattop.match.game_loop import Fault

WORKER = Path(__file__).with_name("bench_worker.py")
FIGURES = {"random": "decisions", "clone": "games", "house": "games"}  # figure: the count it has per second


@dataclass(frozen=True, slots=True)
class Figures:
    """Speed of one game: decisions and games per second with dealing, and the cost of a mid-game clone."""

    decisions_per_s: float
    games_per_s: float
    clone_us: float


def measure(game: Game, seconds: float, runs: int = 5) -> Figures:
    """Return the best of several short runs, because other load can only slow a run down."""
    deal = dealer(game)
    results = [played_at_random(deal, seed, seconds) for seed in range(runs)]
    best = max(results, key=Played.decisions_per_second)
    return Figures(best.decisions_per_second(), best.games / best.seconds, clone_cost(deal))


def machine() -> str:
    """Describe the machine without naming it or its owner."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores"


# -- comparing two revisions


@dataclass(slots=True)
class Comparison:
    """One figure of one game as rates per second, before and after, one value for each round."""

    game: str
    figure: str
    before: list[float] = field(default_factory=list)
    after: list[float] = field(default_factory=list)
    same: bool = True  # both revisions played identical games

    def add(self, before: dict[str, Any], after: dict[str, Any]) -> None:
        count = FIGURES[self.figure]
        self.before.append(before[count] / before["seconds"])
        self.after.append(after[count] / after["seconds"])
        self.same &= before.get("digest") == after.get("digest")

    @property
    def ratios(self) -> list[float]:
        """The speedup in every round; above 1 is faster."""
        return [after / before for before, after in zip(self.before, self.after, strict=True)]

    @property
    def ratio(self) -> float:
        return median(self.ratios)

    @property
    def spread(self) -> tuple[float, float]:
        """The quartiles of the ratios."""
        if len(self.ratios) < 2:
            return self.ratio, self.ratio
        low, _, high = quantiles(self.ratios, n=4, method="inclusive")
        return low, high


def compare(
    sources: dict[str, Path], keys: Iterable[str], seconds: float, rounds: int, environment: dict[str, str]
) -> Iterator[Comparison]:
    """Compare two revisions, given by name and source folder, in every figure of every game.

    Both are measured in turn, with the order reversed from round to round.  The first one plays for the
    given time, the second one as many games with the same seed.
    """
    with ExitStack() as stack:
        workers = [
            stack.enter_context(bench_worker(name, path, environment)) for name, path in sources.items()
        ]
        for key in keys:
            for figure in FIGURES:
                comparison = Comparison(key, figure)
                for number in range(-1, rounds):  # round -1 warms both processes up
                    first, second = workers if number % 2 == 0 else workers[::-1]
                    request = {"key": key, "figure": figure, "seed": max(number, 0)}
                    limit = {"seconds": seconds} if number >= 0 else {"games": 1}
                    answers = {first.name: first.ask(**request, **limit)}
                    answers[second.name] = second.ask(**request, games=answers[first.name]["games"])
                    if number >= 0:
                        comparison.add(*(answers[worker.name] for worker in workers))
                yield comparison


class BenchWorker:
    """A process that answers one JSON request per line."""

    def __init__(self, name: str, child: subprocess.Popen[str]) -> None:
        self.name, self.child = name, child

    def ask(self, **request: Any) -> dict[str, Any]:
        """Send a request and return the answer; raise `Fault` with the process's last line if it died."""
        assert self.child.stdin
        assert self.child.stdout
        assert self.child.stderr
        with suppress(BrokenPipeError):  # the process died, which the empty answer shows
            print(json.dumps(request), file=self.child.stdin, flush=True)
        line = self.child.stdout.readline()
        if not line:
            errors = [text.strip() for text in self.child.stderr.readlines() if text.strip()]
            raise Fault(f"{self.name} cannot be measured: {errors[-1] if errors else 'the process ended'}")
        answer: dict[str, Any] = json.loads(line)
        return answer


@contextmanager
def bench_worker(name: str, source: Path, environment: dict[str, str]) -> Iterator[BenchWorker]:
    """Run `bench_worker.py` of this checkout with the package in `source`."""
    command = [sys.executable, "-P", str(WORKER)]
    env, pipe = {**environment, "PYTHONPATH": str(source)}, subprocess.PIPE
    with subprocess.Popen(command, env=env, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8") as child:
        try:
            yield BenchWorker(name, child)
        finally:
            child.kill()
