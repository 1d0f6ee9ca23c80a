"""New Customers and the queue: customers arrive, move up, and leave when they have waited too long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.burger_boss.schema import L1, L2, R1, R2, S1, S2
from flattop.kernel import VACANT

if TYPE_CHECKING:
    from flattop.games.burger_boss.table import BossTable

REGULAR_SPACES = (R1, R2)
ALL_SPACES = (R1, R2, L1, L2, S1, S2)
STEPS = {R1: L1, R2: L2, L1: S1, L2: S2}
LINE = (L1, L2, R1, R2)  # spaces in queue order, the front first
FRONT = (S1, S2, L1, L2)


def deal(t: BossTable) -> None:
    """Deal customers to the vacant spaces while cards are left (BB-18, BB-19, BB-R4)."""
    for space in open_spaces(t):
        if t.deck and t.queue[space] < 0:
            t.queue[space] = t.deck.pop()
            t.reveal()  # the dealt card and the new top card are visible now
            t.tell("dealt", t.queue[space], space)


def open_spaces(t: BossTable) -> tuple[int, ...]:
    """Return the spaces that are filled: Regular in rounds 1 to 3, then all (BB-R2, BB-R3)."""
    return REGULAR_SPACES if t.round <= 3 or t.settings["deal"] == "two" else ALL_SPACES


def move_up(t: BossTable) -> None:
    """Super-size customers leave, the others move up one size (BB-21, BB-22)."""
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
    """Map each occupied space to the foremost free one, so that no gap is left (BB-24, BB-25)."""
    return dict(zip([space for space in LINE if queue[space] >= 0], FRONT, strict=False))
