"""Which area does what, placing a timer there, and the actions that end by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.dining import Dining
from flattop.games.kitchen_rush.office import Desk, Office
from flattop.games.kitchen_rush.pieces import AREAS, DONE, IN_HAND, TEMPS, TIMERS, Job
from flattop.games.kitchen_rush.plates import Sink
from flattop.games.kitchen_rush.reception import Reception
from flattop.games.kitchen_rush.storage import Greenhouse, Storage, StorageRoom
from flattop.games.kitchen_rush.stove import Stove
from flattop.games.kitchen_rush.timers import news, put_down, space_for, usable
from flattop.games.kitchen_rush.van import Van
from flattop.games.kitchen_rush.work import Work
from flattop.kernel import Action, Seat

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

WORK: tuple[Work, ...] = (
    Reception(), Dining(), StorageRoom(0), StorageRoom(1), StorageRoom(2), Stove(),
    Greenhouse(), Sink(), Van(), Office(), Desk(0), Desk(1),
)  # fmt: skip
PLACE: tuple[tuple[Action, ...], ...] = tuple(
    tuple(("place", timer, area) for area in range(AREAS)) for timer in range(TIMERS)
)


class Placements(tuple[Action, ...]):
    """Of timers in hand that run equally long only the first is listed; all are accepted."""

    alike: dict[int, int]  # timer: the one that is listed for it

    def __contains__(self, action: object) -> bool:
        if super().__contains__(action):
            return True
        if not isinstance(action, tuple) or len(action) != 3 or action[0] != "place":
            return False
        listed = self.alike.get(action[1]) if isinstance(action[1], int) else None
        return listed is not None and super().__contains__(("place", listed, action[2]))


def placements(t: KitchenTable, seat: Seat, *more: Action) -> Placements:
    """Every timer the seat could put down, with every area where it could do something now."""
    open_areas: list[Action] = []
    alike: dict[int, int] = {}
    listed: dict[tuple[bool, int], int] = {}
    timers = usable(t, seat)
    areas = useful_areas(t, seat) if timers else []
    for timer in timers:
        sort = (timer < TEMPS, t.lengths[timer])
        if t.places[timer] == IN_HAND and sort in listed:
            alike[timer] = listed[sort]
            continue
        if t.places[timer] == IN_HAND:
            listed[sort] = timer
        open_areas += [PLACE[timer][area] for area in areas if space_for(t, timer, area) >= 0]
    offered = Placements((*open_areas, *more))
    offered.alike = alike
    return offered


def useful_areas(t: KitchenTable, seat: Seat) -> list[int]:
    """The areas in play whose action could do something for the seat (KR-R16)."""
    return [area for area in t.pack.areas_in[t.number] if WORK[area].possible(t, seat)]


def place(t: KitchenTable, seat: Seat, timer: int, area: int) -> None:
    """A timer is put on a free space, and that area's action begins at once (KR-15)."""
    put_down(t, seat, timer, area)
    t.calls[seat] = False
    news(t)
    t.tell("placed", seat, timer, area)
    t.jobs[seat] = job = Job(timer, area)
    WORK[area].begin(t, seat, job)


def steps(t: KitchenTable, seat: Seat) -> list[Action]:
    """What the seat may do in its open action."""
    job = t.jobs[seat]
    return WORK[job.area].options(t, seat, job)


def take_step(t: KitchenTable, seat: Seat, action: Action) -> None:
    """One small step of an open action: its verb is a method of the area's work."""
    job = t.jobs[seat]
    getattr(WORK[job.area], action[0])(t, seat, job, *action[1:])


def end_finished(t: KitchenTable) -> None:
    """Close every action that can go no further, whoever made it so (KR-R17); held tables first."""
    while ended := [seat for seat, job in t.jobs.items() if WORK[job.area].is_over(t, seat, job)]:
        seat = min(ended, key=lambda one: not t.jobs[one].held)
        job = t.jobs[seat]
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
