"""The history of a match: every moment that can be taken back, and few of the tables that belong to them.

A table of long ago is played again from an earlier one that was kept.  The last few are all kept, for that is
how far an undo commonly goes; before that every 32nd, and ever fewer the longer the game, so that a table
costs the same memory after ten thousand moves as after a hundred.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from flattop.kernel import Action, Mark, Seat, Secret, Table

RECENT = 4  # of the last tables all are kept
BASES = 8  # of the tables before that
STRIDE = 32  # moments between two of those, at first
LEAPS = 64  # undos across luck that are gone back over; after so many nothing before can be taken back


class Moment(NamedTuple):
    """One action as it was played, and what had been drawn and shown before it."""

    seat: Seat
    action: Action
    draws: int
    reveals: int
    sealed: bool  # an answer in secret: nobody else has noticed it
    forced: bool = False  # the only answer there was, or one that the seat's habits gave


class Opening(NamedTuple):
    """A moment that is about to come, with the table and, where it is needed, the luck before it."""

    moment: Moment
    before: Table
    mark: Mark | None


class History:
    """Moments in the order of play, and the way back to the table before each of them."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self._recent: dict[int, Table] = {}
        self._bases: dict[int, tuple[Table, Mark]] = {}
        self._leaps: dict[int, tuple[Table, Mark]] = {}  # moments that do not follow from the one before
        self._stride = STRIDE
        self._draws = 0  # luck drawn when the last moment was over

    def __len__(self) -> int:
        return len(self.moments)

    def __iter__(self) -> Iterator[Moment]:
        return iter(self.moments)

    def last_of(self, seat: Seat, *, own: bool = False) -> int:
        """Where the seat acted last, or decided by itself; -1 if it never did."""
        i = len(self.moments)
        for moment in reversed(self.moments):
            i -= 1
            if moment.seat == seat and not (own and moment.forced):
                return i
        return -1

    # -- going on

    def opening(self, t: Table, seat: Seat, action: Action, forced: bool = False) -> Opening:
        """Called just before the action is played."""
        moment = Moment(seat, action, t.chance.draws, t.reveals, secret(t) is not None, forced)
        marked = self._is_base(len(self)) or self._leaps_to(moment)
        return Opening(moment, t.clone(), t.chance.mark() if marked else None)

    def add(self, opening: Opening, draws: int) -> None:
        """Called once the action was played, with the luck that has been drawn by then."""
        if opening.mark and self._leaps_to(opening.moment):
            self._leap(opening.before, opening.mark)
        i = len(self)
        if opening.mark and self._is_base(i):
            self._bases[i] = opening.before, opening.mark
        self.moments.append(opening.moment)
        self._recent[i] = opening.before
        self._recent.pop(i - RECENT, None)
        self._draws = draws
        if len(self._bases) > BASES:
            self._stride *= 2
            self._bases = {i: base for i, base in self._bases.items() if self._is_base(i)}

    def given(self, seat: Seat) -> None:
        """The seat's last action was not its own decision."""
        if self.moments and self.moments[-1].seat == seat:
            self.moments[-1] = self.moments[-1]._replace(forced=True)

    def _is_base(self, i: int) -> bool:
        return i % self._stride == 0

    def _leaps_to(self, moment: Moment) -> bool:
        return bool(self.moments) and moment.draws != self._draws

    def _leap(self, before: Table, mark: Mark) -> None:
        """An undo has come between: luck goes on from elsewhere, and piles may lie in another order."""
        if len(self._leaps) >= LEAPS:
            self.cut(0)
        else:
            self._leaps[len(self)] = before, mark

    # -- going back

    def before(self, i: int) -> Table:
        """The table before moment `i`, as it was; whoever plays on with it gives it its luck."""
        return self._recent.get(i) or next(self.since(i))

    def since(self, i: int) -> Iterator[Table]:
        """The table before moment `i` and each one after, the same object played on in a copy."""
        kept = self._bases | self._leaps
        first = max(n for n in kept if n <= i)
        t = kept[first][0]
        for n in range(first, len(self)):
            if n in kept:
                t = kept[n][0].clone()
                t.chance = t.chance.gone_back(kept[n][1])
            if n >= i:
                yield t
            t.play(self.moments[n].seat, self.moments[n].action)

    def cut(self, i: int) -> None:
        """Forget moment `i` and all that follow; the table before it stays, for that is gone on with."""
        self._draws = self.moments[i].draws
        del self.moments[i:]
        for kept in (self._recent, self._bases, self._leaps):
            for n in [n for n in kept if n > i]:
                del kept[n]


def secret(t: Table) -> Secret | None:
    """The question that is answered in secret now, if it is one."""
    top = t.stack[-1] if t.stack else None
    return top if isinstance(top, Secret) else None
