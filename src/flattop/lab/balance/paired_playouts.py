"""Paired playouts: a table is played to the end twice, with one difference and the same seed.

The impact of decisions is measured like this: the bot's choice against a random other option.  A different
result says little by itself, because another option may only change which random events happen.  So each
decision is played out with two seeds.  If one option is truly better, both differences have the same sign;
pure chance cancels out in their product.  The mean of these products is the mean square of the true effect of
a decision.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from flattop.bots import Bot
from flattop.kernel import CLOCK, Action, Chance, Outcome, Seat, Table
from flattop.lab.balance.accumulators import WIN_UNITS, Additive, Mean
from flattop.lab.balance.instrumented_game import GameTrace
from flattop.lab.simulate import Plan
from flattop.match import Observation, derived
from flattop.match.game_loop import choose_action, play_on
from flattop.match.match import SimulatedMatch


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of a game for a seat: its share of the win in win units, and its points."""

    win: int
    points: int


def seat_result(trace: GameTrace, end: Outcome, seat: Seat) -> SeatResult:
    return SeatResult(win_units(trace, end, seat), end.points[seat])


def win_units(trace: GameTrace, end: Outcome, seat: Seat) -> int:
    """Return the share of the win: rivals split it, a cooperative win counts fully for all seats."""
    if seat not in end.winners:
        return 0
    return WIN_UNITS // len(end.winners) if trace.has_rivals else WIN_UNITS


def play_to_end(trace: GameTrace, t: Table, seed: int, first: tuple[Seat, Action] | None = None) -> Outcome:
    """Play a table to its end with new bots, after the `first` action if there is one.  Changes the table."""
    t.chance, t.events = Chance(seed), None
    branch = SimulatedMatch(trace.game, t, seed)
    if first:
        branch.push(*first)
    return play_on(branch, new_bots(trace.plan, seed))


def new_bots(plan: Plan, seed: int) -> list[Bot]:
    return Plan(plan.game, plan.seats, derived(seed, "bots"), plan.options, plan.deck).bots(0)


# -- the impact of decisions


@dataclass(slots=True)
class DecisionStats(Additive):
    """Results of paired playouts of decisions.  Each game adds one decision."""

    changed: Mean = field(default_factory=Mean)  # share of seeds with another winner, in win units
    points_changed: Mean = field(default_factory=Mean)
    gain: Mean = field(default_factory=Mean)  # of the bot's choice over the other, in win units
    points: Mean = field(default_factory=Mean)
    product: Mean = field(default_factory=Mean)  # of the differences with both seeds
    points_product: Mean = field(default_factory=Mean)


@dataclass(slots=True)
class DecisionImpact(Additive):
    """Statistics of all decisions, and by the verb of the bot's choice."""

    all: DecisionStats = field(default_factory=DecisionStats)
    verbs: dict[str, DecisionStats] = field(default_factory=dict)


def decision_impact(trace: GameTrace) -> DecisionImpact:
    """Play out the sampled decisions of one game, each with two options and two seeds."""
    impact = DecisionImpact()
    for number, t in enumerate(trace.samples["decision"].tables):
        if options := two_options(trace, t, number):
            seat, choice, other = options
            stats = compare_options(trace, t, seat, (choice, other), number)
            impact.all.add(stats)
            impact.verbs.setdefault(choice[0], DecisionStats()).add(stats)
    return impact


def two_options(trace: GameTrace, t: Table, number: int) -> tuple[Seat, Action, Action] | None:
    """Return a seat, its bot's choice and a random other option; None if no seat has a choice."""
    chance = Chance(trace.seed("option", number))
    free = [seat for seat, options in t.asks.items() if seat != CLOCK and len(options) > 1]
    if not free:
        return None
    seat = free[chance.below(len(free))]
    obs = Observation(trace.game, t, seat)
    choice = choose_action(new_bots(trace.plan, trace.seed("option", number))[seat], obs)
    others = [action for action in obs.options if action != choice]
    return (seat, choice, others[chance.below(len(others))]) if choice in obs.options else None


def compare_options(
    trace: GameTrace, t: Table, seat: Seat, options: tuple[Action, Action], number: int
) -> DecisionStats:
    stats, wins, points = DecisionStats(), [], []
    for seed in (trace.seed("one", number), trace.seed("other", number)):
        choice, other = (
            seat_result(trace, play_to_end(trace, t.clone(), seed, (seat, action)), seat)
            for action in options
        )
        wins.append(choice.win - other.win)
        points.append(choice.points - other.points)
    stats.changed.count(WIN_UNITS // 2 * sum(map(bool, wins)))
    stats.points_changed.count(WIN_UNITS // 2 * sum(map(bool, points)))
    stats.gain.count(sum(wins))
    stats.points.count(sum(points))
    stats.product.count(wins[0] * wins[1])
    stats.points_product.count(points[0] * points[1])
    return stats
