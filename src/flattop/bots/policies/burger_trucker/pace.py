"""Timing in Burger Trucker: the steps that a burger takes and the value of its speed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from flattop.bots.policies import CACHE_SIZE
from flattop.games.burger_up.trucker.scoring import SPEED
from flattop.kernel import SECOND

MAX_TIME = 180 * SECOND  # longest time that a burger may take, even if the table allows more
SMALL_BURGER = 6.0  # steps that a small burger takes
NEXT = 1.0  # the current step, which everything but finishing at once takes


@dataclass(frozen=True, eq=False)
class Weights:
    """The parameters of the policy, tuned by measurement."""

    step: float = 1.15  # steps that one more ingredient takes
    named: float = 0.8  # additional steps for an ingredient that an order names
    handwork: int = 28  # ticks of a step in real time
    rush: float = 0.06  # probability that a rival finishes within a step
    haste: float = 0.2  # coins that a step must gain while there is no pressure
    unseen: float = 0.7  # probability that a wanted card from the pile can be used
    face_up: float = 0.12  # probability per step that a wanted face-up card will fit and can be used
    at_hand: float = 0.2  # probability that a fitting face-up card is taken by a rival
    level: float = 0.25  # factor for these where an order needs equal numbers
    second: float = 0.7  # further coins of the line for each additional order met
    unrevealed: float = 0.02  # probability per ingredient to meet an order that is not revealed yet
    lost: float = 0.5  # probability that a faster rival takes an order it meets
    fits: float = 0.35  # value of a choice of fitting face-up cards


class Rivals(NamedTuple):
    """The number of rivals that meet an order, finished or still building."""

    done: int
    at_work: int


NO_RIVALS = Rivals(0, 0)


@dataclass(slots=True, eq=False)
class Pace:
    """The time at which a burger is finished, and the value of its speed."""

    steps: float
    passed: float  # probability that a rival who is still building has finished by then
    late: float  # coins lost by all these steps
    speed: float  # coins for speed while there is time left


class Paces(dict[tuple[int, int], Pace]):
    """Pace by the number of further ingredients, and how many of them an order names."""

    def __init__(self, weights: Weights, ahead: int, behind: int) -> None:
        self.weights, self.ahead, self.behind = weights, ahead, behind
        self.now, self.soon = self.after(0), self.after(NEXT)

    def __missing__(self, key: tuple[int, int]) -> Pace:
        more, named = key
        self[key] = pace = self.after(NEXT + more * self.weights.step + named * self.weights.named)
        return pace

    def after(self, steps: float) -> Pace:
        passed, lost = 1.0 - (1.0 - self.weights.rush) ** steps, self.weights.haste * steps
        place = self.ahead + self.behind * passed
        return Pace(steps, passed, -lost, max(0.0, SPEED[0] - place) - lost)


paces = lru_cache(maxsize=64)(Paces)


@lru_cache(maxsize=CACHE_SIZE)
def unclaimed(lost: float, rivals: Rivals, passed: float) -> float:
    """Return the probability that no rival has taken an order."""
    return float((1 - lost) ** rivals.done * (1 - lost * passed) ** rivals.at_work)


def steps_left(clock: Mapping[str, Any], weights: Weights) -> float:
    """Return the seat's steps after the current one.

    Without a tight limit there are enough for a small burger.
    """
    if clock["pace"] != "real":
        return float(clock["beats"] - clock["beat"])
    left = float((time_limit(clock) - clock["now"]) / weights.handwork - 1)
    return left if 0 < clock["limit"] <= MAX_TIME else max(SMALL_BURGER, left)


def time_limit(clock: Mapping[str, Any]) -> int:
    """Return the tick by which the burger should be finished."""
    return min(clock["limit"] or MAX_TIME, MAX_TIME)
