"""New customers: who joins the queue, who moves up, and who has waited too long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_boss.schema import L1, L2, R1, R2, S1, S2
from flattop.kernel import VACANT

if TYPE_CHECKING:
    from flattop.games.burger_boss.table import BossTable

REGULAR_SPACES = (R1, R2)
ALL_SPACES = (R1, R2, L1, L2, S1, S2)
STEPS = {R1: L1, R2: L2, L1: S1, L2: S2}
LINE = (L1, L2, R1, R2)  # who stands nearest to the front
FRONT = (S1, S2, L1, L2)


def deal(t: BossTable) -> None:
    """Customers come to the vacant spaces, as long as there are any (BB-18, BB-19, BB-R4)."""
    for space in open_spaces(t):
        if t.deck and t.queue[space] < 0:
            t.queue[space] = t.deck.pop()
            t.reveal()  # a new top card, or this one
            t.tell("dealt", t.queue[space], space)


def open_spaces(t: BossTable) -> tuple[int, ...]:
    """Where customers are dealt: to Regular in rounds 1 to 3, then everywhere (BB-R2, BB-R3)."""
    return REGULAR_SPACES if t.round <= 3 or t.settings["deal"] == "two" else ALL_SPACES


def move_up(t: BossTable) -> None:
    """Super-size leaves, the others get hungrier (BB-21, BB-22)."""
    for space in (S1, S2):
        if t.queue[space] >= 0:
            t.left += (t.queue[space],)
            t.tell("left", t.queue[space])
            t.queue[space] = VACANT
    moves = closing_up(t.queue) if t.round >= t.settings["close_up_from"] else STEPS
    before = t.queue[:]
    t.queue = [VACANT] * 6
    for space, to in moves.items():
        if before[space] >= 0:
            t.queue[to] = before[space]
            t.tell("moved", before[space], to)


def closing_up(queue: list[int]) -> dict[int, int]:
    """Everyone as far up as possible, no gap left (BB-24, BB-25)."""
    return dict(zip([space for space in LINE if queue[space] >= 0], FRONT, strict=False))
