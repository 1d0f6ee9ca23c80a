"""Areas: placing a timer, the steps of its action, and actions that end by themselves."""

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
PRICED = (VAN, OFFICE, DESK_1, DESK_2)  # coins are paid when the timer is put down


def place(t: KitchenTable, seat: Seat, timer: int, area: int) -> None:
    """Put a timer on a free space; the action of that area begins at once (KR-15)."""
    put_down(t, seat, timer, area)
    t.calls[seat] = False
    clear_passes(t)
    t.tell("placed", seat, timer, area)
    t.jobs[seat] = job = Job(timer, area)
    AREA_ACTIONS[area].begin(t, seat, job)


def steps(t: KitchenTable, seat: Seat) -> Sequence[Action]:
    """The options of the seat in its open action."""
    job = t.jobs[seat]
    return AREA_ACTIONS[job.area].options(t, seat, job)


def take_step(t: KitchenTable, seat: Seat, action: Action) -> None:
    """Take one step of an open action: its verb is a method of the area's action."""
    job = t.jobs[seat]
    verb = getattr(AREA_ACTIONS[job.area], action[0])
    words = len(action)
    if words == 1:  # unpacking `*nouns` would take twice as long
        verb(t, seat, job)
    elif words == 2:
        verb(t, seat, job, action[1])
    else:
        verb(t, seat, job, action[1], action[2])


def affected_areas(t: KitchenTable, seat: Seat, action: Action) -> int:
    """The options of other seats that an action may change, as a bitmask; 0 if it changes none."""
    if action[0] == "place":
        return affected_by_placing(t, action[1], action[2])
    job = t.jobs[seat]
    work = AREA_ACTIONS[job.area]
    return 0 if job.timer < TEMPS and work.is_private(t, action) else work.affected_areas(t, action)


def affected_by_placing(t: KitchenTable, timer: int, area: int) -> int:
    """Open actions do not depend on spaces. Idle seats are affected by the first and the last free space."""
    if area in PRICED:
        return EVERYTHING
    stood = t.places[timer]
    if timer >= TEMPS or t.spaces[area].count(VACANT) < 2:
        return IDLE
    return 0 if stood in (IN_HAND, area) or VACANT in t.spaces[stood] else IDLE


def affected_seats(t: KitchenTable, seat: Seat, affected: int) -> Sequence[Seat]:
    """The seat itself, and the seats whose open action or idle hands are in the bitmask."""
    bits = [t.jobs[other].area if other in t.jobs else AREAS for other in range(t.seats)]
    return [other for other, bit in enumerate(bits) if other == seat or affected >> bit & 1]


def end_finished(t: KitchenTable, among: Sequence[Seat] = ALL_SEATS) -> None:
    """Close every action that can go no further, those with held tables first, in seat order (KR-R17)."""
    jobs = t.jobs
    while jobs and (ended := [seat for seat in sorted(jobs) if seat in among and is_over(t, seat)]):
        seat = min(ended, key=lambda other: not jobs[other].held)
        job = jobs[seat]
        AREA_ACTIONS[job.area].done(t, seat, job)


def is_over(t: KitchenTable, seat: Seat) -> bool:
    job = t.jobs[seat]
    return AREA_ACTIONS[job.area].is_over(t, seat, job)


def end_if_finished(t: KitchenTable, seat: Seat) -> None:
    """Close the action of this seat if it is over. No other action can have ended."""
    job = t.jobs.get(seat)
    if job and AREA_ACTIONS[job.area].is_over(t, seat, job):
        AREA_ACTIONS[job.area].done(t, seat, job)


def has_taken_all(t: KitchenTable, seat: Seat) -> bool:
    """True in a storage room or the greenhouse (KR-R17).

    There a seat whose only option is `done` gains nothing by waiting.
    """
    return seat in t.jobs and isinstance(AREA_ACTIONS[t.jobs[seat].area], Storage)


def is_needless(t: KitchenTable, seat: Seat, action: Action) -> bool:
    """True for a `done` in old records whose action now ends by itself (KR-R17)."""
    return action == DONE and seat not in t.jobs and t.phase in ("running", "closing")


def close_all(t: KitchenTable) -> None:
    """Close all open actions as by `done`, when the grace time is over (KR-R7)."""
    for seat in sorted(t.jobs):
        job = t.jobs[seat]
        t.tell("closed", seat, job.area)
        AREA_ACTIONS[job.area].done(t, seat, job)
