"""Undo history of a match: the actions that can be undone, and checkpoints from which to replay them.

Few tables are saved, the others are replayed from them.  Of the last actions every 8th table is saved,
because most undos go back a short way.  Before that it is every 32nd, and fewer in a longer game, so that
memory does not grow with the length of a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from flattop.kernel import Action, Chance, ChanceState, Seat, Table

NEAR = 8  # moments between two recent saved tables
BASES = 8  # number of older saved tables
STRIDE = 32  # moments between two older saved tables, at first
JUMPS = 64  # most jumps of the random stream; at the next one the older history is dropped


class Moment(NamedTuple):
    """One action, with the counts of draws and reveals before it."""

    seat: Seat
    action: Action
    draws: int
    reveals: int
    sealed: bool  # a secret answer: no other seat has noticed it
    forced: bool = False  # the only answer, or an auto-answer: not a decision of the seat


class SavedTable(NamedTuple):
    """A copy of a table, with the state of its Chance."""

    table: Table
    chance: ChanceState


class PendingMoment(NamedTuple):
    """A moment whose action is about to be played, and the table before it if that is to be saved."""

    moment: Moment
    saved: SavedTable | None


class UndoHistory:
    """The moments of a match in order of play, with the table before each of them."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self._near: dict[int, SavedTable] = {}
        self._bases: dict[int, SavedTable] = {}
        self._jumps: dict[int, SavedTable] = {}  # before moments that do not follow from the one before
        self._stride = STRIDE
        self._draws = 0  # draws after the last moment
        self._chance_state: tuple[Chance, int, ChanceState] | None = (
            None  # the last saved one, with its draws
        )

    def __len__(self) -> int:
        return len(self.moments)

    def __iter__(self) -> Iterator[Moment]:
        return iter(self.moments)

    def last_of(self, seat: Seat, *, own: bool = False) -> int:
        """Return the index of the seat's last action, or of its last own decision; -1 if there is none."""
        i = len(self.moments)
        for moment in reversed(self.moments):
            i -= 1
            if moment.seat == seat and not (own and moment.forced):
                return i
        return -1

    # -- playing

    def before_action(
        self, t: Table, seat: Seat, action: Action, sealed: bool, forced: bool, index: int | None = None
    ) -> PendingMoment:
        """Prepare a moment just before its action is played; its index is that of a new last moment."""
        moment = Moment(seat, action, t.chance.draws, t.reveals, sealed, forced)
        if (len(self.moments) if index is None else index) % NEAR and not self._is_jump(moment):
            return PendingMoment(moment, None)
        chance = t.chance
        known = self._chance_state
        if known is None or known[0] is not chance or known[1] != chance.draws:
            known = self._chance_state = chance, chance.draws, chance.saved()  # large, so tables share it
        return PendingMoment(moment, SavedTable(t.clone(), known[2]))

    def add(self, pending: PendingMoment, draws: int) -> None:
        """Add a moment once its action was played; `draws` is the count of draws by then."""
        moment, saved = pending
        if saved:
            if self._is_jump(moment):
                if len(self._jumps) >= JUMPS:
                    self.cut(0)
                else:
                    self._jumps[len(self)] = saved
            i = len(self)
            self._near = {n: near for n, near in self._near.items() if n >= i - NEAR} | {i: saved}
            if i % self._stride == 0:
                self._bases[i] = saved
            if len(self._bases) > BASES:
                self._stride *= 2
                self._bases = {n: base for n, base in self._bases.items() if n % self._stride == 0}
        self.moments.append(moment)
        self._draws = draws

    def mark_forced(self, seat: Seat) -> None:
        """Note that the seat's last action was not its own decision."""
        if self.moments and self.moments[-1].seat == seat:
            self.moments[-1] = self.moments[-1]._replace(forced=True)

    def _is_jump(self, moment: Moment) -> bool:
        """True if an undo has changed the random stream, and perhaps the piles, since the last moment."""
        return bool(self.moments) and moment.draws != self._draws

    # -- going back

    def before(self, i: int) -> Table:
        """Return the table before moment `i`. To play on with it, set its Chance."""
        return next(self.since(i))

    def since(self, i: int) -> Iterator[Table]:
        """Yield the table before moment `i` and after each later one: one object that is played on."""
        saved = self._bases | self._near | self._jumps
        first = max(n for n in saved if n <= i)
        t = saved[first].table
        for n in range(first, len(self)):
            if n in saved:
                t = saved[n].table.clone()
                t.chance = t.chance.restored(saved[n].chance)
            if n >= i:
                yield t
            t.play(self.moments[n].seat, self.moments[n].action)

    def cut(self, i: int) -> None:
        """Drop moment `i` and all later ones; the saved table before it stays, as play continues from it."""
        self._draws = self.moments[i].draws
        del self.moments[i:]
        for saved in (self._near, self._bases, self._jumps):
            for n in [n for n in saved if n > i]:
                del saved[n]
