"""Three dice: how likely a throw is to make a roll, exactly."""

from __future__ import annotations

from itertools import product

WAYS = 6**3  # throws of three dice
BRILLIANT = 4  # a natural 3 or 4 always succeeds (NB-R24)

_BY_TOTAL = [sum(sum(dice) == total for dice in product(range(1, 7), repeat=3)) for total in range(19)]
_UP_TO = tuple(sum(_BY_TOTAL[: max(total, BRILLIANT) + 1]) for total in range(19))


def ways(effective: int) -> int:
    """How many of the 216 throws make a roll on that effective skill (NB-43, NB-44)."""
    return _UP_TO[min(max(effective, 0), 18)]


def chance(effective: int) -> float:
    """The chance of one throw."""
    return ways(effective) / WAYS


def is_made(total: int, effective: int) -> bool:
    """At most the effective skill, or a brilliant success."""
    return total <= effective or total <= BRILLIANT
