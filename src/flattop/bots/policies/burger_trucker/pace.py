"""The time that a burger of Burger Trucker takes, and what its speed brings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from flattop.bots.policies import CACHE_SIZE
from flattop.games.burger_up.trucker.scoring import SPEED
from flattop.kernel import SECOND

USUAL = 180 * SECOND  # that it takes at most, though the table may give more
SMALL_BURGER = 6.0  # steps for one
NEXT = 1.0  # step: all but stopping at once begins with it


class Rivals(NamedTuple):
    """How many rivals meet an order, done or still at work."""

    done: int
    at_work: int


NOBODY = Rivals(0, 0)


@dataclass(slots=True, eq=False)
class Pace:
    """When a burger is done, and what its speed brings then."""

    steps: float
    passed: float  # the chance that a rival at work has finished by then
    late: float  # what is lost by all these steps
    speed: float  # what they bring while there is still time


class Paces(dict[tuple[int, int], Pace]):
    """By ingredients more, and how many of them are asked for: when that is."""

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
    """The chance that no rival has taken an order, if each at work has finished with that chance."""
    return float((1 - lost) ** rivals.done * (1 - lost * passed) ** rivals.at_work)


def steps_left(clock: Mapping[str, Any], weights: Weights) -> float:
    """Steps of the seat after the one it makes now; with time to spare, always enough for a small burger."""
    if clock["pace"] != "real":
        return float(clock["beats"] - clock["beat"])
    left = float((time_limit(clock) - clock["now"]) / weights.handwork - 1)
    return left if 0 < clock["limit"] <= USUAL else max(SMALL_BURGER, left)


def time_limit(clock: Mapping[str, Any]) -> int:
    """The tick by which the burger should be done."""
    return min(clock["limit"] or USUAL, USUAL)


@dataclass(frozen=True, eq=False)
class Weights:
    """The numbers that matter were tried against others."""

    step: float = 1.15  # steps that one more ingredient takes
    named: float = 0.8  # steps more for one that an order asks for
    handwork: int = 28  # ticks of a step in real time
    rush: float = 0.06  # that a rival finishes within a step
    haste: float = 0.2  # coins that a step must bring where nothing presses
    unseen: float = 0.7  # that a wanted card which is flipped can be used as well
    face_up: float = 0.12  # that an open one can be used in a step, though it does not fit yet
    at_hand: float = 0.2  # that one which fits is lost before it is taken
    level: float = 0.25  # of these chances where equally many of each are asked for
    second: float = 0.7  # coins of the line more for each further order that is met
    luck: float = 0.02  # for each ingredient, to meet one of the orders nobody knows yet
    lost: float = 0.5  # that a rival who comes first takes an order it meets
    fits: float = 0.35  # a choice of cards that lie open and fit on top
