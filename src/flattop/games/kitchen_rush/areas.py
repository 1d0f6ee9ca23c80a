"""Which area does what, the placing of a timer there, and the actions that end by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.area_action import AreaAction
from flattop.games.kitchen_rush.dining import Dining
from flattop.games.kitchen_rush.office import Desk, Office
from flattop.games.kitchen_rush.pieces import (
    AREAS,
    DESK_1,
    DESK_2,
    DONE,
    EVERYTHING,
    IDLE,
    IN_HAND,
    OFFICE,
    TEMPS,
    VAN,
    Job,
)
from flattop.games.kitchen_rush.plates import Sink
from flattop.games.kitchen_rush.reception import Reception
from flattop.games.kitchen_rush.storage import Greenhouse, Storage, StorageRoom
from flattop.games.kitchen_rush.stove import Stove
from flattop.games.kitchen_rush.timers import clear_passes, put_down
from flattop.games.kitchen_rush.van import Van
from flattop.kernel import VACANT, Action, Seat

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

AREA_ACTIONS: tuple[AreaAction, ...] = (
    Reception(), Dining(), StorageRoom(0), StorageRoom(1), StorageRoom(2), Stove(),
    Greenhouse(), Sink(), Van(), Office(), Desk(0), Desk(1),
)  # fmt: skip
ALL_SEATS = range(4)
PRICED = (VAN, OFFICE, DESK_1, DESK_2)  # coins are paid as the timer is put down


def place(t: KitchenTable, seat: Seat, timer: int, area: int) -> None:
    """A timer is put on a free space, and that area's action begins at once (KR-15)."""
    put_down(t, seat, timer, area)
    t.calls[seat] = False
    clear_passes(t)
    t.tell("placed", seat, timer, area)
    t.jobs[seat] = job = Job(timer, area)
    AREA_ACTIONS[area].begin(t, seat, job)


def steps(t: KitchenTable, seat: Seat) -> Sequence[Action]:
    """What the seat may do in its open action."""
    job = t.jobs[seat]
    return AREA_ACTIONS[job.area].options(t, seat, job)


def take_step(t: KitchenTable, seat: Seat, action: Action) -> None:
    """One small step of an open action: its verb is a method of the area's work."""
    job = t.jobs[seat]
    verb = getattr(AREA_ACTIONS[job.area], action[0])
    words = len(action)
    if words == 1:  # nouns are named one by one, as it costs half as much
        verb(t, seat, job)
    elif words == 2:
        verb(t, seat, job, action[1])
    else:
        verb(t, seat, job, action[1], action[2])


def affected_areas(t: KitchenTable, seat: Seat, action: Action) -> int:
    """Whose offers change by what a seat is about to do, as bits; none if it leaves them space and pieces."""
    if action[0] == "place":
        return affected_by_placing(t, action[1], action[2])
    job = t.jobs[seat]
    work = AREA_ACTIONS[job.area]
    return 0 if job.timer < TEMPS and work.is_private(t, action) else work.affected_areas(t, action)


def affected_by_placing(t: KitchenTable, timer: int, area: int) -> int:
    """Open actions rest on no space; idle hands notice the last one that is taken, and the first free one."""
    if area in PRICED:
        return EVERYTHING
    stood = t.places[timer]
    if timer >= TEMPS or t.spaces[area].count(VACANT) < 2:
        return IDLE
    return 0 if stood in (IN_HAND, area) or VACANT in t.spaces[stood] else IDLE


def affected_seats(t: KitchenTable, seat: Seat, affected: int) -> Sequence[Seat]:
    """The seat itself, and whose open action or idle hands are among the bits."""
    bits = [t.jobs[other].area if other in t.jobs else AREAS for other in range(t.seats)]
    return [other for other, bit in enumerate(bits) if other == seat or affected >> bit & 1]


def end_finished(t: KitchenTable, among: Sequence[Seat] = ALL_SEATS) -> None:
    """Close every action that can go no further, whoever made it so (KR-R17); held tables first."""
    jobs = t.jobs
    while jobs and (ended := [seat for seat in jobs if seat in among and is_over(t, seat)]):
        seat = min(ended, key=lambda other: not jobs[other].held)
        job = jobs[seat]
        AREA_ACTIONS[job.area].done(t, seat, job)


def is_over(t: KitchenTable, seat: Seat) -> bool:
    job = t.jobs[seat]
    return AREA_ACTIONS[job.area].is_over(t, seat, job)


def end_if_finished(t: KitchenTable, seat: Seat) -> None:
    """Close the action of one seat, which alone may have come to its end."""
    job = t.jobs.get(seat)
    if job and AREA_ACTIONS[job.area].is_over(t, seat, job):
        AREA_ACTIONS[job.area].done(t, seat, job)


def has_taken_all(t: KitchenTable, seat: Seat) -> bool:
    """In a storage room or the greenhouse: who can take nothing more has no use for it (KR-R17)."""
    return seat in t.jobs and isinstance(AREA_ACTIONS[t.jobs[seat].area], Storage)


def is_needless(t: KitchenTable, seat: Seat, action: Action) -> bool:
    """The `done` of an action that once waited for it and now ends by itself (KR-R17)."""
    return action == DONE and seat not in t.jobs and t.phase in ("running", "closing")


def close_all(t: KitchenTable) -> None:
    """The grace time is over: what is open is closed as by `done` (KR-R7)."""
    for seat in sorted(t.jobs):
        job = t.jobs[seat]
        t.tell("closed", seat, job.area)
        AREA_ACTIONS[job.area].done(t, seat, job)
