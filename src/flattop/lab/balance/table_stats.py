"""Statistics of games at one kind of table: everything that a balance report is made of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from flattop.kernel import Action, Outcome, seat_names
from flattop.kernel.text.tally import count_tallies
from flattop.lab.balance.accumulators import WIN_UNITS, Additive, GroupDifference, Mean
from flattop.lab.balance.card_value import CardGains, card_gains
from flattop.lab.balance.coverage import Coverage, game_coverage
from flattop.lab.balance.instrumented_game import GameTrace
from flattop.lab.balance.paired_playouts import DecisionImpact, decision_impact, win_units

TENTHS = 10  # bins for the time of the last change of the lead
# Divisors of the headline values that are no plain numbers.
UNITS = {
    "single": 1000, "options": 1000, "minutes": 60_000, "points": 1000, "success": WIN_UNITS,
    "first seat": WIN_UNITS, "first turn": WIN_UNITS, "shared": WIN_UNITS, "lead taken": 1000,
}  # fmt: skip

OptionKey = tuple[str, str, str]  # a verb, and the kind and name of a noun; both are empty for the verb alone


@dataclass(slots=True)
class OptionStats(Additive):
    """Counts of seats that were offered and took an option, and the wins of seats with and without it."""

    offered: int = 0  # seats that could take it at some time in a game
    taken: int = 0  # seats that took it
    times: int = 0  # times that it was taken
    difference: GroupDifference = field(default_factory=GroupDifference)


@dataclass(slots=True)
class TableStats(Additive):
    """Sums over games at one kind of table.  The unit of all of them is the game."""

    games: int = 0
    wins: list[Mean] = field(default_factory=list)  # by seat, in win units
    points: list[Mean] = field(default_factory=list)
    turns: list[Mean] = field(default_factory=list)  # wins by turn order, see `_by_turn`
    headline: dict[str, Mean] = field(default_factory=dict)  # see `headline`
    spread: dict[str, Counter[int]] = field(default_factory=dict)  # distributions
    endings: Counter[str] = field(default_factory=Counter)
    sources: dict[str, list[Mean]] = field(default_factory=dict)  # points of a game: all seats, its winner
    impact: DecisionImpact = field(default_factory=DecisionImpact)
    gains: CardGains = field(default_factory=dict)
    options: dict[OptionKey, OptionStats] = field(default_factory=dict)
    coverage: Coverage = field(default_factory=Coverage)


def game_stats(trace: GameTrace) -> tuple[TableStats, dict[str, int]]:
    """Return the statistics of one game, and its headline values for paired comparisons."""
    end, seats = trace.outcome, len(trace.plan.seats)
    wins = [win_units(trace, end, seat) for seat in range(seats)]
    values = headline(trace, end, wins)
    stats = TableStats(1, _means(wins), _means(end.points), _means(_by_turn(trace, wins)))
    stats.headline = {name: Mean.of(value) for name, value in values.items()}
    stats.spread = {
        "decisions": Counter([trace.decisions]),
        "minutes": Counter([trace.milliseconds // 60_000]),
        "options": Counter(trace.options),
        "points": Counter(end.points if trace.has_rivals else [end.points[0]]),
    }
    if trace.has_rivals:
        order = sorted(end.points, reverse=True)
        tenth = 1 + min(TENTHS - 1, TENTHS * trace.lead.since // max(1, trace.decisions))
        stats.spread["margin"] = Counter([order[0] - order[1]])
        stats.spread["lead changes"] = Counter([trace.lead.changes])
        stats.spread["lead"] = Counter([tenth])
    stats.endings[re.sub(r"\d+", "N", end.reason)] += 1
    text = trace.game.text
    events = [event for audience, event in trace.events if audience is None]
    nouns = {name: line.nouns for name, line in text.events.items()}
    for line in count_tallies(text.tallies, nouns, events, end.points):
        if line["part"]:  # the game declares it a source of points
            winner = Mean.of(line["seats"][end.winners[0]]) if len(end.winners) == 1 else Mean()
            stats.sources[line["title"]] = [Mean.of(sum(line["seats"])), winner]
    stats.impact, stats.gains = decision_impact(trace), card_gains(trace)
    stats.options, stats.coverage = option_stats(trace, wins), game_coverage(trace)
    return stats, values


def _means(values: Sequence[int]) -> list[Mean]:
    return [Mean.of(value) for value in values]


def headline(trace: GameTrace, end: Outcome, wins: list[int]) -> dict[str, int]:
    """Return the main numbers of a game, by which tables are compared, as integers in `UNITS`."""
    values = {
        "decisions": trace.decisions,
        "single": trace.single * 1000 // max(1, trace.decisions),
        "options": trace.choices * 1000 // max(1, trace.decisions),
        "minutes": trace.milliseconds,
        "points": sum(end.points) * 1000 // len(end.points),
    }
    if not trace.has_rivals:
        return values | {"success": wins[0]}
    order = sorted(end.points, reverse=True)
    return values | {
        "first seat": wins[0],
        "first turn": _by_turn(trace, wins)[0],
        "margin": order[0] - order[1],
        "behind": order[0] - order[-1],
        "shared": WIN_UNITS * (len(end.winners) > 1),
        "lead changes": trace.lead.changes,
        "lead taken": 1000 * trace.lead.since // max(1, trace.decisions),
    }


def _by_turn(trace: GameTrace, wins: list[int]) -> list[int]:
    """Return the wins in turn order, beginning with the seat that decided first."""
    first = max(0, trace.first or 0)
    return wins[first:] + wins[:first]


def option_stats(trace: GameTrace, wins: list[int]) -> dict[OptionKey, OptionStats]:
    """Return the statistics of every verb of one game, and of every verb with a named noun."""
    seats = range(len(trace.plan.seats))
    offered = [{key for action in trace.offered[seat] for key in _keys(trace, action)} for seat in seats]
    taken: list[Counter[OptionKey]] = [Counter() for _ in seats]
    for seat in seats:
        for action, times in trace.taken[seat].items():
            for key in _keys(trace, action):
                taken[seat][key] += times
    stats: dict[OptionKey, OptionStats] = {}
    for key in sorted(set[OptionKey]().union(*offered, *taken)):
        takers = [seat for seat in seats if key in taken[seat]]
        others = [seat for seat in seats if key in offered[seat] and key not in taken[seat]]
        times = sum(taken[seat][key] for seat in takers)
        stats[key] = OptionStats(len(takers) + len(others), len(takers), times)
        takers_wins, others_wins = (sum(wins[seat] for seat in group) for group in (takers, others))
        stats[key].difference.count(len(takers), takers_wins, len(others), others_wins)
    return stats


def _keys(trace: GameTrace, action: Action) -> Iterator[OptionKey]:
    """Yield the verb, and the verb with each noun that has a name."""
    verb, text = action[0], trace.game.text
    yield verb, "", ""
    nouns = text.verbs[verb].nouns if verb in text.verbs else ()
    for slot, noun in zip(nouns, action[1:], strict=False):
        kind = slot.split(":")[-1]
        if kind in text.namers or (kind in text.kinds and text.kinds[kind].names):
            yield verb, kind, text.noun(kind, noun, trace.table.pack, seat_names(trace.table.seats))
