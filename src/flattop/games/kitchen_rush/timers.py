"""Timers: put on spaces, running, run out, and lifted (KR-15 to KR-23)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flattop.games.kitchen_rush.pieces import IN_HAND, ON_STRIKE, TEMPS, TIMERS, VAN
from flattop.kernel import VACANT, Seat

if TYPE_CHECKING:
    from flattop.games.kitchen_rush.table import KitchenTable

WITHIN_REACH = tuple((2 * seat, 2 * seat + 1, *range(TEMPS, TIMERS)) for seat in range(TEMPS // 2))


def in_play(t: KitchenTable) -> list[int]:
    """Every timer of the team, including those on strike."""
    return [timer for timer in range(TIMERS) if t.places[timer] >= ON_STRIKE]


def working(t: KitchenTable) -> list[int]:
    """Every timer that is not on strike."""
    return [timer for timer in range(TIMERS) if t.places[timer] >= IN_HAND]


def on_strike(t: KitchenTable) -> list[int]:
    return [timer for timer in range(TIMERS) if t.places[timer] == ON_STRIKE]


def may_use(t: KitchenTable, seat: Seat, timer: int) -> bool:
    """True for an own timer, or a Temp that the team's rule gives to the seat (KR-R40)."""
    if timer < TEMPS:
        return timer // 2 == seat
    if t.temps_rule == "turns":
        return t.holders[timer - TEMPS] == seat
    return t.temps_rule in ("anyone", f"seat-{seat}")


def has_run_out(t: KitchenTable, timer: int) -> bool:
    return t.places[timer] >= 0 and t.runs_out[timer] <= t.now


def is_open(t: KitchenTable, timer: int) -> bool:
    """True if the timer's action is not finished."""
    for job in t.jobs.values():  # noqa: SIM110  hot path: a generator is slower
        if job.timer == timer:
            return True
    return False


def usable(t: KitchenTable, seat: Seat) -> list[int]:
    """Timers the seat could put down: in hand, or run out with their action finished (KR-20, KR-23)."""
    usable: list[int] = []
    places = t.places
    for timer in WITHIN_REACH[seat]:
        stands = places[timer]
        if stands < IN_HAND or (timer >= TEMPS and not may_use(t, seat, timer)):
            continue
        if stands == IN_HAND or (t.runs_out[timer] <= t.now and not is_open(t, timer)):
            usable.append(timer)
    return usable


def liftable(t: KitchenTable, seat: Seat) -> list[int]:
    """Run-out timers that the seat may take back in hand (KR-R19)."""
    timers, places = usable(t, seat), t.places
    return [timer for timer in timers if places[timer] >= 0] if timers else timers


def space_for(t: KitchenTable, timer: int, area: int) -> int:
    """The lowest free space of an area, the timer's own included; -1 if there is none (KR-R15)."""
    spaces = t.spaces[area]
    if area == VAN:
        return len(spaces) - (timer in spaces)
    for space, piece in enumerate(spaces):
        if piece in (VACANT, timer):
            return space
    return -1


def put_down(t: KitchenTable, seat: Seat, timer: int, area: int) -> None:
    """Turn a timer over on a space; it runs from now on."""
    pick_up(t, timer)
    if area == VAN:
        t.spaces[VAN] += (timer,)
    else:
        set_space(t, area, t.spaces[area].index(VACANT), timer)
    t.places[timer], t.users[timer] = area, seat
    t.runs_out[timer] = t.now + t.lengths[timer]


def pick_up(t: KitchenTable, timer: int) -> None:
    """Take a timer off its space, back in hand."""
    area = t.places[timer]
    if area == VAN:
        t.spaces[VAN] = tuple([other for other in t.spaces[VAN] if other != timer])
    elif area >= 0:
        set_space(t, area, t.spaces[area].index(timer), VACANT)
    t.places[timer] = IN_HAND


def set_space(t: KitchenTable, area: int, space: int, piece: int) -> None:
    """Put a timer, a marker or nothing on a space."""
    spaces = t.spaces[area]
    t.spaces[area] = (*spaces[:space], piece, *spaces[space + 1 :])


def hand_on(t: KitchenTable, timer: int) -> None:
    """Pass a Temp to the next seat, with the rule "turns" (KR-R40)."""
    holder = (t.holders[timer - TEMPS] + 1) % t.seats
    t.holders[timer - TEMPS] = holder
    t.tell("handed_on", timer, holder)


def next_run_out(t: KitchenTable, end: int) -> int:
    """The tick at which the next running timer runs out; `end` if none does before."""
    places, now, soon = t.places, t.now, end
    for timer, tick in enumerate(t.runs_out):
        if now < tick < soon and places[timer] >= 0:
            soon = tick
    return soon


def pass_time(t: KitchenTable, ticks: int) -> list[int]:
    """Advance the clock. Report timers that run out, and lift them if the option says so."""
    before, t.now = t.now, t.now + ticks
    now, places = t.now, t.places
    gone = [(tick, timer) for timer, tick in enumerate(t.runs_out) if before < tick <= now]
    ran_out = [timer for _, timer in sorted(gone) if places[timer] >= 0]
    for timer in ran_out:
        t.tell("ran_out", timer, t.places[timer])
        clear_passes(t)
    if t.lifts_itself:
        lift_all(t)
    return ran_out


def lift_all(t: KitchenTable) -> None:
    """Take every run-out timer whose action is finished back in hand."""
    for timer in range(TIMERS):
        if has_run_out(t, timer) and not is_open(t, timer):
            t.tell("lifted", timer, t.places[timer])
            pick_up(t, timer)


def clear_passes(t: KitchenTable) -> None:
    """Something has changed: seats that have passed are due again (KR-R13)."""
    t.passed = [False] * t.seats
