"""Search for the largest number that succeeds: grow by half until failure, then bisect."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

GROWTH = 1.5


@dataclass(frozen=True)
class Bounds:
    """The largest number that succeeded, and the least that failed, if any."""

    most: int
    too_many: int | None

    def __str__(self) -> str:
        if self.too_many is None:
            return f"{self.most} were carried; for more there was no time"
        return f"{self.most} were carried, {self.too_many} were too many"


async def largest(carries: Callable[[int], Awaitable[bool]], first: int, step: int, until: float) -> Bounds:
    """Search in multiples of the step while there is time for another try.

    A failure is tried once more, because it may be due to other load on the machine.
    """
    most, too_many, longest = 0, None, 0.0
    while too_many is None or too_many - most > step:
        wish = _stepped(first if not most else most * GROWTH, step)
        count = wish if too_many is None else _stepped((most + too_many) / 2, step)
        began = time.monotonic()
        if began + longest > until:
            break
        if await carries(count) or await carries(count):
            most = count
        else:
            too_many = count
        longest = max(longest, time.monotonic() - began)
    return Bounds(most, too_many)


def _stepped(count: float, step: int) -> int:
    return max(step, round(count / step) * step)
