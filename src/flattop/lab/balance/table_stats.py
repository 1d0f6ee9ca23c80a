"""What some games came to: sums of everything that a report is made of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from flattop.kernel import Action, Outcome, Seat, seat_names
from flattop.kernel.text.tally import tallied
from flattop.lab.balance.accumulators import PART, Additive, Apart, Mean
from flattop.lab.balance.card_value import Gains, swapped
from flattop.lab.balance.coverage import Touched, touched
from flattop.lab.balance.instrumented_game import Watched
from flattop.lab.balance.paired_playouts import Matter, tried, won

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
    lines = tallied(text.tallies, nouns, told, end.points)
    return {
        line["title"]: [Mean.of(sum(line["seats"])), _winners(line["seats"], end)]
        for line in lines
        if line["part"]
    }


def _winners(amounts: list[int], end: Outcome) -> Mean:
    return Mean.of(amounts[end.winners[0]]) if len(end.winners) == 1 else Mean()


def _means(values: list[int] | tuple[int, ...]) -> list[Mean]:
    return [Mean.of(value) for value in values]


Thing = tuple[str, str, str]  # a verb, the kind of a noun and what it is called; the verb alone has neither


@dataclass(slots=True)
class Offer(Additive):
    """How often one thing was there for a seat, how often it was taken, and how those did who took it."""

    offered: int = 0  # seats of games to which it was open at some time
    taken: int = 0  # seats of games that took it
    times: int = 0  # that it was taken
    apart: Apart = field(default_factory=Apart)


def offers(seen: Watched) -> dict[Thing, Offer]:
    """All that was offered in one game."""
    end, seats = seen.outcome, range(len(seen.plan.seats))
    wins = [won(seen, end, seat) for seat in seats]
    offered = [{thing for action in seen.offered[seat] for thing in _things(seen, action)} for seat in seats]
    taken = [_taken(seen, seat) for seat in seats]
    all_of: dict[Thing, Offer] = {}
    for thing in sorted(set[Thing]().union(*offered, *taken)):
        having = [seat for seat in seats if thing in taken[seat]]
        lacking = [seat for seat in seats if thing in offered[seat] and thing not in taken[seat]]
        offer = Offer(len(having) + len(lacking), len(having), sum(taken[seat][thing] for seat in having))
        won_by = [sum(wins[seat] for seat in some) for some in (having, lacking)]
        offer.apart.count(len(having), won_by[0], len(lacking), won_by[1])
        all_of[thing] = offer
    return all_of


def _taken(seen: Watched, seat: Seat) -> Counter[Thing]:
    taken: Counter[Thing] = Counter()
    for action, times in seen.taken[seat].items():
        for thing in _things(seen, action):
            taken[thing] += times
    return taken


def _things(seen: Watched, action: Action) -> Iterator[Thing]:
    """The verb, and each of its nouns that has a name."""
    verb, text = action[0], seen.game.text
    yield verb, "", ""
    nouns = text.verbs[verb].nouns if verb in text.verbs else ()
    for slot, noun in zip(nouns, action[1:], strict=False):
        kind = slot.split(":")[-1]
        if kind in text.namers or (kind in text.kinds and text.kinds[kind].names):
            yield verb, kind, text.noun(kind, noun, seen.table.pack, seat_names(seen.table.seats))
