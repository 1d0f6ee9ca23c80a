"""Reception: seat patrons, or from scenario 6 on throw them out (KR-26, KR-27, KR-62, KR-63)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.area_action import AreaAction, finish
from flattop.games.kitchen_rush.pieces import DONE, EVERYTHING, FRONT, HELD, IDLE, Job
from flattop.kernel import VACANT, Action, Seat

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

ADMIT: Action = ("admit",)
ADMIT_OR_DONE, ONLY_DONE = (ADMIT, DONE), (DONE,)
THROW_OUT: tuple[Action, ...] = tuple(("throw_out", table) for table in range(4))
THROWING_FROM = 6
DRINKS_FROM = 3


class Reception(AreaAction):
    """The first step decides whether patrons are seated or thrown out."""

    __slots__ = ()

    def is_useful(self, t: KitchenTable) -> bool:
        return can_admit(t) or (t.number >= THROWING_FROM and max(t.tables) >= 0)

    def options(self, t: KitchenTable, seat: Seat, job: Job) -> Sequence[Action]:
        admits = job.kind != "throw_out" and can_admit(t) and job.amount < seating_limit(t)
        if job.kind == "admit" or t.number < THROWING_FROM or job.amount >= t.pack.numbers.throw_out_up_to:
            return ADMIT_OR_DONE if admits else ONLY_DONE
        throws = [THROW_OUT[table] for table in t.patrons()]
        return (ADMIT, *throws, DONE) if admits else (*throws, DONE)

    def is_private(self, t: KitchenTable, action: Action) -> bool:
        return action == DONE and t.number < THROWING_FROM

    def affected_areas(self, t: KitchenTable, action: Action) -> int:
        """Idle seats are affected by the first patron, the last free table, the last card, and coins."""
        if action != ADMIT:
            return EVERYTHING
        last = t.tables.count(VACANT) < 2 or len(t.deck) + len(t.discard) < 2
        return FRONT | IDLE if last or max(t.tables) < 0 or t.number >= DRINKS_FROM else FRONT

    def admit(self, t: KitchenTable, seat: Seat, job: Job) -> None:
        """Seat one patron at the lowest-numbered free table (KR-R20), who pays for a drink (KR-69)."""
        table = t.tables.index(VACANT)
        t.tables[table] = top_patron(t)
        t.tell("seated", seat, t.tables[table], table)
        if t.number >= DRINKS_FROM:
            t.earn("drinks", t.pack.numbers.drink)
            t.tell("drink", t.tables[table], t.pack.numbers.drink, t.coins)
        t.jobs[seat] = Job(job.timer, job.area, "admit", job.amount + 1)

    def throw_out(self, t: KitchenTable, seat: Seat, job: Job, table: int) -> None:
        """The table is held until the action is done (KR-R21)."""
        card, t.tables[table] = t.tables[table], HELD
        t.discard.append(card)
        t.tell("thrown_out", seat, card, table)
        t.jobs[seat] = job._replace(kind="throw_out", amount=job.amount + 1, held=(*job.held, table))

    def done(self, t: KitchenTable, seat: Seat, job: Job) -> None:
        for table in job.held:
            refill(t, table)
        finish(t, seat)


def seating_limit(t: KitchenTable) -> int:
    usual = t.pack.numbers.seat_up_to
    return max(usual, t.held_award("seat_up_to")) if t.awards else usual


def can_admit(t: KitchenTable) -> bool:
    """True if a table is free and a card is left."""
    return VACANT in t.tables and bool(t.deck or t.discard)


def refill(t: KitchenTable, table: int) -> None:
    """A new patron sits down without a drink, if a card is left (KR-R22)."""
    t.tables[table] = VACANT
    if t.deck or t.discard:
        t.tables[table] = top_patron(t)
        t.tell("came_in", t.tables[table], table)


def top_patron(t: KitchenTable) -> int:
    """Draw the next patron; if the deck is empty, shuffle the discards (KR-R22)."""
    if not t.deck:
        t.deck, t.discard = t.chance.shuffled(t.discard), []
        t.tell("shuffled", len(t.deck))
    t.reveal()
    return t.deck.pop(0)
