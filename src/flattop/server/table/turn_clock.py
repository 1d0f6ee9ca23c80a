"""Turn clocks: time for each move, and a bank for all that goes beyond."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flattop.kernel import Seat
from flattop.server.schemas.rest import ClockTerms

Now = Callable[[], float]


class TurnClocks:
    """What each seat has left; only time that the server was up and waited for the seat counts."""

    def __init__(self, terms: ClockTerms, seats: int, saved: list[list[float]] | None, now: Now) -> None:
        self.terms, self._now = terms, now
        self._left = [[float(terms.move), float(terms.bank)] for _ in range(seats)]
        for seat, (left, bank) in enumerate(saved or ()):
            self._left[seat] = [left, bank]
        self.running: frozenset[Seat] = frozenset()
        self._since = now()

    def follow(self, waiting: Iterable[Seat], fresh: Iterable[Seat]) -> None:
        """Run for the seats that are waited for; those that have made a move get their time for the next."""
        self.settle()
        for seat in fresh:
            self._left[seat][0] = float(self.terms.move)
        self.running = frozenset(waiting)

    def settle(self) -> list[list[float]]:
        """Take off the time that has passed; the result is what is saved."""
        now = self._now()
        passed, self._since = now - self._since, now
        for seat in self.running:
            left, bank = self._left[seat]
            over = max(0.0, passed - left)
            self._left[seat] = [max(0.0, left - passed), max(0.0, bank - over)]
        return [[round(left, 1), round(bank, 1)] for left, bank in self._left]

    def out(self) -> list[Seat]:
        """The seats whose time is over."""
        self.settle()
        return [seat for seat in sorted(self.running) if sum(self._left[seat]) <= 0]

    def next_end(self) -> float | None:
        """Seconds until the next seat's time is over."""
        self.settle()
        return min((sum(self._left[seat]) for seat in self.running), default=None)

    def shown(self) -> list[dict[str, Any]]:
        """The clocks as they are shown."""
        return [
            {"seat": seat, "left": left, "bank": bank, "running": seat in self.running}
            for seat, (left, bank) in enumerate(self.settle())
        ]
