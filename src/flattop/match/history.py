"""The history of a match: every moment that can be taken back, and few of the tables that belong to them.

A table of the past is played again from an earlier one that was kept: of the last every 8th, for that
is how far an undo commonly goes; before that every 32nd, and ever fewer the longer the game, so that a table
costs the same memory after ten thousand moves as after a hundred.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from flattop.kernel import Action, Chance, Mark, Seat, Secret, Table

NEAR = 8  # moments between two tables that are kept for a while
BASES = 8  # tables that are kept for longer
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


Kept = tuple[Table, Mark]  # a table, and the luck that goes on from there


Opening = tuple[Moment, Kept | None]  # a moment that is about to come, and what was before it if that is kept


class History:
    """Moments in the order of play, and the way back to the table before each of them."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self._near: dict[int, Kept] = {}
        self._bases: dict[int, Kept] = {}
        self._leaps: dict[int, Kept] = {}  # moments that do not follow from the one before
        self._stride = STRIDE
        self._draws = 0  # luck drawn when the last moment was over
        self._marked: tuple[Chance, int, Mark] | None = None  # the last mark, and the luck drawn before it

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

    def opening(self, t: Table, seat: Seat, action: Action, sealed: bool, forced: bool) -> Opening:
        """Called just before the action is played."""
        moment = Moment(seat, action, t.chance.draws, t.reveals, sealed, forced)
        kept = len(self.moments) % NEAR == 0 or self._leaps_to(moment)
        return moment, (t.clone(), self._mark(t.chance)) if kept else None

    def _mark(self, chance: Chance) -> Mark:
        """Where luck stands; the mark is large, so one does for all tables until some is drawn."""
        if self._marked is None or self._marked[0] is not chance or self._marked[1] != chance.draws:
            self._marked = chance, chance.draws, chance.mark()
        return self._marked[2]

    def add(self, opening: Opening, draws: int) -> None:
        """Called once the action was played, with the luck that has been drawn by then."""
        moment, before = opening
        if before:
            self._keep(moment, before)
        self.moments.append(moment)
        self._draws = draws

    def _keep(self, moment: Moment, before: Kept) -> None:
        if self._leaps_to(moment):
            self._leap(before)
        i = len(self)
        self._near = {n: kept for n, kept in self._near.items() if n >= i - NEAR} | {i: before}
        if self._is_base(i):
            self._bases[i] = before
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

    def _leap(self, before: Kept) -> None:
        """An undo has come between: luck goes on from elsewhere, and piles may lie in another order."""
        if len(self._leaps) >= LEAPS:
            self.cut(0)
        else:
            self._leaps[len(self)] = before

    # -- going back

    def before(self, i: int) -> Table:
        """The table before moment `i`, as it was; whoever plays on with it gives it its luck."""
        return next(self.since(i))

    def since(self, i: int) -> Iterator[Table]:
        """The table before moment `i` and each one after, the same object played on in a copy."""
        kept = self._bases | self._near | self._leaps
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
        for kept in (self._near, self._bases, self._leaps):
            for n in [n for n in kept if n > i]:
                del kept[n]


def secret(t: Table) -> Secret | None:
    """The question that is answered in secret now, if it is one."""
    top = t.stack[-1] if t.stack else None
    return top if isinstance(top, Secret) else None
