"""Time at a live table: the wall clock drives it while somebody runs the match, and bots have hands."""

from __future__ import annotations

from collections.abc import Callable, Collection

from flattop.kernel import SECOND, Action, Chance, Seat
from flattop.match import Clockwork, Hands, Match, derived

Now = Callable[[], float]
SLOWEST = 2.5  # times the quickest that a bot moves


class Timing:
    """Plays the time that passes; none does while nobody runs the match."""

    def __init__(self, match: Match, bots: Collection[Seat], now: Now) -> None:
        self.match, self.now = match, now
        self.still = True  # until somebody sits down before the screen
        self.clockwork = Clockwork(match, now(), {seat: self._hands(seat) for seat in bots})

    def _hands(self, seat: Seat) -> Hands:
        return Hands(Chance(derived(self.match.seed, self.match.actions, "hands", seat)))

    @property
    def running(self) -> bool:
        """Whether the rules let time pass now."""
        return self.clockwork.running

    # -- running and standing still

    def run(self, pace: float) -> None:
        """Somebody runs the match from now on; bots need so many seconds for a move at least."""
        self.clockwork.mark, self.still = self.now(), False
        for hands in self.clockwork.hands.values():
            hands.quickest = max(1, round(pace * SECOND))
            hands.slowest = round(hands.quickest * SLOWEST)

    def rest(self) -> None:
        """Nobody runs the match: what has passed is played, and nothing more passes."""
        if not self.still:
            self.clockwork.advance(self.now())
        self.still = True

    def by_hand(self) -> None:
        """Time that passes only by leaps, for clients that wait for a line."""
        self.now = lambda: self.clockwork.mark
        self.still = False

    # -- passing

    def is_due(self) -> bool:
        due = self.clockwork.due()
        return not self.still and due is not None and self.now() >= due

    def advance(self) -> None:
        self.clockwork.advance(self.now())

    def leap(self) -> None:
        """Straight to the next moment at which there is something to do."""
        due = self.clockwork.due()
        if due is not None:
            self.clockwork.advance(due)

    @property
    def gone(self) -> float:
        """Ticks since the last one that was played."""
        if self.still or not self.running:
            return 0.0
        return max(0.0, (self.now() - self.clockwork.mark) * self.clockwork.rate)

    # -- moving

    def arrive(self, seat: Seat, action: Action) -> None:
        self.clockwork.arrive(self.now(), seat, action)

    def bot_to_move(self) -> Seat | None:
        """The bot whose hands have been free for longest."""
        return None if self.still or self.match.over else next(iter(self.clockwork.ready()), None)

    def thinks(self, seat: Seat) -> None:
        """A bot begins to think: only what happens from now on makes it look again."""
        self.clockwork.wait(seat)

    def looks_again(self, seat: Seat) -> None:
        """A bot was too late with what it had in mind."""
        self.clockwork.hands[seat].busy(self.clockwork.ticks)
