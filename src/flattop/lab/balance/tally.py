"""What some games came to: sums of everything that a report is made of."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from flattop.kernel import Outcome
from flattop.kernel.text.tally import count_tallies
from flattop.lab.balance.accumulators import PART, Additive, Mean
from flattop.lab.balance.card_value import Gains, swapped
from flattop.lab.balance.coverage import Touched, touched
from flattop.lab.balance.decisions import Matter, tried
from flattop.lab.balance.instrumented_game import Watched
from flattop.lab.balance.option_stats import Offer, Thing, offers
from flattop.lab.balance.paired_playouts import won

TENTHS = 10  # of a game, for when its winner took the lead


@dataclass(slots=True)
class Tally(Additive):
    """Sums over some games at one table; a game is the unit of all of them."""

    games: int = 0
    wins: list[Mean] = field(default_factory=list)  # by seat, in parts
    points: list[Mean] = field(default_factory=list)
    turns: list[Mean] = field(default_factory=list)  # wins by the order in which seats decided first
    headline: dict[str, Mean] = field(default_factory=dict)  # see `headline`
    spread: dict[str, Counter[int]] = field(default_factory=dict)
    endings: Counter[str] = field(default_factory=Counter)
    sources: dict[str, list[Mean]] = field(default_factory=dict)  # points of a game: all seats, its winner
    matter: Matter = field(default_factory=Matter)
    gains: Gains = field(default_factory=dict)
    things: dict[Thing, Offer] = field(default_factory=dict)
    touched: Touched = field(default_factory=Touched)


def tally_of(seen: Watched) -> tuple[Tally, dict[str, int]]:
    """One game as a tally, and its headline by itself, to compare it with that of the same luck elsewhere."""
    end, seats = seen.outcome, len(seen.plan.seats)
    wins = [won(seen, end, seat) for seat in range(seats)]
    values = headline(seen, end, wins)
    tally = Tally(1, _means(wins), _means(end.points), _means(_by_turn(seen, wins)))
    tally.headline = {name: Mean.of(value) for name, value in values.items()}
    tally.spread = _spread(seen, end)
    tally.endings[re.sub(r"\d+", "N", end.reason)] += 1
    tally.sources = _sources(seen, end)
    tally.matter, tally.gains = tried(seen), swapped(seen)
    tally.things, tally.touched = offers(seen), touched(seen)
    return tally, values


def headline(seen: Watched, end: Outcome, wins: list[int]) -> dict[str, int]:
    """The numbers by which two tables are compared, whole ones; `UNITS` says what of."""
    values = {
        "decisions": seen.decisions,
        "single": seen.single * 1000 // max(1, seen.decisions),
        "options": seen.choices * 1000 // max(1, seen.decisions),
        "minutes": seen.milliseconds,
        "points": sum(end.points) * 1000 // len(end.points),
    }
    if not seen.has_rivals:
        return values | {"success": wins[0]}
    order = sorted(end.points, reverse=True)
    return values | {
        "first seat": wins[0],
        "first turn": _by_turn(seen, wins)[0],
        "margin": order[0] - order[1],
        "behind": order[0] - order[-1],
        "shared": PART * (len(end.winners) > 1),
        "lead changes": seen.lead.changes,
        "lead taken": 1000 * seen.lead.since // max(1, seen.decisions),
    }


UNITS = {
    "single": 1000, "options": 1000, "minutes": 60_000, "points": 1000, "success": PART, "first seat": PART,
    "first turn": PART, "shared": PART, "lead taken": 1000,
}  # fmt: skip


def _by_turn(seen: Watched, wins: list[int]) -> list[int]:
    """Wins by turn: who decided first, and those after in the order of seats."""
    first = max(0, seen.first or 0)
    return wins[first:] + wins[:first]


def _spread(seen: Watched, end: Outcome) -> dict[str, Counter[int]]:
    spread = {
        "decisions": Counter([seen.decisions]),
        "minutes": Counter([seen.milliseconds // 60_000]),
        "options": Counter(seen.options),
        "points": Counter(end.points),
    }
    if not seen.has_rivals:
        return spread | {"points": Counter([end.points[0]])}
    order = sorted(end.points, reverse=True)
    tenth = 1 + min(TENTHS - 1, TENTHS * seen.lead.since // max(1, seen.decisions))
    changes = Counter([seen.lead.changes])
    return spread | {
        "margin": Counter([order[0] - order[1]]),
        "lead changes": changes,
        "lead": Counter([tenth]),
    }


def _sources(seen: Watched, end: Outcome) -> dict[str, list[Mean]]:
    """Where the points come from, as far as the game says."""
    text = seen.game.text
    told = [event for whom, event in seen.told if whom is None]
    nouns = {name: line.nouns for name, line in text.events.items()}
    lines = count_tallies(text.tallies, nouns, told, end.points)
    return {
        line["title"]: [Mean.of(sum(line["seats"])), _winners(line["seats"], end)]
        for line in lines
        if line["part"]
    }


def _winners(amounts: list[int], end: Outcome) -> Mean:
    return Mean.of(amounts[end.winners[0]]) if len(end.winners) == 1 else Mean()


def _means(values: list[int] | tuple[int, ...]) -> list[Mean]:
    return [Mean.of(value) for value in values]
