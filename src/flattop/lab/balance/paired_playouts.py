"""How it ends when a table is played on: two halves of a pair have the same luck, and the same bots."""

from __future__ import annotations

from dataclasses import dataclass

from flattop.bots import Bot
from flattop.kernel import Action, Chance, Outcome, Seat, Table
from flattop.lab.balance.accumulators import PART
from flattop.lab.balance.instrumented_game import Watched
from flattop.lab.simulate import Plan
from flattop.match import derived
from flattop.match.game_loop import MAX_DECISIONS, Fault, turns
from flattop.match.simulated import SimulatedMatch


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
    branch = SimulatedMatch(seen.game, t, luck)
    if first:
        branch.push(*first)
    for _ in turns(branch, fresh_bots(seen.plan, luck)):
        if branch.actions >= MAX_DECISIONS:
            raise Fault(f"game {seen.number + 1}: no end after {MAX_DECISIONS:,} decisions")
    return branch.outcome


def fresh_bots(plan: Plan, luck: int) -> list[Bot]:
    return Plan(plan.game, plan.seats, derived(luck, "bots"), plan.given, plan.deck).bots(0)
