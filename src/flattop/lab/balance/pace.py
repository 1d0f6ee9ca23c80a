"""How long a game would take people: a stated pace for every decision, and the clock where there is one.

To let a reply window go by takes no time, for habits do that for people.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from math import log2

from flattop.kernel import Seat


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds for a decision: so many for any, and so many more whenever its options double in number."""

    base: float = 2.0
    doubling: float = 2.0

    def thought(self, options: int) -> int:
        """Milliseconds; the only option there is takes what any decision takes."""
        return round(1000 * (self.base + self.doubling * log2(max(1, options))))

    @property
    def words(self) -> str:
        return f"{self.base:g} s for a decision and {self.doubling:g} s more each time its options double"


@dataclass(slots=True)
class Thinking:
    """Adds up thought: of seats that are asked at one moment, only the slowest counts."""

    pace: Pace
    total: int = 0
    _asked: frozenset[Seat] = frozenset()
    _window: dict[Seat, int] = field(default_factory=dict)

    def decides(self, seat: Seat, options: int, asked: Collection[Seat]) -> None:
        if seat in self._window or not self._asked.issuperset(asked):
            self.rest()
            self._asked = frozenset(asked)
        self._window[seat] = self.pace.thought(options)

    def rest(self) -> int:
        """All that were asked at one moment have answered; what it comes to so far."""
        self.total += max(self._window.values(), default=0)
        self._window = {}
        return self.total
