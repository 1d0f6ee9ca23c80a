"""How it ends when a table is played on: two halves of a pair have the same luck, and the same bots."""

from __future__ import annotations

from dataclasses import dataclass, field

from flattop.bots import Bot
from flattop.bots.game_loop import MOST, Fault, chosen, turns
from flattop.kernel import CLOCK, Action, Chance, Outcome, Seat, Table
from flattop.lab.balance.accumulators import PART, Additive, Mean
from flattop.lab.balance.instrumented_game import Watched
from flattop.lab.simulate import Plan
from flattop.match import Observation, derived
from flattop.match.branch import Branch


@dataclass(frozen=True, slots=True)
class Worth:
    """What an end is worth to a seat: its part of the win in sixtieths, and its points."""

    win: int
    points: int


def worth(seen: Watched, end: Outcome, seat: Seat) -> Worth:
    return Worth(won(seen, end, seat), end.points[seat])


def won(seen: Watched, end: Outcome, seat: Seat) -> int:
    """A shared win counts for each by its part; a win of all together counts for all."""
    if seat not in end.winners:
        return 0
    return PART // len(end.winners) if seen.has_rivals else PART


def ending(seen: Watched, t: Table, luck: int, first: tuple[Seat, Action] | None = None) -> Outcome:
    """Play a table on to its end by fresh bots, from the first action on if one is given; it is used up."""
    t.chance, t.events = Chance(luck), None
    branch = Branch(seen.game, t, luck)
    if first:
        branch.push(*first)
    for _ in turns(branch, fresh_bots(seen.plan, luck)):
        if branch.actions >= MOST:
            raise Fault(f"game {seen.number + 1}: no end after {MOST:,} decisions")
    return branch.outcome


def fresh_bots(plan: Plan, luck: int) -> list[Bot]:
    return Plan(plan.game, plan.seats, derived(luck, "bots"), plan.options, plan.deck).bots(0)


@dataclass(slots=True)
class Stakes(Additive):
    """What is known of some decisions; the game is the unit, for each has one of them."""

    changed: Mean = field(default_factory=Mean)  # in parts: whether who wins differs
    points_changed: Mean = field(default_factory=Mean)
    gain: Mean = field(default_factory=Mean)  # of the bot's choice over the other, in parts of a win
    points: Mean = field(default_factory=Mean)
    product: Mean = field(default_factory=Mean)  # of both differences in parts, see above
    points_product: Mean = field(default_factory=Mean)


@dataclass(slots=True)
class Matter(Additive):
    """All decisions that were tried, and those of each verb."""

    all: Stakes = field(default_factory=Stakes)
    verbs: dict[str, Stakes] = field(default_factory=dict)


def tried(seen: Watched) -> Matter:
    """The decisions kept of one game, each with two options and two lucks."""
    matter = Matter()
    for number, t in enumerate(seen.moments["decision"].tables):
        if options := two_options(seen, t, number):
            seat, done, other = options
            stakes = _stakes(seen, t, seat, (done, other), number)
            matter.all.add(stakes)
            matter.verbs.setdefault(done[0], Stakes()).add(stakes)
    return matter


def two_options(seen: Watched, t: Table, number: int) -> tuple[Seat, Action, Action] | None:
    """A seat that may choose, what its bot would do and something else; None where nobody may choose."""
    chance = Chance(seen.luck("option", number))
    free = [seat for seat, options in t.asks.items() if seat != CLOCK and len(options) > 1]
    if not free:
        return None
    seat = free[chance.below(len(free))]
    obs = Observation(seen.game, t, seat)
    done = chosen(fresh_bots(seen.plan, seen.luck("option", number))[seat], obs)
    others = [action for action in obs.options if action != done]
    return (seat, done, others[chance.below(len(others))]) if done in obs.options else None


def _stakes(seen: Watched, t: Table, seat: Seat, options: tuple[Action, Action], number: int) -> Stakes:
    stakes, wins, points = Stakes(), [], []
    for luck in (seen.luck("one", number), seen.luck("other", number)):
        one, other = (worth(seen, ending(seen, t.clone(), luck, (seat, action)), seat) for action in options)
        wins.append(one.win - other.win)
        points.append(one.points - other.points)
    stakes.changed.count(PART // 2 * sum(map(bool, wins)))
    stakes.points_changed.count(PART // 2 * sum(map(bool, points)))
    stakes.gain.count(sum(wins))
    stakes.points.count(sum(points))
    stakes.product.count(wins[0] * wins[1])
    stakes.points_product.count(points[0] * points[1])
    return stakes
