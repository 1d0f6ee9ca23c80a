"""Which area does what, the placing of a timer there, and the actions that end by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.dining import Dining
from flattop.games.kitchen_rush.office import Desk, Office
from flattop.games.kitchen_rush.pieces import DESK_1, DESK_2, DONE, IN_HAND, OFFICE, TEMPS, VAN, Job
from flattop.games.kitchen_rush.plates import Sink
from flattop.games.kitchen_rush.reception import Reception
from flattop.games.kitchen_rush.storage import Greenhouse, Storage, StorageRoom
from flattop.games.kitchen_rush.stove import Stove
from flattop.games.kitchen_rush.timers import news, put_down
from flattop.games.kitchen_rush.van import Van
from flattop.games.kitchen_rush.work import Work
from flattop.kernel import VACANT, Action, Seat

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

WORK: tuple[Work, ...] = (
    Reception(), Dining(), StorageRoom(0), StorageRoom(1), StorageRoom(2), Stove(),
    Greenhouse(), Sink(), Van(), Office(), Desk(0), Desk(1),
)  # fmt: skip
PRICED = (VAN, OFFICE, DESK_1, DESK_2)  # coins are paid as the timer is put down


def place(t: KitchenTable, seat: Seat, timer: int, area: int) -> None:
    """A timer is put on a free space, and that area's action begins at once (KR-15)."""
    put_down(t, seat, timer, area)
    t.calls[seat] = False
    news(t)
    t.tell("placed", seat, timer, area)
    t.jobs[seat] = job = Job(timer, area)
    WORK[area].begin(t, seat, job)


def steps(t: KitchenTable, seat: Seat) -> Sequence[Action]:
    """What the seat may do in its open action."""
    job = t.jobs[seat]
    return WORK[job.area].options(t, seat, job)


def take_step(t: KitchenTable, seat: Seat, action: Action) -> None:
    """One small step of an open action: its verb is a method of the area's work."""
    job = t.jobs[seat]
    getattr(WORK[job.area], action[0])(t, seat, job, *action[1:])


def is_private(t: KitchenTable, seat: Seat, action: Action) -> bool:
    """Whether a seat is about to do what changes no offer to the others: it leaves them space and pieces."""
    if action[0] != "place":
        job = t.jobs[seat]
        return job.timer < TEMPS and WORK[job.area].is_private(t, action)
    _, timer, area = action
    from_hand = timer < TEMPS and t.places[timer] == IN_HAND
    return from_hand and area not in PRICED and t.spaces[area].count(VACANT) > 1


def end_finished(t: KitchenTable) -> None:
    """Close every action that can go no further, whoever made it so (KR-R17); held tables first."""
    jobs = t.jobs
    while jobs and (ended := [seat for seat, job in jobs.items() if WORK[job.area].is_over(t, seat, job)]):
        seat = min(ended, key=lambda one: not jobs[one].held)
        job = jobs[seat]
        WORK[job.area].done(t, seat, job)


def has_taken_all(t: KitchenTable, seat: Seat) -> bool:
    """In a storage room or the greenhouse: who can take nothing more has no use for it (KR-R17)."""
    return seat in t.jobs and isinstance(WORK[t.jobs[seat].area], Storage)


def is_needless(t: KitchenTable, seat: Seat, action: Action) -> bool:
    """The `done` of an action that once waited for it and now ends by itself (KR-R17)."""
    return action == DONE and seat not in t.jobs and t.phase in ("running", "closing")


def close_all(t: KitchenTable) -> None:
    """The grace time is over: what is open is closed as by `done` (KR-R7)."""
    for seat in sorted(t.jobs):
        job = t.jobs[seat]
        t.tell("closed", seat, job.area)
        WORK[job.area].done(t, seat, job)
