"""Balance studies: games at tables of every requested size and variant, with the same seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from flattop.kernel import BadOption
from flattop.lab.balance.accumulators import Additive, Mean, merged
from flattop.lab.balance.instrumented_game import Pace, trace_game
from flattop.lab.balance.table_stats import TableStats, game_stats
from flattop.lab.interrupts import defer_interrupts, report_on_interrupt
from flattop.lab.jobs import Progress, Workers, run_jobs
from flattop.lab.simulate import BotSpec, Plan
from flattop.match.game_loop import Fault, error_text

BLOCK = 10  # games of one job
DEFAULT_DECISIONS = 250_000  # of all games together by default, about a minute on two cores
MIN_GAMES, MAX_GAMES, TRIAL_GAMES = 100, 4000, 3

Job = tuple[int, range]  # number of seats, and game numbers


@dataclass(frozen=True, slots=True)
class Variant:
    """A table to compare: its label, options and deck."""

    label: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    deck: Path | None = None


@dataclass(frozen=True, slots=True)
class Study:
    """Everything a worker needs.  The other variants are compared with the first one."""

    game: str
    seats: tuple[int, ...]
    games: int
    seed: int = 0
    bots: tuple[BotSpec, ...] = ("house",)
    variants: tuple[Variant, ...] = (Variant(),)
    pace: Pace = field(default_factory=Pace)
    pairs: int = 2  # of cards, for each game

    def plan(self, seats: int, variant: Variant) -> Plan:
        """Return the plan of one table; a single bot plays all seats."""
        bots = self.bots * seats if len(self.bots) == 1 else self.bots
        return Plan(self.game, bots, self.seed, variant.options, variant.deck)

    def check(self) -> None:
        """Raise an error if a table or a bot is invalid, before any game is played."""
        for seats in self.seats:
            if len(self.bots) not in (1, seats):
                raise BadOption(f"{len(self.bots)} bots for {seats} seats; name one for all, or one for each")
            for variant in self.variants:
                self.plan(seats, variant).check()


@dataclass(slots=True)
class TableResult(Additive):
    """Games at tables of one size: statistics of each variant, and paired differences from the first."""

    stats: list[TableStats] = field(default_factory=list)
    differences: list[dict[str, Mean]] = field(default_factory=list)


def default_games(study: Study) -> int:
    """Return a number of games that takes about a minute, estimated from the length of a few games."""
    plans = [study.plan(seats, study.variants[0]) for seats in study.seats]
    decisions = sum(
        trace_game(plan, number, study.pace, {}).decisions for plan in plans for number in range(TRIAL_GAMES)
    )
    games = DEFAULT_DECISIONS * TRIAL_GAMES // max(1, decisions * len(study.variants))
    return min(MAX_GAMES, max(MIN_GAMES, games // 100 * 100))


def balance(
    study: Study, workers: Workers = 1, progress: Progress = lambda more: None
) -> list[tuple[int, TableResult]]:
    """Play a study and return the result by number of seats, independent of the number of workers.

    Ctrl-C raises `Stopped` with the result of the games so far, if there are any.
    """
    study.check()
    tables: dict[int, TableResult] = {}
    results = defer_interrupts(run_jobs(partial(play_block, study), _jobs(study), workers))
    with report_on_interrupt(lambda: list(tables.items()) or None), closing(results):
        for (seats, numbers), result in zip(_jobs(study), results, strict=True):
            tables[seats] = merged(tables[seats], result) if seats in tables else result
            progress(len(numbers))
    return list(tables.items())


def _jobs(study: Study) -> Iterator[Job]:
    for seats in study.seats:
        for start in range(0, study.games, BLOCK):
            yield seats, range(start, min(study.games, start + BLOCK))


def play_block(study: Study, job: Job) -> TableResult:
    """Play a block of games, each in every variant with the same seed."""
    seats, numbers = job
    sample_sizes = {"decision": 1, "card": study.pairs}
    results = []
    for number in numbers:
        try:
            games = [
                game_stats(trace_game(study.plan(seats, variant), number, study.pace, sample_sizes))
                for variant in study.variants
            ]
        except Exception as error:
            where = f"game {number + 1} of {study.game} at {seats} seats"
            raise Fault(f"{where}: {error_text(error)}") from error
        (_, first), *others = games
        differences = [
            {name: Mean.of(value - first[name]) for name, value in values.items() if name in first}
            for _, values in others
        ]
        results.append(TableResult([stats for stats, _ in games], differences))
    for result in results[1:]:
        results[0].add(result)
    return results[0]
