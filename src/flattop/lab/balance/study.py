"""A study: games at tables of every size and kind that is asked about, by the same luck at all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from flattop.bots.game_loop import Fault, what_went_wrong
from flattop.games import game as game_of
from flattop.kernel import BadOption
from flattop.lab.balance.accumulators import Additive, Mean, together
from flattop.lab.balance.instrumented_game import Pace, watched
from flattop.lab.balance.table_stats import Tally, tally_of
from flattop.lab.interrupts import defer_interrupts, report_on_interrupt
from flattop.lab.jobs import Progress, Workers, run_jobs
from flattop.lab.simulate import BotSpec, Plan

BLOCK = 10  # games of one report, whatever the number of workers
DECISIONS = 250_000  # of all games together where nobody says how many: about a minute on two cores
FEWEST, MOST_GAMES, LOOKED_AT = 100, 4000, 3


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the tables that are compared: what it is called, its options and its deck."""

    label: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    deck: Path | None = None


@dataclass(frozen=True, slots=True)
class Study:
    """All that a worker must know; the first variant is what the others are compared with."""

    game: str
    seats: tuple[int, ...]
    games: int
    seed: int = 0
    bots: tuple[BotSpec, ...] = ("house",)
    variants: tuple[Variant, ...] = (Variant(),)
    pace: Pace = field(default_factory=Pace)
    pairs: int = 2  # of cards, from moments of each game

    def plan(self, seats: int, variant: Variant) -> Plan:
        """The games at one table; one bot sits on all seats, or there is one for each."""
        bots = self.bots * seats if len(self.bots) == 1 else self.bots
        return Plan(self.game, bots, self.seed, variant.options, variant.deck)

    def check(self) -> None:
        """Whatever is wrong is said before the first game."""
        for seats in self.seats:
            if len(self.bots) not in (1, seats):
                raise BadOption(f"{len(self.bots)} bots for {seats} seats; name one for all, or one for each")
            for variant in self.variants:
                self.plan(seats, variant).check()


@dataclass(slots=True)
class Played(Additive):
    """Games at tables of one size: a tally of each variant, and how its headline differs from the first's."""

    tallies: list[Tally] = field(default_factory=list)
    differences: list[dict[str, Mean]] = field(default_factory=list)


def usual_seats(key: str) -> int:
    """As many as a table has where nobody says how many."""
    game = game_of(key)
    return game.usual or max(game.seats, key=lambda seats: (-abs(seats - 4), seats))


def usual_games(study: Study) -> int:
    """As many as take about a minute: it depends on how long games are, and on no clock."""
    looked_at = [study.plan(seats, study.variants[0]) for seats in study.seats]
    decisions = sum(
        watched(plan, number, study.pace, {}).decisions for plan in looked_at for number in range(LOOKED_AT)
    )
    games = DECISIONS * LOOKED_AT // max(1, decisions * len(study.variants))
    return min(MOST_GAMES, max(FEWEST, games // 100 * 100))


def balance(
    study: Study, workers: Workers = 1, progress: Progress = lambda more: None
) -> list[tuple[int, Played]]:
    """Play all of it; the same sums whatever the number of workers, and wherever they are.

    Ctrl-C is `Stopped` with the sums of the games so far, if there are any.
    """
    study.check()
    tables: dict[int, Played] = {}
    work = defer_interrupts(run_jobs(partial(block, study), _jobs(study), workers))
    with report_on_interrupt(lambda: list(tables.items()) or None), closing(work) as reports:
        for (seats, numbers), report in zip(_jobs(study), reports, strict=True):
            tables[seats] = together(tables[seats], report) if seats in tables else report
            progress(len(numbers))
    return list(tables.items())


Job = tuple[int, range]


def _jobs(study: Study) -> Iterator[Job]:
    """The games of each table, a block at a time."""
    for seats in study.seats:
        for start in range(0, study.games, BLOCK):
            yield seats, range(start, min(study.games, start + BLOCK))


def block(study: Study, job: Job) -> Played:
    """Some games at tables of one size, every variant of each."""
    seats, numbers = job
    reports = [_game(study, seats, number) for number in numbers]
    for report in reports[1:]:
        reports[0].add(report)
    return reports[0]


def _game(study: Study, seats: int, number: int) -> Played:
    rooms = {"decision": 1, "card": study.pairs}
    try:
        games = [
            tally_of(watched(study.plan(seats, variant), number, study.pace, rooms))
            for variant in study.variants
        ]
    except Exception as error:
        where = f"game {number + 1} of {study.game} at {seats} seats"
        raise Fault(f"{where}: {what_went_wrong(error)}") from error
    headlines = [values for _, values in games]
    return Played([tally for tally, _ in games], [_apart(headlines[0], one) for one in headlines[1:]])


def _apart(first: dict[str, int], other: dict[str, int]) -> dict[str, Mean]:
    """How two games of the same luck differ, in all that both have."""
    differences = {name: value - first[name] for name, value in other.items() if name in first}
    return {name: Mean.of(value) for name, value in differences.items()}
