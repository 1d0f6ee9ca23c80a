"""Score Phase: Top Buns are turned up one by one, and the faster seat claims first (TR-15 to TR-23)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from flattop.games.burger_up import burger
from flattop.games.burger_up.cards import Pack
from flattop.games.burger_up.requirements import Stack
from flattop.kernel import PASS, Action, Frame, Next, Seat, part

if TYPE_CHECKING:
    from flattop.games.burger_up.trucker.table import TruckTable


BUILDING = 0  # place of a seat that has not finished
OUT = -3  # place of a seat that is out of time
SPEED = (3, 2, 1, 0)  # by place
CLAIM: tuple[Action, ...] = (("claim",), PASS)


@part
class Score(Frame):
    """Top Buns one after the other, until none is left or every seat has claimed one."""

    at: str = "next_order"

    def next_order(self, t: TruckTable) -> Next:
        if t.turned == len(t.line) or t.all_have_claimed:
            t.close_line()
            return t.done()
        t.turn_up()
        return self.offer

    def offer(self, t: TruckTable) -> Next:
        """Ask only seats that could claim it, in the order of the speed coins (TR-R12)."""
        claimants = t.claimants()
        return t.ask(claimants[0], CLAIM) if claimants else self.nobody

    def act(self, t: TruckTable, seat: Seat, action: Action) -> Next:
        if action == PASS:
            t.let_go(seat)
            return self.offer
        t.claim(seat)
        return self.next_order

    def nobody(self, t: TruckTable) -> Next:
        t.discard()
        return self.next_order


class Account(NamedTuple):
    """The coins of one seat in one round (TR-R13)."""

    speed: int
    line: int
    size: int
    perfect: int


def speed_coins(place: int) -> int:
    """For the first, second, third and fourth to finish; none without a place (TR-13, TR-R7)."""
    return SPEED[place - 1] if place > BUILDING else 0


def claim_order(places: Sequence[int], round: int) -> list[Seat]:
    """Most speed coins first; seats out of time last, clockwise from the round's first seat (TR-R9)."""
    seats = len(places)
    return sorted(range(seats), key=lambda seat: (-speed_coins(places[seat]), (seat - round + 1) % seats))


def account(pack: Pack, stack: Stack, speed: int, line: int, served: bool) -> Account:
    """A served burger earns for size and Perfect faces (TR-23, TR-R10)."""
    if not served:
        return Account(speed, line, 0, 0)
    return Account(speed, line, burger.payment(pack, stack), burger.perfect_payment(pack, stack))
