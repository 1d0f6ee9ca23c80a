"""What came of a tournament: the ranking, everybody against everybody, and how sure each of it is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from flattop.bots.ratings import Rating
from flattop.games import game as game_of
from flattop.lab.formatting import rounded
from flattop.lab.tournament.rating import ratings
from flattop.lab.tournament.standing import Standing
from flattop.lab.tournament.stopping_rule import Step, looks, steps

Interval = tuple[float, float, float]  # a value, and where the true one lies with 95 %


class Row(NamedTuple):
    """One bot in its rank."""

    rank: int
    bot: int
    name: str
    rating: Rating | None  # teams have none
    wins: Interval  # the share of its games; of teams, in how many they succeed
    points: Interval
    ms: float  # for a decision


@dataclass
class Report:
    """All of it; times stand apart, for they are the only thing that differs from run to run."""

    standing: Standing
    wanted: int  # deals, at most
    until: float | None  # per cent of confidence, where it was to stop early
    seconds: float

    @property
    def is_shared(self) -> bool:
        return self.standing.tournament.is_shared

    @property
    def names(self) -> tuple[str, ...]:
        return self.standing.tournament.names

    @property
    def games(self) -> int:
        return len(self.standing.history)

    @cached_property
    def rows(self) -> list[Row]:
        """The best first."""
        rated = [None] * len(self.names) if self.is_shared else ratings(self.standing)
        return [self._row(rank, bot, rated[bot]) for rank, bot in enumerate(self.standing.order, 1)]

    def _row(self, rank: int, bot: int, rating: Rating | None) -> Row:
        here = self.standing
        wins, points = here.wins[bot], here.points[bot]
        ms = 1000 * here.seconds[bot] / max(1, here.decisions[bot])
        own = (wins.mean, *wins.interval())
        return Row(rank, bot, self.names[bot], rating, own, (points.mean, *points.interval()), ms)

    @cached_property
    def steps(self) -> list[Step]:
        """From each bot to the next: what is decided of the order."""
        return steps(self.standing, self.until)

    @property
    def is_decided(self) -> bool:
        return all(step.is_decided for step in self.steps)

    def against(self, bot: int, other: int) -> Interval:
        """The share of meetings that it came out ahead in; of teams, its points beyond the other's."""
        if self.is_shared:
            return self.standing.gap(bot, other, 0.05)
        ahead = self.standing.ahead[bot, other]
        return ahead.mean, *ahead.interval()

    def as_json(self) -> dict[str, Any]:
        from flattop.lab.tournament.words import findings

        here, held = self.standing, self.standing.tournament
        return {
            "game": held.game,
            "bots": list(self.names),
            "seats": held.seats,
            "seed": held.seed,
            "options": dict(game_of(held.game).settings(held.seats, held.given)),
            "deals": here.deals,
            "wanted": self.wanted,
            "games": self.games,
            "until": self.until,
            "looks": looks(here.deals) if self.until else 1,
            "decided": self.is_decided,
            "ranking": [self._row_as_json(row) for row in self.rows],
            "beyond" if self.is_shared else "ahead": self._table(),
            "order": [self._step_as_json(step) for step in self.steps],
            "words": findings(self),
            "digest": here.digest.hexdigest()[:16],
            "times": {"seconds": round(self.seconds, 1), "ms": {r.name: round(r.ms, 3) for r in self.rows}},
        }

    def _row_as_json(self, row: Row) -> dict[str, Any]:
        rating = {} if row.rating is None else {"rating": list(row.rating)}
        return {
            "rank": row.rank, "bot": row.name, **rating,
            "wins": rounded(row.wins), "points": rounded(row.points),
        }  # fmt: skip

    def _table(self) -> dict[str, dict[str, list[float | None]]]:
        bots = self.standing.order
        return {
            self.names[a]: {self.names[b]: rounded(self.against(a, b)) for b in bots if b != a} for a in bots
        }

    def _step_as_json(self, step: Step) -> dict[str, Any]:
        names = {"bot": self.names[step.bot], "next": self.names[step.next]}
        return names | {"gap": rounded(step.gap), "decided": step.is_decided}
