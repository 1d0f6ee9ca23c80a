"""Scoring: drinks, stars, salaries, Awards and the goal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.schema import Goal, Numbers
from flattop.kernel import Outcome

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

REASONS = {
    "salaries": "the salaries could not be paid",
    "all on strike": "every timer is on strike",
    "strike": "a timer is on strike at the end",
    "goal missed": "the goal was missed",
    "goal met": "the goal was met",
}


def free_drink(kind: str, scenario: int, coins: int) -> int:
    """The coins for an order taken and not right; orders that cost Reputation cost no drink (KR-79)."""
    spared = (kind == "challenging" and scenario >= 6) or (kind == "vip" and scenario >= 7)
    return 0 if spared else coins


def stars_won(stars: int, served: bool, rule: str) -> int:
    """The stars of a right order; they need the Serve action unless the option says otherwise (KR-R31)."""
    return stars if served or rule == "correct" else 0


def stars_lost(kind: str, served: bool, numbers: Numbers) -> int:
    """The stars lost by an order that is not right: by kind, and more if it was served (KR-81)."""
    waiting = {"challenging": numbers.unfinished_challenging, "vip": numbers.unfinished_vip}.get(kind, 0)
    return waiting + (numbers.served_wrong if served else 0)


def new_reputation(old: int, won: int, lost: int, top: int) -> int:
    return min(top, max(0, old + won - lost))


def paid_timers(timers: int, coins: int, salary: int, free: int) -> int:
    """The number of timers the purse can pay, plus those that work for free (KR-85, KR-R36)."""
    return min(timers, coins // salary + free)


def awards_due(reputation: int, hats: Sequence[int], most: int) -> int:
    """The number of thresholds at or below the Reputation (KR-R39)."""
    return min(most, sum(hat <= reputation for hat in hats))


def goal_progress(
    goal: Goal, coins: int, reputation: int, right: Sequence[int]
) -> dict[str, tuple[int, int]]:
    """Each part of the goal: what the team has, and what it needs."""
    have = {"served_each": min(right), "served": sum(right), "coins": coins, "reputation": reputation}
    return {part: (have[part], getattr(goal, part)) for part in have if getattr(goal, part)}


def share_of_goal(parts: dict[str, tuple[int, int]]) -> float:
    """The average progress of the parts of the goal, each at most 1."""
    return sum(min(1.0, have / need) for have, need in parts.values()) / max(1, len(parts))


def misses_goal(t: KitchenTable) -> bool:
    """True if some part of the goal is not reached (KR-94)."""
    return any(have < need for have, need in goal_parts(t).values())


def goal_parts(t: KitchenTable) -> dict[str, tuple[int, int]]:
    return goal_progress(t.set_up.goal, t.coins, t.reputation, t.right)


def outcome(t: KitchenTable) -> Outcome:
    """All win or all lose; points are the percentage of the goal (KR-R41)."""
    points = (int(100 * share_of_goal(goal_parts(t))),) * t.seats
    seats = tuple(range(t.seats)) if t.verdict == "goal met" else ()
    standing = f"coins {t.coins}, Reputation {t.reputation}, right orders {' + '.join(map(str, t.right))}"
    reason = REASONS.get(t.verdict, f"shift {t.shift} of {t.scenario.shifts}")
    return Outcome(points, seats, f"{reason}: {standing}")
