"""The pace of bots and habits: one distribution for all answers, whatever a seat holds or however it thinks.

Who looks on sees when an answer is complete.  So steps that nobody else notices (the first half of a sealed
answer) take no time of their own, and the whole answer comes at a moment drawn when it was asked for.
"""

from __future__ import annotations

import random
from collections.abc import Hashable

SLOWEST = 2.0  # times the pace of the quickest answer
REPLY = 0.5  # of the pace, for replies in windows: most of them only let the others go on
UNSAID = 0.25  # of the wait, for steps of which there is nothing to tell: whoever looks on would see nothing


class Pacing:
    """When each answer that bots are working on, or that habits give, is due."""

    def __init__(self, pace: float, luck: random.Random | None = None) -> None:
        self.pace, self._luck = pace, luck or random.SystemRandom()
        self._due: dict[Hashable, tuple[float, float]] = {}  # since when, and how long

    def begin(self, whose: Hashable, now: float, share: float = 1.0, thinks: float = 0.0) -> None:
        """Somebody is asked, and may think for so long; who goes on with an answer is not asked anew."""
        if whose not in self._due:
            self._due[whose] = now + thinks, self.pace * share * self._luck.uniform(1.0, SLOWEST)

    def wait(self, whose: Hashable, now: float, *, unnoticed: bool, unsaid: bool = False) -> float:
        """Seconds until the next step may be seen; who has thought for too long waits for the next turn."""
        if unnoticed or not self.pace:
            return 0.0
        asked, wait = self._due.pop(whose, (now, 0.0))
        due = asked + wait * (UNSAID if unsaid else 1.0)
        while due < now:
            due += self.pace
        return due - now

    def forget(self, whose: Hashable) -> None:
        self._due.pop(whose, None)

    def __len__(self) -> int:
        return len(self._due)
