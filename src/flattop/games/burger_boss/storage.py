"""Cold storage: storing tokens, and making room when it is full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_boss.schema import KINDS
from flattop.kernel import VACANT, Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_boss.table import BossTable

SUPPLY: Seat = -1  # source of the tokens: the supply, or the seat of a rival
SWAP: tuple[Action, ...] = tuple(("swap", kind) for kind in range(KINDS))
REFUSE: Action = ("refuse",)


@part
class Storing(Frame):
    """Store tokens one by one. Without room, each replaces another token or is refused (BB-41, BB-R19)."""

    seat: Seat
    kind: int
    left: int
    source: Seat = SUPPLY
    at: str = "unload"

    def unload(self, t: BossTable) -> Next:
        while self.left:
            if t.room(self.seat):
                self.take_in(t)
            elif self.can_swap(t):
                t.held = self.kind
                return self.make_room
            else:
                self.turn_away(t)
        t.held = VACANT
        return t.done()

    def make_room(self, t: BossTable) -> Next:
        cold = t.shelf(self.seat)
        return t.ask(self.seat, [*[SWAP[k] for k in range(KINDS) if cold[k] and k != self.kind], REFUSE])

    def swap(self, t: BossTable, seat: Seat, kind: int) -> Next:
        t.throw_out(seat, kind)
        t.tell("swapped", seat, kind, self.kind)
        self.take_in(t)
        return self.unload

    def refuse(self, t: BossTable, seat: Seat) -> Next:
        self.turn_away(t)
        return self.unload

    def can_swap(self, t: BossTable) -> bool:
        """True if a token of another kind is in cold storage."""
        return any(count and kind != self.kind for kind, count in enumerate(t.shelf(self.seat)))

    def take_in(self, t: BossTable) -> None:
        self.left -= 1
        if self.source != SUPPLY:
            t.throw_out(self.source, self.kind)
        t.store(self.seat, self.kind)

    def turn_away(self, t: BossTable) -> None:
        """Send a refused token to the supply, a stolen one too (BB-R31)."""
        self.left -= 1
        if self.source != SUPPLY:
            t.throw_out(self.source, self.kind)
        t.tell("refused", self.seat, self.kind)
